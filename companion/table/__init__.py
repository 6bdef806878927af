"""The table session: what is going on at the real board, from set-up to victory."""
