"""The rules of Lifeboat: `game.RULES` is all that anybody else needs. ``L``, ``LR`` and ``V`` numbers cite the rules."""
