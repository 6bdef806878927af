"""Calibrating a camera over the table: what is measured of a picture, and the gates that a profile must pass."""
