"""Dialog answers that produce a given event.

Bots use them, and people who must tell an event by hand.
"""

from collections.abc import Sequence

from companion.games.betrayal.table.card_dialog import (
    card_places,
    cards_to_draw,
    dog_targets,
    fetchable_cards,
    gain_answers,
    usable,
)
from companion.games.betrayal.table.counter_dialog import counter_answers
from companion.games.betrayal.table.damage_dialog import DIES, is_fatal, split_answers
from companion.games.betrayal.table.dialog import CARDS, ELSE, KIND
from companion.games.betrayal.table.fight_dialog import BARE, DAMAGE, fight_choices
from companion.games.betrayal.table.haunt_dialog import NOBODY, SEVERAL, arrival_answers, tens
from companion.games.betrayal.table.moving_dialog import LAID, STAYS, placeable_tile_rows, placement_spots
from companion.games.betrayal.table.picking import card_row, room_row
from companion.games.betrayal.table.roll_dialog import roll_answers
from companion.games.betrayal.table.tile_dialog import ASIDE, fitting_turns, tile_rows, told_turn
from companion.table.picking import DONE, path_to
from companion.table.questions import Answers
from engine.betrayal import events as e
from engine.betrayal.components import ANY, DOG, CardKind, Dir, Floor, Trait
from engine.betrayal.elevator import ELEVATOR_DICE
from engine.betrayal.ending import end_damage, gains_offered
from engine.betrayal.falls import fall_doors, is_hurt, needs_tile
from engine.betrayal.fights import value_of
from engine.betrayal.hands import can_be_stolen, can_give_or_drop
from engine.betrayal.haunting import HAUNT_DICE
from engine.betrayal.house import next_cell
from engine.betrayal.rolls import dice
from engine.betrayal.state import MONSTERS, Phase, State
from engine.betrayal.ways import dog_reach


def event_answers(state: State, event: e.GameEvent, *, virtual: bool = True) -> Answers:
    """Return the answers to the questions of `ask`, those included that nobody has to give.

    `virtual`: dice are thrown by the companion unless it is told otherwise. Raises ValueError for what nobody tells so.
    """
    return _Telling(state, virtual).answers(event)


def set_aside_answers(state: State, laid: str, aside: Sequence[str]) -> Answers:
    """Return the answers that tell a seen tile and the tiles that were set aside before.

    The tile is `laid`, its first answer.
    """
    answer_ids: list[str] = [laid]
    tile = laid.removeprefix(LAID).partition(",")[0]
    for number, aside_tile in enumerate(aside):
        rows = [row for row in tile_rows(state, aside[:number]) if row.id != tile]
        answer_ids += (ASIDE, *path_to(rows, aside_tile))
    return (*answer_ids, DONE)


def begun_answers(state: State, event: e.Discovered | e.Fell | e.ElevatorRan, *, virtual: bool = True) -> Answers:
    """Return the answers that tell what is known of an announced event: its dice, or its tile."""
    return _Telling(state, virtual).begun(event)


