"""Moves as they are shown: timelines, the place in them, and the views of the board."""
