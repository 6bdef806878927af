"""Rules of the games, one package a game: pure functions on immutable values.

They use the standard library only.
"""
