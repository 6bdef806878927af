"""Putting public facts right by hand: what, whose, how it is, and why (rules, section 8)."""

from typing import Any

from companion.games.betrayal.language import say
from companion.games.betrayal.map_view import map_view
from companion.games.betrayal.names import card_name, room_name
from companion.games.betrayal.table.card_dialog import card_places
from companion.games.betrayal.table.damage_dialog import explorer_view
from companion.games.betrayal.table.picking import (
    HouseQuestion,
    TileSign,
    pick_card,
    pick_explorer,
    pick_figure,
    pick_room,
    pick_trait,
    room_row,
)
from companion.games.betrayal.table.tile_dialog import free_spots, spot_row
from companion.games.betrayal.table.words import describe_problem
from companion.games.betrayal.words import floor_name, trait_name
from companion.screen.pages import Row
from companion.table.dialog import Dialog
from companion.table.event_dialog import CorrectingStep, correction_reasons
from companion.table.picking import pick, pick_named, pick_number
from engine.betrayal.components import CHARACTERS, TILES, Floor, Trait, cards_in_game
from engine.betrayal.events import Corrected, Correction
from engine.betrayal.state import TOP, State

_STACK = "stack"
_SPEED = "speed"
#: Number of omens of which nobody draws more.
_MOST_OMENS = 21
#: Number of spaces beyond which nobody walks.
_MOST_SPACES = 12
YES = "yes"
NO = "no"


def ask_correction(state: State) -> Dialog[Corrected]:
    """Ask what is to be put right, how it is, and why."""
    what = yield from pick(say("What is to be put right?"), _facts(state))
    values = yield from _value(state, what)
    why = yield from pick(say("Why?"), correction_reasons())
    return Corrected(Correction(**values), why)


def _facts(state: State) -> tuple[Row, ...]:
    rows = [
        Row(say("A trait"), "traits"),
        Row(say("A card"), "cards"),
        Row(say("A room"), "rooms"),
        Row(say("Tiles set aside"), "aside", str(len(state.aside))),
        Row(say("Omens drawn"), "omens", str(state.omens)),
        Row(say("Spaces used"), "spent", str(state.spent)),
        Row(say("Spaces this turn"), "allowance", "" if state.allowance is None else str(state.allowance)),
        Row(say("No more moving this turn"), "stopped", _yes(state.stopped)),
        Row(say("The Vault is empty"), "vault_empty", _yes(state.vault_empty)),
        Row(say("The Collapsed Room's roll is used up"), "collapsed", _yes(state.collapsed)),
        Row(say("The marker under the Collapsed Room"), "under"),
    ]
    if state.monsters:
        rows.append(Row(say("A stunned monster"), "stunned"))
    return tuple(rows)


def _yes(flag: bool) -> str:
    return say("yes") if flag else say("no")


def _value(state: State, what: str) -> Dialog[dict[str, Any]]:
    """Ask for the value that is set."""
    match what:
        case "traits":
            return (yield from _trait(state))
        case "cards":
            return (yield from _card(state))
        case "rooms":
            return (yield from _room(state))
        case "aside":
            return (yield from _aside(state))
        case "omens":
            return (yield from _number(say("How many omens were drawn?"), _MOST_OMENS, what))
        case "spent":
            return (yield from _number(say("How many spaces are used?"), _MOST_SPACES, what))
        case "allowance":
            rows = [Row(say("As Speed says"), _SPEED), *(Row(str(n), str(n)) for n in range(_MOST_SPACES + 1))]
            found = yield from pick(say("How many spaces are there this turn?"), rows)
            return {what: (None if found == _SPEED else int(found),)}
        case "stopped" | "vault_empty" | "collapsed":
            return (yield from _flag(what))
        case "under":
            rooms = [room for room, place in state.house.rooms.items() if place.floor is Floor.BASEMENT]
            rows = [Row(say("Nowhere"), NO), *map(room_row, rooms)]
            found = yield from pick(say("Where does it lie?"), rows)
            return {what: (None if found == NO else found,)}
    token = yield from pick_figure(say("Which one?"), state.monsters)
    flag = yield from _flag(what)
    return {what: {token: flag[what]}}


def _flag(what: str) -> Dialog[dict[str, Any]]:
    found = yield from pick(say("Is that so?"), (Row(say("yes"), YES), Row(say("no"), NO)))
    return {what: found == YES}


def _number(text: str, most: int, what: str) -> Dialog[dict[str, Any]]:
    found = yield from pick_number(text, 0, most)
    return {what: found}


def _trait(state: State) -> Dialog[dict[str, Any]]:
    explorer = yield from pick_explorer(say("Whose?"), state.living)
    trait = yield from pick_trait(say("Which trait?"), Trait)
    row = CHARACTERS[explorer].rows[trait]
    rows = tuple(
        Row(say("{n} above the skull", n=place), str(place), str(row[place - 1])) for place in range(1, TOP + 1)
    )
    text = say("{trait}: how far above the skull?", trait=trait_name(trait))
    place = yield HouseQuestion(text, rows, picture=explorer_view(state, explorer))
    return {"traits": {explorer: {trait: int(place)}}}


def _card(state: State) -> Dialog[dict[str, Any]]:
    card = yield from pick_card(say("Which card is it?"), cards_in_game(state.variants))
    place = yield from pick_named(say("Where is it: {card}?", card=card_name(card)), card_places(state, card))
    return {"cards": {card: place}}


def _room(state: State) -> Dialog[dict[str, Any]]:
    placed_tiles = [room for room in state.house.rooms if TILES[room].start is None]
    tile = yield from pick_room(say("Which tile?"), (*placed_tiles, *state.undiscovered))
    floors = [Row(floor_name(floor), floor.word) for floor in state.floors]
    back = [Row(say("Back to the stack"), _STACK)] if tile in state.house.rooms else []
    floor = yield from pick(say("On which floor?"), [*floors, *back])
    if floor == _STACK:
        return {"rooms": {tile: None}}
    house = state.house.without((tile,))
    spots = [spot_row(*spot) for spot in free_spots(house, Floor(floor), tile)]
    where = yield from pick_named(say("Where to: {room}?", room=room_name(tile)), spots)
    x, y, turn = map(int, where.split(","))
    return {"rooms": {tile: (Floor(floor), x, y, turn)}}


def _aside(state: State) -> Dialog[dict[str, Any]]:
    rows = [
        Row(room_name(tile), tile, say("aside") if tile in state.aside else "", sign=TileSign(tile))
        for tile in state.undiscovered
    ]
    tile = yield from pick_named(say("Which tile is set aside, or not any more?"), rows)
    return {"aside": tuple(sorted(state.aside ^ {tile}))}


class BetrayalCorrectStep(CorrectingStep[State, Corrected]):
    """Put right by hand."""

    describe_problem = staticmethod(describe_problem)
    ask_correction = staticmethod(ask_correction)

    def board(self) -> object:
        """Return the house as the companion believes it is, or the rows of whom it is about."""
        asked = self.question
        picture = asked.picture if isinstance(asked, HouseQuestion) else None
        return picture or map_view(self.state)
