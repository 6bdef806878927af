"""Mouse and Elephant: a game of tricks, in which a mouse frightens an elephant."""
