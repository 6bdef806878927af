"""Reasons of hints, counted again: games of bots, each advised move with its reason, each claim checked anew.

A claim is checked by following the rules, never with the function that made it.
"""
