"""A rule file that is being typed → its rule texts and the names in them, however broken it is."""
