"""The rules of the games, one package a game: pure functions on immutable values, standard library only."""
