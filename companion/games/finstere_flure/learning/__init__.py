"""Learning the game: lessons, puzzles, *What if?*, why a move went so, and the review."""
