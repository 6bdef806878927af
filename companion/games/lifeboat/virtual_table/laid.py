"""Where the public cards of a state lie on the virtual table, and what hands must move for it."""

import math
from collections.abc import Iterator
from dataclasses import replace

from companion.games.lifeboat.laying import lay
from companion.games.lifeboat.mat import AREAS, DISCARD, NAVIGATION_DECK, CardKind, Moment
from companion.games.lifeboat.photographed import Photographed
from companion.games.lifeboat.tags import NAVIGATION_TAGS, PROVISION_OF, TAGS, tag_of
from companion.games.lifeboat.virtual_table.pieces import PILES
from companion.virtual_table.card_things import BACK
from companion.virtual_table.laid_cards import with_middle
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.lifeboat import events as e
from engine.lifeboat.components import Character
from engine.lifeboat.state import State

#: A card that lies so near where it belongs lies right (mm, degrees).
_NEAR_MM, _NEAR_DEG = 6.0, 8.0


def photographed(state: State, event: e.GameEvent | None = None) -> Photographed:
    """What everybody sees of a state, without hands and piles; `event` is what is being shown with cards."""
    fight, demand = state.fight, state.demand
    shown = Photographed(
        players=state.started.players,
        seats=state.seats,
        open={person.who: person.open for person in state.aboard if person.open},
        attack=fight.attack if fight else (demand.by,) if demand and demand.of in state.seats else (),
        defend=fight.defend if fight else (demand.of,) if demand and demand.of in state.seats else (),
        day=state.card is not None and state.card.id in NAVIGATION_TAGS,
        day_id=None if state.card is None else state.card.id,
    )
    match event:
        case e.Laid(by=by, card=card, to=to):
            return replace(shown, open={**shown.open, to or by: (*shown.open.get(to or by, ()), card)})
        case e.Joined(by=by, side=e.Side.ATTACK):
            return replace(shown, attack=(*shown.attack, by))
        case e.Joined(by=by):
            return replace(shown, defend=(*shown.defend, by))
        case e.Demanded(by=by, of=of):
            return replace(shown, attack=(by,), defend=(of,))
        case e.Navigated(card=card_id) if card_id in NAVIGATION_TAGS:
            return replace(shown, day=True, day_id=card_id)
        case e.Revealed():
            return replace(shown, spread=event)
    return shown


def moves(
    table: VirtualTable, state: State, event: e.GameEvent | None = None, moment: Moment = Moment.ACT
) -> list[Piece]:
    """The cards that lie otherwise, as they should: first those that leave the mat.

    `event` is what is shown with cards before it is told.
    """
    wanted: dict[str, Piece] = {}
    moment = Moment.SCORING if isinstance(event, e.Revealed) else moment
    for card in lay(photographed(state, event), table.catalogue, moment, None):
        wanted[card.tag_id] = Piece(card.tag_id, BACK if card.face_down else "", card.at_mm, card.turn_deg)
    wanted = _by_what_lies_there(table, wanted)
    away = [
        _away(table, piece)
        for piece in table.pieces.values()
        if piece.id not in wanted and _on_mat(table, piece) and not _in_pile(table, piece)
    ]
    return [*away, *_otherwise(table, wanted)]


def _by_what_lies_there(table: VirtualTable, wanted: dict[str, Piece]) -> dict[str, Piece]:
    """One water is as good as another: where a card of the kind lies open already it is that one that belongs there."""
    zone_at = table.catalogue.mat.zone_at
    there = [piece for piece in table.pieces.values() if piece.id in PROVISION_OF and not piece.face]
    for tag in [tag for tag in wanted if tag in PROVISION_OF]:
        place = wanted[tag]
        lying = next(
            (
                piece
                for piece in there
                if PROVISION_OF[piece.id] is PROVISION_OF[tag]
                and zone_at(*piece.centre_mm) == zone_at(*place.centre_mm)
            ),
            None,
        )
        if lying is None:
            continue
        there.remove(lying)
        if lying.id != tag:
            other = wanted.pop(lying.id, None)
            wanted[lying.id] = replace(place, id=lying.id)
            if other is None:
                del wanted[tag]
            else:
                wanted[tag] = replace(other, id=tag)
    return wanted


def _in_pile(table: VirtualTable, piece: Piece) -> bool:
    """Whether it is a pile, or lies face down on one."""
    zone = table.catalogue.mat.zone_at(*piece.centre_mm)
    return zone is not None and zone.name in PILES and bool(piece.face)


def _otherwise(table: VirtualTable, wanted: dict[str, Piece]) -> Iterator[Piece]:
    """Those that lie elsewhere; what lies on them in a fan is laid again on top."""
    again: set[str] = set()
    for piece in wanted.values():
        here = table.pieces.get(piece.id)
        if here is None or not _near(here, piece) or piece.id in again:
            yield table.near(piece, piece.centre_mm)
            again |= {other.id for other in wanted.values() if _covers(other, piece)}


def _covers(upper: Piece, lower: Piece) -> bool:
    """Whether a card of a fan lies beside a card that was laid before it: it is to lie above that."""
    return upper.turn_deg == lower.turn_deg and 0 < math.dist(upper.centre_mm, lower.centre_mm) < 70


def _near(here: Piece, wanted: Piece) -> bool:
    turned = abs((here.turn_deg - wanted.turn_deg + 180) % 360 - 180)
    return here.face == wanted.face and math.dist(here.centre_mm, wanted.centre_mm) < _NEAR_MM and turned < _NEAR_DEG


def _on_mat(table: VirtualTable, piece: Piece) -> bool:
    left, top, right, bottom = table.areas.seen
    x, y = piece.centre_mm
    return left < x < right and top < y < bottom


def _away(table: VirtualTable, piece: Piece) -> Piece:
    """The card face down on its pile, or below what the camera sees."""
    zone = {CardKind.PROVISION: DISCARD, CardKind.NAVIGATION: NAVIGATION_DECK}.get(CardKind(TAGS.cards[piece.id]))
    if zone is not None:
        left, top, right, bottom = AREAS[zone]
        card = with_middle(table.things.tag(piece.id), ((left + right) / 2, (top + bottom) / 2))
        return Piece(piece.id, BACK, card.at_mm, 0.0)
    left, _, right, _ = table.areas.seen
    bottom = table.areas.table[3]
    share = (list(TAGS.cards).index(piece.id) % 12 + 0.5) / 12
    return Piece(piece.id, BACK, (left + share * (right - left - 60), bottom - 80), 0.0)


def at_the_start(table: VirtualTable, players: tuple[Character, ...]) -> None:
    """Before a game the position cards lie below the mat, face up."""
    for number, who in enumerate(who for who in Character if who in players):
        left, _, _, _ = table.areas.seen
        at = (left + 30 + 80 * number, table.areas.table[3] - 75)
        table.put(Piece(tag_of(CardKind.POSITION, who), "", at, 0.0))


def lies_for(table: VirtualTable, players: tuple[Character, ...]) -> bool:
    """Whether the table is laid for these players, and for nobody else: only their position cards are there."""
    return {*table.pieces} == {tag_of(CardKind.POSITION, who) for who in players}
