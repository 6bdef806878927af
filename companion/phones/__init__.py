"""Pages for phones on the home network; nothing of this is loaded or listens unless it is switched on."""
