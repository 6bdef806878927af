"""People's hands at the virtual table, besides dragging.

They draw from the stacks, push tiles together, move whole floors, and put into the box what is not in the house
any more.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.device.sentences import capitalised
from companion.games.betrayal.colours import COLOURS
from companion.games.betrayal.language import say
from companion.games.betrayal.mat import AREAS, HOUSE, default_strips
from companion.games.betrayal.names import explorer_name
from companion.games.betrayal.table.announced import describe_begun, describe_unfinished
from companion.games.betrayal.table.card_dialog import DRAWN, cards_to_draw
from companion.games.betrayal.table.event_answers import event_answers
from companion.games.betrayal.table.steps import HouseStep
from companion.games.betrayal.table.tokens import tokens_by_tag
from companion.games.betrayal.tags import MONSTERS, TAGS, TokenFace, monster_name
from companion.games.betrayal.virtual_table.pieces import (
    ASIDE,
    CARD_PILES,
    EVENT_CARDS,
    EVENTS,
    MORE_EVENT_CARDS,
    PILES,
    STACK,
    is_pile,
    pile_at,
    token_place,
)
from companion.games.betrayal.virtual_table.players import BetrayalPlayers
from companion.games.betrayal.virtual_table.secret_game import BetrayalSecrets
from companion.games.betrayal.words import figure_name, floor_name
from companion.table.hidden_cards import CardsAcross
from companion.table.questions import Answers
from companion.table.session import Session
from companion.virtual_table.piece import Piece
from companion.virtual_table.secret_hands import CloseUp, HeldCards, Holder, OwnPlace, SecretHands
from companion.virtual_table.table import VirtualTable
from companion.voice import Level
from engine.betrayal import events as e
from engine.betrayal.components import ANY, CARDS, STEP, TILES, CardKind, Dir, Floor, turned
from engine.betrayal.full_state import FullState
from engine.betrayal.game import RULES
from engine.betrayal.hidden import has_dice
from engine.betrayal.play import PLAY
from engine.betrayal.possible import BegunEvent, Declined, DiceThrown
from engine.betrayal.state import GONE, State
from vision.model.surface import Area, Point

_SIDE_MM = TAGS.sizes[0].default
#: A tile that is dropped so near to its place beside another one, in sides, is pushed there.
_BESIDE = 0.45
#: Tiles whose middles are nearer than so many sides hang together.
_TOUCHING = 1.25
#: A floor is shown close up with so much round the middles of its tiles, in sides.
_ROUND_FLOOR = 1.6
#: Prefix of tiles.
_TILE = "tile/"
#: Prefix of cards.
_CARD = "card/"
#: Prefix of monsters.
_MONSTER = "monster/"


class BetrayalHands(SecretHands):
    """Stacks of any game that the session plays.

    Nobody hides anything, so there are no covers.
    """

    def __init__(self, session: Session, table: VirtualTable, seed: int) -> None:
        self._session, self._table = session, table
        self.secrets = BetrayalSecrets(session, seed)
        #: Tiles that were drawn for nothing since the house grew last, in that order.
        self._aside: list[str] = []
        self._players = BetrayalPlayers(table, seed, self.secrets, self._aside)
        #: The rooms of the state that was seen last, so many events led to it, and where each floor's patch was then.
        self._rooms: frozenset[str] = frozenset()
        self._event_count = 0
        self._landings: dict[str, Point] = {}
        #: The step and its answers that were looked at last, and the doors that are open in it.
        self._asked: tuple[HouseStep, Answers] | None = None
        self._doors: tuple[str, ...] = ()
        #: Steps of a way, the first one of which another table is asked for.
        self._way: tuple[e.Moved, ...] = ()

    @property
    def players(self) -> BetrayalPlayers:
        """The bots, who do nothing for people but what is asked of them."""
        return self._players

    @property
    def trouble(self) -> str:
        """Reason why nobody can draw."""
        return self.secrets.trouble

    def tick(self) -> None:
        """Make the piles as high as the game says; lay tokens that the haunt brings ready."""
        self.secrets.follow()
        state = self.secrets.state
        if state is None:
            for pile in PILES:
                self._table.remove(pile)
            self._aside.clear()
            return
        rooms, before = frozenset(state.house.rooms), self._event_count
        game = self._session.game
        self._event_count = len(game.events) if game is not None else 0
        if rooms != self._rooms or self._event_count < before:
            # Now the game says which tiles were set aside; with what is taken back they go back to the stack.
            self._rooms = rooms
            self._aside.clear()
        self._walk_on(state)
        self._place_piles(state)
        self._place_tokens(state)
        self._put_chosen_on_pile(state)
        if not self._table.carries:
            self._landings = {
                name: self._table.middle_mm(piece) for name, piece in self._table.pieces.items() if is_landing(name)
            }

    def _walk_on(self, state: State) -> None:
        """Go the next step of a way once another table has taken the one before it."""
        step, other, way = self._session.step, self._session.other_table, self._way
        if not way or other is None or other.is_awaited or not isinstance(step, HouseStep):
            return
        gone, *left = way
        self._way = ()
        if left and not step.answers and state.room_of(gone.by) == gone.to and not any(RULES.problems(state, left[0])):
            step.enter_event(tuple(left))

    # --- the box ----------------------------------------------------------------------------------------------------

    def _place_piles(self, state: State) -> None:
        out = not state.stack
        counts = {
            STACK: len(self._tiles(state)),
            ASIDE: len(self._aside) + (0 if out else len(state.aside)),
            EVENTS: self._events_left(state),
            **{pile: len(self._cards(state, pile)) for pile in CARD_PILES.values()},
        }
        if self.secrets.now is None and not self.secrets.is_told:
            counts = dict.fromkeys(counts, 0)
        for name, count in counts.items():
            pile = Piece(name, str(count), PILES[name], 0.0)
            if not count:
                self._table.remove(name)
            elif self._table.pieces.get(name) != pile:
                self._table.put(pile)

    def _tiles(self, state: State) -> list[str]:
        """Return the tiles of the stack that nobody has drawn."""
        stacks = self.secrets.now
        drawn = {*self._aside, *(name.removeprefix(_TILE) for name in self._table.pieces)}
        if self.secrets.is_told:
            # Which ones are left is known to all, their order to another table.
            return sorted((state.stack or state.aside) - drawn)
        return [tile for tile in stacks.tiles(state) if tile not in drawn] if stacks is not None else []

    def _cards(self, state: State, pile: str) -> list[str]:
        stacks = self.secrets.now
        kind = next(kind for kind, name in CARD_PILES.items() if name == pile)
        if self.secrets.is_told:
            cards: Iterable[str] = cards_to_draw(state, kind)
        else:
            cards = () if stacks is None else stacks.cards(state, kind)
        return [card for card in cards if f"{_CARD}{card}" not in self._table.pieces]

    def _events_left(self, state: State) -> int:
        """Event cards that nobody has drawn; once all are drawn they are shuffled (BR23)."""
        game = self._session.game
        assert game is not None
        drawn = sum(isinstance(event, e.Drew) and event.card is CardKind.EVENT for event in game.events)
        cards = EVENT_CARDS + (MORE_EVENT_CARDS if state.with_widows_walk else 0)
        return cards - drawn % cards

    def _draw_event(self, state: State) -> None:
        """Draw an event card if one is due.

        It has no name here, so drawing it is all that is told.
        """
        step, due = self._session.step, state.owed[0] if state.owed else None
        if not isinstance(step, HouseStep) or step.answers or due is None or due.event != "drew":
            return
        if due.card in (ANY, CardKind.EVENT.word):
            for row in event_answers(state, e.Drew(by=due.by, card=CardKind.EVENT)):
                self._session.step.touch(row)

    def _ask_for_top(self, state: State, pile: str) -> None:
        """Ask the table that keeps the stacks for the card that is due, or say how to get one."""
        step, due = self._session.step, state.owed[0] if state.owed else None
        kind = next((kind for kind, name in CARD_PILES.items() if name == pile), None)
        sign = due.card if due is not None else None
        if kind is not None and sign in (ANY, kind) and isinstance(step, HouseStep) and not step.answers:
            step.touch(DRAWN)
            if sign == ANY:
                step.touch(kind.word)
        elif pile == STACK:
            self._session.hint(say("Touch an open door: the other table turns over the tile."))
        elif kind is not None:
            self._session.hint(say("No card is due."))

    def _place_tokens(self, state: State) -> None:
        """Lay tokens that came into the haunt and lie nowhere into the box."""
        game = self._session.game
        assert game is not None
        used = {tag for tag, token in tokens_by_tag(game.events).items() if token in state.monsters}
        for number in range(MONSTERS):
            name = f"{_MONSTER}{monster_name(number + 1)}"
            if monster_name(number + 1) in used and name not in self._table.pieces:
                self._table.put(Piece(name, TokenFace.FRONT, token_place(number), 0.0))

    def _put_chosen_on_pile(self, state: State) -> None:
        """Put a card or tile that was told before it was drawn on its pile, face up."""
        rooms = {f"{_TILE}{room}": STACK for room in state.house.rooms}
        places = {*state.house.rooms, *state.players}
        cards = {
            f"{_CARD}{card}": CARD_PILES[CARDS[card].kind] for card, known in state.cards.items() if known.at in places
        }
        for name, pile in (rooms | cards).items():
            if name not in self._table.pieces:
                self._put_on_pile(name, pile)

    def _put_on_pile(self, piece_id: str, pile: str) -> None:
        """Put a piece face up on a pile."""
        piece = Piece(piece_id, "", PILES[pile], 0.0)
        x, y = self._table.middle_mm(piece)
        self._table.put(_moved(piece, (PILES[pile][0] - x, PILES[pile][1] - y)))

    # --- what hands do ----------------------------------------------------------------------------------------------

    def take_top(self, piece_id: str) -> str | None:
        """Turn over the topmost tile or card of a pile.

        It lies on the pile until it is carried away.
        """
        state = self.secrets.state
        if state is None or not is_pile(piece_id):
            return None
        if piece_id == EVENTS:
            self._draw_event(state)
            return None
        if self.secrets.is_told:
            self._ask_for_top(state, piece_id)
            return None
        if piece_id == ASIDE:
            drawn = f"{_TILE}{self._aside.pop()}" if self._aside else None
        elif piece_id == STACK:
            drawn = next((f"{_TILE}{tile}" for tile in self._tiles(state)), None)
        else:
            drawn = next((f"{_CARD}{card}" for card in self._cards(state, piece_id)), None)
        if drawn is None:
            return None
        self._put_on_pile(drawn, piece_id)
        self._place_piles(state)
        return drawn

    def laid(self, piece_id: str) -> None:
        """Push a tile beside its neighbours; a landing takes its floor along.

        Piles take what belongs on them.
        """
        state, piece = self.secrets.state, self._table.pieces[piece_id]
        if state is None:
            return
        pile = pile_at(self._table.middle_mm(piece))
        if piece_id.startswith(_TILE):
            room = piece_id.removeprefix(_TILE)
            if pile in (STACK, ASIDE) and room not in state.house.rooms:
                self._table.remove(piece_id)
                if pile == ASIDE and room in state.stack:
                    self._aside.append(room)
            elif is_landing(piece_id):
                self._move_floor(piece_id)
            else:
                self._push_together(piece)
        elif piece_id.startswith(_CARD) and pile in CARD_PILES.values():
            card = piece_id.removeprefix(_CARD)
            held = state.cards.get(card)
            if pile == CARD_PILES[CARDS[card].kind] and (held is None or held.at == GONE):
                self._table.remove(piece_id)
        self._place_piles(state)

    def _push_together(self, piece: Piece) -> None:
        """Put the tile edge to edge with the one beside which it was dropped, if there is room.

        That place must be free.
        """
        straight = self._table.straightened(piece)
        x, y = self._table.middle_mm(straight)
        others = [
            self._table.middle_mm(other)
            for name, other in self._table.pieces.items()
            if name.startswith(_TILE) and name != piece.id and self._in_the_house(other)
        ]
        steps = ((_SIDE_MM, 0.0), (-_SIDE_MM, 0.0), (0.0, _SIDE_MM), (0.0, -_SIDE_MM))
        places = [(a + dx, b + dy) for a, b in others for dx, dy in steps]
        free = [place for place in places if not any(_axis_distance(place, other) < _SIDE_MM / 2 for other in others)]
        near = min(free, key=lambda place: _axis_distance(place, (x, y)), default=None)
        if near is not None and _axis_distance(near, (x, y)) <= _BESIDE * _SIDE_MM:
            self._table.put(_moved(straight, (near[0] - x, near[1] - y)))

    def _in_the_house(self, piece: Piece) -> bool:
        left, top, right, bottom = AREAS[HOUSE]
        x, y = self._table.middle_mm(piece)
        return left < x < right and top < y < bottom

    def _move_floor(self, landing: str) -> None:
        """Move all that lies on a floor to where its landing went.

        These are the tiles that hang together, and what is on them.
        """
        before, centre_mm = self._landings.get(landing), self._table.middle_mm(self._table.pieces[landing])
        if before is None:
            return
        way = centre_mm[0] - before[0], centre_mm[1] - before[1]
        others = [piece for name, piece in self._table.pieces.items() if name.startswith(_TILE) and name != landing]
        middles = {piece.id: self._table.middle_mm(piece) for piece in others}
        found = [before]
        floor = [_moved(self._table.pieces[landing], (-way[0], -way[1]))]
        for middle_mm in found:
            for piece in others:
                if piece not in floor and math.dist(middles[piece.id], middle_mm) < _TOUCHING * _SIDE_MM:
                    floor.append(piece)
                    found.append(middles[piece.id])
        lying = [
            piece
            for name, piece in self._table.pieces.items()
            if not name.startswith(_TILE)
            and not is_pile(name)
            and any(self._table.covers(tile, piece.centre_mm) for tile in floor)
        ]
        for piece in (*floor, *lying):
            self._table.put(_moved(piece, way))

    def may_turn_over(self, piece_id: str) -> bool:
        """Return True for all pieces but piles."""
        return not is_pile(piece_id)

    # --- bots -------------------------------------------------------------------------------------------------------

    @property
    def has_whole_states(self) -> bool:
        """The stacks are known."""
        return True

    @property
    def across(self) -> CardsAcross:
        """The stacks, whose order no other table is told."""
        return self.secrets

    def fits_view(self, event: Any, seat: str) -> bool:  # noqa: ARG002 - everybody knows the same
        """Return True for an event whose dice, tile or card this table has brought for it."""
        whole = self.whole_state()
        if whole is None:
            return False
        if whole.announced is not None or whole.thrown is not None:
            # Something else is judged by `unfinished_act`, as at this table.
            return PLAY.ends_act(whole, event)
        match event:
            case e.Drew(card=card):
                return card is CardKind.EVENT
            case e.Discovered():
                return False
            case e.Fell(faces=faces, tile=tile):
                return faces is None and tile is None
            case e.ElevatorRan(faces=faces):
                return faces is None
        return not has_dice(event)

    def whole_state(self) -> FullState | None:
        """Return the house with its stacks, and what was announced."""
        return self.secrets.whole_state()

    def keep_move(self, move: Any) -> None:
        """Keep what was announced, and say what is turned over, rolled or not stolen.

        Or a way of several steps whose first one another table is asked for.
        """
        if isinstance(move, tuple):
            self._way = move
            return
        self.secrets.keep_move(move)
        if self.secrets.is_told:
            # It is said once the other table has done it.
            return
        if isinstance(move, DiceThrown):
            self._session.say(describe_begun(move), Level.PHASE)
        elif isinstance(move, Declined):
            text = say("{player} steals nothing.", player=figure_name(move.by))
            self._session.say(capitalised(text), Level.PHASE)
        elif isinstance(move, BegunEvent) and move.rolled and self._committed_seat:
            step = self._session.running_step
            if isinstance(step, HouseStep):
                # What the table has begun to tell is another thing.
                step.forget_answers()
            self._session.say(describe_begun(move.event), Level.PHASE)

    @property
    def _committed_seat(self) -> str:
        """Seat of people that has begun something, and seen the dice or the tile for it."""
        state = self.whole_state()
        explorer, seats = PLAY.committed_seat(state) if state is not None else "", self._session.seating.seats
        return "" if self._session.watching or explorer in seats.bots or explorer in seats.away else explorer

    def unfinished_act(self, event: Any) -> str:
        """Describe the turned tile or the rolled dice that must be dealt with before this event."""
        state = self.whole_state()
        begun: Any = None if state is None else state.thrown or (state.announced and state.announced.event)
        if state is None or begun is None or not self._committed_seat or PLAY.ends_act(state, event):
            return ""
        return describe_unfinished(begun)

    def completed(self, move: Any) -> Any:
        """Return a move with its dice rolled, or its tile turned over."""
        return self.secrets.completed(move)

    # --- nobody hides anything --------------------------------------------------------------------------------------

    def holders(self) -> Sequence[Holder]:
        """Return nobody: there are no covers."""
        return ()

    def places(self) -> Sequence[OwnPlace]:
        """Return the strips in which players lay their cards."""
        state = self.secrets.state
        if state is None:
            return ()
        return [
            OwnPlace(
                AREAS[strip],
                Holder(holder, explorer_name(holder), COLOURS[holder], turn=state.turn == holder),
            )
            for strip, holder in default_strips(state.players).items()
        ]

    def open_areas(self) -> Sequence[Area]:
        """Return the places for a tile behind the doors that are open to whoever's turn it is."""
        step, state = self._session.step, self.secrets.state
        if state is None or not isinstance(step, HouseStep):
            return ()
        if self._asked != (step, step.answers):
            self._asked = step, step.answers
            self._doors = step.doors
        spaces = (self._behind(door, state) for door in self._doors)
        return [space for space in spaces if space is not None]

    def _behind(self, place: str, state: State) -> Area | None:
        """Return the place behind a door (``room:DIR``); None if the room's tile is in the air."""
        room, _, door = place.partition(":")
        tile = self._table.pieces.get(f"{_TILE}{room}")
        if tile is None or tile.id in self._table.carries:
            return None
        # The whole floor may lie turned.
        quarters = tile.quarter_turns - state.house.rooms[room].turn
        across, down = STEP[turned(Dir(door), quarters)]
        x, y = self._table.middle_mm(tile)
        half = _SIDE_MM / 2
        x, y = x + across * _SIDE_MM, y + down * _SIDE_MM
        return x - half, y - half, x + half, y + half

    def close_ups(self) -> Sequence[CloseUp]:
        """Return the floors, with room for one more tile all round; active where the play is."""
        state = self.secrets.state
        if state is None:
            return ()
        figure = state.turn
        floor_in_play = Floor.GROUND
        if figure is not None and figure in state.explorers:
            floor_in_play = state.house.rooms[state.explorers[figure].room].floor
        found = []
        for floor in state.floors:
            middles = [
                self._table.middle_mm(self._table.pieces[f"{_TILE}{room}"])
                for room, place in state.house.rooms.items()
                if place.floor is floor and f"{_TILE}{room}" in self._table.pieces
            ]
            if middles:
                (left, top), (right, bottom) = (
                    [edge(point[axis] for point in middles) + off for axis in (0, 1)]
                    for edge, off in ((min, -_ROUND_FLOOR * _SIDE_MM), (max, _ROUND_FLOOR * _SIDE_MM))
                )
                found.append(CloseUp(str(floor), floor_name(floor), (left, top, right, bottom), floor is floor_in_play))
        return found

    def look(self, holder_id: str) -> Sequence[HeldCards]:  # noqa: ARG002 - all cards lie open
        """Return nothing: nothing is hidden."""
        return ()

    def choose(self, holder_id: str, key: str) -> None:
        """Do nothing: there is nothing to choose."""

    def give(self, holder_id: str, piece_id: str) -> bool:  # noqa: ARG002 - there are no covers
        """Return False: there are no covers."""
        return False

    def change_player(self, holder_id: str) -> None:
        """Do nothing: there are no switches."""


def is_landing(piece_id: str) -> bool:
    """Return True if it is a tile that lies there from the start.

    The rooms of the long start tile are included.
    """
    room = piece_id.removeprefix(_TILE)
    return room in TILES and TILES[room].start is not None


def _moved(piece: Piece, way: Point) -> Piece:
    return replace(piece, centre_mm=(piece.centre_mm[0] + way[0], piece.centre_mm[1] + way[1]))


def _axis_distance(point: Point, other: Point) -> float:
    """Return the distance of two points, in the direction in which they are farther apart."""
    return max(abs(point[0] - other[0]), abs(point[1] - other[1]))
