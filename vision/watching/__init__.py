"""Watching the table: from a stream of frames to settled changes."""
