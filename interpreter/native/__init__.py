"""The native engine: rules to C, C to a shared library, and the library called from Python."""
