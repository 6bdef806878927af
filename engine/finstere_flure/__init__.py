"""Rules of Finstere Flure: board, pieces, position, moves of monster and tokens, game."""
