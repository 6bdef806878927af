"""Checks of `companion doctor`, one small module each: presence, function, remedy.

Each asks if a thing is there and works, and says what to do if not.
"""
