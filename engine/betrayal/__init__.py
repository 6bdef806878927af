"""Rules of Betrayal at House on the Hill; ``B`` and ``BR`` numbers cite them.

Other code needs only `game.RULES`.
"""
