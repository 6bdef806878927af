"""Lights in a ring, or a few in a row: patterns, and devices for them. Knows no game."""
