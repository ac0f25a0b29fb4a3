"""Terms as C expressions, with the statements that must stand before them."""
