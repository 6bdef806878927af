"""Pages beside the game: the explorers, why something is impossible now, and the game's end."""

from collections.abc import Iterator

from companion.device.language import extended
from companion.device.sentences import capitalised, join_items
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.ring import over_pattern
from companion.games.betrayal.state_words import describe_winners
from companion.games.betrayal.table.damage_dialog import DIES, LIVES, ExplorerView, explorer_view, is_fatal
from companion.games.betrayal.table.picking import CardSign, explorer_row
from companion.games.betrayal.table.words import describe_problem
from companion.games.betrayal.words import event_name, role_name, trait_name
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.game_over import GameOverStep
from companion.table.lists import ListStep, with_step_back
from companion.table.running_game import state_of
from companion.table.session import Session
from companion.voice import Level
from engine.betrayal import events as e
from engine.betrayal.components import CARDS, TILES, Dir, Trait
from engine.betrayal.game import RULES
from engine.betrayal.haunting import winners
from engine.betrayal.state import TOP, Phase, Side, State
from engine.betrayal.ways import spaces_left
from engine.values import replaced
from hardware.ring.patterns import Pattern

#: A title names at most so many winners.
_MOST_NAMES = 2


def describe_over(state: State) -> str:
    """Describe who has won."""
    assert state.winning is not None
    return describe_winners(winners(state), state.winning)


def result_rows(state: State) -> tuple[Row, ...]:
    """Return all players, the winners set apart."""
    rows = []
    for player in state.players:
        explorer = state.explorers[player]
        role = capitalised(role_name(explorer.role)) if explorer.role else ""
        where = say("dead") if explorer.dead else room_name(explorer.room)
        tone = Tone.GOOD if player in winners(state) else Tone.PLAIN
        rows.append(Row(capitalised(explorer_name(player)), value=role, detail=where, tone=tone, sign=player))
    return tuple(rows)


class BetrayalOverStep(GameOverStep[State]):
    """The game is over."""

    def title(self) -> str:
        """Describe who has won; of many winners, which side: the rows name them."""
        if len(winners(self.state)) <= _MOST_NAMES:
            return describe_over(self.state)
        heroes = self.state.winning is Side.HEROES
        return say("The heroes have won.") if heroes else say("The traitor's side has won.")

    def announcement(self) -> str:
        """Name the winners."""
        return describe_over(self.state)

    def rows(self) -> tuple[Row, ...]:
        """Return all players, the winners set apart."""
        return result_rows(self.state)

    def text(self) -> str:
        """Name of the haunt."""
        assert self.state.haunt is not None
        return say("Haunt {number}", number=self.state.haunt.number)

    def sign(self) -> object | None:
        """Return the first winner."""
        return next(iter(winners(self.state)), None)

    def draw_does(self) -> str:
        """Sentence that the button shows how everybody stood."""
        return say("The explorers")

    def draw(self) -> None:
        """Show how everybody stood."""
        self.session.open(PeopleStep(self.session))

    def pattern(self) -> Pattern:
        """Return the winners' colour."""
        return over_pattern(self.state)


class PeopleStep(ListStep):
    """List of all explorers; a touch opens the explorer's page."""

    name = "people"

    def title(self) -> str:
        """Return the page's title."""
        return say("The explorers")

    def rows(self) -> tuple[Row, ...]:
        """Return the place of each explorer, with the four values."""
        state = state_of(self.session, State)
        return tuple(self._row(state, player) for player in state.players)

    def _row(self, state: State, name: str) -> Row:
        explorer = state.explorers[name]
        if explorer.dead:
            return replaced(explorer_row(name, say("dead")), tone=Tone.FADED)
        values = " · ".join(f"{trait_name(trait)} {explorer.value(trait)}" for trait in Trait)
        return explorer_row(name, room_name(explorer.room), values)

    def choose(self, row_id: str) -> None:
        """Open the explorer's page."""
        self.session.open(ExplorerStep(self.session, row_id))


