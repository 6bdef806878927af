"""Walkers that nobody leads, at a whole table with everything switched on."""
