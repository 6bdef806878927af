"""How our own cards look before the virtual camera: a frame in the kind's colour, and the name in words."""

from collections.abc import Mapping

from companion.cards.things import Bgr, card_back, card_front
from companion.games.lifeboat.language import later, say
from companion.games.lifeboat.mat import CardKind
from companion.games.lifeboat.tags import PROVISION_OF, TAGS, character_of
from companion.games.lifeboat.words import character_name, provision_name
from engine.lifeboat.components import SIZE, SURVIVAL
from vision.picture import Pixels

_COLOURS: Mapping[str, Bgr] = {
    CardKind.CHARACTER: (150, 96, 40),
    CardKind.POSITION: (120, 124, 36),
    CardKind.LOVE: (96, 60, 200),
    CardKind.HATE: (60, 60, 66),
    CardKind.PROVISION: (48, 112, 180),
    CardKind.NAVIGATION: (140, 84, 120),
}
_WORDS: Mapping[str, str] = {
    CardKind.LOVE: later("loves"),
    CardKind.HATE: later("hates"),
    CardKind.POSITION: later("sits here"),
}
_BLANK: Bgr = (150, 150, 150)


class LifeboatArt:
    """Fronts and backs; all backs of one deck are alike."""

    def front(self, card: str, size_px: tuple[int, int]) -> Pixels:
        """The kind's colour and the card's name."""
        return card_front(_COLOURS.get(TAGS.cards.get(card, ""), _BLANK), self.lines(card), size_px)

    def blank(self, card: str, size_px: tuple[int, int]) -> Pixels:
        """A front on which nothing is written."""
        return card_front(_COLOURS[TAGS.cards[card]], (), size_px)

    def back(self, card: str, size_px: tuple[int, int]) -> Pixels:
        """The kind's colour."""
        return card_back(_COLOURS[TAGS.cards[card]], size_px)

    def lines(self, card: str) -> tuple[str, ...]:
        """The card's name, and what is said of it."""
        match kind := TAGS.cards.get(card, ""):
            case CardKind.PROVISION:
                return tuple(provision_name(PROVISION_OF[card]).split(" "))
            case CardKind.NAVIGATION:
                return (card,)
            case CardKind.CHARACTER:
                who = character_of(card)
                return (character_name(who), f"{SIZE[who]} + {SURVIVAL[who]}")
            case CardKind.POSITION | CardKind.LOVE | CardKind.HATE:
                return (say(_WORDS[kind]), character_name(character_of(card)))
        return ()


ART = LifeboatArt()
