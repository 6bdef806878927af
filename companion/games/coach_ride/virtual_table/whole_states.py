"""Whole states of a game at the virtual table, as bots in seats play it."""

from collections.abc import Collection, Sequence

from companion.games.coach_ride.table.steps import CoachRideStep, window_of
from companion.games.coach_ride.virtual_table.secret_game import CHOSEN, NEXT, CoachRideSecrets
from companion.table.session import Session
from companion.table.step import Step
from engine.coach_ride import events as e
from engine.coach_ride.cards import Person
from engine.coach_ride.dealt import Dealt, Move, look
from engine.coach_ride.hidden import liked_profession
from engine.coach_ride.picking import Picking
from engine.coach_ride.play import PLAY
from engine.coach_ride.state import Phase, State
from engine.coach_ride.windows import asked_order, must_act
from engine.values import replaced

#: For these events a seat looks at cards before one is chosen; else for a search.
_LOOKED_FOR = {Phase.TURN: ("clairvoyant",), Phase.EFFECT: ("renewed",)}


class WholeStates:
    """Whole state of the session's game: cards, who has declined, what bots keep secret.

    Who has declined is asked again after each event, not after a restart.
    """

    def __init__(self, session: Session, secrets: CoachRideSecrets) -> None:
        self._session, self._secrets = session, secrets
        #: Events after which this is known: who has declined, and whether people have let the window pass.
        self._events: tuple[e.GameEvent, ...] = ()
        self._declined: set[Person] = set()
        #: Who has looked at the cards to choose from.
        self._looked: Person | None = None
        self._picking: Picking | None = None
        self._people_passed = False

    def whole_state(self) -> Dealt | None:
        """Return the state with its cards; None while nobody knows them."""
        hidden, state, kept = self._secrets.now, self._secrets.state, self._secrets.kept
        if hidden is None or state is None or kept is None:
            return None
        if self._secrets.is_told:
            told: Dealt | None = self._secrets.told_state
            return told
        self._follow(kept.events, state)
        seating, picking = self._session.seating, self._picking
        choosers = frozenset(player for player in state.players if str(player) in seating.own_screens)
        choosers = choosers.difference(self._bots, seating.seats.away)
        if picking is not None:
            # Nobody waits for somebody who has left.
            picking = replaced(picking, asked=tuple([player for player in picking.asked if player in choosers]))
        waits = bool({*self._asked_people(state)} - {must_act(state)})
        whole = Dealt(
            state,
            hidden,
            self._declined_by_now(state),
            None,
            self._secrets.plan(state),
            waits,
            choosers,
            picking=picking,
        )
        return whole if self._looked is None else look(whole, self._looked)

    @property
    def wait_for_people(self) -> bool:
        """True while whoever must act leaves time to people who may speak, or who pick."""
        state = self._secrets.state
        if self._secrets.now is None or state is None or self._secrets.kept is None or self._secrets.is_told:
            return False
        self._follow(self._secrets.kept.events, state)
        return self._picking is not None or (self._asked_bot(state) is None and bool(self._asked_people(state)))

    def completed(self, move: Move) -> Move:
        """Return the event that waited for this pick, if it was the last one."""
        whole = self.whole_state()
        if whole is None or self._secrets.is_told or whole.picking is None:
            return move
        if move.event is not None or whole.actors != (move.by,):
            return move
        self.keep_move(move)
        return Move(whole.picking.event)

    def keep_move(self, move: Move) -> None:
        """Keep that somebody declines, what they give away, and whom they are going to name."""
        kept, state, hidden = self._secrets.kept, self._secrets.state, self._secrets.now
        if kept is None or state is None or hidden is None:
            return
        event, picks = move.event, list[str]()
        if event is None and self._secrets.asks_elsewhere(move):
            return
        if event is None and move.by is not None:
            self._follow(kept.events, state)
            self._take(move)
            kept.unnoticed = (*kept.unnoticed, move)
            if move.looks:
                self._secrets.await_events(str(move.by), *_LOOKED_FOR.get(state.phase, ("searched",)))
        actor = move.by if event is None else event.by if isinstance(event, e.By) else None
        if move.give is not None and actor is not None:
            picks.append(f"gives {actor} {move.give}")
        # Of a pile's order the uppermost comes first.
        picks += [f"{CHOSEN}{card}" for card in reversed(move.chosen)]
        if isinstance(event, e.Renewed) and hidden.profession_pile and not move.chosen:
            picks.append(f"{CHOSEN}{liked_profession(hidden.profession_pile)}")
        if picks:
            former = [pick.rpartition(" ")[0] for pick in picks]
            others = [pick for pick in kept.coming.get(NEXT, ()) if pick.rpartition(" ")[0] not in former]
            kept.coming[NEXT] = (*others, *picks)
        if event is not None:
            self._secrets.keep_plan(move.plan if isinstance(event, e.Claimed) else None)
        self._secrets.keep()

    def _take(self, move: Move) -> None:
        """Take a move that others do not notice."""
        assert move.by is not None
        if move.looks:
            self._looked = move.by
        elif move.begins is not None or self._picking is not None:
            before = self.whole_state()
            assert before is not None
            self._picking = PLAY.follow(before, move).picking
        else:
            self._declined.add(move.by)

    def _follow(self, events: tuple[e.GameEvent, ...], state: State) -> None:
        if events != self._events:
            self._events, self._people_passed = events, window_of(state) is None
            self._declined.clear()
            self._looked = self._picking = None
            # There are some only after a restart.
            for move in self._secrets.kept.unnoticed if self._secrets.kept is not None else ():
                self._take(move)
        step = self._session.running_step
        if isinstance(step, CoachRideStep) and step.state == state and step.window is None:
            self._people_passed = True

    def _declined_by_now(self, state: State) -> frozenset[Person]:
        """Return who counts as having declined: bots are asked before people."""
        order, bot = asked_order(state), self._asked_bot(state)
        if bot is not None:
            return frozenset((*self._declined, *order[: order.index(bot)]))
        return frozenset(order).difference(self._asked_people(state))

    @property
    def _bots(self) -> Collection[str]:
        """Players for whom bots act, in their seats or for people who are away."""
        step = self._session.step
        if isinstance(step, CoachRideStep) and step.state != self._secrets.state:
            # Hands were asked to do that step; it is over.
            step = Step(self._session)
        return {*self._session.seating.seats.bots, *self._secrets.bots(step)}

    def _asked_bot(self, state: State) -> Person | None:
        """Return the bot that is asked next; one that must act is asked after people."""
        bots = self._bots
        late: Collection[Person | None] = (must_act(state),) if self._asked_people(state) else ()
        left = (player for player in asked_order(state) if player in bots and player not in self._declined)
        return next((player for player in left if player not in late), None)

    def _asked_people(self, state: State) -> Sequence[Person]:
        """Return the people who may still speak in this window; a fight is counted when they say so."""
        if self._people_passed and state.phase is not Phase.POWERS:
            return ()
        bots = self._bots
        return [player for player in asked_order(state) if player not in bots and player not in self._declined]
