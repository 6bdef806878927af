"""How Finstere Flure looks on the screen: board, pieces, the monster's move."""
