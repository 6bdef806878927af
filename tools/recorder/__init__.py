"""Recorder of whole games with phones on real connections, and judge of what these tell."""
