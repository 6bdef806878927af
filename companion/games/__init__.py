"""The games that come with the companion: one package each, found through the entry points."""
