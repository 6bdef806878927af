"""Companion's screen: places, look, and the drawing at each moment of a move."""
