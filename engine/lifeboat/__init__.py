"""Rules of Lifeboat; ``L``, ``LR`` and ``V`` numbers cite them.

Other code needs only `game.RULES`.
"""
