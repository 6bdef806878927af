"""Places of cards as far as somebody knows them: groups of places with the cards in them.

A group says that certain cards lie in certain places, in some order, with so many unknown ones. When a card moves
unseen its old and its new place become one group; when it is seen, its place is known again.
"""

from collections.abc import Collection, Iterable, Iterator
from random import Random

from engine.values import value

#: A place that is nobody's: a pile, or the way from hand to hand.
PILE = "pile"


@value
class Group:
    """Places (each as often as it holds a card), known cards in them, and a count of others."""

    places: tuple[str, ...]
    cards: tuple[str, ...]
    unknown: int


class _Group:
    __slots__ = ("cards", "places", "unknown")

    def __init__(self, places: Iterable[str], cards: Iterable[str], unknown: int) -> None:
        self.places, self.cards, self.unknown = list(places), list(cards), unknown


class Places:
    """The groups, changed by what happens to the cards."""

    def __init__(self, groups: Iterable[Group], threefold: Collection[str] = ()) -> None:
        """`threefold`: cards of which there are several alike."""
        self._groups = [_Group(group.places, group.cards, group.unknown) for group in groups]
        self._threefold = threefold

    def groups(self) -> tuple[Group, ...]:
        """Return the groups now, in a fixed order, one for all that is known of one place."""
        merged: dict[tuple[str, ...], _Group] = {}
        for number, group in enumerate(self._groups):
            places = {*group.places}
            key = tuple(places) if len(places) == 1 else ("", str(number))
            if key in merged:
                _join(merged[key], group)
            elif places:
                merged[key] = _Group(group.places, group.cards, group.unknown)
        found = [
            Group(tuple(sorted(group.places)), tuple(sorted(group.cards)), group.unknown) for group in merged.values()
        ]
        return tuple(sorted(found, key=lambda group: (group.places, group.cards)))

    def move(self, actor: str, to: str) -> None:
        """Move a card that is not seen."""
        group = self._merged([group for group in self._groups if actor in group.places])
        if group is not None:
            group.places.remove(actor)
            group.places.append(to)

    def take(self, actor: str, card: str) -> None:
        """Take a card that is seen out of a place."""
        groups = [group for group in self._groups if actor in group.places]
        known = [group for group in groups if card in group.cards]
        if card in self._threefold or not known:
            # It may be one that was not known to be here.
            known += [group for group in groups if group.unknown and group not in known]
        group = self._merged(known or groups)
        if group is None:
            return
        group.places.remove(actor)
        if card in group.cards:
            group.cards.remove(card)
        elif group.unknown:
            group.unknown -= 1

    def put(self, to: str, card: str) -> None:
        """Put a card that is seen into a place."""
        self._groups.append(_Group((to,), (card,), 0))

    def see(self, place: str, card: str) -> None:
        """See a card in a place."""
        self.take(place, card)
        self.put(place, card)

    def see_all(self, place: str, cards: Iterable[str]) -> None:
        """See all cards in a place."""
        cards = list(cards)
        for card in cards:
            self.take(place, card)
        for card in cards:
            self.put(place, card)

    def _merged(self, groups: list[_Group]) -> _Group | None:
        """Return these groups as one, which stands for them from now on."""
        if not groups:
            return None
        first = groups[0]
        for other in groups[1:]:
            _join(first, other)
            self._groups.remove(other)
        return first


def _join(group: _Group, other: _Group) -> None:
    group.places += other.places
    group.cards += other.cards
    group.unknown += other.unknown


def deal_places(groups: Iterable[Group], unknown: list[str], rng: Random) -> Iterator[tuple[str, str]]:
    """Yield places with the cards that may lie there, each way as likely as the others.

    `unknown`: the shuffled cards of which nothing is known; those that are used are taken from its end.
    """
    for group in groups:
        cards = [*group.cards]
        for _ in range(group.unknown):
            cards.append(unknown.pop())
        rng.shuffle(cards)
        yield from zip(group.places, cards, strict=True)
