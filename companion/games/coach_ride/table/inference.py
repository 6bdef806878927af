"""Inference from a settled reading in each phase: an event, an answer, or what is wrong.

An answer is how an event's telling begins.

Only what may be read at that moment is compared (rules, section 8). A card that is covered or not read is no
change.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from companion.device.sentences import join_items
from companion.games.coach_ride.language import say, say_count
from companion.games.coach_ride.mat import CLAIM, open_place, person_place
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.table.discrepancies import (
    cards_at_empty_seats,
    item_not_used,
    missing_item,
    missing_person,
    persons_astray,
    profession_not_open,
    seen_twice,
    unread,
    unread_empty_seats,
    unused_profession,
    useless_person,
    wrong_side,
)
from companion.games.coach_ride.table.layout import (
    FACES,
    FIGHTING,
    expected_layout,
    is_profession,
    item_lie,
    named,
    open_professions,
    person_lie,
    profession_lie,
)
from companion.games.coach_ride.table.seats import Seats
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PROFESSION_OF
from companion.games.coach_ride.words import card_name, first_name
from companion.table.inference import Happened, Inference, Nothing, Problems, TableProblem, Waiting
from companion.table.layout import Change, difference
from companion.table.matching import PossibleChanges, match_changes
from companion.table.questions import Begun
from engine.coach_ride import events as e
from engine.coach_ride.cards import FIGHT_CARDS, Association, Item, Person, Profession, Variant
from engine.coach_ride.state import Fight, Phase, State

Found = Inference[e.GameEvent] | Begun
_TRADING = (Phase.TURN, Phase.OFFER, Phase.DEMAND, Phase.ANNOUNCE, Phase.EFFECT, Phase.LIMIT)
#: The kind of the problem of a card that counts in a fight and is not seen, or of an item that does nothing in it.
FIGHT_CARD = "fight-card"
#: So many associations has everybody in the advanced game of three.
_THREE = 3


def infer_event(
    state: State, observation: CoachRideObservation, seats: Seats, window: Profession | None = None
) -> Found:
    """Infer what has happened since the state.

    While `window` is open only that profession may speak.
    """
    if observation.in_doubt:
        return Problems(tuple(seen_twice(observation)))
    look = _CardView(state, observation, seats)
    if state.phase in FIGHTING:
        return look.fight(window)
    if state.phase in (Phase.CLAIM, Phase.ALLIES, Phase.REVEAL):
        return look.claim()
    if state.phase is Phase.NAMING:
        return Nothing()
    return look.turn()


def _calmly(problem: TableProblem) -> TableProblem:
    """Return the same as what stops nobody, told apart from what does in a turn."""
    return replace(problem, kind=FIGHT_CARD, pieces=(problem.kind, *problem.pieces), unfinished=True)


@dataclass(frozen=True)
class _CardView:
    state: State
    seen: CoachRideObservation
    seats: Seats

    # --- professions ------------------------------------------------------------------------------------------------

    def _newly_opened(self) -> Iterator[tuple[Person, Profession]]:
        """Yield professions that lie open and did not before."""
        for player in self.state.players:
            for card in self.seen.professions(self.seats[player]):
                if self.state.professions.get(player) is not card:
                    yield player, card

    def _happened(self, window: Profession | None) -> Found | None:
        """Return what has happened by the cards that have come; None: nothing."""
        fight = self.state.fight
        used = ((use.by, use.card) for use in (fight.used if fight else ()))
        items = [item_lie(player, card) for player, card in used if isinstance(card, Item)]
        before = expected_layout(self.state).changed(come=items)
        changes = difference(named(self.seen, self.seats).layout, before)
        return match_changes(changes, self._possible_changes(changes, window), covered=bool(self.seen.unreadable))

    def _possible_changes(
        self, changes: Collection[Change], window: Profession | None
    ) -> Iterator[PossibleChanges[e.GameEvent]]:
        """Yield what these changes may show, with the card that does: professions speak first."""
        state, opened = self.state, open_professions(self.state)
        shown = {PROFESSION_OF[change.lie.piece] for change in changes if is_profession(change.lie)}
        for card in filter(shown.__contains__, Profession):
            # Who has used one may not have it any more: it lies where it was opened last (K26).
            start = next(
                (profession_lie(player, card) for player, open_card in opened.items() if open_card is card), None
            )
            for player in state.players:
                use = None if state.professions.get(player) is card else self._use_of(player, card)
                if use is not None:
                    event, answers = (None, use.answers) if isinstance(use, Begun) else (use, ())
                    yield PossibleChanges((Change(start, profession_lie(player, card)),), answers, event)
        if state.phase is Phase.SUPPORT and window is None:
            # The next one is asked; others wait for their turn.
            player = state.support_order()[0]
            for half, face in FACES.items():
                yield PossibleChanges(
                    (Change(None, person_lie(player, half)),), event=e.Supported(player, e.Support(face))
                )
        if state.phase is Phase.POWERS:
            for player in state.players:
                if len(self.seen.items(self.seats[player])) <= state.hands[player]:
                    for item in Item:
                        if item in FIGHT_CARDS:
                            yield PossibleChanges((Change(None, item_lie(player, item)),), event=e.Used(player, item))

    def _use_of(self, person: Person, card: Profession) -> e.GameEvent | Begun | None:
        """Return the use of a profession that somebody opens now, or how its telling begins.

        None: it cannot be used.
        """
        state, fight = self.state, self.state.fight
        match card:
            case Profession.CLAIRVOYANT if state.phase is Phase.TURN and person is state.turn:
                return e.ClairvoyantUsed(person)
            case Profession.DIPLOMAT if state.phase is Phase.TURN and person is state.turn:
                return Begun((str(card),))
            case Profession.PRIEST if state.phase is Phase.SUPPORT and fight and not fight.support:
                return e.PriestUsed(person)
            case Profession.DOCTOR if state.phase is Phase.RESULT:
                return e.DoctorUsed(person)
            case Profession.HYPNOTIST if state.phase is Phase.POWERS and fight and person is fight.attacker:
                return Begun((str(card),))
            case Profession.POISON_MIXER if state.phase is Phase.POWERS:
                return Begun(("used", str(person), str(card)))
            case Profession.DUELIST if state.phase in (Phase.SUPPORT, Phase.POWERS):
                return e.Used(person, card)
            case _ if card in FIGHT_CARDS and state.phase is Phase.POWERS:
                return e.Used(person, card)
        return None

    def _professions_wrong(self) -> Iterator[TableProblem]:
        """Yield the professions that must lie open and do not, and those that were never used."""
        for player, card in self._newly_opened():
            yield unused_profession(player, card)
        for player, card in open_professions(self.state).items():
            if card not in self.seen.professions(self.seats[player]) and self._is_read(open_place(self.seats[player])):
                yield profession_not_open(player, card)

    def _is_read(self, zone: str) -> bool:
        return zone not in self.seen.unreadable

    # --- a turn -----------------------------------------------------------------------------------------------------

    def turn(self) -> Found:
        """Return a Clairvoyant or Diplomat is turned open; else all must lie as it lay."""
        happened = self._happened(None)
        if happened is not None:
            return happened
        return self._problems_or_waiting((*self._professions_wrong(), *cards_at_empty_seats(self.seen, self.seats)))

    def _problems_or_waiting(self, problems: tuple[TableProblem, ...]) -> Found:
        return Problems(problems) if problems else self._waiting()

    def _expected_players(self) -> Iterator[Person]:
        """Yield the players whose cards may tell something now.

        In a turn items change hands across the mat: they tell nothing.
        """
        lying = open_professions(self.state)
        for player in self.state.players:
            card = lying.get(player)
            if (
                self.state.phase not in _TRADING
                or (self.state.phase is Phase.TURN and player is self.state.turn)
                or (card is not None and card not in self.seen.professions(self.seats[player]))
            ):
                yield player

    def _unread(self) -> tuple[TableProblem, ...]:
        """Return the problems for places with something that cannot be read.

        It may be what is waited for, and stops nobody.
        """
        found: list[TableProblem] = []
        for expected_player in self._expected_players():
            seat = self.seats[expected_player]
            if not (self._is_read(open_place(seat)) and self._is_read(person_place(seat))):
                found.append(unread(expected_player))
        if not self._is_read(CLAIM):
            found.append(unread(None))
        if self.state.phase not in _TRADING:
            found += unread_empty_seats(self.seen, self.seats, open_place, person_place)
        return tuple(found)

    def _waiting(self) -> Found:
        """Return that nothing has happened: what cannot be read, and what stops nobody."""
        calm: Iterator[TableProblem] = iter(())
        if self.state.phase in FIGHTING:
            calm = map(_calmly, self._not_in_the_fight())
        elif self.state.claim is not None:
            calm = self._unasked_associations()
        problems = (*self._unread(), *calm)
        return Waiting(problems=problems) if problems else Nothing()

    # --- a fight ----------------------------------------------------------------------------------------------------

    def fight(self, window: Profession | None) -> Found:
        """Sword and shield, items and professions that are laid open."""
        fight = self.state.fight
        assert fight is not None
        happened = self._happened(window)
        if happened is not None:
            return happened
        wrong = tuple(self._persons_wrong(fight))
        if wrong:
            return Problems(wrong)
        if self.state.phase is Phase.POWERS:
            refused = self._refuse_items()
            if refused is not None:
                return refused
        unused = [
            unused_profession(player, card) for player, card in self._newly_opened() if not self._waits_for_turn(card)
        ]
        return self._problems_or_waiting((*unused, *cards_at_empty_seats(self.seen, self.seats)))

    def _not_in_the_fight(self) -> Iterator[TableProblem]:
        """Yield the cards of the fight that are not seen, and items without effect now.

        They stop nobody.
        """
        state, fight = self.state, self.state.fight
        assert fight is not None
        opened = open_professions(state)
        for player in state.players:
            seat = self.seats[player]
            seen_persons = {person for person, _ in self.seen.persons.get(seat, ())}
            if fight.half_of(player) is not None and player not in seen_persons and self._is_read(person_place(seat)):
                yield missing_person(player)
            if not self._is_read(open_place(seat)):
                continue
            card = opened.get(player)
            if card is not None and card not in self.seen.professions(seat):
                yield profession_not_open(player, card)
            lying = Counter(self.seen.items(seat))
            used = Counter(use.card for use in fight.used if use.by is player and isinstance(use.card, Item))
            yield from (missing_item(player, item) for item in sorted((used - lying).elements()))
            for item in sorted((lying - used).elements()):
                if state.phase is Phase.RESULT or item not in FIGHT_CARDS:
                    yield item_not_used(player, item)

    def _waits_for_turn(self, card: Profession) -> bool:
        """Return True if a card that lies open too early waits for its turn."""
        return self.state.phase is Phase.SUPPORT and (card in FIGHT_CARDS or card is Profession.HYPNOTIST)

    def _refuse_items(self) -> Found | None:
        """Return what is wrong with open items; None: nothing.

        They may be too many for the hand, or not for a fight.
        """
        for player in self.state.players:
            lying = self.seen.items(self.seats[player])
            if len(lying) > self.state.hands[player]:
                return self._too_many(player, say("Take the others back."))
            for item in lying:
                if item not in FIGHT_CARDS:
                    text = say("Not for a fight: {card}.", card=card_name(item))
                    fix = say("Take it back: {player}.", player=first_name(player))
                    return Problems((TableProblem("no-fight-card", text, fix, places=(str(player),), sign=item),))
        return None

    def _too_many(self, person: Person, fix: str) -> Problems[e.GameEvent]:
        """More items lie open than the hand has."""
        held = self.state.hands[person]
        text = say_count("{player} holds {n} item.", "{player} holds {n} items.", held, player=first_name(person))
        return Problems((TableProblem("too-many", text, fix, places=(str(person),)),))

    def _persons_wrong(self, fight: Fight) -> Iterator[TableProblem]:
        """Person cards in a wrong place, on the wrong side, or that do not count any more."""
        yield from persons_astray(self.seen, self.seats)
        for player, seat in self.seats.items():
            yield from self._face_wrong(fight, player, self.seen.persons.get(seat, ()))

    def _face_wrong(
        self, fight: Fight, player: Person, lying: tuple[tuple[Person, str], ...]
    ) -> Iterator[TableProblem]:
        faces = [face for person, face in lying if person is player]
        declared = player in (fight.attacker, fight.defender) or player in fight.support
        half = fight.half_of(player)
        if not faces or not declared:
            return
        if half is None:
            yield useless_person(player)
        elif faces[0] != FACES[half]:
            yield wrong_side(player, half)

    # --- a claim ----------------------------------------------------------------------------------------------------

    def claim(self) -> Found:
        """Return the cards of the next one, as soon as all of them are seen."""
        state = self.state
        nobodys = tuple(cards_at_empty_seats(self.seen, self.seats))
        if state.phase is Phase.CLAIM:
            claimed = self._claimant()
            return Problems(nobodys) if nobodys and isinstance(claimed, Nothing | Waiting) else claimed
        waiting: Found | None = None
        for player in state.players_to_show():
            association = self.seen.associations(self.seats[player])
            if len(association) > self._associations_each:
                return self._too_many_cards(say("Too many associations: {player}.", player=first_name(player)), player)
            if not association:
                continue
            to_lay = self._associations_each - len(association)
            if state.phase is Phase.REVEAL:
                if not to_lay:
                    return Happened(e.Shown(player, self._sorted(association)))
                waiting = waiting or self._cards_to_show(player, to_lay, 0, 0)
                continue
            items = self._new_items()
            if len(items) > state.hands[player]:
                return self._too_many_shown(player)
            if not to_lay and len(items) == state.hands[player]:
                return Happened(e.Shown(player, self._sorted(association), items=items))
            # Whose the next items are nobody can see before these have been shown.
            waiting = self._cards_to_show(player, to_lay, 0, state.hands[player] - len(items))
            break
        return Problems(nobodys) if nobodys else waiting or self._waiting()

    @property
    def _associations_each(self) -> int:
        return _THREE if Variant.THREE_ADVANCED in self.state.variants else 1

    @staticmethod
    def _sorted(association: tuple[Association, ...]) -> tuple[Association, ...]:
        return tuple(sorted(association, key=list(Association).index))

    def _claimant(self) -> Found:
        """Association, profession and all items in the claim place."""
        state, seen = self.state, self.seen
        assert state.claim is not None
        actor = state.claim.by
        association = tuple(ASSOCIATION_OF[tag] for tag in seen.claim if tag in ASSOCIATION_OF)
        professions = [PROFESSION_OF[tag] for tag in seen.claim if tag in PROFESSION_OF]
        # One that lay open may stay where it lay.
        professions = professions or [profession for profession in (state.professions.get(actor),) if profession]
        items = self._new_items()
        if not self._is_read(CLAIM):
            return self._waiting()
        if len(items) > state.hands[actor]:
            return self._too_many_shown(actor)
        if len(association) > self._associations_each:
            return self._too_many_cards(say("Too many associations: {player}.", player=first_name(actor)), actor)
        if len(professions) > 1:
            return self._too_many_cards(say("Too many professions: {player}.", player=first_name(actor)), actor)
        missing = self._associations_each - len(association), 1 - len(professions), state.hands[actor] - len(items)
        if any(missing):
            return self._cards_to_show(actor, *missing) if seen.claim else self._waiting()
        return Happened(e.Shown(actor, self._sorted(association), professions[0], items))

    def _cards_to_show(self, person: Person, associations: int, professions: int, items: int) -> Found:
        """Return the cards that are still to be shown; some of them lie there.

        The number of items in a hand is public.
        """
        if self._unread():
            return self._waiting()
        missing: list[str] = []
        if associations > 0:
            missing.append(say_count("{n} association", "{n} associations", associations))
        if professions > 0:
            missing.append(say("the profession"))
        if items > 0:
            missing.append(say_count("{n} item", "{n} items", items))
        if not missing:
            return Waiting()
        text = say("Still to be shown by {player}: {cards}.", player=first_name(person), cards=join_items(missing))
        fix = say("Lay them there, or put the number right in the menu.") if items > 0 else say("Lay them there.")
        counts = tuple(map(str, (associations, professions, items)))
        return Waiting(problems=(TableProblem("to-show", text, fix, counts, (str(person),), unfinished=True),))

    def _too_many_shown(self, person: Person) -> Problems[e.GameEvent]:
        """Return the problem that too many items are shown.

        They may have been counted wrongly: nobody knew until now.
        """
        return self._too_many(person, say("Take the others back, or put the number right in the menu."))

    def _unasked_associations(self) -> Iterator[TableProblem]:
        """Yield the associations of those who are not asked to show them yet; they stop nobody."""
        claim = self.state.claim
        assert claim is not None
        asked = {claim.by, *claim.shown, *self.state.players_to_show()}
        for player in self.state.players:
            if player not in asked and self.seen.associations(self.seats[player]):
                text = say("Not asked to show cards yet: {player}.", player=first_name(player))
                yield TableProblem(
                    "not-asked", text, say("Turn the association face down."), (), (str(player),), None, True
                )

    @staticmethod
    def _too_many_cards(text: str, person: Person) -> Problems[e.GameEvent]:
        return Problems((TableProblem("too-many", text, say("Take the others back."), places=(str(person),)),))

    def _new_items(self) -> tuple[Item, ...]:
        """Return the items in the claim place that nobody has shown before."""
        assert self.state.claim is not None
        shown = Counter(item for cards in self.state.claim.shown.values() for item in cards.items or ())
        lying = Counter(ITEM_OF[tag] for tag in self.seen.claim if tag in ITEM_OF)
        return tuple(sorted((lying - shown).elements()))
