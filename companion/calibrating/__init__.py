"""Calibrating a camera: what is measured, in which window, with which words."""
