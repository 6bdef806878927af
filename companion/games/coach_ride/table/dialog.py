"""Questions to players who enter what has happened, and the answers that produce an event.

Each answer is the id of a row: a person, a card, a number or a word. Everybody is asked the same in the same public
state: neither the questions nor their rows know where a card is (rules, section 8, Secrecy).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.games.coach_ride.language import say
from companion.games.coach_ride.table.captions import caption
from companion.games.coach_ride.words import association_name, card_name, first_name
from companion.screen.pages import Row, Tone
from companion.table.dialog import Dialog, next_question
from companion.table.picking import pick
from companion.table.questions import AnsweredEvent, Answers, Question
from engine.coach_ride import events as e
from engine.coach_ride.cards import FIGHT_CARDS, TRADE_ITEMS, Association, Card, Item, Person, Profession, Variant
from engine.coach_ride.effects import effect_now
from engine.coach_ride.events import Named, Shown
from engine.coach_ride.fights import has_role
from engine.coach_ride.rules import may_happen
from engine.coach_ride.state import Phase, State, Winner
from engine.coach_ride.trades import BAGS

Telling = Dialog[e.GameEvent]


def ask(state: State, answers: Answers, *, overruling: bool = False) -> Question | AnsweredEvent:
    """Return the next question, or what the answers tell.

    `overruling`: anybody may do it, whatever the rules say.
    """
    return next_question(_TableDialog(state, overruling).now(), answers)


@dataclass(frozen=True)
class _TableDialog:
    state: State
    overruling: bool

    def now(self) -> Telling:
        """Ask what happens now."""
        state = self.state
        match state.phase:
            case Phase.TURN:
                return (yield from self._turn())
            case Phase.OFFER | Phase.DEMAND:
                return (yield from self._answer())
            case Phase.ANNOUNCE:
                return (yield from self._announced())
            case Phase.EFFECT:
                return (yield from self._effect())
            case Phase.LIMIT:
                giver = state.first_over_limit()
                assert giver is not None
                return e.Gave(giver, (yield from self._ask_other(giver, caption(state))))
            case Phase.SUPPORT:
                return (yield from self._support())
            case Phase.POWERS:
                return (yield from self._powers())
            case Phase.RESULT:
                return (yield from self._result())
            case Phase.NAMING:
                return (yield from ask_named(state))
        return (yield from ask_shown(state, overruling=self.overruling))

    def may(self, event: e.GameEvent) -> bool:
        """Return True if this may happen, for all that is public."""
        return may_happen(self.state, replace(event, overruled=self.overruling))

    def _ask_other(self, than: Person, text: str) -> Dialog[Person]:
        """Ask for one of the other players."""
        return pick_person(text, self.state.from_player(than)[1:])

    def _anybody(self, by: Person, whom: Iterable[Person]) -> Dialog[Person]:
        """Ask for the actor.

        Only when the rules are overruled is this asked first.
        """
        if not self.overruling:
            return by
        return (yield from pick_person(say("Who does it, whatever the rules say?"), whom))

    # --- a turn -----------------------------------------------------------------------------------------------------

    def _turn(self) -> Telling:
        by = yield from self._anybody(self.state.turn, self.state.from_player(self.state.turn))
        match (yield Question(caption(self.state, by), tuple(self._turn_rows(by)))):
            case "passed":
                return e.Passed(by)
            case "clairvoyant":
                return e.ClairvoyantUsed(by)
            case "offered":
                return e.Offered(by, (yield from self._ask_other(by, say("Trade with whom?"))))
            case "attacked":
                text = say("Whom does {player} attack?", player=first_name(by))
                return e.Attacked(by, (yield from self._ask_other(by, text)))
            case "claimed":
                return (yield from self._claimed(by))
        # K11.
        text = say("Which item does {player} demand?", player=first_name(by))
        item = Item((yield Question(text, card_rows(self.state.items), whole_screen=True)))
        return e.DiplomatUsed(by, (yield from self._ask_other(by, say("From whom is it demanded?"))), item)

    def _turn_rows(self, by: Person) -> Iterator[Row]:
        yield Row(say("Trade"), "offered", tone=Tone.NOW)
        yield Row(say("Attack"), "attacked")
        yield Row(say("Pass"), "passed")
        yield Row(say("Claim the victory"), "claimed")
        if self.may(e.ClairvoyantUsed(by)):
            yield card_row(Profession.CLAIRVOYANT)
        if self.may(e.DiplomatUsed(by, self.state.left_of(by), Item.KEY)):
            yield card_row(Profession.DIPLOMAT)

    def _claimed(self, by: Person) -> Telling:
        rows = [Row(say("Own side has enough"), str(e.ClaimKind.OWN))]
        if Item.CREST in self.state.items:
            rows.append(Row(card_name(Item.CREST), str(e.ClaimKind.CREST), sign=Item.CREST))
        if Variant.FORTUNE_TELLING in self.state.variants:
            rows.append(Row(say("The other side has enough"), str(e.ClaimKind.ENEMY)))
        text = say("What does {player} claim?", player=first_name(by))
        return e.Claimed(by, e.ClaimKind((yield Question(text, tuple(rows)))))

    # --- a trade ----------------------------------------------------------------------------------------------------

    def _answer(self) -> Telling:
        trade = self.state.trade
        assert trade is not None
        if self.state.phase is Phase.OFFER:
            rows = (
                Row(say("Accepted: it stays, another item goes back"), "accepted", tone=Tone.GOOD),
                Row(say("Refused: it goes back"), "refused", tone=Tone.BAD),
            )
        else:
            rows = (
                Row(say("Handed over, another item comes back"), "handed", tone=Tone.GOOD),
                Row(say("Not there: the hand is shown"), "denied", tone=Tone.BAD),
            )
        event_types = {"accepted": e.Accepted, "refused": e.Refused, "handed": e.Handed, "denied": e.Denied}
        return event_types[(yield Question(caption(self.state), rows))](trade.passive)

    def _announced(self) -> Telling:
        """The same list for everybody, "nothing" first: asking tells nothing."""
        by = self.state.announcing_player()
        assert by is not None
        items = (item for item in TRADE_ITEMS if item in self.state.items and (self.state.pile or item not in BAGS))
        rows = (Row(say("Nothing"), "nothing", tone=Tone.NOW), *card_rows(items))
        answer = yield Question(caption(self.state), rows)
        return e.Announced(by, None if answer == "nothing" else Item(answer))

    def _effect(self) -> Telling:
        effect = effect_now(self.state)
        assert effect is not None
        match (yield Question(caption(self.state), tuple(self._effect_rows(effect.item)))):
            case "drew":
                return e.Drew(effect.by)
            case "looked":
                return (yield from self._looked(effect.by, three=effect.item is Item.MONOCLE))
            case "left" | "right" as direction:
                return e.SextantUsed(effect.by, e.Direction(direction))
            case "renewed":
                return e.Renewed(effect.by)
            case "swapped":
                return e.Swapped(effect.by)
        return e.Waived(effect.by)

    def _effect_rows(self, item: Item) -> Iterator[Row]:
        match item:
            case Item.BAG_KEY | Item.BAG_GOBLET:
                yield Row(say("An item is drawn"), "drew", tone=Tone.NOW)
            case Item.PRIVILEGE | Item.MONOCLE:
                yield Row(say("Looked at"), "looked", tone=Tone.NOW)
            case Item.SEXTANT:
                yield Row(say("All pass an item to the left"), "left", tone=Tone.NOW)
                yield Row(say("All pass an item to the right"), "right")
            case Item.COAT:
                yield Row(say("Another profession is taken"), "renewed", tone=Tone.NOW)
            case Item.TOME:
                yield Row(say("The professions are swapped"), "swapped", tone=Tone.NOW)
        yield Row(say("Waived"), "waived")

    def _looked(self, by: Person, *, three: bool) -> Telling:
        """Of three associations one is pointed at (section 6)."""
        if not (three and Variant.THREE_ADVANCED in self.state.variants):
            return e.Looked(by)
        rows = tuple(Row(say("card {n}", n=number), str(number)) for number in (1, 2, 3))
        return e.Looked(by, int((yield Question(say("Which of the three associations?"), rows))))

    # --- a fight ----------------------------------------------------------------------------------------------------

    def _support(self) -> Telling:
        state = self.state
        by = yield from self._anybody(state.support_order()[0], state.players)
        match (yield Question(caption(state, by), tuple(self._support_rows()))):
            case "priest":
                if not self.overruling:
                    by = yield from pick_person(say("Who is the Priest?"), self._priests())
                return e.PriestUsed(by)
            case "duelist":
                if not self.overruling:
                    by = yield from pick_person(say("Who is the Duelist?"), self._duelists())
                return e.Used(by, Profession.DUELIST)
            case side:
                return e.Supported(by, e.Support(side))

    def _support_rows(self) -> Iterator[Row]:
        yield Row(say("Keeps the card"), str(e.Support.NONE), tone=Tone.NOW)
        yield Row(say("Sword: for the attacker"), str(e.Support.SWORD), sign=e.Support.SWORD)
        yield Row(say("Shield: for the defender"), str(e.Support.SHIELD), sign=e.Support.SHIELD)
        if self._duelists():
            yield card_row(Profession.DUELIST)
        if self._priests():
            yield card_row(Profession.PRIEST)

    def _priests(self) -> Sequence[Person]:
        return [who for who in self.state.players if self.may(e.PriestUsed(who))]

    def _duelists(self) -> Sequence[Person]:
        return [who for who in self.state.players if self._may_use(who, Profession.DUELIST)]

    def _powers(self) -> Telling:
        state = self.state
        fight = state.fight
        assert fight is not None
        rows = [Row(say("Nobody wants more: count"), "counted", tone=Tone.NOW)]
        if any(self._usable(who) for who in state.players):
            rows.append(Row(say("A card is used"), "used"))
        if self._hypnotists():
            rows.append(card_row(Profession.HYPNOTIST))
        match (yield Question(caption(state), tuple(rows))):
            case "counted":
                return e.Counted()
            case "hypnotist":
                by = fight.attacker
                return e.Hypnotised(by, (yield from self._ask_other(by, say("Who is hypnotised?"))))
        by = yield from pick_person(say("Who uses a card?"), (who for who in state.players if self._usable(who)))
        text = say("Which card does {player} use?", player=first_name(by))
        card = card_of((yield Question(text, card_rows(self._usable(by)))))
        if card is not Profession.POISON_MIXER:
            return e.Used(by, card)
        fighters = (
            Row(first_name(fight.attacker), str(e.Fighter.ATTACKER), sign=fight.attacker),
            Row(first_name(fight.defender), str(e.Fighter.DEFENDER), sign=fight.defender),
        )
        winner = yield Question(say("Who has won, says the Poison Mixer?"), fighters)
        return e.Used(by, card, e.Fighter(winner))

    def _usable(self, who: Person) -> list[Card]:
        """The cards that this one may use now, wherever they are."""
        return [card for card in FIGHT_CARDS if self._may_use(who, card)]

    def _may_use(self, who: Person, card: Card) -> bool:
        fight = self.state.fight
        assert fight is not None
        if isinstance(card, Item) and card not in self.state.items:
            return False
        winner = e.Fighter.ATTACKER if card is Profession.POISON_MIXER else None
        return (self.overruling or has_role(fight, who, card)) and self.may(e.Used(who, card, winner))

    def _hypnotists(self) -> bool:
        fight = self.state.fight
        assert fight is not None
        return self.may(e.Hypnotised(fight.attacker, fight.defender))

    def _result(self) -> Telling:
        fight = self.state.fight
        assert fight is not None
        ended = fight.winner_and_loser
        by = ended[0] if ended else fight.attacker
        match (yield Question(caption(self.state), tuple(self._result_rows(fight.winner)))):
            case "doctor":
                return e.DoctorUsed((yield from pick_person(say("Who is the Doctor?"), self._doctors())))
            case "drew":
                return e.Drew(by)
            case "looked":
                return (yield from self._looked(by, three=True))
            case answer:
                return e.Searched(by, took=answer == "took")

    def _result_rows(self, winner: Winner | None) -> Iterator[Row]:
        if winner is Winner.TIE:
            yield Row(say("An item is drawn"), "drew", tone=Tone.NOW)
        else:
            yield Row(say("Looked at association and profession"), "looked", tone=Tone.NOW)
            yield Row(say("Looked at all items and took one"), "took")
            yield Row(say("Looked at all items and left them"), "left")
        if self._doctors():
            yield card_row(Profession.DOCTOR)

    def _doctors(self) -> Sequence[Person]:
        return [who for who in self.state.players if self.may(e.DoctorUsed(who))]


def may_hold_doctor(state: State) -> bool:
    """Return True if a Doctor may still be in somebody's hands, for all that is public."""
    return bool(_TableDialog(state, overruling=False)._doctors())


