"""The commands that only Lifeboat brings."""
