"""Questions to players who enter what happens in the house.

A dialog is a pure function of the state and of the answers so far.

Each answer is the id of a row, or of a place on the map. `event_answers` returns the answers that produce an event.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.device.sentences import capitalised
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import explorer_name, room_name
from companion.games.betrayal.table import haunt_dialog
from companion.games.betrayal.table.card_dialog import LIES, ask_card_drawn, ask_cards, ask_drawn, card_actions
from companion.games.betrayal.table.damage_dialog import ask_damaged, ask_split, explorer_view
from companion.games.betrayal.table.fight_dialog import DAMAGE, ask_attack, ask_damage_or_theft, enemies
from companion.games.betrayal.table.moving_dialog import (
    LAID,
    ask_discovered,
    ask_elevator,
    ask_fall,
    ask_set_aside,
    ask_walk,
    door_rows,
)
from companion.games.betrayal.table.picking import HouseQuestion, Telling, acting_figures, figure_row
from companion.games.betrayal.table.roll_dialog import (
    TRAIT_ROLL,
    RollAsked,
    ask_collapse_roll,
    ask_crossed,
    ask_leave_roll,
    ask_opened,
    ask_roll,
    required_trait_text,
)
from companion.games.betrayal.table.stands_dialog import STANDS, ask_stands
from companion.games.betrayal.table.text_dialog import ask_other_roll, ask_text
from companion.games.betrayal.table.tile_dialog import ask_rearranged
from companion.games.betrayal.words import figure_name, kind_name, side_name, sign_name, trait_name
from companion.screen.pages import Row, Tone
from companion.table.dialog import next_question
from companion.table.picking import pick
from companion.table.questions import AnsweredEvent, Answers, Question
from engine.betrayal import events as e
from engine.betrayal.choices import choices
from engine.betrayal.components import TILES, VAULT_DOOR, Trait
from engine.betrayal.ending import end_damage, gains_offered
from engine.betrayal.haunting import answerers
from engine.betrayal.state import MONSTERS, Owed, Phase, State
from engine.betrayal.ways import may_go_on, spaces_left
from engine.values import replaced

END = "end"
WALK = "walk"
CARDS = "cards"
ELSE = "else"
ATTACK = "attack"
#: Prefix of a figure.
FIGURE = "figure:"
#: Prefix of a door.
DOOR = "door:"
#: Prefix of a kind.
KIND = "kind:"
NOT_NOW = "not-now"


def ask(state: State, answers: Answers, *, virtual: bool = True, overruling: bool = False) -> Question | AnsweredEvent:
    """Return the next question, or what the answers tell, as in `house_dialog`."""
    return next_question(house_dialog(state, virtual=virtual, overruling=overruling), answers)


def house_dialog(state: State, *, virtual: bool = True, overruling: bool = False) -> Telling:
    """Ask all about what happens now; what a text says may come at any time.

    `virtual`: dice are thrown here; `overruling`: anybody may do anything, whatever the rules say.
    """
    played = state.phase in (Phase.EXPLORE, Phase.HAUNT) and not (state.haunt and state.haunt.claim)
    asking = _HouseDialog(state, virtual, overruling).now()
    try:
        question = next(asking)
        if played and ELSE not in question.ids:
            question = replaced(question, rows=(*question.rows, _else_row()))
        while True:
            answer = yield question
            if answer == ELSE:
                return (yield from ask_text(state, virtual=virtual))
            if answer.startswith(STANDS):
                return (yield from ask_stands(state, answer))
            if answer.startswith(LIES):
                return (yield from ask_card_drawn(state, answer))
            question = asking.send(answer)
    except StopIteration as told:
        event: e.GameEvent | tuple[e.GameEvent, ...] = told.value
        return event


@dataclass(frozen=True)
class _HouseDialog:
    state: State
    virtual: bool
    overruling: bool

    def now(self) -> Telling:
        """Ask what happens now."""
        state = self.state
        if state.phase is Phase.SETUP:
            return (yield from haunt_dialog.ask_haunt(state))
        if state.haunt is not None and state.haunt.claim is not None:
            return (yield from self._answer())
        if state.owed:
            return (yield from self._owed(state.owed[0]))
        if self.overruling:
            explorer = yield from pick(
                say("Who does it, whatever the rules say?"), map(figure_row, acting_figures(self.state))
            )
            return (yield from self._figure(explorer))
        if state.turn is None or not state.living:
            return (yield from self._nobody())
        if state.turn == MONSTERS:
            return (yield from self._monsters())
        return (yield from self._figure(state.turn))

    def _nobody(self) -> Telling:
        """Ask whether a side has won where all explorers are dead, or how it goes on."""
        rows = (Row(say("A side has won"), "won", tone=Tone.NOW),)
        found = yield from pick(say("Nobody is left in the house."), rows)
        return (yield from haunt_dialog.ask_haunt_event(self.state, found))

    def _answer(self) -> Telling:
        """Ask for the answer to a claim that a side has won (B34)."""
        state = self.state
        assert state.haunt is not None
        claim = state.haunt.claim
        assert claim is not None
        actor = answerers(state)[0]
        text = say("Does the other side's book say so, too?")
        rows = (Row(say("Yes, it is over"), "confirmed", tone=Tone.NOW), Row(say("No, it goes on"), "denied"))
        claimed = say("{player} claims victory for {side}.", player=explorer_name(claim.by), side=side_name(claim.side))
        answer = yield HouseQuestion(text, rows, facts=(Row(capitalised(claimed)),), marked="denied")
        return e.Confirmed(by=actor) if answer == "confirmed" else e.Denied(by=actor)

    # --- a turn -----------------------------------------------------------------------------------------------------

    def _monsters(self) -> Telling:
        """Ask for the way that each kind rolls; then for token after token."""
        what = yield HouseQuestion(say("The monsters' turn."), tuple(self._monster_rows()))
        if what == END:
            return e.TurnEnded()
        if what.startswith(KIND):
            return (yield from self._kind_rolls(what.removeprefix(KIND)))
        return (yield from self._figure(what.removeprefix(FIGURE)))

    def _monster_rows(self) -> Iterator[Row]:
        state = self.state
        allowed = choices(state)
        acting = dict.fromkeys(choice.by for choice in allowed if choice.by in state.monsters and choice.event != "won")
        sliding = [choice.by for choice in allowed if choice.event == "slid" and choice.by in state.explorers]
        for explorer in sliding:
            yield Row(capitalised(figure_name(explorer)), f"{FIGURE}{explorer}", say("slides down"), sign=explorer)
        kinds = dict.fromkeys(monster.kind for monster in state.monsters.values())
        for kind in kinds:
            if kind not in state.rolls:
                text = say("Roll movement: {kind}", kind=kind_name(kind))
                yield Row(
                    text, f"{KIND}{kind}", say_count("{n} die", "{n} dice", state.kinds[kind].speed), tone=Tone.NOW
                )
        end = Row(say("End of the monsters' turn"), END)
        may_end = any(choice.event == "turn_ended" for choice in allowed)
        if may_end and not acting:
            yield end
        for token in acting:
            left = spaces_left(state, token)
            value = "" if left is None else say_count("{n} space", "{n} spaces", max(0, left))
            yield Row(capitalised(figure_name(token)), f"{FIGURE}{token}", value, sign=token)
        if may_end and acting:
            yield end

    def _kind_rolls(self, kind: str) -> Telling:
        speed = self.state.kinds[kind].speed
        name = capitalised(kind_name(kind))
        asked = RollAsked(
            speed,
            lambda n, _: say_count(
                "Roll {n} die for movement: {kind}.", "Roll {n} dice for movement: {kind}.", n, kind=name
            ),
            lambda total: say_count("{kind}: {n} space each.", "{kind}: {n} spaces each.", max(1, total), kind=name),
            self.virtual,
            fixed=True,
            title=name,
        )
        found = yield from ask_roll(asked)
        return e.MonstersRolled(kind=kind, faces=found.faces)

    def _figure(self, explorer: str) -> Telling:
        """Ask what an explorer or a monster does."""
        state = self.state
        rows = tuple(self._figure_rows(explorer))
        what = yield HouseQuestion(self._turn_text(explorer), rows, marked=self._first_marked(explorer, rows))
        if what.startswith(FIGURE):
            return (yield from self._figure(what.removeprefix(FIGURE)))
        if what.startswith(LAID):
            return (yield from ask_set_aside(state, explorer, what.removeprefix(LAID)))
        if what.startswith(DOOR):
            return (yield from ask_discovered(state, explorer, what.removeprefix(DOOR), overruling=self.overruling))
        match what:
            case "end":
                return (yield from self._end(explorer))
            case "walk":
                return (yield from ask_walk(state, explorer, overruling=self.overruling))
            case "slide":
                return e.Slid(by=explorer)
            case "cross":
                return (yield from ask_crossed(state, explorer, virtual=self.virtual))
            case "open":
                return (yield from ask_opened(state, explorer, virtual=self.virtual))
            case "leave":
                return (yield from ask_leave_roll(state, explorer, virtual=self.virtual))
            case "elevator":
                return (yield from ask_elevator(state, explorer, virtual=self.virtual))
            case "jump":
                return (yield from ask_fall(state, explorer, virtual=self.virtual, overruling=self.overruling))
            case "rearrange":
                rooms = yield from ask_rearranged(state, state.house.rooms[state.room_of(explorer)].floor)
                return e.Rearranged(by=explorer, rooms=rooms)
            case "attack":
                return (yield from ask_attack(state, explorer, virtual=self.virtual, overruling=self.overruling))
            case "cards":
                found = yield from pick(
                    say("What is done with cards?"), card_actions(state, explorer, overruling=self.overruling)
                )
                return (yield from ask_cards(state, explorer, found, overruling=self.overruling))
        raise ValueError(f"no answer {what!r} now")

    def _first_marked(self, explorer: str, rows: Sequence[Row]) -> str:
        """Return the answer that is marked first: no end of the turn while somebody may still go on."""
        return next((row.id for row in rows if row.id != END), "") if may_go_on(self.state, explorer) else ""

    def _turn_text(self, explorer: str) -> str:
        state, name = self.state, figure_name(explorer)
        left = spaces_left(state, explorer)
        if explorer in state.monsters:
            return capitalised(
                say_count("{player}: {n} space.", "{player}: {n} spaces.", max(0, left or 0), player=name)
            )
        if explorer != state.turn or left is None:
            return capitalised(say("What does {player} do?", player=name))
        if state.stopped:
            return capitalised(say("{player}: no more moving this turn.", player=name))
        return capitalised(
            say_count("{player}: {n} space left.", "{player}: {n} spaces left.", max(0, left), player=name)
        )

    def _figure_rows(self, explorer: str) -> Iterator[Row]:
        state = self.state
        if self.overruling:
            yield from self._overruled_rows(explorer)
            return
        events = {choice.event for choice in choices(state) if choice.by == explorer}
        sliders = [choice.by for choice in choices(state) if choice.event == "slid"]
        if "slid" in events:
            yield Row(say("Slide down to the Basement Landing"), "slide", tone=Tone.NOW)
        elif sliders:
            yield from (
                Row(say("{player} slides down", player=figure_name(slider)), f"{FIGURE}{slider}") for slider in sliders
            )
        if "turn_ended" in events:
            due = say("then the haunt roll") if state.due is not None else ""
            yield Row(say("End of the turn"), END, detail=due)
        # The traitor may roll too, and has no reason to (B23).
        leave, cross = state.leave_roll(explorer), TILES[state.room_of(explorer)].cross
        if "exit_rolled" in events and leave:
            # Who moves no more this turn may roll, but nothing waits for it.
            tone = Tone.PLAIN if state.stopped else Tone.NOW
            yield Row(say("Roll for leaving"), "leave", required_trait_text(leave), tone=tone)
        if "moved" in events:
            yield Row(say("Walk"), WALK)
        if "discovered" in events:
            yield from door_rows(state, explorer, overruling=False)
        if "crossed" in events and cross:
            yield Row(say("Cross the room"), "cross", required_trait_text(cross))
        if "opened" in events:
            yield Row(say("Open the Vault"), "open", required_trait_text(VAULT_DOOR))
        if "elevator_ran" in events:
            yield Row(say("Run the elevator"), "elevator")
        if "fell" in events:
            yield Row(say("Jump down"), "jump")
        if "rearranged" in events:
            yield Row(say("Rearrange rooms"), "rearrange", detail=say("Nothing fits behind a door here (rule BR15)."))
        if "attacked" in events:
            yield Row(say("Attack"), ATTACK)
        if explorer in state.explorers and card_actions(state, explorer, overruling=False):
            yield Row(say("Cards"), CARDS)

    def _overruled_rows(self, explorer: str) -> Iterator[Row]:
        """Yield a row for each event, whether or not the rules allow it."""
        state = self.state
        yield Row(say("Walk"), WALK)
        room = state.room_of(explorer)
        if explorer in state.explorers:
            yield from door_rows(state, explorer, overruling=True)
            if TILES[room].cross:
                yield Row(say("Cross the room"), "cross")
            if state.leave_roll(explorer):
                yield Row(say("Roll for leaving"), "leave")
            if any(state.house.rooms[other].floor is state.house.rooms[room].floor for other in state.house.rooms):
                yield Row(say("Rearrange rooms"), "rearrange")
            if card_actions(state, explorer, overruling=True):
                yield Row(say("Cards"), CARDS)
        if state.haunt and enemies(state, explorer, overruling=True):
            yield Row(say("Attack"), ATTACK)
        yield Row(say("End of the turn"), END)

    def _end(self, explorer: str) -> Telling:
        """Ask at a turn's end what hurts here, or is gained here once (B33, B36)."""
        state = self.state
        if explorer in state.monsters:
            return e.TurnEnded()
        kind, gains, split = end_damage(state, explorer), gains_offered(state, explorer), None
        if kind is not None:
            split = yield from ask_split(state, explorer, kind, 1)
        if not gains:
            return e.TurnEnded(by=explorer, split=split)
        room = room_name(state.explorers[explorer].room)
        text = say("{room}: one step up, once a game (rule B36).", room=room)
        rows = [
            *(Row(f"{trait_name(trait)} +1", trait.word, tone=Tone.NOW) for trait in gains),
            Row(say("Not now"), NOT_NOW),
        ]
        answer = yield HouseQuestion(text, tuple(rows), picture=explorer_view(state, explorer))
        gain = None if answer == NOT_NOW else Trait(answer)
        return e.TurnEnded(by=explorer, split=split, gain=gain)

    # --- what is owed -----------------------------------------------------------------------------------------------

    def _owed(self, owed: Owed) -> Telling:
        state, actor = self.state, owed.by
        match owed.event:
            case "drew":
                return (yield from self._sign(owed))
            case "balanced":
                return (yield from ask_collapse_roll(state, actor, virtual=self.virtual))
            case "fell":
                return (yield from ask_fall(state, actor, virtual=self.virtual, overruling=self.overruling))
            case "elevator_ran":
                return (yield from ask_elevator(state, actor, virtual=self.virtual))
            case "haunt_rolled":
                return (yield from haunt_dialog.ask_haunt_roll(state, actor, virtual=self.virtual))
        return (yield from self._damage(owed))

    def _sign(self, owed: Owed) -> Telling:
        assert owed.card is not None
        text = capitalised(say("{player} draws: {card}.", player=explorer_name(owed.by), card=sign_name(owed.card)))
        # Without the first answer the sentence says what to do; the card's text stays with the players.
        is_event = owed.card == "event"
        rows = [Row(say("Drawn and done") if is_event else say("Drawn"), "drawn", tone=Tone.NOW)]
        if is_event:
            rows += _trait_roll_rows(self.state, owed.by)
        answer = yield from pick(text, rows)
        if answer.startswith(TRAIT_ROLL):
            trait = answer.removeprefix(TRAIT_ROLL)
            return (yield from ask_other_roll(self.state, owed.by, trait, virtual=self.virtual))
        return (yield from ask_drawn(self.state, owed.by, owed.card))

    def _damage(self, owed: Owed) -> Telling:
        state = self.state
        assert owed.kind is not None
        if owed.steal is not None:
            card = yield from ask_damage_or_theft(state, owed.steal, owed.by, owed.points)
            if card != DAMAGE:
                return e.Stole(by=owed.steal, from_=owed.by, card=card)
        # The step has something to show, whatever can be chosen.
        return (yield from ask_damaged(state, owed.by, owed.kind, owed.points, shown=True))


def _trait_roll_rows(state: State, explorer: str) -> Iterator[Row]:
    """Yield a row for each roll that an event card may ask of whoever draws it."""
    for trait in Trait:
        dice = say_count("{n} die", "{n} dice", state.explorers[explorer].value(trait))
        yield Row(say("Roll: {trait}", trait=trait_name(trait)), f"{TRAIT_ROLL}{trait.word}", dice)


def _else_row() -> Row:
    return Row(say("Something else"), ELSE, detail=say("What a card, a room or the haunt says"))
