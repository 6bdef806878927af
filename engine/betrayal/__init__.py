"""The rules of Betrayal at House on the Hill; ``B`` and ``BR`` numbers cite them. `game.RULES` is all others need."""
