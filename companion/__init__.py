"""The companion: the one place where the table, the rules and the people meet."""