class ExplorerStep(ListStep):
    """Step for one explorer: the rows, the cards, what was done this turn.

    One touch is a step up or down.
    """

    name = "explorer"

    def __init__(self, session: Session, explorer: str) -> None:
        super().__init__(session)
        self.who = explorer
        #: The trait whose step would kill, until that is answered.
        self.killing: Trait | None = None

    def title(self) -> str:
        """Return the name."""
        return capitalised(explorer_name(self.who))

    @property
    def state(self) -> State:
        """The state of the game."""
        return state_of(self.session, State)

    def rows(self) -> tuple[Row, ...]:
        """Return rows of possible actions, and facts to know."""
        if self.killing is not None:
            return Row(say("No"), LIVES), Row(say("Yes, dead"), DIES, tone=Tone.BAD)
        steps = tuple(self._steps()) if self._can_step() else ()
        return (*steps, *self._facts())

    def _can_step(self) -> bool:
        """Return True if traits may be set now.

        They may not be set for the dead, nor while the chart is read, a claim waits or all is over.
        """
        state = self.state
        played = state.phase in (Phase.EXPLORE, Phase.HAUNT) and not (state.haunt and state.haunt.claim)
        return played and not state.explorers[self.who].dead

    def _steps(self) -> Iterator[Row]:
        explorer = self.state.explorers[self.who]
        for trait in Trait:
            if explorer.traits[trait] < TOP:
                yield Row(f"{trait_name(trait)} +1", f"{trait.word}+", str(explorer.value(trait)))
            if explorer.traits[trait] > self.state.lowest:
                yield Row(f"{trait_name(trait)} −1", f"{trait.word}-", str(explorer.value(trait)))

    def _facts(self) -> Iterator[Row]:
        state, explorer = self.state, self.who
        for card in state.cards_at(explorer):
            detail = say("handled this turn") if card in state.handled else ""
            yield Row(card_name(card), detail=detail, sign=CardSign(CARDS[card].kind.word))
        yield from (Row(line) for line in describe_turn(state, explorer))

    def page(self) -> Page:
        """Return the rows beside the explorer's card."""
        rows = self.rows()
        choices = [number for number, row in enumerate(rows) if row.id]
        return BoardPage(
            self.name,
            self.title(),
            self._view(),
            self._caption(),
            rows,
            Tone.NOW if self.killing is not None else Tone.PLAIN,
            sign=self.who,
            keys=with_step_back(self.keys(), len(choices)),
            status=self.session.status,
            selected=choices[self.index % len(choices)] if choices else None,
        )

    def _view(self) -> ExplorerView:
        lost = {} if self.killing is None else {self.killing: 1}
        view = explorer_view(self.state, self.who, lost)
        return replaced(view, steps=self._can_step() and self.killing is None)

    def _caption(self) -> str:
        explorer = self.state.explorers[self.who]
        if self.killing is not None:
            return capitalised(say("{player} dies of it (rule B21). Is that so?", player=explorer_name(self.who)))
        if explorer.dead:
            return say("dead")
        room = room_name(explorer.room)
        return join_items((room, role_name(explorer.role))) if explorer.role else room

    def choose(self, row_id: str) -> None:
        """Set one trait by one step; ask once about a step that kills."""
        if row_id in (LIVES, DIES):
            trait, self.killing = self.killing, None
            self.index = 0
            if row_id == DIES and trait is not None:
                self._step(trait, -1)
            return
        trait = Trait(row_id[:-1])
        steps = 1 if row_id.endswith("+") else -1
        if steps < 0 and is_fatal(self.state, self.who, {trait: 1}):
            self.killing, self.index = trait, 0
            self.session.say(self._caption(), Level.PROBLEM, "wrong")
            return
        self._step(trait, steps)

    def _step(self, trait: Trait, steps: int) -> None:
        self.session.apply(e.Adjusted(by=self.who, trait=trait, steps=steps))
        value = self.state.explorers[self.who].value(trait)
        self.session.say(extended(trait_name(trait), f" {value}"), Level.DETAIL, "right")
        if self.state.explorers[self.who].dead:
            self.session.go_on()

    def touch(self, target: str) -> None:
        """Choose a row, or the end of a trait's row in the picture."""
        if target in self._ids():
            super().touch(target)

    def back(self) -> None:
        """Leave; what was set may have changed what comes next."""
        if self.killing is not None:
            self.killing = None
            return
        self.session.go_on()

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Choose") if self._ids() else "", draw=say("Next"), back=say("Back"))


