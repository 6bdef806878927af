"""Screen pictures of Finstere Flure: board, pieces, the monster's move."""
