"""Questions to players who enter what has happened, and the answers that produce an event.

A dialog is a pure function of the state and of the answers so far. Each answer is the id of a row: a character, a
kind of provision, a number or a word.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.device.sentences import capitalised
from companion.games.lifeboat.captions import caption
from companion.games.lifeboat.language import later, say, say_count
from companion.games.lifeboat.table.signs import ask_signs
from companion.games.lifeboat.words import bird_name, character_name, provision_name
from companion.screen.pages import Row, Tone
from companion.table.dialog import Dialog, next_question
from companion.table.event_dialog import number_rows
from companion.table.picking import pick
from companion.table.questions import UNMARKED, AnsweredEvent, Answers, Question
from engine.lifeboat import events as e
from engine.lifeboat.actions import rowing_draws
from engine.lifeboat.components import SPECIAL, WEAPONS, Character, Provision, Variant
from engine.lifeboat.navigation import LAND, Bird, birds_after
from engine.lifeboat.navigation_phase import deck_for_compass
from engine.lifeboat.state import DepartureReason, Phase, State, own_cards

#: A flare turns so many cards.
_FLARE_TURNS = 3
#: Nobody puts more cards on the row stack at once, even when the table wants it so.
_MOST_KEPT = 6
#: Answers that tell what everybody does: the whole supply, all hands at the scoring.
ALL_TOOK = "all-took"
ALL_REVEALED = "all-revealed"
#: Answers after which nobody does anything more in a step, with the label of the button that gives them.
_CLOSING: Mapping[Phase, tuple[str, str]] = {
    Phase.OBJECTION: ("eaten", later("Nobody")),
    Phase.FIGHT: ("fought", later("Nobody else")),
    Phase.OVERBOARD: ("fell", later("In the water")),
}
#: One event, or several that one answer tells.
Told = e.GameEvent | tuple[e.GameEvent, ...]
Telling = Dialog[Told]


def ask(state: State, answers: Answers, *, overruling: bool = False, hidden: bool = False) -> Question | AnsweredEvent:
    """Return the next question, or what the answers tell.

    `overruling`: anybody may do it, whatever the rules say. `hidden`: a virtual table keeps the hidden cards.
    """
    return next_question(boat_dialog(state, overruling=overruling, hidden=hidden), answers)


def boat_dialog(state: State, *, overruling: bool = False, hidden: bool = False) -> Telling:
    """Ask all questions about what happens now."""
    return _BoatDialog(state, overruling, hidden).now()


def usable(state: State, character: Character) -> list[Provision]:
    """Return the special cards that a character may use now, by what is public (L14)."""
    return _BoatDialog(state, overruling=False).usable(character)


@dataclass(frozen=True)
class _BoatDialog:
    state: State
    overruling: bool
    hidden: bool = False

    # --- the first question of each step --------------------------------------------------------------------------

    def now(self) -> Telling:
        """Ask what happens now."""
        state, actor = self.state, self.state.turn
        if self.overruling and state.step in (Phase.TAKE, Phase.ACT, Phase.CHOOSE):
            actor = yield from pick_character(say("Who does it, whatever the rules say?"), state.seats)
        closing, label = _CLOSING.get(state.step, ("", ""))
        what = yield Question(
            caption(state), tuple(self._rows(actor)), closing=closing, closing_label=say(label) if label else ""
        )
        if state.step is Phase.REVEAL:
            return (yield from self._revealed(Character(what)))
        return (yield from self._ask_event(what, actor))

    def _rows(self, character: Character | None) -> Iterable[Row]:
        state = self.state
        match state.step:
            case Phase.TAKE:
                yield from self._supply()
            case Phase.ACT:
                assert character is not None
                yield from self._actions(character)
            case Phase.ANSWER:
                yield Row(say("Agreed"), "agreed", tone=Tone.GOOD)
                yield Row(say("Refused: a fight"), "refused", tone=Tone.BAD)
            case Phase.OBJECTION:
                yield Row(say("Nobody objects"), "eaten")
                yield Row(say("Somebody objects"), "objected")
            case Phase.FIGHT:
                yield Row(say("Nobody else joins or lays a card"), "fought")
                if self._free_to_join():
                    yield Row(say("Joins the attackers"), "attack")
                    yield Row(say("Joins the defenders"), "defend")
            case Phase.CHOOSE:
                yield Row(say("The day's card"), "card", tone=Tone.NOW)
                if character and Provision.COMPASS in state.person(character).open and deck_for_compass(state) > 0:
                    yield Row(say("The day's card, with the compass"), "compass")
            case Phase.OVERBOARD:
                yield Row(say("They are in the water"), "fell")
                if any(_sources(state, acting, Provision.CHUM) for acting in self._acting_characters()):
                    yield Row(capitalised(provision_name(Provision.CHUM)), "chum", sign=Provision.CHUM)
                if self._ghosts():
                    yield Row(say("A ghost calls the sharks"), "haunted")
            case Phase.THIRST:
                if any(_sources(state, acting, Provision.WATER) for acting in self._acting_characters()):
                    yield Row(capitalised(provision_name(Provision.WATER)), "water", sign=Provision.WATER)
                yield Row(say("A wound"), "suffered")
            case Phase.REVEAL:
                if self.hidden:
                    yield Row(say("Everybody lays love, hate and hand open"), ALL_REVEALED, tone=Tone.NOW)
                yield from people_rows(revealing_characters(state))
                return
        if self._holding():
            kept = state.step is Phase.TAKE and not self.hidden
            yield Row(say("A kept card is laid open") if kept else say("A card is laid open"), "laid")
        if self._traders():
            yield Row(say("A trade"), "traded")

    def _supply(self) -> Iterable[Row]:
        """Yield the supply as a whole; where covers hide the cards, players look at them in turn."""
        row = Row(say("One kept, the rest passed on"), "took", tone=Tone.NOW if self.hidden else Tone.PLAIN)
        if not (self.hidden or self.overruling):
            yield Row(say("Everybody has kept one"), ALL_TOOK, tone=Tone.NOW)
        yield row

    def _actions(self, character: Character) -> Iterable[Row]:
        """Yield a row for each of the five choices (L10)."""
        state = self.state
        yield Row(say("Row"), "row")
        if len(state.seats) > 1:
            yield Row(say("Change seats"), "seat")
        if any(person.hand or person.open for person in state.aboard if person.who is not character):
            yield Row(say("Demand a card"), "take")
        if self.usable(character):
            yield Row(say("Use a card"), "use")
        yield Row(say("Nothing"), "passed")

    def _ask_event(self, what: str, character: Character | None) -> Telling:
        """Ask on after the first answer, until the event is told."""
        state, turn = self.state, self.state.turn
        match what:
            case "all-took":
                return tuple(map(e.Took, takers(state)))
            case "eaten":
                return e.Eaten()
            case "fought":
                return e.Fought()
            case "fell":
                return e.Fell()
            case "laid":
                return (yield from self._ask_laid_card())
            case "thrown":
                return (yield from self._thrown())
            case "traded":
                return (yield from self._traded())
            case "objected":
                demand = state.demand
                objecting = [
                    acting for acting in self._acting_characters() if demand is None or acting is not demand.by
                ]
                return e.Objected((yield from pick_character(say("Who objects?"), objecting)))
            case "attack" | "defend":
                text = say("Who joins the attackers?") if what == "attack" else say("Who joins the defenders?")
                return e.Joined((yield from pick_character(text, self._free_to_join())), e.Side(what))
            case "chum":
                character, source = yield from self._source_of(Provision.CHUM)
                return e.Chummed(character, source)
            case "haunted":
                return e.Haunted((yield from pick_character(say("Who calls the sharks?"), self._ghosts())))
            case "water":
                assert turn is not None
                character, source = yield from self._source_of(Provision.WATER)
                return e.Drank(character, turn, source)
            case "card" | "compass":
                return (yield from self._navigated(character, compass=what == "compass"))
        assert character is not None
        match what:
            case "took":
                return e.Took(character)
            case "passed":
                return e.Passed(character)
            case "agreed":
                return e.Agreed(character)
            case "refused":
                return e.Refused(character)
            case "suffered":
                return e.Suffered(character)
            case "row":
                return (yield from self._rowed(character))
            case "seat":
                others = [seat for seat in state.seats if seat is not character]
                of = yield from pick_character(say("Change seats with whom?"), others)
                return e.Demanded(character, of, e.DemandKind.SEAT)
            case "take":
                holding = [
                    person.who
                    for person in state.aboard
                    if person.who is not character and (person.hand or person.open)
                ]
                of = yield from pick_character(say("Whose card?"), holding)
                return _demand(character, of, (yield Question(say("Which card?"), self._cards_of(of))))
            case "demand":
                return (yield from self._demanded(character))
            case "use":
                return (yield from self._used(character))
        raise ValueError(f"no answer {what!r} now")

    # --- who may ----------------------------------------------------------------------------------------------------

    def _acting_characters(self) -> Sequence[Character]:
        return self.state.seats if self.overruling else self.state.conscious

    def _traders(self) -> Sequence[Character]:
        state = self.state
        trading = self.overruling or state.step in (Phase.ACT, Phase.ANSWER, Phase.OBJECTION)
        acting = self._acting_characters()
        return (
            acting if trading and len(acting) > 1 and any(state.person(character).hand for character in acting) else ()
        )

    def _free_to_join(self) -> list[Character]:
        fight = self.state.fight
        in_it = (*fight.attack, *fight.defend) if fight else ()
        return [acting for acting in self._acting_characters() if acting not in in_it]

    def _ghosts(self) -> list[Character]:
        state = self.state
        called = state.overboard.called if state.overboard else ()
        if not state.plays(Variant.SHARKS):
            return []
        return [
            person.who for person in state.people if person.left is DepartureReason.DROWNED and person.who not in called
        ]

    # --- the questions after it -------------------------------------------------------------------------------------

    def _holding(self) -> list[Character]:
        """Return who may lay a card open: those in a fight first.

        In the supply also who has no card but the one that they keep now.
        """
        state = self.state
        taking = takers(state) if state.step is Phase.TAKE and not self.hidden else ()
        holding = [acting for acting in self._acting_characters() if state.person(acting).hand or acting in taking]
        fighters = (*state.fight.attack, *state.fight.defend) if state.fight else ()
        return sorted(holding, key=lambda character: character not in fighters)

    def _ask_laid_card(self) -> Telling:
        """Ask which card is laid open (L24); in a fight weapons come first."""
        state = self.state
        actor = yield from pick_character(say("Who lays a card open?"), self._holding())
        kinds = [kind for kind, n in state.unseen.items() if n]
        if state.step is Phase.FIGHT:
            kinds.sort(key=lambda kind: kind not in WEAPONS)
        card = yield from pick_kind(say("Which card is it?"), kinds)
        if card is not Provision.PRESERVER:
            return self._laid(actor, card)
        others = (acting for acting in self._acting_characters() if acting is not actor)
        to = yield from pick_character(say("Before whom does it lie?"), (actor, *others))
        return self._laid(actor, card, None if to is actor else to)

    def _laid(
        self, character: Character, card: Provision, to: Character | None = None
    ) -> e.GameEvent | tuple[e.GameEvent, ...]:
        """Return the event of a card laid open; who has no other card keeps it first."""
        laid = e.Laid(character, card, to)
        if self.state.person(character).hand:
            return laid
        taking = takers(self.state)
        return (*map(e.Took, taking[: taking.index(character) + 1]), laid) if character in taking else laid

    def _thrown(self) -> Telling:
        """Ask about a thrown preserver (L24): it was seen to come before the first answer.

        Nearly always it is their own.
        """
        to = yield from pick_character(say("Before whom does it lie?"), self._acting_characters())
        whose = [acting for acting in self._acting_characters() if self.state.person(acting).hand]
        whose.sort(key=lambda character: character is not to)
        actor = yield from pick_character(say("Who threw the preserver?"), whose)
        return e.Laid(actor, Provision.PRESERVER, None if to is actor else to)

    def _traded(self) -> Telling:
        """Ask who trades or gives what (L9)."""
        state = self.state
        actor = yield from pick_character(say("Who trades or gives?"), self._traders())
        held = state.person(actor).hand
        # One of the two must have a card.
        partners = (trader for trader in self._traders() if trader is not actor and state.person(trader).hand + held)
        partner = yield from pick_character(say("With whom?"), partners)
        theirs = state.person(partner).hand
        text = say("How many hand cards does {player} give?", player=character_name(actor))
        gave = int((yield Question(text, number_rows(0 if theirs else 1, held))))
        got = yield Question(say("How many come back?"), number_rows(0 if gave else 1, theirs))
        return e.Traded(actor, partner, gave, int(got))

    def _rowed(self, character: Character) -> Telling:
        """Ask how many cards a rower keeps (L11)."""
        draws = rowing_draws(self.state, self.state.person(character))
        most = min(self.state.deck, _MOST_KEPT if self.overruling else draws)
        text = say_count(
            "Draw {n} navigation card. How many go on the row stack?",
            "Draw {n} navigation cards. How many go on the row stack?",
            draws,
        )
        return e.Rowed(character, int((yield Question(text, number_rows(0, most, first=1)))))

    def _cards_of(self, character: Character) -> tuple[Row, ...]:
        """Return the cards that may be demanded; which one is said at once (L12, LR14)."""
        of = self.state.person(character)
        hand = (Row(say("A hand card"), "hand"),) if of.hand else ()
        return (*hand, *kind_rows(dict.fromkeys(of.open)))

    def _demanded(self, character: Character) -> Telling:
        """Ask what is demanded of the first answer, whose card was pushed down.

        Only its kind is asked.
        """
        of = yield from pick_character(say("Whose card?"), self.state.seats)
        rows = (Row(say("The seat"), "seat"), *self._cards_of(of))
        return _demand(character, of, (yield Question(say("What is demanded?"), rows)))

    def usable(self, character: Character) -> list[Provision]:
        """Return the special cards that a character can use (L14)."""
        state = self.state
        possible = {
            Provision.MEDKIT: bool(self._healable_characters()),
            Provision.PARASOL: not state.person(character).parasol,
            Provision.FLARE: True,
            Provision.CANNIBALISM: any(not person.alive for person in state.aboard),
        }
        return [card for card in Provision if card in SPECIAL and possible[card] and _sources(state, character, card)]

    def _healable_characters(self) -> list[Character]:
        """Return the characters who have a wound and are not dead.

        Whatever the rules say, it returns also the dead (L14).
        """
        return [person.who for person in self.state.aboard if person.wounds and (person.alive or self.overruling)]

    def _used(self, character: Character) -> Telling:
        """Ask which card is used (L14)."""
        state = self.state
        card = yield from pick_kind(say("Which card is used?"), self.usable(character))
        source = yield from _pick_source(_sources(state, character, card))
        match card:
            case Provision.MEDKIT:
                on = yield from pick_character(say("Who loses a wound?"), self._healable_characters())
                return e.Used(character, card, source, on=on)
            case Provision.CANNIBALISM:
                dead = [person.who for person in state.aboard if not person.alive]
                return e.Used(character, card, source, on=(yield from pick_character(say("Whose body?"), dead)))
            case Provision.FLARE:
                return (yield from self._flare(character, source))
        return e.Used(character, card, source)

    def _flare(self, character: Character, source: e.CardSource) -> Telling:
        """Ask for the cards of a flare one by one; the fourth bird ends it (LR16)."""
        state = self.state
        cards = own_cards(state.started)
        birds, turned = state.birds, tuple[str, ...]()
        while len(turned) < min(_FLARE_TURNS, state.deck) and birds < LAND:
            text = say("Card {n} that the flare turns: which is it?", n=len(turned) + 1)
            if cards is None:
                answer = yield Question(text, tuple(Row(bird_name(bird), str(bird)) for bird in Bird))
                bird = Bird(answer)
            else:
                left = {str(card.id): card.bird for card in cards if card.id not in turned}
                rows = tuple(Row(card_id, card_id, bird_name(bird)) for card_id, bird in left.items())
                answer = yield Question(text, rows, whole_screen=True)
                bird = left[answer]
            turned, birds = (*turned, answer), birds_after(birds, bird)
        if cards is None:
            return e.Used(character, Provision.FLARE, source, birds=tuple(map(Bird, turned)))
        return e.Used(character, Provision.FLARE, source, cards=turned)

    def _source_of(self, card: Provision) -> Dialog[tuple[Character, e.CardSource]]:
        """Ask whose chum or water is used, and from where."""
        holding = [acting for acting in self._acting_characters() if _sources(self.state, acting, card)]
        holding.sort(key=lambda character: character is not self.state.turn)
        actor = yield from pick_character(say("Whose card is it?"), holding)
        return actor, (yield from _pick_source(_sources(self.state, actor, card)))

    def _navigated(self, character: Character | None, *, compass: bool) -> Telling:
        """Ask for the day's card by its number, or its signs (L17)."""
        cards = own_cards(self.state.started)
        if cards is None:
            return e.Navigated(character, signs=(yield from ask_signs(self.state)), compass=compass)
        rows = tuple(Row(str(card.id), str(card.id)) for card in cards)
        answer = yield Question(say("Which is the day's card?"), rows, whole_screen=True)
        return e.Navigated(character, answer, compass=compass)

    def _revealed(self, character: Character) -> Telling:
        """Ask for love, hate, and the hand card by card (L25)."""
        state, player = self.state, character_name(character)
        people = [person.who for person in state.people]
        loved, hated = {event.love for event in state.revealed}, {event.hate for event in state.revealed}
        text = capitalised(say("Whom does {player} love?", player=player))
        love = yield from _pick_secret(text, (person for person in people if person not in loved))
        text = capitalised(say("Whom does {player} hate?", player=player))
        hate = yield from _pick_secret(text, (person for person in people if person not in hated))
        hand: list[Provision] = []
        held = state.person(character).hand
        while len(hand) != held:
            text = say("Hand card {n} of {all}: which is it?", n=len(hand) + 1, all=held)
            rows = kind_rows((kind for kind, n in state.unseen.items() if n > hand.count(kind)), counted=hand)
            hand.append(Provision((yield Question(text, rows, stays=True, whole_screen=True, marked=UNMARKED))))
        return e.Revealed(character, love, hate, tuple(sorted(hand)))


