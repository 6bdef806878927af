"""Kit for games whose pieces stand on a grid.

A game is its rules, its tags, its words and its pictures.
"""
