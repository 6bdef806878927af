"""Betrayal at the virtual table, as the platform asks for it."""

from collections.abc import Iterable, Mapping
from itertools import count
from random import Random
from typing import Any

from companion.device.options import Values
from companion.games import Part
from companion.games.betrayal.options import variants_chosen
from companion.games.betrayal.photographs import BetrayalPhotographs
from companion.games.betrayal.table.dialog import ATTACK, CARDS, DOOR, ELSE, END, FIGURE, KIND, WALK, house_dialog
from companion.games.betrayal.table.game import TABLE
from companion.games.betrayal.table.layout import expected_layout
from companion.games.betrayal.table.players import BetrayalSetUpStep
from companion.games.betrayal.table.roll_dialog import AGAIN, ROLL
from companion.games.betrayal.virtual_table.hands import BetrayalHands
from companion.games.betrayal.virtual_table.layout import Patches, moves, public_table
from companion.games.betrayal.virtual_table.pieces import PIECES, is_pile
from companion.games.betrayal.virtual_table.players import BetrayalPlayers, choose
from companion.games.betrayal.virtual_table.secret_game import BetrayalSecrets, haunt_turns
from companion.table.dialog import walk_dialog
from companion.table.questions import Question
from companion.table.session import Session
from companion.virtual_table.game import VirtualGame, check_players
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.betrayal import events as e
from engine.betrayal.components import CHARACTERS
from engine.betrayal.full_state import FullState
from engine.betrayal.game import RULES
from engine.betrayal.hidden import Stacks
from engine.betrayal.play import PLAY
from engine.betrayal.state import State
from engine.game import Game

#: Usual number of players.
_DEFAULT_PLAYERS = 4
#: Lowest number of players.
_FEWEST = 3
#: Highest number of players.
_MOST = 6
#: `some_table` is so many events into a game.
_SOME_EVENTS = 60
#: Number of times that the questions are answered by chance to find events of many kinds.
_TRIES = 6
#: Number of times that they are then answered with one kind of event in mind.
_AIMED_TRIES = 30
#: No telling takes more answers by far.
_MOST_ANSWERS = 60
#: How the answers begin that lead to an event, where they are not called like it.
_LEADS_TO: Mapping[str, tuple[str, ...]] = {
    "moved": (WALK,),
    "slid": ("slide",),
    "discovered": (DOOR,),
    "crossed": ("cross",),
    "opened": ("open",),
    "exit_rolled": ("leave",),
    "elevator_ran": ("elevator",),
    "fell": ("jump",),
    "rearranged": ("rearrange",),
    "attacked": (ATTACK,),
    "gave": (CARDS, "give"),
    "dropped": (CARDS, "drop"),
    "picked": (CARDS, "pick"),
    "used": (CARDS, "use"),
    "card_moved": (CARDS, "dog-errand"),
    "monsters_rolled": (KIND,),
    "turn_ended": (END,),
    "won": (ELSE, "won"),
}
_ANSWERS: Mapping[str, type[e.Confirmed] | type[e.Denied]] = {"confirmed": e.Confirmed, "denied": e.Denied}


