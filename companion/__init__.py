"""The companion: the one place where the table, the rules and the people meet."""

import os

# Pygame greets on standard output when it is imported, where commands print what others read.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
