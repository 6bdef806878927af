"""Questions to players who enter what has happened, and the answers that produce an event.

Each answer is the id of a row: a person, a card, a number or a word. Everybody is asked the same in the same public
state: neither the questions nor their rows know where a card is (rules, section 8, Secrecy).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.games.coach_ride.language import say
from companion.games.coach_ride.table.captions import caption
from companion.games.coach_ride.table.claim_dialog import ask_claimed, ask_named, ask_shown, shown_answers
from companion.games.coach_ride.table.picking import card_of, card_row, card_rows, pick_person
from companion.games.coach_ride.words import first_name
from companion.screen.pages import Row, Tone
from companion.table.dialog import Dialog, next_question
from companion.table.questions import AnsweredEvent, Answers, Question
from engine.coach_ride import events as e
from engine.coach_ride.cards import FIGHT_CARDS, TRADE_ITEMS, Card, Item, Person, Profession, Variant
from engine.coach_ride.effects import effect_now
from engine.coach_ride.fights import has_role
from engine.coach_ride.rules import may_happen
from engine.coach_ride.state import Phase, State, Winner
from engine.coach_ride.trades import BAGS

Telling = Dialog[e.GameEvent | tuple[e.GameEvent, ...]]
#: Answers that tell a whole trade in which nobody announces anything, and that all others keep their person card.
QUIETLY = "quietly"
ALL_KEEP = "all-keep"
#: Answer that tells more about a player whose seat was touched.
ABOUT = "about"


def ask(state: State, answers: Answers, *, overruling: bool = False, hidden: bool = False) -> Question | AnsweredEvent:
    """Return the next question, or what the answers tell.

    `overruling`: anybody may do it, whatever the rules say. `hidden`: a virtual table keeps the hidden cards.
    """
    return next_question(_TableDialog(state, overruling, hidden).now(), answers)


@dataclass(frozen=True)
class _TableDialog:
    state: State
    overruling: bool
    hidden: bool = False

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

    def _anybody(self, person: Person, player: Iterable[Person]) -> Dialog[Person]:
        """Ask for the actor.

        Only when the rules are overruled is this asked first.
        """
        if not self.overruling:
            return person
        return (yield from pick_person(say("Who does it, whatever the rules say?"), player))

    # --- a turn -----------------------------------------------------------------------------------------------------

    def _turn(self) -> Telling:
        actor = yield from self._anybody(self.state.turn, self.state.from_player(self.state.turn))
        match (yield Question(caption(self.state, actor), tuple(self._turn_rows(actor)))):
            case "passed":
                return e.Passed(actor)
            case "clairvoyant":
                return e.ClairvoyantUsed(actor)
            case "offered":
                return e.Offered(actor, (yield from self._ask_other(actor, say("Trade with whom?"))))
            case "attacked":
                text = say("Whom does {player} attack?", player=first_name(actor))
                return e.Attacked(actor, (yield from self._ask_other(actor, text)))
            case "claimed":
                return (yield from ask_claimed(self.state, actor))
            case touched if touched in self.state.players:
                return (yield from self._with(actor, Person(touched)))
        # K11.
        text = say("Which item does {player} demand?", player=first_name(actor))
        item = Item((yield Question(text, card_rows(self.state.items), whole_screen=True)))
        return e.DiplomatUsed(actor, (yield from self._ask_other(actor, say("From whom is it demanded?"))), item)

    def _with(self, person: Person, other: Person) -> Telling:
        """Ask what is done with a player whose seat was touched."""
        rows = (
            Row(say("Trade"), "offered", tone=Tone.NOW),
            Row(say("Attack"), "attacked"),
            Row(say("About this player"), ABOUT),
        )
        text = say("{player} and {other}: trade or attack?", player=first_name(person), other=first_name(other))
        answer = yield Question(text, rows)
        return e.Attacked(person, other) if answer == "attacked" else e.Offered(person, other)

    def _turn_rows(self, person: Person) -> Iterator[Row]:
        yield Row(say("Trade"), "offered", tone=Tone.NOW)
        yield Row(say("Attack"), "attacked")
        yield Row(say("Pass"), "passed")
        yield Row(say("Claim the victory"), "claimed")
        if self.may(e.ClairvoyantUsed(person)):
            yield card_row(Profession.CLAIRVOYANT)
        if self.may(e.DiplomatUsed(person, self.state.left_of(person), Item.KEY)):
            yield card_row(Profession.DIPLOMAT)

    # --- a trade ----------------------------------------------------------------------------------------------------

    def _answer(self) -> Telling:
        trade = self.state.trade
        assert trade is not None
        offer = self.state.phase is Phase.OFFER
        taken = e.Accepted(trade.passive) if offer else e.Handed(trade.passive)
        answers: dict[str, e.GameEvent | tuple[e.GameEvent, ...]]
        answers = {"accepted": taken} if offer else {"handed": taken}
        answers |= {"refused": e.Refused(trade.passive)} if offer else {"denied": e.Denied(trade.passive)}
        if not self.hidden:
            # K18: first the passive player is asked, then the active one; by a variant the other way round.
            both = (trade.passive, trade.active)
            order = reversed(both) if Variant.SMUGGLING in self.state.variants else both
            answers[QUIETLY] = (taken, *(e.Announced(player, None) for player in order))
        return answers[(yield Question(caption(self.state), tuple(self._answer_rows(offer=offer))))]

    def _answer_rows(self, *, offer: bool) -> Iterator[Row]:
        """Yield the answers to an offer or a demand.

        A virtual table shows what was got before anything is announced.
        """
        yes, no = ("accepted", "refused") if offer else ("handed", "denied")
        if self.hidden:
            whole = say("Accepted: it stays, another item goes back")
            yield Row(whole if offer else say("Handed over, another item comes back"), yes, tone=Tone.GOOD)
        else:
            nothing, something = say("Accepted, nothing announced"), say("Accepted, something is announced")
            if not offer:
                nothing, something = say("Handed over, nothing announced"), say("Handed over, something is announced")
            yield Row(nothing, QUIETLY, tone=Tone.GOOD)
            yield Row(something, yes, tone=Tone.GOOD)
        yield Row(say("Refused: it goes back") if offer else say("Not there: the hand is shown"), no, tone=Tone.BAD)

    def _announced(self) -> Telling:
        """Ask for what is announced; the same list for everybody tells nothing."""
        announcing_player = self.state.announcing_player()
        assert announcing_player is not None
        items = (item for item in TRADE_ITEMS if item in self.state.items and (self.state.pile or item not in BAGS))
        rows = (Row(say("Nothing"), "nothing", tone=Tone.NOW), *card_rows(items))
        answer = yield Question(caption(self.state), rows)
        return e.Announced(announcing_player, None if answer == "nothing" else Item(answer))

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

    def _looked(self, person: Person, *, three: bool) -> Telling:
        """Ask at which of three associations somebody looks (section 6)."""
        if not (three and Variant.THREE_ADVANCED in self.state.variants):
            return e.Looked(person)
        rows = tuple(Row(say("card {n}", n=number), str(number)) for number in (1, 2, 3))
        return e.Looked(person, int((yield Question(say("Which of the three associations?"), rows))))

    # --- a fight ----------------------------------------------------------------------------------------------------

    def _support(self) -> Telling:
        state = self.state
        actor = yield from self._anybody(state.support_order()[0], state.players)
        match (yield Question(caption(state, actor), tuple(self._support_rows()))):
            case "priest":
                if not self.overruling:
                    actor = yield from pick_person(say("Who is the Priest?"), self._priests())
                return e.PriestUsed(actor)
            case "duelist":
                if not self.overruling:
                    actor = yield from pick_person(say("Who is the Duelist?"), self._duelists())
                return e.Used(actor, Profession.DUELIST)
            case "all-keep":
                return tuple(e.Supported(player, e.Support.NONE) for player in state.support_order())
            case side:
                return e.Supported(actor, e.Support(side))

    def _support_rows(self) -> Iterator[Row]:
        yield Row(say("Keeps the card"), str(e.Support.NONE), tone=Tone.NOW)
        yield Row(say("Sword: for the attacker"), str(e.Support.SWORD), sign=e.Support.SWORD)
        yield Row(say("Shield: for the defender"), str(e.Support.SHIELD), sign=e.Support.SHIELD)
        if self._duelists():
            yield card_row(Profession.DUELIST)
        if self._priests():
            yield card_row(Profession.PRIEST)
        if not self.overruling and len(self.state.support_order()) > 1:
            yield Row(say("All others keep the card"), ALL_KEEP)

    def _priests(self) -> Sequence[Person]:
        return [player for player in self.state.players if self.may(e.PriestUsed(player))]

    def _duelists(self) -> Sequence[Person]:
        return [player for player in self.state.players if self._may_use(player, Profession.DUELIST)]

    def _powers(self) -> Telling:
        state = self.state
        fight = state.fight
        assert fight is not None
        rows = [Row(say("Nobody wants more: count"), "counted")]
        if any(self._usable(player) for player in state.players):
            rows.append(Row(say("A card is used"), "used"))
        if self._hypnotists():
            rows.append(card_row(Profession.HYPNOTIST))
        match (yield Question(caption(state), tuple(rows), closing="counted", closing_label=say("Count"))):
            case "counted":
                return e.Counted()
            case "hypnotist":
                attacker = fight.attacker
                return e.Hypnotised(attacker, (yield from self._ask_other(attacker, say("Who is hypnotised?"))))
        attacker = yield from pick_person(
            say("Who uses a card?"), (player for player in state.players if self._usable(player))
        )
        text = say("Which card does {player} use?", player=first_name(attacker))
        card = card_of((yield Question(text, card_rows(self._usable(attacker)))))
        if card is not Profession.POISON_MIXER:
            return e.Used(attacker, card)
        fighters = (
            Row(first_name(fight.attacker), str(e.Fighter.ATTACKER), sign=fight.attacker),
            Row(first_name(fight.defender), str(e.Fighter.DEFENDER), sign=fight.defender),
        )
        winner = yield Question(say("Who has won, says the Poison Mixer?"), fighters)
        return e.Used(attacker, card, e.Fighter(winner))

    def _usable(self, person: Person) -> list[Card]:
        """Return the cards that this one may use now, wherever they are."""
        return [card for card in FIGHT_CARDS if self._may_use(person, card)]

    def _may_use(self, person: Person, card: Card) -> bool:
        fight = self.state.fight
        assert fight is not None
        if isinstance(card, Item) and card not in self.state.items:
            return False
        winner = e.Fighter.ATTACKER if card is Profession.POISON_MIXER else None
        return (self.overruling or has_role(fight, person, card)) and self.may(e.Used(person, card, winner))

    def _hypnotists(self) -> bool:
        fight = self.state.fight
        assert fight is not None
        return self.may(e.Hypnotised(fight.attacker, fight.defender))

    def _result(self) -> Telling:
        fight = self.state.fight
        assert fight is not None
        ended = fight.winner_and_loser
        actor = ended[0] if ended else fight.attacker
        match (yield Question(caption(self.state), tuple(self._result_rows(fight.winner)))):
            case "doctor":
                return e.DoctorUsed((yield from pick_person(say("Who is the Doctor?"), self._doctors())))
            case "drew":
                return e.Drew(actor)
            case "looked":
                return (yield from self._looked(actor, three=True))
            case answer:
                return e.Searched(actor, took=answer == "took")

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
        return [player for player in self.state.players if self.may(e.DoctorUsed(player))]


def may_hold_doctor(state: State) -> bool:
    """Return True if a Doctor may still be in somebody's hands, for all that is public."""
    return bool(_TableDialog(state, overruling=False)._doctors())


def may_hold_priest(state: State) -> bool:
    """Return True if somebody may hold the Priest."""
    return bool(_TableDialog(state, overruling=False)._priests())


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
