"""The conditions of rules as formulas over terms, and what follows from them."""
