"""The companion: the one place where the table, the rules and the people meet."""

import os

# Pygame greets on standard output when it is imported, where commands print what others read.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# The matrices of reading are small: several threads take longer for them, much longer while another program is busy.
# NumPy's library looks at this when it is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