def takers(state: State) -> tuple[Character, ...]:
    """Return the players who still keep a provision in this supply.

    If there are too few the last ones get none (LR4).
    """
    cards = state.passing or min(state.bow, len(state.conscious))
    return state.waiting[:cards]


def revealing_characters(state: State) -> list[Character]:
    """Return the players who have still to reveal."""
    done = [revealed.by for revealed in state.revealed]
    return [person.who for person in state.people if person.who not in done]


def pick_character(text: str, characters: Iterable[Character]) -> Dialog[Character]:
    """Ask for one of these characters."""
    return Character((yield from pick(text, people_rows(characters))))


def _pick_secret(text: str, characters: Iterable[Character]) -> Dialog[Character]:
    """Ask for the character on a secret card that is shown: none is likelier than another."""
    return Character((yield Question(text, people_rows(characters), marked=UNMARKED)))


def pick_kind(text: str, kinds: Iterable[Provision]) -> Dialog[Provision]:
    """Ask for one of these kinds of provisions."""
    return Provision((yield Question(text, kind_rows(kinds))))


def _demand(character: Character, of: Character, what: str) -> e.Demanded:
    """Return the demand of a seat, a hand card, or an open one (L12)."""
    if what in ("seat", "hand"):
        return e.Demanded(character, of, e.DemandKind.SEAT if what == "seat" else e.DemandKind.HAND)
    return e.Demanded(character, of, e.DemandKind.OPEN, Provision(what))


def people_rows(characters: Iterable[Character]) -> tuple[Row, ...]:
    """Return a row for each character."""
    return tuple(Row(capitalised(character_name(person)), str(person), sign=person) for person in characters)


def kind_rows(kinds: Iterable[Provision], counted: Sequence[Provision] = ()) -> tuple[Row, ...]:
    """Return a row for each kind, with the number of it that is counted already."""
    return tuple(
        Row(
            capitalised(provision_name(kind)), str(kind), str(counted.count(kind)) if kind in counted else "", sign=kind
        )
        for kind in kinds
    )


def _sources(state: State, character: Character, card: Provision) -> tuple[e.CardSource, ...]:
    """Return where a card of this kind may come from, for all that is public."""
    person = state.person(character)
    hand = (e.CardSource.HAND,) if person.hand and state.unseen[card] else ()
    return (*((e.CardSource.OPEN,) if card in person.open else ()), *hand)


def _pick_source(sources: Iterable[e.CardSource]) -> Dialog[e.CardSource]:
    words = {e.CardSource.HAND: say("From the hand"), e.CardSource.OPEN: say("It lies open")}
    rows = tuple(Row(words[source], str(source)) for source in sources)
    return e.CardSource((yield Question(say("Where does it come from?"), rows)))
