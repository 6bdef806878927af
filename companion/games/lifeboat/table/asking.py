"""What is asked when players tell what has happened: a pure function of the state and of the answers so far.

Each answer is the id of a row: a character, a kind of provision, a number or a word. `told_by` says which answers tell
an event.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from companion.device.sentences import capitalised
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.table.captions import caption
from companion.games.lifeboat.table.signs_asked import signs_asked, signs_told
from companion.games.lifeboat.words import bird_name, character_name, provision_name
from companion.screen.pages import Row, Tone
from companion.table.questions import Answers, Question, Told
from companion.table.telling import number_rows
from engine.lifeboat import events as e
from engine.lifeboat.actions import rowing_draws
from engine.lifeboat.components import SPECIAL, Character, Provision, Variant
from engine.lifeboat.navigation import LAND, Bird, birds_after
from engine.lifeboat.state import Left, State, Step, own_cards
from engine.lifeboat.voyage import deck_for_compass

#: A flare turns so many cards.
_FLARE_TURNS = 3
#: Nobody puts more cards on the row stack at once, even when the table wants it so.
_MOST_KEPT = 6
Asked = Question | Told


def ask(state: State, answers: Answers, *, overruling: bool = False) -> Asked:
    """The next question, or what the answers tell; `overruling`: anybody may do it, whatever the rules say."""
    return _Asking(state, overruling).first(answers)


def usable(state: State, by: Character) -> list[Provision]:
    """The cards of a special action that this one may use now, for all that is public (L14)."""
    return _Asking(state, overruling=False).usable(by)


@dataclass(frozen=True)
class _Asking:
    state: State
    overruling: bool

    # --- the first question of each step --------------------------------------------------------------------------

    def first(self, answers: Answers) -> Asked:
        """What happens now."""
        state, rest = self.state, answers
        by = state.turn
        if self.overruling and state.step in (Step.TAKE, Step.ACT, Step.CHOOSE):
            if not answers:
                return Question(say("Who does it, whatever the rules say?"), people_rows(state.seats))
            by, rest = Character(answers[0]), answers[1:]
        if not rest:
            return Question(caption(state), tuple(self._rows(by)))
        what, *more = rest
        return self._after(what, tuple(more), by)

    def _rows(self, by: Character | None) -> Iterable[Row]:
        state = self.state
        match state.step:
            case Step.TAKE:
                yield Row(say("One kept, the rest passed on"), "took", tone=Tone.NOW)
            case Step.ACT:
                assert by is not None
                yield from self._actions(by)
            case Step.ANSWER:
                yield Row(say("Agreed"), "agreed", tone=Tone.GOOD)
                yield Row(say("Refused: a fight"), "refused", tone=Tone.BAD)
            case Step.OBJECTION:
                yield Row(say("Nobody objects"), "eaten", tone=Tone.NOW)
                yield Row(say("Somebody objects"), "objected")
            case Step.FIGHT:
                yield Row(say("Nobody joins or lays any more"), "fought", tone=Tone.NOW)
                if self._free_to_join():
                    yield Row(say("Joins the attackers"), "attack")
                    yield Row(say("Joins the defenders"), "defend")
            case Step.CHOOSE:
                yield Row(say("The day's card"), "card", tone=Tone.NOW)
                if by and Provision.COMPASS in state.person(by).open and deck_for_compass(state) > 0:
                    yield Row(say("The day's card, with the compass"), "compass")
            case Step.OVERBOARD:
                yield Row(say("They are in the water"), "fell", tone=Tone.NOW)
                if any(_sources(state, who, Provision.CHUM) for who in self._acting()):
                    yield Row(capitalised(provision_name(Provision.CHUM)), "chum", sign=Provision.CHUM)
                if self._ghosts():
                    yield Row(say("A ghost calls the sharks"), "haunted")
            case Step.THIRST:
                if any(_sources(state, who, Provision.WATER) for who in self._acting()):
                    yield Row(capitalised(provision_name(Provision.WATER)), "water", sign=Provision.WATER)
                yield Row(say("A wound"), "suffered")
            case Step.REVEAL:
                done = [revealed.by for revealed in state.revealed]
                yield from people_rows(person.who for person in state.people if person.who not in done)
                return
        if any(state.person(who).hand for who in self._acting()):
            yield Row(say("A card is laid open"), "laid")
        if self._traders():
            yield Row(say("A trade"), "traded")

    def _actions(self, by: Character) -> Iterable[Row]:
        """The five choices (L10)."""
        state = self.state
        yield Row(say("Row"), "row")
        if len(state.seats) > 1:
            yield Row(say("Change seats"), "seat")
        if any(person.hand or person.open for person in state.aboard if person.who is not by):
            yield Row(say("Demand a card"), "take")
        if self.usable(by):
            yield Row(say("Use a card"), "use")
        yield Row(say("Nothing"), "passed")

    def _after(self, what: str, rest: Answers, by: Character | None) -> Asked:
        """After the first answer."""
        state = self.state
        match what:
            case "eaten":
                return Told(e.Eaten())
            case "fought":
                return Told(e.Fought())
            case "fell":
                return Told(e.Fell())
            case "laid":
                return self._laid(rest)
            case "thrown":
                return self._thrown(Character(rest[0]), rest[1:])
            case "traded":
                return self._traded(rest)
            case "objected":
                return self._objected(rest)
            case "attack" | "defend":
                return self._joined(e.Side(what), rest)
            case "chum":
                return self._sourced(Provision.CHUM, rest, e.Chummed)
            case "haunted":
                return self._one_of(rest, self._ghosts(), say("Who calls the sharks?"), e.Haunted)
            case "water":
                turn = state.turn
                assert turn is not None
                return self._sourced(Provision.WATER, rest, lambda who, source: e.Drank(who, turn, source))
            case "card" | "compass":
                return self._navigated(by, rest, compass=what == "compass")
        if state.step is Step.REVEAL:
            return self._revealed(Character(what), rest)
        assert by is not None
        match what:
            case "took":
                return Told(e.Took(by))
            case "passed":
                return Told(e.Passed(by))
            case "agreed":
                return Told(e.Agreed(by))
            case "refused":
                return Told(e.Refused(by))
            case "suffered":
                return Told(e.Suffered(by))
            case "row":
                return self._rowed(by, rest)
            case "seat":
                others = [who for who in state.seats if who is not by]
                return self._one_of(
                    rest, others, say("Change seats with whom?"), lambda of: e.Demanded(by, of, e.Want.SEAT)
                )
            case "take":
                return self._take(by, rest)
            case "demand":
                return self._demanded(by, Character(rest[0]), rest[1:])
            case "use":
                return self._used(by, rest)
        raise ValueError(f"no answer {what!r} now")

    # --- who may ----------------------------------------------------------------------------------------------------

    def _acting(self) -> Sequence[Character]:
        return self.state.seats if self.overruling else self.state.conscious

    def _traders(self) -> Sequence[Character]:
        state = self.state
        trading = self.overruling or state.step in (Step.ACT, Step.ANSWER, Step.OBJECTION)
        acting = self._acting()
        return acting if trading and len(acting) > 1 and any(state.person(who).hand for who in acting) else ()

    def _free_to_join(self) -> list[Character]:
        fight = self.state.fight
        in_it = (*fight.attack, *fight.defend) if fight else ()
        return [who for who in self._acting() if who not in in_it]

    def _ghosts(self) -> list[Character]:
        state = self.state
        called = state.overboard.called if state.overboard else ()
        if not state.plays(Variant.SHARKS):
            return []
        return [person.who for person in state.people if person.left is Left.DROWNED and person.who not in called]

    # --- the questions after it -------------------------------------------------------------------------------------

    def _one_of(
        self, rest: Answers, whom: Iterable[Character], text: str, event: Callable[[Character], e.GameEvent]
    ) -> Asked:
        return Told(event(Character(rest[0]))) if rest else Question(text, people_rows(whom))

    def _laid(self, rest: Answers) -> Asked:
        """L24."""
        state = self.state
        if not rest:
            return Question(
                say("Who lays a card open?"), people_rows(who for who in self._acting() if state.person(who).hand)
            )
        by = Character(rest[0])
        if len(rest) == 1:
            return Question(say("Which card is it?"), kind_rows(kind for kind, n in state.unseen.items() if n))
        card = Provision(rest[1])
        if card is not Provision.PRESERVER:
            return Told(e.Laid(by, card))
        if len(rest) == 2:
            return Question(
                say("Before whom does it lie?"), people_rows((by, *(w for w in self._acting() if w is not by)))
            )
        to = Character(rest[2])
        return Told(e.Laid(by, card, None if to is by else to))

    def _thrown(self, to: Character, rest: Answers) -> Asked:
        """L24: a preserver that was seen to come before somebody; nearly always it is their own."""
        if not rest:
            whose = [who for who in self._acting() if self.state.person(who).hand]
            rows = people_rows([*(who for who in whose if who is to), *(who for who in whose if who is not to)])
            return Question(say("Who threw the preserver?"), rows)
        by = Character(rest[0])
        return Told(e.Laid(by, Provision.PRESERVER, None if to is by else to))

    def _traded(self, rest: Answers) -> Asked:
        """L9."""
        state = self.state
        if not rest:
            return Question(say("Who trades or gives?"), people_rows(self._traders()))
        by = Character(rest[0])
        if len(rest) == 1:
            # One of the two must have a card.
            partners = (w for w in self._traders() if w is not by and state.person(w).hand + state.person(by).hand)
            return Question(say("With whom?"), people_rows(partners))
        partner = Character(rest[1])
        if len(rest) == 2:
            least = 0 if state.person(partner).hand else 1
            return Question(
                say("How many hand cards does {player} give?", player=character_name(by)),
                number_rows(least, state.person(by).hand),
            )
        gave = int(rest[2])
        if len(rest) == 3:
            return Question(say("How many come back?"), number_rows(0 if gave else 1, state.person(partner).hand))
        return Told(e.Traded(by, partner, gave, int(rest[3])))

    def _rowed(self, by: Character, rest: Answers) -> Asked:
        """L11."""
        if rest:
            return Told(e.Rowed(by, int(rest[0])))
        draws = rowing_draws(self.state, self.state.person(by))
        most = min(self.state.deck, _MOST_KEPT if self.overruling else draws)
        text = say_count(
            "Draw {n} navigation card. How many go on the row stack?",
            "Draw {n} navigation cards. How many go on the row stack?",
            draws,
        )
        return Question(text, number_rows(0, most, first=1))

    def _take(self, by: Character, rest: Answers) -> Asked:
        """L12, LR14: which card is said at once."""
        state = self.state
        if not rest:
            whom = (p.who for p in state.aboard if p.who is not by and (p.hand or p.open))
            return Question(say("Whose card?"), people_rows(whom))
        of = state.person(Character(rest[0]))
        if len(rest) == 1:
            hand = (Row(say("A hand card"), "hand"),) if of.hand else ()
            return Question(say("Which card?"), (*hand, *kind_rows(dict.fromkeys(of.open))))
        if rest[1] == "hand":
            return Told(e.Demanded(by, of.who, e.Want.HAND))
        return Told(e.Demanded(by, of.who, e.Want.OPEN, Provision(rest[1])))

    def _demanded(self, by: Character, of: Character, rest: Answers) -> Asked:
        """What is demanded of one whose card was pushed down: only its kind is asked."""
        if not rest:
            asked = self._take(by, (str(of),))
            cards = asked.rows if isinstance(asked, Question) else ()
            return Question(say("What is demanded?"), (Row(say("The seat"), "seat"), *cards))
        return Told(e.Demanded(by, of, e.Want.SEAT)) if rest[0] == "seat" else self._take(by, (str(of), *rest))

    def usable(self, by: Character) -> list[Provision]:
        """The cards of a special action that are possible (L14)."""
        state = self.state
        possible = {
            Provision.MEDKIT: bool(self._healable()),
            Provision.PARASOL: not state.person(by).parasol,
            Provision.FLARE: True,
            Provision.CANNIBALISM: any(not person.alive for person in state.aboard),
        }
        return [card for card in Provision if card in SPECIAL and possible[card] and _sources(state, by, card)]

    def _healable(self) -> list[Character]:
        """Who has a wound and is not dead, whatever the rules say also the dead (L14)."""
        return [who.who for who in self.state.aboard if who.wounds and (who.alive or self.overruling)]

    def _used(self, by: Character, rest: Answers) -> Asked:
        """L14."""
        state = self.state
        if not rest:
            return Question(say("Which card is used?"), kind_rows(self.usable(by)))
        card = Provision(rest[0])
        if len(rest) == 1:
            return _source_question(_sources(state, by, card))
        source, more = e.Source(rest[1]), rest[2:]
        match card:
            case Provision.MEDKIT:
                text = say("Who loses a wound?")
                return self._one_of(more, self._healable(), text, lambda on: e.Used(by, card, source, on=on))
            case Provision.CANNIBALISM:
                dead = [person.who for person in state.aboard if not person.alive]
                return self._one_of(more, dead, say("Whose body?"), lambda on: e.Used(by, card, source, on=on))
            case Provision.FLARE:
                return self._flare(by, source, more)
        return Told(e.Used(by, card, source))

    def _flare(self, by: Character, source: e.Source, rest: Answers) -> Asked:
        """LR16: one by one, the fourth bird ends it."""
        state = self.state
        cards = own_cards(state.started)
        birds = state.birds
        by_id = {card.id: card.bird for card in cards or ()}
        for answer in rest:
            birds = birds_after(birds, by_id[answer] if cards else Bird(answer))
        if len(rest) < min(_FLARE_TURNS, state.deck) and birds < LAND:
            text = say("Card {n} that the flare turns: which is it?", n=len(rest) + 1)
            if cards is None:
                return Question(text, tuple(Row(bird_name(bird), str(bird)) for bird in Bird))
            rows = tuple(Row(str(card.id), str(card.id), bird_name(card.bird)) for card in cards if card.id not in rest)
            return Question(text, rows, whole_screen=True)
        if cards is None:
            return Told(e.Used(by, Provision.FLARE, source, birds=tuple(map(Bird, rest))))
        return Told(e.Used(by, Provision.FLARE, source, cards=rest))

    def _objected(self, rest: Answers) -> Asked:
        """V4."""
        demand = self.state.demand
        assert demand is not None
        whom = [who for who in self._acting() if who is not demand.by]
        return self._one_of(rest, whom, say("Who objects?"), e.Objected)

    def _joined(self, side: e.Side, rest: Answers) -> Asked:
        """L15."""
        text = say("Who joins the attackers?") if side is e.Side.ATTACK else say("Who joins the defenders?")
        return self._one_of(rest, self._free_to_join(), text, lambda who: e.Joined(who, side))

    def _sourced(self, card: Provision, rest: Answers, event: Callable[[Character, e.Source], e.GameEvent]) -> Asked:
        """A chum or a water: whose, and from where."""
        state = self.state
        if not rest:
            whom = [who for who in self._acting() if _sources(state, who, card)]
            turn = state.turn
            if turn in whom:
                whom = [turn, *(who for who in whom if who is not turn)]
            return Question(say("Whose card is it?"), people_rows(whom))
        by = Character(rest[0])
        if len(rest) == 1:
            return _source_question(_sources(state, by, card))
        return Told(event(by, e.Source(rest[1])))

    def _navigated(self, by: Character | None, rest: Answers, *, compass: bool) -> Asked:
        """L17: the card by its number, or its signs."""
        cards = own_cards(self.state.started)
        if cards is not None:
            if rest:
                return Told(e.Navigated(by, rest[0], compass=compass))
            rows = tuple(Row(str(card.id), str(card.id)) for card in cards)
            return Question(say("Which is the day's card?"), rows, whole_screen=True)
        signs = signs_told(rest)
        if signs is not None:
            return Told(e.Navigated(by, signs=signs, compass=compass))
        return signs_asked(self.state, rest)

    def _revealed(self, by: Character, rest: Answers) -> Asked:
        """L25: love, hate, and the hand card by card."""
        state = self.state
        people = [person.who for person in state.people]
        if len(rest) < 2:
            player = character_name(by)
            text = (
                say("Whom does {player} hate?", player=player)
                if rest
                else say("Whom does {player} love?", player=player)
            )
            taken = {one.hate if rest else one.love for one in state.revealed}
            return Question(text, people_rows(who for who in people if who not in taken))
        hand = sorted(map(Provision, rest[2:]))
        held = state.person(by).hand
        if len(hand) == held:
            return Told(e.Revealed(by, Character(rest[0]), Character(rest[1]), tuple(hand)))
        left = {kind: n - hand.count(kind) for kind, n in state.unseen.items()}
        text = say("Hand card {n} of {all}: which is it?", n=len(hand) + 1, all=held)
        rows = kind_rows((kind for kind, n in left.items() if n > 0), counted=hand)
        return Question(text, rows, stays=True, whole_screen=True)


def people_rows(whom: Iterable[Character]) -> tuple[Row, ...]:
    """A row for each character."""
    return tuple(Row(capitalised(character_name(who)), str(who), sign=who) for who in whom)


def kind_rows(kinds: Iterable[Provision], counted: Sequence[Provision] = ()) -> tuple[Row, ...]:
    """A row for each kind, with how many of it are counted already."""
    return tuple(
        Row(
            capitalised(provision_name(kind)),
            str(kind),
            str(counted.count(kind)) if kind in counted else "",
            sign=kind,
        )
        for kind in kinds
    )


def _sources(state: State, who: Character, card: Provision) -> tuple[e.Source, ...]:
    """Where a card of this kind may come from, for all that is public."""
    person = state.person(who)
    hand = (e.Source.HAND,) if person.hand and state.unseen[card] else ()
    return (*((e.Source.OPEN,) if card in person.open else ()), *hand)


def _source_question(sources: Iterable[e.Source]) -> Question:
    words = {e.Source.HAND: say("From the hand"), e.Source.OPEN: say("It lies open")}
    return Question(say("Where does it come from?"), tuple(Row(words[source], str(source)) for source in sources))
