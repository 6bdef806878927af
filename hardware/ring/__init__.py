"""Lights in a ring, or a few in a row: patterns to show, and what they are shown on. Knows no game."""
