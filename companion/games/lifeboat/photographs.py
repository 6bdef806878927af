"""Lifeboat before the virtual camera: its cards and their places, and a picture's truth."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards.laid_cards import CardTable
from companion.cards.photographs import CardPhotographs, KindArt
from companion.cards.things import Bgr
from companion.games.lifeboat.language import later, say
from companion.games.lifeboat.mat import BOAT, BoatCard, BoatMode, row_side_at, zone_names
from companion.games.lifeboat.placement import lay
from companion.games.lifeboat.public_table import LifeboatPublicTable, load_photographed
from companion.games.lifeboat.tags import PROVISION_OF, TAGS, character_of
from companion.games.lifeboat.words import character_letters, character_name, provision_name
from companion.sheets.card_tags import tag_to_card_middle
from engine.lifeboat.components import SIZE, SURVIVAL
from vision.model.catalogue import Catalogue
from vision.virtual import Shot

_COLOURS: Mapping[str, Bgr] = {
    BoatCard.CHARACTER: (150, 96, 40),
    BoatCard.POSITION: (120, 124, 36),
    BoatCard.LOVE: (96, 60, 200),
    BoatCard.HATE: (60, 60, 66),
    BoatCard.PROVISION: (48, 112, 180),
    BoatCard.NAVIGATION: (140, 84, 120),
}
_WORDS: Mapping[str, str] = {
    BoatCard.LOVE: later("loves"),
    BoatCard.HATE: later("hates"),
    BoatCard.POSITION: later("sits here"),
}


class LifeboatArt(KindArt):
    """Names of the cards on their fronts."""

    def lines(self, card: str) -> tuple[str, ...]:
        """Return the lines of text on a card: its name, and what it does."""
        match kind := TAGS.cards.get(card, ""):
            case BoatCard.PROVISION:
                return tuple(provision_name(PROVISION_OF[card]).split(" "))
            case BoatCard.NAVIGATION:
                return (card,)
            case BoatCard.CHARACTER:
                character = character_of(card)
                return (character_name(character), f"{SIZE[character]} + {SURVIVAL[character]}")
            case BoatCard.POSITION | BoatCard.LOVE | BoatCard.HATE:
                return (say(_WORDS[kind]), character_name(character_of(card)))
        return ()

    def short_names(self, card: str) -> Sequence[str]:
        """Return the longest word of a provision, of a character the last."""
        kind = TAGS.cards[card]
        if kind in (BoatCard.PROVISION, BoatCard.NAVIGATION):
            return super().short_names(card)
        return (character_name(character_of(card)).split()[-1],)

    def letters(self, card: str) -> str:
        """Return the letters on a character's portrait."""
        if TAGS.cards[card] in (BoatCard.PROVISION, BoatCard.NAVIGATION):
            return super().letters(card)
        return character_letters(character_of(card))


ART = LifeboatArt(TAGS.cards, _COLOURS)
CARDS = CardTable(ART, zone_names)


class LifeboatPhotographs(CardPhotographs[LifeboatPublicTable, BoatMode]):
    """Boat row, open rows, and what is spread at the scoring."""

    cards = CARDS
    usual_moment = BoatMode.ACT
    load = staticmethod(load_photographed)
    lay = staticmethod(lay)

    def truth(self, shot: Shot, catalogue: Catalogue) -> dict[str, Any]:
        """Return the truth of a shot; pieces in the boat have `place` and `side`."""
        truth = super().truth(shot, catalogue)
        tags = {tag.id: tag for tag in catalogue.tags}
        boat = []
        for piece in truth["pieces"]:
            if piece["zone"] == BOAT:
                x, y = tag_to_card_middle(tags[piece["id"]], piece["turn_deg"])
                piece["side"] = str(row_side_at(piece["centre_mm"][1] + y))
                boat.append((piece["centre_mm"][0] + x, piece["id"], piece))
        for place, (_, _, piece) in enumerate(sorted(boat, key=lambda placed: placed[:2]), start=1):
            piece["place"] = place
        return truth


PHOTOGRAPHS = LifeboatPhotographs()
