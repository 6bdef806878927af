"""Locating: the camera's place over the board, and the board rectified."""
