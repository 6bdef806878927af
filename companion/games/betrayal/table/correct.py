"""Putting public facts right by hand: what, whose, how it is, and why (rules, section 8)."""

from typing import Any

from companion.games.betrayal.language import say
from companion.games.betrayal.map_view import map_view
from companion.games.betrayal.names import card_name, room_name
from companion.games.betrayal.table.card_asking import card_places
from companion.games.betrayal.table.damage_asking import explorer_view
from companion.games.betrayal.table.picking import (
    Asked,
    Found,
    HouseQuestion,
    TileSign,
    pick,
    pick_card,
    pick_explorer,
    pick_figure,
    pick_named,
    pick_number,
    pick_room,
    pick_trait,
    room_row,
)
from companion.games.betrayal.table.problem_words import tell_problem
from companion.games.betrayal.table.running import running
from companion.games.betrayal.table.tile_asking import free_spots, spot_row
from companion.games.betrayal.words import floor_name, trait_name
from companion.screen.pages import Row, Tone
from companion.table.questions import Answers, Question, QuestionStep, Told
from companion.table.session import Session
from companion.voice import Level
from engine.betrayal.components import CHARACTERS, TILES, Floor, Trait, cards_in_game
from engine.betrayal.events import Corrected, Correction
from engine.betrayal.state import TOP, State

_STACK = "stack"
_SPEED = "speed"
#: Nobody draws more omens, nor walks farther.
_MOST_OMENS, _MOST_SPACES = 21, 12
YES, NO = "yes", "no"


def ask_correction(state: State, answers: Answers) -> Asked:
    """The next question, or the correction that the answers tell."""
    what = pick(say("What is to be put right?"), _facts(state), answers)
    if isinstance(what, Question):
        return what
    told = _value(state, what[0], what[1])
    if isinstance(told, Question):
        return told
    values, rest = told
    whys = (say("Counted again"), say("Told wrongly"), say("Forgotten"))
    why = pick(say("Why?"), [Row(one, one) for one in whys], rest)
    return why if isinstance(why, Question) else Told(Corrected(Correction(**values), why[0]))


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


def _value(state: State, what: str, rest: Answers) -> Found[dict[str, Any]]:
    """What is set, and the answers after it; a question where more must be told."""
    match what:
        case "traits":
            return _trait(state, rest)
        case "cards":
            return _card(state, rest)
        case "rooms":
            return _room(state, rest)
        case "aside":
            return _aside(state, rest)
        case "omens":
            return _number(say("How many omens were drawn?"), _MOST_OMENS, what, rest)
        case "spent":
            return _number(say("How many spaces are used?"), _MOST_SPACES, what, rest)
        case "allowance":
            rows = [Row(say("As Speed says"), _SPEED), *(Row(str(n), str(n)) for n in range(_MOST_SPACES + 1))]
            found = pick(say("How many spaces are there this turn?"), rows, rest)
            if isinstance(found, Question):
                return found
            return {what: (None if found[0] == _SPEED else int(found[0]),)}, found[1]
        case "stopped" | "vault_empty" | "collapsed":
            return _flag(what, rest)
        case "under":
            rooms = [room for room, place in state.house.rooms.items() if place.floor is Floor.BASEMENT]
            rows = [Row(say("Nowhere"), NO), *map(room_row, rooms)]
            found = pick(say("Where does it lie?"), rows, rest)
            return found if isinstance(found, Question) else ({what: (None if found[0] == NO else found[0],)}, found[1])
    token = pick_figure(say("Which one?"), state.monsters, rest)
    if isinstance(token, Question):
        return token
    flag = _flag(what, token[1])
    return flag if isinstance(flag, Question) else ({what: {token[0]: flag[0][what]}}, flag[1])


def _flag(what: str, rest: Answers) -> Found[dict[str, Any]]:
    found = pick(say("Is it so?"), (Row(say("yes"), YES), Row(say("no"), NO)), rest)
    return found if isinstance(found, Question) else ({what: found[0] == YES}, found[1])


def _number(text: str, most: int, what: str, rest: Answers) -> Found[dict[str, Any]]:
    found = pick_number(text, 0, most, rest)
    return found if isinstance(found, Question) else ({what: found[0]}, found[1])


