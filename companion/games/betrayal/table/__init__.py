"""Betrayal at the table: its steps, questions and words."""
