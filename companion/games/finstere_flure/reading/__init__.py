"""Conversion of seen tags to a position, with what a picture leaves open."""
