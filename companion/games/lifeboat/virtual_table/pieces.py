"""Cards at the virtual table: for hands, for the camera, and placed by a state's layout."""

from dataclasses import replace

from companion.cards.pieces import CardPieces, card_moves
from companion.games.lifeboat.mat import DISCARD, NAVIGATION_DECK, ROW_STACK, SUPPLY, BoatCard, BoatMode
from companion.games.lifeboat.photographs import CARDS
from companion.games.lifeboat.placement import lay
from companion.games.lifeboat.public_table import LifeboatPublicTable
from companion.games.lifeboat.tags import NAVIGATION_TAGS, PROVISION_OF, TAGS, character_tag
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.lifeboat import events as e
from engine.lifeboat.components import Character
from engine.lifeboat.state import State

_PROVISION = next(iter(PROVISION_OF))
PIECES = CardPieces(
    TAGS,
    CARDS,
    {SUPPLY: _PROVISION, DISCARD: _PROVISION, NAVIGATION_DECK: NAVIGATION_TAGS[0], ROW_STACK: NAVIGATION_TAGS[0]},
    alike=PROVISION_OF,
    put_on={BoatCard.PROVISION: DISCARD, BoatCard.NAVIGATION: NAVIGATION_DECK},
)


def public_table(state: State, event: e.GameEvent | None = None) -> LifeboatPublicTable:
    """Return what everybody sees of a state, without hands and piles.

    `event` is what is being shown with cards.
    """
    fight, demand = state.fight, state.demand
    shown = LifeboatPublicTable(
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
    table: VirtualTable, state: State, event: e.GameEvent | None = None, moment: BoatMode = BoatMode.ACT
) -> list[Piece]:
    """Return the cards to be moved, as they should lie: first those that leave the mat.

    `event` is what is shown with cards before it is told.
    """
    moment = BoatMode.SCORING if isinstance(event, e.Revealed) else moment
    return card_moves(PIECES, table, lay(public_table(state, event), table.catalogue, moment, None))


def place_start_cards(table: VirtualTable, players: tuple[Character, ...]) -> None:
    """Place the position cards below the mat, face up, as before a game."""
    for number, character in enumerate(character for character in Character if character in players):
        left, _, _, _ = table.areas.seen
        centre = (left + 30 + 80 * number, table.areas.table[3] - 75)
        table.put(Piece(character_tag(BoatCard.POSITION, character), "", centre, 0.0))


def put_away_unused(table: VirtualTable, players: tuple[Character, ...]) -> None:
    """Put the cards of all who do not play into the box."""
    for character in Character:
        if character not in players:
            for kind in (BoatCard.POSITION, BoatCard.CHARACTER):
                table.remove(character_tag(kind, character))


def is_laid_for(table: VirtualTable, players: tuple[Character, ...]) -> bool:
    """Return True if the table is laid for these players, and for nobody else.

    Only their position cards are there.
    """
    return {*table.pieces} == {character_tag(BoatCard.POSITION, player) for player in players}
