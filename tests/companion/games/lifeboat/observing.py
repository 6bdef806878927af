"""Observations of the mat, told by what lies where."""

from collections.abc import Iterable, Mapping

from companion.games.lifeboat.mat import BOAT, DAY, SHOW, BoatCard, RowSide
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.tags import character_tag
from companion.table.layout import Lie, TableLayout
from engine.lifeboat.components import Character


def seen_mat(
    boat: Iterable[tuple[Character, RowSide]] = (),
    rows: Mapping[str, Iterable[str]] | None = None,
    owners: Mapping[Character, str] | None = None,
    *,
    show: Iterable[str] = (),
    day: Iterable[str] = (),
    love: Iterable[Character] = (),
    hate: Iterable[Character] = (),
    hand: Iterable[str] = (),
    elsewhere: Iterable[tuple[str, str]] = (),
    unreadable: Iterable[str] = (),
    twice: Iterable[str] = (),
    reads_show: bool = True,
) -> LifeboatObservation:
    """Return the observation of cards and tags in zones; position cards from the bow."""
    lies = [
        Lie(character_tag(BoatCard.POSITION, character), BOAT, str(side), number)
        for number, (character, side) in enumerate(boat)
    ]
    lies += [Lie(tag, row) for row, tags in (rows or {}).items() for tag in tags]
    lies += [Lie(character_tag(BoatCard.CHARACTER, character), row) for character, row in (owners or {}).items()]
    lies += [Lie(tag, zone) for tag, zone in elsewhere]
    for zone, tags in ((SHOW, show), (DAY, day), (BOAT, hand)):
        lies += [Lie(tag, zone) for tag in tags]
    for kind, characters in ((BoatCard.LOVE, love), (BoatCard.HATE, hate)):
        lies += [Lie(character_tag(kind, character), BOAT) for character in characters]
    layout = TableLayout.from_lies(lies)
    return LifeboatObservation(layout, frozenset(unreadable), frozenset(twice), reads_show=reads_show)