def may_hold_priest(state: State) -> bool:
    """The same of the Priest."""
    return bool(_TableDialog(state, overruling=False)._priests())


def pick_person(text: str, whom: Iterable[Person]) -> Dialog[Person]:
    """Ask for one of these players."""
    return Person((yield from pick(text, people_rows(whom))))


def people_rows(whom: Iterable[Person]) -> tuple[Row, ...]:
    """A row for each player."""
    return tuple(Row(first_name(who), str(who), sign=who) for who in whom)


def card_row(card: Card) -> Row:
    """A row for a card."""
    return Row(card_name(card), str(card), sign=card)


def card_rows(cards: Iterable[Card]) -> tuple[Row, ...]:
    """A row for each card."""
    return tuple(map(card_row, cards))


def card_of(row_id: str) -> Card:
    """The card that a row stands for. Raises ValueError for none."""
    return Item(row_id) if row_id in set(Item) else Profession(row_id)


_DONE = "done"
#: Beside the picture of the table so many have room to be named; more need the whole screen.
_BESIDE_THE_TABLE = 4
#: So many associations has everybody in the advanced game of three.
_THREE = 3


def ask_named(state: State) -> Dialog[Named]:
    """Ask whose items are needed: each answer names somebody or takes that back."""
    claim = state.claim
    assert claim is not None
    others = state.from_player(claim.by)[1:]
    many = len(others) > _BESIDE_THE_TABLE
    named: set[Person] = set()
    while True:
        rows = [Row(first_name(who), str(who), sign=who, done=who in named) for who in others]
        done = say("These show their cards") if named else say("Nobody is needed")
        rows.append(Row(done, _DONE, tone=Tone.NOW))
        answer = yield Question(caption(state), tuple(rows), stays=True, whole_screen=many)
        if answer == _DONE:
            return Named(claim.by, tuple(who for who in others if who in named))
        named ^= {Person(answer)}


