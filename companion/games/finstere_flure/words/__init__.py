"""Words of Finstere Flure: pieces, moves, events and what was not seen."""
