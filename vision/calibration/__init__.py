"""Calibration of a camera over the table: measurements of a picture, gates of a profile."""