def describe_turn(state: State, explorer: str) -> Iterator[str]:
    """Describe what the explorer has done and may still do this turn."""
    if state.explorers[explorer].dead:
        return
    if state.turn == explorer:
        left = max(0, spaces_left(state, explorer) or 0)
        yield (
            say("No more moving this turn (rule B4).")
            if state.stopped
            else say_count("{n} space left", "{n} spaces left", left)
        )
        done = {"gave": say("has given"), "dropped": say("has laid down"), "picked": say("has picked up")}
        for word in sorted(state.done):
            yield done[word]
        if state.attacked:
            yield say("has attacked")
    passed = state.leave_roll_passed(explorer)
    if passed is not None and state.leave_roll(explorer):
        yield say("free to leave (rule B26)") if passed else say("leaving costs (rule B26)")
    for room in sorted(state.explorers[explorer].once):
        yield say("Already used: {room} (rule B36)", room=room_name(room))


class WhyStep(ListStep):
    """Each thing that people may want to do now and may not, with the reason."""

    name = "why"

    def title(self) -> str:
        """Return the page's title."""
        return say("Why not?")

    def rows(self) -> tuple[Row, ...]:
        """Return what is not possible, and why."""
        rows = tuple(Row(what, detail=why) for what, why in reasons(state_of(self.session, State)))
        return rows or (Row(say("Nothing is forbidden now.")),)

    def keys(self) -> Keys:
        """Return the keys: Draw marks the next row, Back leaves."""
        return Keys(draw=say("Next"), back=say("Back"))


def reasons(state: State) -> Iterator[tuple[str, str]]:
    """Yield what the player on turn may not do now, and why."""
    allowed = {choice.event for choice in RULES.next(state)}
    for event in _attempts(state):
        name = RULES.event_to_json(event)["event"]
        if name in allowed:
            continue
        problems = RULES.problems(state, event)
        if problems:
            yield event_name(name)[:1].upper() + event_name(name)[1:], describe_problem(problems[0])


def _attempts(state: State) -> Iterator[e.GameEvent]:
    """Yield one try of each thing that explorers mostly want to do."""
    explorer = state.turn if state.turn in state.explorers else next(iter(state.living), None)
    if explorer is None:
        return
    room = state.room_of(explorer)
    beside = next(iter(state.house.behind(room).values()), None) or next(iter(state.house.rooms))
    door = next((door for other, door in state.house.open_doors(state.house.rooms[room].floor) if other == room), Dir.N)
    yield e.Moved(by=explorer, to=beside)
    tile = next(iter(sorted(state.stack)), None)
    if tile is not None:
        yield e.Discovered(by=explorer, door=door, tile=tile, turn=0)
    if state.haunt is not None:
        foe = next((other for other in (*state.living, *state.monsters) if state.are_enemies(explorer, other)), None)
        if foe is not None:
            yield e.Attacked(by=explorer, on=foe, faces=(), against=(), trait=Trait.MIGHT)
    held = state.cards_at(explorer)
    if held:
        yield e.Dropped(by=explorer, cards=held[:1])
    if state.cards_at(room):
        yield e.Picked(by=explorer, cards=state.cards_at(room)[:1])
    if TILES[room].cross:
        yield e.Crossed(by=explorer, faces=())
    yield e.TurnEnded(by=explorer)
