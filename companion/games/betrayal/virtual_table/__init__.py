"""Betrayal at the virtual table."""
