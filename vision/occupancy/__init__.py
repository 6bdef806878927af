"""Occupancy: cells and zones on which something lies that was not read."""
