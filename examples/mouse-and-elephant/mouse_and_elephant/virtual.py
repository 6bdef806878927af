"""The game at the virtual table."""

from companion.cards.virtual_game import CardVirtual
from mouse_and_elephant.table import TABLE


class MouseAndElephantVirtual(CardVirtual):
    """Mat, cards and hidden hands; bots play as the rules' `worth` says."""

    table = TABLE


VIRTUAL = MouseAndElephantVirtual()