def ask_shown(state: State, *, overruling: bool = False) -> Dialog[Shown]:
    """Ask for association, profession and items of the next player who shows cards.

    They are asked as far as they are shown now.

    `overruling`: the profession may be any, whatever lies open (K26).
    """
    by = state.players_to_show()[0]
    player = first_name(by)
    association = _association_answer(state, (yield _association(state, by)))
    profession = None
    if state.phase is Phase.CLAIM:
        rows = _profession_rows(state, by, overruling=overruling)
        profession = Profession((yield Question(say("{player}: which profession?", player=player), rows)))
    if state.phase is Phase.REVEAL:
        return Shown(by, association)
    held, shown = state.hands[by], _shown_items(state)
    counts: Counter[Item] = Counter()
    while counts.total() != held:
        text = say("{player}: item {n} of {all}?", player=player, n=counts.total() + 1, all=held)
        rows = tuple(
            Row(card_name(item), str(item), str(counts[item]) if counts[item] else "", sign=item)
            for item, most in state.items.items()
            if counts[item] + shown[item] < most
        )
        counts[Item((yield Question(text, rows, stays=True, whole_screen=True)))] += 1
    return Shown(by, association, profession, tuple(sorted(counts.elements())))


def shown_answers(event: Shown, state: State) -> Answers:
    """The answers that tell what somebody shows."""
    assert event.association is not None
    if len(event.association) == _THREE:
        first = str(event.association.count(Association.ORDER))
    else:
        first = str(event.association[0])
    profession = (str(event.profession),) if event.profession and state.phase is Phase.CLAIM else ()
    return (first, *profession, *map(str, sorted(event.items or ())))