class _Telling:
    def __init__(self, state: State, virtual: bool) -> None:
        self.state, self.virtual = state, virtual

    def answers(self, event: e.GameEvent) -> Answers:
        state = self.state
        match event:
            case e.HauntBegan():
                return self._haunt(event)
            case e.Confirmed() | e.Denied():
                return ("confirmed" if isinstance(event, e.Confirmed) else "denied",)
            case e.MonstersRolled(kind=kind, faces=faces, plus=0):
                return (f"{KIND}{kind}", *self._roll(faces, 0, 0, state.kinds[kind].speed))
            case e.TurnEnded():
                return ("end", *self._end(event))
            case e.Drew() if self._owes("drew", event.by):
                return ("drawn", *self._drawn(event, str(state.owed[0].card)))
            case e.Damaged() if self._owes("damaged", event.by):
                theft = state.owed[0].steal is not None and any(
                    can_be_stolen(state, card) for card in state.cards_at(event.by)
                )
                split = split_answers(state, event.by, event.kind, event.points, event.split, shown=True)
                return (*((DAMAGE,) if theft and event.points > 1 else ()), *split)
            case e.Stole(card=card):
                return (card,)
            case e.HauntRolled(faces=faces):
                return self._roll(faces, 0, 0, HAUNT_DICE)
            case e.Balanced():
                return self._trait_roll(event, Trait.SPEED)
            case e.Fell() if self._owes("fell", event.by):
                return self._fell(event)
            case e.ElevatorRan() if self._owes("elevator_ran", event.by):
                return self._elevator(event)
        answer_ids = self._in_turn(event)
        if answer_ids is not None:
            actor: str = getattr(event, "by")  # noqa: B009 - every such event has one
            return (f"figure:{actor}", *answer_ids) if state.turn == MONSTERS else answer_ids
        return (ELSE, *self._else(event))

    def begun(self, event: e.Discovered | e.Fell | e.ElevatorRan) -> Answers:
        """Return the first answers of an event, up to what is left to decide."""
        first: Answers
        match event:
            case e.Discovered():
                first, known = (f"door:{event.door.word}",), self._tiles(event.tile, event.aside)
            case e.Fell():
                first = () if self._owes("fell", event.by) else ("jump",)
                known = (*self._die(event), *(self._tiles(event.tile, event.aside) if event.tile is not None else ()))
            case e.ElevatorRan():
                first = () if self._owes("elevator_ran", event.by) else ("elevator",)
                known = self._elevator_dice(event)
        figure = (f"figure:{event.by}",) if first and self.state.turn == MONSTERS else ()
        return (*figure, *first, *known)

    def _owes(self, event: str, actor: str) -> bool:
        return bool(self.state.owed) and (self.state.owed[0].event, self.state.owed[0].by) == (event, actor)

    # --- in a turn --------------------------------------------------------------------------------------------------

    def _in_turn(self, event: e.GameEvent) -> Answers | None:
        state = self.state
        match event:
            case e.Moved(to=to):
                return ("walk", to)
            case e.Slid(by=by):
                return ("slide",) if by == state.turn or state.turn == MONSTERS else (f"figure:{by}", "slide")
            case e.Discovered():
                turn = told_turn(event.tile, event.turn)
                return (f"door:{event.door.word}", *self._tiles(event.tile, event.aside), str(turn))
            case e.Crossed():
                barrier = state.barrier_of(event.by)
                assert barrier is not None
                return ("cross", *self._trait_roll(event, barrier.trait))
            case e.Opened():
                return ("open", *self._trait_roll(event, Trait.KNOWLEDGE))
            case e.ExitRolled():
                roll = state.leave_roll(event.by)
                if roll is None:
                    raise ValueError("nobody is asked for a leave roll of the traitor")
                return ("leave", *self._trait_roll(event, roll.trait))
            case e.ElevatorRan():
                return ("elevator", *self._elevator(event))
            case e.Fell():
                return ("jump", *self._fell(event))
            case e.Rearranged():
                spots = ((room, f"{x},{y},{told_turn(room, turn)}") for room, (x, y, turn) in event.rooms.items())
                return ("rearrange", *(answer for spot in spots for answer in spot), DONE)
            case e.Attacked():
                return ("attack", *self._attacked(event))
        cards = self._cards(event)
        return None if cards is None else (CARDS, *cards)

    def _cards(self, event: e.GameEvent) -> Answers | None:
        state = self.state
        if state.owed or getattr(event, "by", None) != state.turn:
            return None
        match event:
            case e.Gave(by=by, to=to, card=card):
                held = [card_row(held_card) for held_card in _movable(state, by)]
                return ("give", *path_to(held, card), to)
            case e.Dropped(cards=cards):
                return ("drop", *cards, DONE)
            case e.Picked(cards=cards):
                return ("pick", *cards, DONE)
            case e.Used(by=by, card=card):
                return ("use", *self._used(by, card))
            case e.CardMoved(by=by, dog=dog) if dog is not None:
                return ("dog-errand", *self._dog(event, by, dog))
        return None

    def _used(self, actor: str, card: str) -> Answers:
        return path_to([card_row(held_card) for held_card in usable(self.state, actor)], card)

    def _dog(self, event: e.CardMoved, actor: str, dog: tuple[str, ...]) -> Answers:
        state = self.state
        ways = dog_reach(state, state.room_of(actor))
        if ways.get(dog[-1]) != dog:
            raise ValueError("the Dog is told by where it goes, not by its way")
        own = [card for card in _movable(state, actor) if card != DOG]
        far = fetchable_cards(state, actor, ways)
        card = path_to([card_row(movable) for movable in (*own, *far)], event.card)
        return card if event.to == actor else (*card, *path_to(dog_targets(state, actor, ways), event.to))

    def _tiles(self, tile: str, aside: tuple[str, ...]) -> Answers:
        answer_ids: list[str] = []
        for number, turned_tile in enumerate((*aside, tile)):
            answer_ids += path_to(tile_rows(self.state, aside[:number]), turned_tile)
        return tuple(answer_ids)

    def _end(self, event: e.TurnEnded) -> Answers:
        state, actor = self.state, event.by
        if actor is None:
            return ()
        kind = end_damage(state, actor)
        split = split_answers(state, actor, kind, 1, event.split or {}) if kind is not None else ()
        if not gains_offered(state, actor):
            return split
        return (*split, "not-now" if event.gain is None else event.gain.word)

    # --- rolls ------------------------------------------------------------------------------------------------------

    def _roll(self, faces: e.Faces, bonus: int, plus: int, value: int) -> Answers:
        return roll_answers(faces, bonus, plus, virtual=self.virtual, number=value)

    def _trait_roll(self, event: e.Roll, trait: Trait) -> Answers:
        value = self.state.explorers[event.by].value(trait)
        return self._roll(event.faces, event.bonus, event.plus, dice(value))

    def _attacked(self, event: e.Attacked) -> Answers:
        state, actor, on = self.state, event.by, event.on
        cards, traits = fight_choices(state, actor, on, event.with_)
        card = (event.with_ or BARE,) if len(cards) > 1 else ()
        trait = (event.trait.word,) if len(traits) > 1 else ()
        mine, theirs = (dice(value_of(state, figure, event.trait) or 0) for figure in (actor, on))
        return (
            on,
            *card,
            *trait,
            *self._roll(event.faces, event.bonus, event.plus, mine),
            *self._roll(event.against, event.bonus_against, event.plus_against, theirs),
        )

    # --- the house --------------------------------------------------------------------------------------------------

    def _die(self, event: e.Fell) -> Answers:
        return self._roll(event.faces or (), 0, 0, 1) if is_hurt(self.state, event.by) else ()

    def _fell(self, event: e.Fell) -> Answers:
        state, die = self.state, self._die(event)
        if not needs_tile(state, event.by):
            return die
        if event.tile is None:
            assert event.room is not None
            basement = [room for room, place in state.house.rooms.items() if place.floor is Floor.BASEMENT]
            return (*die, *path_to([room_row(room) for room in basement], event.room))
        assert event.at is not None
        found = next(
            (
                (room, door)
                for room, door in fall_doors(state)
                if _cell_behind(state, room, door) == event.at
                and event.turn in fitting_turns(state, event.tile, room, door, overruling=False)
            ),
            None,
        )
        if found is None:
            raise ValueError("the tile joins another room there")
        room, door = found
        turn = told_turn(event.tile, event.turn)
        return (*die, *self._tiles(event.tile, event.aside), f"{room}:{door.word}", str(turn))

    def _elevator_dice(self, event: e.ElevatorRan) -> Answers:
        dice_answers = () if event.faces is None else self._roll(event.faces, 0, 0, ELEVATOR_DICE)
        return dice_answers if event.crash is None else (*dice_answers, *self._roll((event.crash,), 0, 0, 1))

    def _elevator(self, event: e.ElevatorRan) -> Answers:
        target = STAYS if event.room is None or event.door is None else f"{event.room}:{event.door.word}"
        return (*self._elevator_dice(event), target)

    # --- the haunt's beginning ----------------------------------------------------------------------------------------

    def _haunt(self, event: e.HauntBegan) -> Answers:
        state = self.state
        part = next(part for part in tens(state) if event.number in part)
        number = (f"from {part[0]}", str(event.number))
        if event.candidates is not None:
            traitor: Answers = (SEVERAL, *event.candidates, DONE)
        else:
            traitor = (event.traitor or NOBODY,)
        return (*number, *traitor, *arrival_answers(state, event.monsters))

    # --- texts ------------------------------------------------------------------------------------------------------

    def _drawn(self, event: e.Drew, sign: str) -> Answers:
        kind = (event.card.word,) if sign == ANY else ()
        if event.card is CardKind.EVENT:
            return kind
        assert event.name is not None
        rows = [card_row(card) for card in cards_to_draw(self.state, event.card)]
        return (*kind, *path_to(rows, event.name), *gain_answers(dict(event.gains or {})))

    def _else(self, event: e.GameEvent) -> Answers:
        state = self.state
        match event:
            case e.Drew(by=by):
                return ("drew", by, *self._drawn(event, ANY))
            case e.Rolled(by=by, trait=trait):
                what = str(len(event.faces)) if trait is None else trait.word
                value = int(what) if trait is None else dice(state.explorers[by].value(trait))
                return ("rolled", by, what, *self._roll(event.faces, event.bonus, event.plus, value))
            case e.Adjusted(by=by, trait=trait, steps=steps):
                assert trait is not None
                dies = (DIES,) if steps < 0 and is_fatal(state, by, {trait: -steps}) else ()
                return ("adjusted", by, trait.word, str(steps), *dies)
            case e.Damaged(by=by, kind=kind, points=points, split=split):
                return ("damaged", by, kind.word, str(points), *split_answers(state, by, kind, points, split))
            case e.Used(by=by, card=card):
                return ("use", by, *self._used(by, card))
            case e.CardMoved(by=by, dog=dog) if dog is not None:
                return ("dog-errand", *self._dog(event, by, dog))
            case e.Placed(by=by, room=room, side=side):
                rooms = [room_row(laid_room) for laid_room in state.house.rooms]
                return ("placed", by, *path_to(rooms, room), *((side.word,) if side else ()))
            case e.CardMoved(by=by, card=card, to=to):
                in_play = [card_row(name) for name, known in state.cards.items() if known.at != "gone"]
                return ("card_moved", by, *path_to(in_play, card), *path_to(card_places(state, card), to))
            case e.TileLaid(by=by, tile=tile, floor=floor):
                where = f"{event.at[0]},{event.at[1]},{told_turn(tile, event.turn)}"
                spots = placement_spots(state, tile, floor)
                return (
                    "tile_laid",
                    by,
                    event.because.word,
                    *path_to(placeable_tile_rows(state), tile),
                    floor.word,
                    *path_to(spots, where),
                )
            case _ if state.phase is Phase.HAUNT:
                return self._in_haunt(event)
        raise ValueError(f"no answers tell {event!r}")

    def _in_haunt(self, event: e.GameEvent) -> Answers:
        state = self.state
        match event:
            case e.Stunned(token=token) if not state.monsters[token].stunned:
                return ("stunned", token)
            case e.MonsterRemoved(token=token):
                return ("monster_removed", token)
            case e.MonstersAdded(monsters=(group,)):
                return ("monsters_added", *arrival_answers(state, (group,))[1:-1])
            case e.ChangedSide(by=by):
                return ("changed_side", by)
            case e.CounterSet():
                return ("counted", *counter_answers(state, event))
            case e.Won(by=by, side=side):
                return ("won", by, side.word)
        raise ValueError(f"no answers tell {event!r}")


def _movable(state: State, explorer: str) -> tuple[str, ...]:
    return tuple(card for card in state.cards_at(explorer) if can_give_or_drop(state, card))


def _cell_behind(state: State, room: str, door: Dir) -> tuple[int, int]:
    _, x, y = next_cell(state.house.rooms[room].cell, door)
    return x, y
