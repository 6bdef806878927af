"""Check of the reasons of hints: bots play, and each claim is counted again.

A claim is checked by following the rules, never with the function that made it.
"""
