"""The native engine: a checked game goes in, and an engine that plays it in compiled C comes out.

The stages: `lowering` makes a plan (`ir`), `passes` make it faster, `sampling` and `emit` print it
as C (`program`), `build` compiles it, and `runtime` calls the library.
"""
