"""Recorder of whole games with phones on real connections, and judge of all that was sent, shown and said."""
