"""Cards at the virtual table: for hands, for the camera, and placed by a state's layout."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.cards.pieces import CardPieces, card_moves
from companion.games.coach_ride.mat import ITEM_PILE, PROFESSION_PILE, CoachCard, CoachMode
from companion.games.coach_ride.photographs import CARDS
from companion.games.coach_ride.placement import lay
from companion.games.coach_ride.public_table import CoachRidePublicTable, ShownHand
from companion.games.coach_ride.table.layout import open_professions
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PROFESSION_OF, SHIELD, SWORD, TAGS
from companion.virtual_table.piece import Piece, PieceKind
from companion.virtual_table.table import VirtualTable
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person, Profession
from engine.coach_ride.state import Half, State

#: A person card has a side with a sword and one with a shield.
_PERSON = PieceKind((SWORD, SHIELD), layer=1, off_mm=1.5, askew_deg=1.5)


class CoachRidePieces(CardPieces):
    """Sleeved cards; persons have two fronts."""

    def kind(self, piece_id: str) -> PieceKind:
        """Return a person card, or another one."""
        return _PERSON if piece_id.startswith(CoachCard.PERSON) else super().kind(piece_id)


PIECES = CoachRidePieces(
    TAGS,
    CARDS,
    {ITEM_PILE: next(iter(ITEM_OF)), PROFESSION_PILE: next(iter(PROFESSION_OF))},
    alike={**ITEM_OF, **ASSOCIATION_OF},
)


_FACES = {Half.ATTACK: SWORD, Half.DEFENCE: SHIELD}


def public_table(state: State, event: e.GameEvent | None = None) -> CoachRidePublicTable:
    """Return what everybody sees of a state, without hands and piles.

    `event` is what is being shown with cards.
    """
    fight, claim = state.fight, state.claim
    faces: dict[Person, str] = {}
    used: dict[Person, tuple[Item, ...]] = {}
    if fight:
        faces = {player: _FACES[half] for player in state.players if (half := fight.half_of(player))}
        for use in fight.used:
            if isinstance(use.card, Item):
                used[use.by] = (*used.get(use.by, ()), use.card)
    shown = {
        player: ShownHand(cards.association, cards.profession, cards.items or ())
        for player, cards in (claim.shown.items() if claim else ())
    }
    table = CoachRidePublicTable(state.players, {}, open_professions(state), faces, used, shown)
    match event:
        case e.Supported(by=by, side=side) if side is not e.Support.NONE:
            return replace(table, faces={**faces, by: str(side)})
        case e.Used(by=by, card=Item() as card):
            return replace(table, used={**used, by: (*used.get(by, ()), card)})
        case e.Shown(by=by, association=association, profession=profession, items=items):
            return replace(table, shown={**shown, by: ShownHand(association or (), profession, items or ())})
    profession = _opened(event)
    if profession is not None and isinstance(event, e.By):
        others = {player: card for player, card in table.professions.items() if card is not profession}
        return replace(table, professions={**others, event.by: profession})
    return table


def _opened(event: e.GameEvent | None) -> Profession | None:
    """Return the profession that an event turns open."""
    match event:
        case e.Used(card=Profession() as card):
            return card
        case e.PriestUsed():
            return Profession.PRIEST
        case e.DoctorUsed():
            return Profession.DOCTOR
        case e.Hypnotised():
            return Profession.HYPNOTIST
        case e.DiplomatUsed():
            return Profession.DIPLOMAT
        case e.ClairvoyantUsed():
            return Profession.CLAIRVOYANT
    return None


def moves(
    table: VirtualTable,
    state: State,
    event: e.GameEvent | None = None,
    moment: CoachMode = CoachMode.FIGHT,
    seats: Mapping[Person, str] | None = None,
) -> list[Piece]:
    """Return the misplaced cards, as they should lie.

    `event` is what is shown with cards before it is told. `seats`: who sits where; None: spread round the mat.
    """
    shown = public_table(state, event)
    moment = CoachMode.CLAIM if shown.shown else moment
    return card_moves(PIECES, table, lay(shown, table.catalogue, moment, None, seats))


def place_start_cards(table: VirtualTable, players: Iterable[Person]) -> None:
    """Put only the person cards of these players there, as before a game.

    They are below the mat, except those that lie somewhere.
    """
    played_before = not {*table.pieces} <= {_person_card(person) for person in Person}
    for piece in [*table.pieces] if played_before else ():
        table.remove(piece)
    place_persons(table, players)


def place_persons(table: VirtualTable, players: Iterable[Person]) -> None:
    """Put these players' person cards below the mat, and the others into the box.

    Those that lie somewhere stay there.
    """
    playing, (left, _, _, _) = {*players}, table.areas.seen
    for number, person in enumerate(Person):
        piece = _person_card(person)
        if person not in playing:
            table.remove(piece)
        elif piece not in table.pieces:
            # Each has a place of its own there, whoever else plays.
            table.put(Piece(piece, SWORD, (left + 30 + 80 * number, table.areas.table[3] - 75), 0.0))


def _person_card(person: Person) -> str:
    return f"{CoachCard.PERSON}-{person}"
