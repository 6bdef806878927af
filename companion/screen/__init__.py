"""The companion's screen: where things are, how they look, what is drawn at which moment of a move."""
