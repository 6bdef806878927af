"""Words of Finstere Flure: pieces, moves, events and what was not seen, in the players' language."""
