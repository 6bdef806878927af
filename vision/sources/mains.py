"""Mains frequencies, kept apart so that reading the config loads no camera drivers."""

#: The mains in most countries (Hz); 60 in the Americas and parts of Asia.
DEFAULT_MAINS_HZ = 50
#: Frequencies that can be set (Hz); 0 leaves the camera as it is.
MAINS_HZ = (0, 50, 60)
