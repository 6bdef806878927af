"""Bots, hands and pieces of Finstere Flure at the virtual table."""