class BetrayalVirtual(BetrayalPhotographs, VirtualGame):
    """Floors, figures, cards, bots."""

    pieces = PIECES
    pictures = Part("companion.games.betrayal.virtual_table.pictures:PICTURES")
    table = TABLE
    secret_hands = BetrayalHands

    # -- playing ------------------------------------------------------------------------------------------------

    def start(self, players: int | None, seed: int, options: Values) -> e.GameStarted:
        """Return a game of explorers of different colours, chosen by chance."""
        count = _DEFAULT_PLAYERS if players is None else players
        check_players(count, _FEWEST, _MOST)
        rng = Random(seed)
        colours: dict[str, list[str]] = {}
        for explorer in CHARACTERS.values():
            colours.setdefault(explorer.colour, []).append(explorer.id)
        seated = tuple(rng.choice(both) for both in rng.sample(list(colours.values()), count))
        return e.GameStarted(players=seated, first=rng.choice(seated), variants=variants_chosen(options))

    def table_before(self, start: e.GameStarted, seed: int) -> VirtualTable:  # noqa: ARG002 - all is in the box
        """Return an empty table."""
        return VirtualTable(PIECES, seed)

    def bring(self, session: Session, table: VirtualTable) -> None:
        """Take start tile, landings and figures out of the box.

        A continued game lies as it lay.
        """
        step = session.step
        if session.game is not None and (session.layout is None or session.is_told_by_keys):
            _place_pieces(table, tuple(session.game.events), session.game.state)
            session.confirm_layout(expected_layout(session.game.state))
        elif isinstance(step, BetrayalSetUpStep) and not session.watching:
            wanted = {f"explorer/{player}" for player in step.state.players}
            lying = {piece for piece in table.pieces if not is_pile(piece)}
            if lying != wanted | {f"tile/{room}" for room in step.state.house.rooms}:
                for piece_id in [*table.pieces]:
                    table.remove(piece_id)
                _place_pieces(table, (step.first_event,), step.state)

    def players(self, session: Session, table: VirtualTable, seed: int) -> BetrayalPlayers:
        """Return the bots."""
        return BetrayalPlayers(table, seed, BetrayalSecrets(session, seed, only_bots=True))

    def summary(self, game: Game[Any, Any]) -> Mapping[str, Any]:
        """Return who played, how the house grew, and the haunt."""
        state = game.state
        kinds = [type(event) for event in game.events]
        began = kinds.index(e.HauntBegan) if e.HauntBegan in kinds else None
        haunt = None
        if state.haunt is not None and began is not None:
            haunt = {"number": state.haunt.number, "turn": kinds[:began].count(e.TurnEnded) + 1}
        return {
            "players": list(state.players),
            "variants": list(state.variants),
            "rooms": len(state.house.rooms),
            "omens": state.omens,
            "haunt": haunt,
            "deaths": [player for player in state.players if state.explorers[player].dead],
        }

    def samples(self, game: Game[Any, Any], rng: Random) -> Iterable[e.GameEvent]:
        """Yield an event of each kind, from answering the questions by chance.

        The event that a bot would choose is always among them.
        """
        whole = FullState(game.state, Stacks.of_rest(game.state, rng), turns=haunt_turns(game.events))
        yield _choose_at_once(whole, rng)
        missing = {(choice.event, choice.by) for choice in RULES.next(game.state)}
        if game.state.haunt is not None and game.state.haunt.claim is not None:
            # Any of the other side answers, not only whoever is asked.
            yield from (_ANSWERS[event](by=str(actor)) for event, actor in sorted(missing, key=str))
            return
        for aim in (*[None] * _TRIES, *(choice for choice in sorted(missing, key=str) for _ in range(_AIMED_TRIES))):
            if not missing:
                return
            if aim is not None and aim not in missing:
                continue
            event = _random_event(game, rng, aim)
            if event is None:
                continue
            kind = (RULES.event_to_json(event)["event"], getattr(event, "by", None) or "")
            if kind in missing and not game.problems(event):
                missing.discard(kind)
                yield event

    # -- something to look at -----------------------------------------------------------------------------------

    def some_table(self, rng: Random, seed: int) -> VirtualTable:
        """Return a table some turns into a game."""
        started = self.start(None, seed, {})
        events, whole = list[e.GameEvent]([started]), PLAY.deal(started, rng)
        while len(events) < _SOME_EVENTS and PLAY.over(whole) is None:
            events.append(_choose_at_once(whole, rng))
            whole = PLAY.follow(whole, events[-1])
        table = VirtualTable(PIECES, seed)
        _place_pieces(table, tuple(events), whole.state)
        return table

    def some_move(self, table: VirtualTable, rng: Random) -> Piece:
        """Return a figure somewhere else in the house."""
        figures = [name for name in sorted(table.pieces) if name.startswith("explorer/")]
        tiles = [name for name in sorted(table.pieces) if name.startswith("tile/")]
        x, y = table.middle_mm(table.pieces[rng.choice(tiles)])
        return table.near(table.pieces[rng.choice(figures)], (x + 8.0, y + 8.0))


def _place_pieces(table: VirtualTable, events: tuple[e.GameEvent, ...], state: State) -> None:
    """Lay all pieces as the game says, wherever they lay before."""
    for piece in moves(table, Patches(), public_table(events, state)):
        table.put(piece)


def _choose_at_once(whole: FullState, rng: Random) -> e.GameEvent:
    """Return the next event of bots, with chance that owes nothing."""
    event = choose(whole, rng, lambda later: PLAY.draw(later, rng))
    assert event is not None
    return event


def _random_event(game: Game[Any, Any], rng: Random, aim: tuple[str, str | None] | None) -> e.GameEvent | None:
    """Return the event from answering the questions by chance; None if they come to none.

    With an `aim`, a kind of event and who does it, answers that lead there are preferred.
    """
    wanted: tuple[str, ...] = ()
    if aim is not None:
        event_name, actor = aim
        wanted = (*_LEADS_TO.get(event_name, (event_name,)), f"{FIGURE}{actor}", str(actor))

    def answer(question: Question) -> str:
        # Dice are told as they fall.
        ids = [row_id for row_id in question.ids if not row_id.startswith((ROLL, AGAIN))]
        leading = [
            row_id
            for row_id in ids
            if row_id in wanted or (row_id.startswith((DOOR, KIND)) and row_id.startswith(wanted))
        ]
        if not ids or next(number) > _MOST_ANSWERS:
            raise LookupError(f"nothing is told by {question.text!r}")
        return rng.choice(leading or ids)

    number = count(1)
    try:
        result = walk_dialog(house_dialog(game.state, virtual=False), answer)
    except LookupError:
        return None
    event = result[0] if isinstance(result, tuple) else result
    assert isinstance(event, e.TurnEvent)
    return event


VIRTUAL = BetrayalVirtual()
