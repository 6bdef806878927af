"""What is asked when players tell what has happened: a pure function of the state and of the answers so far.

Each answer is the id of a row: a person, a card, a number or a word. Nobody is asked otherwise than anybody else would
be in the same public state: neither the questions nor their rows know where a card is (rules, section 8, Secrecy).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.games.coach_ride.language import say
from companion.games.coach_ride.table.captions import caption
from companion.games.coach_ride.table.showing import ask_named, ask_shown
from companion.games.coach_ride.words import card_name, first_name
from companion.screen.pages import Row, Tone
from companion.table.questions import Answers, Question, Told
from engine.coach_ride import events as e
from engine.coach_ride.allowed import may_happen
from engine.coach_ride.cards import FIGHT_CARDS, TRADE_ITEMS, Card, Item, Person, Profession, Variant
from engine.coach_ride.effects import effect_now
from engine.coach_ride.fights import has_role
from engine.coach_ride.state import Phase, State, Winner
from engine.coach_ride.trades import BAGS

Asked = Question | Told


def ask(state: State, answers: Answers, *, overruling: bool = False) -> Asked:
    """The next question, or what the answers tell; `overruling`: anybody may do it, whatever the rules say."""
    return _Asking(state, overruling).first(answers)


@dataclass(frozen=True)
class _Asking:
    state: State
    overruling: bool

    def first(self, answers: Answers) -> Asked:
        """What happens now."""
        state = self.state
        match state.phase:
            case Phase.TURN:
                return self._turn(answers)
            case Phase.OFFER | Phase.DEMAND:
                return self._answer(answers)
            case Phase.ANNOUNCE:
                return self._announced(answers)
            case Phase.EFFECT:
                return self._effect(answers)
            case Phase.LIMIT:
                giver = state.first_over_limit()
                assert giver is not None
                return self._to(answers, giver, caption(state), e.Gave)
            case Phase.SUPPORT:
                return self._support(answers)
            case Phase.POWERS:
                return self._powers(answers)
            case Phase.RESULT:
                return self._result(answers)
            case Phase.NAMING:
                return ask_named(state, answers)
        return ask_shown(state, answers, overruling=self.overruling)

    def may(self, event: e.GameEvent) -> bool:
        """Whether this may happen, for all that is public."""
        return may_happen(self.state, replace(event, overruled=self.overruling))

    def _others(self, than: Person) -> tuple[Person, ...]:
        return self.state.from_player(than)[1:]

    def _to(self, rest: Answers, by: Person, text: str, event: Callable[[Person, Person], e.GameEvent]) -> Asked:
        """Done to one of the others."""
        return Told(event(by, Person(rest[0]))) if rest else Question(text, people_rows(self._others(by)))

    def _of(self, rest: Answers, whom: Iterable[Person], text: str, event: Callable[[Person], e.GameEvent]) -> Asked:
        """Done by one of these."""
        return Told(event(Person(rest[0]))) if rest else Question(text, people_rows(whom))

    # --- a turn -----------------------------------------------------------------------------------------------------

    def _turn(self, answers: Answers) -> Asked:
        by, rest = self.state.turn, answers
        if self.overruling:
            if not answers:
                return Question(say("Who does it, whatever the rules say?"), people_rows(self.state.from_player(by)))
            by, rest = Person(answers[0]), answers[1:]
        if not rest:
            return Question(caption(self.state, by), tuple(self._turn_rows(by)))
        what, more = rest[0], rest[1:]
        match what:
            case "passed":
                return Told(e.Passed(by))
            case "clairvoyant":
                return Told(e.ClairvoyantUsed(by))
            case "offered":
                return self._to(more, by, say("Trade with whom?"), e.Offered)
            case "attacked":
                return self._to(more, by, say("Whom does {player} attack?", player=first_name(by)), e.Attacked)
            case "claimed":
                return self._claimed(by, more)
        return self._diplomat(by, more)

    def _turn_rows(self, by: Person) -> Iterator[Row]:
        yield Row(say("Trade"), "offered", tone=Tone.NOW)
        yield Row(say("Attack"), "attacked")
        yield Row(say("Pass"), "passed")
        yield Row(say("Claim the victory"), "claimed")
        if self.may(e.ClairvoyantUsed(by)):
            yield card_row(Profession.CLAIRVOYANT)
        if self.may(e.DiplomatUsed(by, self.state.left_of(by), Item.KEY)):
            yield card_row(Profession.DIPLOMAT)

    def _claimed(self, by: Person, rest: Answers) -> Asked:
        if rest:
            return Told(e.Claimed(by, e.ClaimKind(rest[0])))
        rows = [Row(say("The own side has enough"), str(e.ClaimKind.OWN))]
        if Item.CREST in self.state.items:
            rows.append(Row(card_name(Item.CREST), str(e.ClaimKind.CREST), sign=Item.CREST))
        if Variant.FORTUNE_TELLING in self.state.variants:
            rows.append(Row(say("The other side has enough"), str(e.ClaimKind.ENEMY)))
        return Question(say("What does {player} claim?", player=first_name(by)), tuple(rows))

    def _diplomat(self, by: Person, rest: Answers) -> Asked:
        """K11."""
        if not rest:
            text = say("Which item does {player} demand?", player=first_name(by))
            return Question(text, card_rows(self.state.items), whole_screen=True)
        item = Item(rest[0])
        return self._to(rest[1:], by, say("Of whom is it demanded?"), lambda by, to: e.DiplomatUsed(by, to, item))

    # --- a trade ----------------------------------------------------------------------------------------------------

    def _answer(self, answers: Answers) -> Asked:
        trade = self.state.trade
        assert trade is not None
        by = trade.passive
        if not answers:
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
            return Question(caption(self.state), rows)
        told = {"accepted": e.Accepted, "refused": e.Refused, "handed": e.Handed, "denied": e.Denied}
        return Told(told[answers[0]](by))

    def _announced(self, answers: Answers) -> Asked:
        """The same list for everybody, "nothing" first: asking tells nothing."""
        by = self.state.asked_to_announce()
        assert by is not None
        if answers:
            return Told(e.Announced(by, None if answers[0] == "nothing" else Item(answers[0])))
        items = (item for item in TRADE_ITEMS if item in self.state.items and (self.state.pile or item not in BAGS))
        return Question(caption(self.state), (Row(say("Nothing"), "nothing", tone=Tone.NOW), *card_rows(items)))

    def _effect(self, answers: Answers) -> Asked:
        effect = effect_now(self.state)
        assert effect is not None
        if not answers:
            return Question(caption(self.state), tuple(self._effect_rows(effect.item)))
        match answers[0]:
            case "drew":
                return Told(e.Drew(effect.by))
            case "looked":
                return self._looked(effect.by, answers[1:], three=effect.item is Item.MONOCLE)
            case "left" | "right":
                return Told(e.SextantUsed(effect.by, e.Direction(answers[0])))
            case "renewed":
                return Told(e.Renewed(effect.by))
            case "swapped":
                return Told(e.Swapped(effect.by))
        return Told(e.Waived(effect.by))

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

    def _looked(self, by: Person, rest: Answers, *, three: bool) -> Asked:
        """Of three associations one is pointed at (section 6)."""
        if not (three and Variant.THREE_ADVANCED in self.state.variants):
            return Told(e.Looked(by))
        if rest:
            return Told(e.Looked(by, int(rest[0])))
        rows = tuple(Row(say("card {n}", n=number), str(number)) for number in (1, 2, 3))
        return Question(say("Which of the three associations?"), rows)

    # --- a fight ----------------------------------------------------------------------------------------------------

    def _support(self, answers: Answers) -> Asked:
        state = self.state
        by, rest = state.support_order()[0], answers
        if self.overruling:
            if not answers:
                return Question(say("Who does it, whatever the rules say?"), people_rows(state.players))
            by, rest = Person(answers[0]), answers[1:]
        if not rest:
            return Question(caption(state, by), tuple(self._support_rows()))
        match rest[0]:
            case "priest":
                if self.overruling:
                    return Told(e.PriestUsed(by))
                return self._of(rest[1:], self._priests(), say("Who is the Priest?"), e.PriestUsed)
            case "duelist":
                if self.overruling:
                    return Told(e.Used(by, Profession.DUELIST))
                return self._of(
                    rest[1:], self._duelists(), say("Who is the Duelist?"), lambda who: e.Used(who, Profession.DUELIST)
                )
        return Told(e.Supported(by, e.Support(rest[0])))

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

    def _powers(self, answers: Answers) -> Asked:
        state = self.state
        fight = state.fight
        assert fight is not None
        if not answers:
            rows = [Row(say("Nobody wants more: count"), "counted", tone=Tone.NOW)]
            if any(self._usable(who) for who in state.players):
                rows.append(Row(say("A card is used"), "used"))
            if self._hypnotists():
                rows.append(card_row(Profession.HYPNOTIST))
            return Question(caption(state), tuple(rows))
        rest = answers[1:]
        match answers[0]:
            case "counted":
                return Told(e.Counted())
            case "hypnotist":
                by = fight.attacker
                return self._to(rest, by, say("Who is hypnotised?"), e.Hypnotised)
        return self._used(rest)

    def _used(self, rest: Answers) -> Asked:
        if not rest:
            users = [who for who in self.state.players if self._usable(who)]
            return Question(say("Who uses a card?"), people_rows(users))
        by = Person(rest[0])
        if len(rest) == 1:
            text = say("Which card does {player} use?", player=first_name(by))
            return Question(text, card_rows(self._usable(by)))
        card = card_of(rest[1])
        if card is not Profession.POISON_MIXER:
            return Told(e.Used(by, card))
        fight = self.state.fight
        assert fight is not None
        if len(rest) == 2:
            rows = (
                Row(first_name(fight.attacker), str(e.Fighter.ATTACKER), sign=fight.attacker),
                Row(first_name(fight.defender), str(e.Fighter.DEFENDER), sign=fight.defender),
            )
            return Question(say("Who has won, says the Poison Mixer?"), rows)
        return Told(e.Used(by, card, e.Fighter(rest[2])))

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

    def _result(self, answers: Answers) -> Asked:
        fight = self.state.fight
        assert fight is not None
        ended = fight.winner_and_loser
        by = ended[0] if ended else fight.attacker
        if not answers:
            return Question(caption(self.state), tuple(self._result_rows(fight.winner)))
        match answers[0]:
            case "doctor":
                return self._of(answers[1:], self._doctors(), say("Who is the Doctor?"), e.DoctorUsed)
            case "drew":
                return Told(e.Drew(by))
            case "looked":
                return self._looked(by, answers[1:], three=True)
        return Told(e.Searched(by, took=answers[0] == "took"))

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


def doctor_may_speak(state: State) -> bool:
    """Whether a Doctor may still be in somebody's hands, for all that is public."""
    return bool(_Asking(state, overruling=False)._doctors())


def priest_may_speak(state: State) -> bool:
    """The same of the Priest."""
    return bool(_Asking(state, overruling=False)._priests())


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
