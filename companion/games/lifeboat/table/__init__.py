"""Lifeboat at the table: its steps, what is asked in each, and what a reading means."""
