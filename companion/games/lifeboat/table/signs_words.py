"""A navigation card's signs in a few words."""

from companion.games.lifeboat.language import say
from companion.games.lifeboat.table.captions import names
from companion.games.lifeboat.words import bird_name
from engine.lifeboat.navigation import Bird, NavigationCard


def signs_in_words(card: NavigationCard, between: str = " · ") -> str:
    """What the card says, with this between its signs."""
    parts = []
    if card.bird is not Bird.NONE:
        parts.append(bird_name(card.bird))
    if card.overboard:
        parts.append(say("overboard: {players}", players=names(card.overboard)))
    if card.thirsty:
        parts.append(say("thirsty: {players}", players=names(card.thirsty)))
    if card.oars:
        parts.append(say("oars"))
    if card.fists:
        parts.append(say("fists"))
    return between.join(parts)
