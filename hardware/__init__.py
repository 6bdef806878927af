"""Buttons and LED ring. Knows no game."""
