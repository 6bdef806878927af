"""Finstere Flure in the companion: its tags, its board art, its words, its screens."""
