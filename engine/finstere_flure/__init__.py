"""The rules of Finstere Flure: board, pieces, position, the monster's move, the tokens' moves, the whole game."""
