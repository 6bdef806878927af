"""The rules of Lifeboat; ``L``, ``LR`` and ``V`` numbers cite them. `game.RULES` is all that anybody else needs."""