def _association(state: State, by: Person) -> Question:
    if Variant.THREE_ADVANCED in state.variants:
        text = say("{player}: how many of the three are of the Order?", player=first_name(by))
        return Question(text, tuple(Row(str(n), str(n)) for n in range(_THREE + 1)))
    rows = tuple(Row(association_name(side), str(side), sign=side) for side in Association)
    return Question(caption(state), rows)


def _association_answer(state: State, answer: str) -> tuple[Association, ...]:
    if Variant.THREE_ADVANCED not in state.variants:
        return (Association(answer),)
    order = int(answer)
    return (Association.ORDER,) * order + (Association.BROTHERHOOD,) * (_THREE - order)


def _profession_rows(state: State, by: Person, *, overruling: bool) -> tuple[Row, ...]:
    """Return the professions that lie open before nobody else.

    If the player has an open one, it is the only one (K26).
    """
    own = state.professions.get(by)
    elsewhere = [one for who, one in state.professions.items() if who is not by]
    possible = [own] if own else [one for one in Profession if one not in elsewhere]
    if overruling:
        possible = list(Profession)
    return tuple(Row(card_name(one), str(one), sign=one) for one in possible)


def _shown_items(state: State) -> Counter[Item]:
    assert state.claim is not None
    return Counter(item for cards in state.claim.shown.values() for item in cards.items or ())