def _trait(state: State, rest: Answers) -> Found[dict[str, Any]]:
    who = pick_explorer(say("Whose?"), state.living, rest)
    if isinstance(who, Question):
        return who
    trait = pick_trait(say("Which trait?"), Trait, who[1])
    if isinstance(trait, Question):
        return trait
    row = CHARACTERS[who[0]].rows[trait[0]]
    rows = tuple(
        Row(say("{n} above the skull", n=place), str(place), str(row[place - 1])) for place in range(1, TOP + 1)
    )
    if not trait[1]:
        text = say("{trait}: how far above the skull?", trait=trait_name(trait[0]))
        return HouseQuestion(text, rows, picture=explorer_view(state, who[0]))
    return {"traits": {who[0]: {trait[0]: int(trait[1][0])}}}, trait[1][1:]


def _card(state: State, rest: Answers) -> Found[dict[str, Any]]:
    card = pick_card(say("Which card is it?"), cards_in_game(state.variants), rest)
    if isinstance(card, Question):
        return card
    at = pick_named(say("Where is it: {card}?", card=card_name(card[0])), card_places(state, card[0]), card[1])
    return at if isinstance(at, Question) else ({"cards": {card[0]: at[0]}}, at[1])


def _room(state: State, rest: Answers) -> Found[dict[str, Any]]:
    laid = [room for room in state.house.rooms if TILES[room].start is None]
    room = pick_room(say("Which tile?"), (*laid, *state.undiscovered), rest)
    if isinstance(room, Question):
        return room
    tile, rest = room
    floors = [Row(floor_name(floor), floor.word) for floor in state.floors]
    back = [Row(say("Back to the stack"), _STACK)] if tile in state.house.rooms else []
    floor = pick(say("On which floor?"), [*floors, *back], rest)
    if isinstance(floor, Question):
        return floor
    if floor[0] == _STACK:
        return {"rooms": {tile: None}}, floor[1]
    house = state.house.without((tile,))
    spots = [spot_row(*spot) for spot in free_spots(house, Floor(floor[0]), tile)]
    where = pick_named(say("Where to: {room}?", room=room_name(tile)), spots, floor[1])
    if isinstance(where, Question):
        return where
    x, y, turn = map(int, where[0].split(","))
    return {"rooms": {tile: (Floor(floor[0]), x, y, turn)}}, where[1]


def _aside(state: State, rest: Answers) -> Found[dict[str, Any]]:
    rows = [
        Row(room_name(tile), tile, say("aside") if tile in state.aside else "", sign=TileSign(tile))
        for tile in state.undiscovered
    ]
    tile = pick_named(say("Which tile is set aside, or not any more?"), rows, rest)
    if isinstance(tile, Question):
        return tile
    return {"aside": tuple(sorted(state.aside ^ {tile[0]}))}, tile[1]


class CorrectStep(QuestionStep):
    """Put right by hand."""

    name = "correct"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.state = running(session)
        self.refusal = ""

    def asked(self, answers: Answers) -> Question | Told:
        """What, whose, how, why."""
        return ask_correction(self.state, answers)

    def told(self, event: Corrected) -> None:
        """Sets it, or says why it cannot be."""
        game = self.session.game
        assert game is not None
        problems = game.problems(event)
        if problems:
            self.refusal = tell_problem(problems[0])
            self.forget_answers()
            self.session.say(self.refusal, Level.PROBLEM, "wrong")
            return
        self.session.apply(event)
        self.session.go_on()

    def back(self) -> None:
        """Takes the last answer back; before the first one, leaves."""
        self.refusal = ""
        if self.answers:
            super().back()
        else:
            self.session.close()

    def title(self) -> str:
        """The page's title."""
        return say("Put right by hand")

    def board(self) -> object:
        """The house as the companion believes it is, or the rows of whom it is about."""
        asked = self.question
        picture = asked.picture if isinstance(asked, HouseQuestion) else None
        return picture or map_view(self.state)

    def tone(self) -> Tone:
        """A refusal is bad news."""
        return Tone.BAD if self.refusal else Tone.NOW

    def facts(self) -> tuple[Row, ...]:
        """Why it could not be."""
        return (Row(self.refusal, tone=Tone.BAD),) if self.refusal else ()
