"""Pages for phones on the home network.

Nothing of this is loaded or listens unless it is switched on.
"""