def event_answers(event: e.GameEvent, state: State) -> Answers:
    """Return the answers to the questions of `ask`, with those that nobody has to give.

    Raises ValueError.
    """
    match event:
        case e.Passed() | e.Accepted() | e.Refused() | e.Handed() | e.Denied() | e.Counted() | e.Drew():
            return (type(event).__name__.lower(),)
        case e.Renewed() | e.Swapped() | e.Waived():
            return (type(event).__name__.lower(),)
        case e.Offered(to=to):
            return ("offered", str(to))
        case e.Attacked(to=to):
            return ("attacked", str(to))
        case e.Announced(item=item):
            return (str(item or "nothing"),)
        case e.Looked(card=card):
            return ("looked", *((str(card),) if card else ()))
        case e.SextantUsed(direction=direction):
            return (str(direction),)
        case e.Gave(to=to):
            return (str(to),)
        case e.ClairvoyantUsed():
            return ("clairvoyant",)
        case e.DiplomatUsed(to=to, item=item):
            return ("diplomat", str(item), str(to))
        case e.PriestUsed(by=by):
            return ("priest", str(by))
        case e.Supported(side=side):
            return (str(side),)
        case e.Hypnotised(to=to):
            return ("hypnotist", str(to))
        case e.Used(by=by, card=Profession.DUELIST) if state.phase is Phase.SUPPORT:
            return ("duelist", str(by))
        case e.Used(by=by, card=card, winner=winner):
            return ("used", str(by), str(card), *((str(winner),) if winner else ()))
        case e.DoctorUsed(by=by):
            return ("doctor", str(by))
        case e.Searched(took=took):
            return ("took" if took else "left",)
        case e.Claimed(kind=kind):
            return ("claimed", str(kind))
        case e.Named(players=players):
            return (*map(str, players), "done")
        case e.Shown():
            return shown_answers(event, state)
    raise ValueError(f"no answers tell {event!r}")
