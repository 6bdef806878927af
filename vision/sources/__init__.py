"""Sources of frames: cameras of many kinds, pictures and videos."""
