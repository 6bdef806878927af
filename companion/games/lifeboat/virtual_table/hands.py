"""Hands, love, hate and decks of a game among people and bots at one laptop.

Says who may look at what, and what is done.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from companion.cards.hands import CardHands
from companion.device.sentences import capitalised
from companion.games.lifeboat.captions import name
from companion.games.lifeboat.colours import COLOURS
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.mat import (
    AREAS,
    BOAT,
    DAY,
    DISCARD,
    NAVIGATION_DECK,
    OPEN_ROWS,
    ROW_STACK,
    SHOW,
    SUPPLY,
    BoatCard,
)
from companion.games.lifeboat.placement import open_rows, place_in_row
from companion.games.lifeboat.table.dialog import usable
from companion.games.lifeboat.table.signs import describe_signs
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.games.lifeboat.tags import NAVIGATION_TAGS, PROVISION_OF, TAGS, character_tag
from companion.games.lifeboat.virtual_table.pieces import PIECES
from companion.games.lifeboat.virtual_table.players import LifeboatPlayers
from companion.games.lifeboat.virtual_table.secret_game import LifeboatSecrets
from companion.games.lifeboat.virtual_table.truth import contradiction, played_hand_card, true_answer
from companion.games.lifeboat.words import character_name
from companion.table.session import Session
from companion.virtual_table.secret_hands import HeldCard, HeldCards, OwnPlace
from companion.virtual_table.table import VirtualTable
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.dealt import LOOKED, Dealt, Move, Plan
from engine.lifeboat.hidden import (
    FaceDownCards,
    drawn_cards,
    navigation_cards,
    navigation_pool,
    offered_provisions,
)
from engine.lifeboat.navigation import UNKNOWN, NavigationCard
from engine.lifeboat.play import PLAY
from engine.lifeboat.state import Phase, State

#: What may be put back into which pile.
_PILES = {
    DISCARD: BoatCard.PROVISION,
    NAVIGATION_DECK: BoatCard.NAVIGATION,
    ROW_STACK: BoatCard.NAVIGATION,
}

#: The first answer that tells a trade, and so many answers name both players.
_TRADED = ("traded",)
_BOTH_NAMED = 3
#: What is begun by a look, by the step and the first answer in it.
_BEGUN: Mapping[tuple[Phase, tuple[str, ...]], Plan] = {
    (Phase.ACT, ("row",)): Plan.ROW,
    (Phase.CHOOSE, ("compass",)): Plan.COMPASS,
}
#: Flares, by the answers that tell of them.
_FLARES: Mapping[tuple[str, ...], Plan] = {
    ("use", Provision.FLARE, e.CardSource.HAND): Plan.FLARE_IN_HAND,
    ("use", Provision.FLARE, e.CardSource.OPEN): Plan.FLARE_OPEN,
}


def _offered_on_phones(bot: Character) -> str:
    """Describe that a bot gives a card for an offer on a phone alone."""
    player = character_name(bot)
    return capitalised(say("{player} is played by a bot: offer it a card on a phone.", player=player))


def _offered_across(character: Character) -> str:
    """Describe that somebody at another table gives a card for an offer on a phone alone."""
    player = character_name(character)
    return capitalised(say("{player} sits at the other table: offer a card on a phone.", player=player))


class LifeboatHands(CardHands[FaceDownCards, Character, State]):
    """The hidden cards of whatever game the session plays."""

    card_pieces = PIECES
    colours = COLOURS
    name = staticmethod(name)
    contradicts = staticmethod(contradiction)
    has_whole_states = True
    secrets: LifeboatSecrets

    def __init__(self, session: Session, table: VirtualTable, seed: int) -> None:
        secrets = LifeboatSecrets(session, seed)
        super().__init__(session, table, secrets, LifeboatPlayers(table, seed, secrets))

    def whole_state(self) -> Dealt | None:
        """Return the state with all hidden cards."""
        return self.secrets.whole_state()

    def keep_move(self, move: Move) -> None:
        """Keep what a bot picks, that it declines, or what it has begun."""
        self.secrets.keep_move(move)

    def contradiction(self, event: e.GameEvent) -> str:
        """Return why the hidden cards do not allow the event; a bot gives offered cards only."""
        if not isinstance(event, e.Traded) or self._is_offered(event):
            return super().contradiction(event)
        partner = event.partner if str(event.by) not in self._elsewhere else event.by
        is_across = (str(event.by) in self._elsewhere) is not (str(event.partner) in self._elsewhere)
        if is_across and event.got:
            return _offered_across(partner)
        bot = self._giving_bot(event)
        return super().contradiction(event) if bot is None else _offered_on_phones(bot)

    def fits_view(self, event: e.GameEvent, seat: str) -> bool:
        """Return True if the cards that a seat knows allow its event.

        A card is taken of nobody at another table, nor a navigation card out of a pile that this seat does not see.
        """
        whole, play = self.whole_state(), self.session.table_game.play
        match event:
            case e.Traded(partner=partner, got=got) if got and str(partner) not in self._elsewhere:
                return False
            case e.Navigated(compass=compass) if whole is not None:
                view = play.view(whole, seat)
                pool, _ = navigation_pool(view.hidden, view.state, compass=compass)
                if UNKNOWN in pool:
                    return False
        return super().fits_view(event, seat)

    def _is_offered(self, event: e.Traded) -> bool:
        """Return True for a trade of one card for one that the first player has offered the other."""
        whole = self.whole_state()
        offers = () if whole is None else whole.offers
        return (event.gave, event.got) == (1, 1) and any(
            offer.by is event.by and offer.to is event.partner for offer in offers
        )

    def uses_own_card(self, event: e.GameEvent) -> bool:
        """Return True for a card out of a hand."""
        return played_hand_card(event) is not None

    def warn_of_answers(self, answers: tuple[str, ...]) -> str:
        """Tell of a bot that is chosen for a trade how it is offered a card; who plays is no secret."""
        if answers[:1] == _TRADED and len(answers) <= _BOTH_NAMED and answers[-1] in self._elsewhere:
            return _offered_across(Character(answers[-1]))
        names_player = answers[:1] == _TRADED and len(answers) <= _BOTH_NAMED
        if not names_player or answers[-1] not in self.bot_seats:
            return ""
        return _offered_on_phones(Character(answers[-1]))

    def _giving_bot(self, event: e.Traded) -> Character | None:
        """Return the bot whose card is told to change hands though it has agreed to no trade."""
        giving = [character for character, cards in ((event.by, event.gave), (event.partner, event.got)) if cards]
        return next((character for character in giving if str(character) in self.bot_seats), None)

    def note(self, state: State, character: Character) -> str:
        """Return the text that says how many cards the hand has."""
        return say_count("{n} card", "{n} cards", state.person(character).hand)

    def tells(self, hidden: FaceDownCards, state: State, answers: tuple[str, ...]) -> str:
        """Return the row that love, hate, the hand, the deck's top or the day card select.

        The day card is the chosen one. Where another table has the deck it turns the cards of a flare.
        """
        plan = _FLARES.get(answers)
        if plan is not None and self.secrets.is_told and state.turn is not None:
            self.keep_move(Move(None, by=state.turn, plan=plan))
            return ""
        return true_answer(hidden, state, answers, next(iter(self.coming("navigated")), ""))

    # --- the game goes on -------------------------------------------------------------------------------------------

    def pile_counts(self, state: State) -> Mapping[str, int]:
        """Supply, discard pile and both navigation piles."""
        return {
            SUPPLY: state.bow + state.passing,
            DISCARD: len(state.discard),
            NAVIGATION_DECK: state.deck,
            ROW_STACK: state.row,
        }

    def happened(self, events: Sequence[e.GameEvent], state: State) -> None:
        """Take a card that was used or laid out of a hand for the one that lies there.

        There may be others like it.
        """
        for event in events:
            told = played_hand_card(event)
            if told is not None:
                self._used(*told, state)

    def _used(self, character: Character, card: Provision, to: Character | None, state: State) -> None:
        zone = SHOW if to is None else self._rows[to]
        for piece_id in self.out_of(character):
            piece = self.table.pieces.get(piece_id)
            if PROVISION_OF.get(piece_id) is card and piece is not None and self.zone(piece) == zone:
                del self.secrets.out[piece_id]
                if to is None and card not in state.person(character).open:
                    self.table.remove(piece_id)
                return

    def is_hidden(self, piece_id: str, character: Character, hidden: FaceDownCards, state: State) -> bool:
        """Return True while a card is hidden from others.

        A provision is hidden until it is revealed, a navigation card until one is chosen.
        """
        kind = TAGS.cards[piece_id]
        revealed = any(event.by is character for event in state.revealed)
        if kind == BoatCard.PROVISION:
            card = PROVISION_OF[piece_id]
            return not revealed and self._kinds_taken_out(character)[card] <= hidden.hands[character].count(card)
        return kind == BoatCard.NAVIGATION and state.step is Phase.CHOOSE

    def lies_open(self, piece_id: str, character: Character, hidden: FaceDownCards, state: State) -> bool:  # noqa: ARG002
        """Return True for a card in an open row, or the day's card."""
        zone = self.zone(self.table.pieces[piece_id])
        is_day = hidden.day is not None and self._navigation_piece(str(hidden.day.id)) == piece_id
        return zone in OPEN_ROWS or (zone == DAY and is_day)

    # --- who looks at what ------------------------------------------------------------------------------------------

    def begin_act(self, state: State, character: Character) -> None:
        """Row, or navigate by the compass, once the cards of the deck are looked at for it."""
        step, whole = self.session.step, self.whole_state()
        answers = step.answers[:1] if isinstance(step, LifeboatStep) else ()
        plan = _BEGUN.get((state.step, answers))
        if plan is not None and state.turn is character and whole is not None and whole.plan is None:
            self.keep_move(Move(None, by=character, plan=plan))

    def describe_awaited(self, state: State, names: Sequence[str]) -> str:  # noqa: ARG002 - the step tells it
        """Describe what the cards of the deck were looked at for."""
        if state.step is Phase.CHOOSE:
            return say("The compass has shown a card. First tell the day's card, with the compass.")
        return say("Navigation cards have been drawn. First tell how many go on the row stack.")

    def unfinished_act(self, event: e.GameEvent) -> str:
        """Describe what was begun; the compass is told with the day's card."""
        whole = self.whole_state()
        unfinished = super().unfinished_act(event)
        # Where another table keeps the cards it alone knows for what they were looked at, besides the plan.
        plans = LOOKED if self.secrets.is_told else (Plan.COMPASS,)
        if unfinished or whole is None or whole.plan not in plans or PLAY.ends_act(whole, event):
            return unfinished
        return self.describe_awaited(whole.state, ())

    def places(self) -> Sequence[OwnPlace]:
        """Return the open rows."""
        rows = self._rows
        return [
            OwnPlace(AREAS[rows[Character(holder.id)]], holder)
            for holder in self.holders()
            if Character(holder.id) in rows
        ]

    def open_zones(self, state: State) -> Sequence[str]:
        """Return the zones of this step, and the rows of those who may lay a card open in it."""
        if not isinstance(self.session.step, LifeboatStep):
            return ()
        laying: Sequence[Character] = ()
        zones: Sequence[str] = ()
        match state.step:
            case Phase.ACT if state.turn is not None:
                zones = (BOAT, SHOW) if usable(state, state.turn) else (BOAT,)
                laying = (state.turn,)
            case Phase.ANSWER if state.demand is not None and state.demand.want is not e.DemandKind.SEAT:
                return (self._rows[state.demand.by],)
            case Phase.FIGHT if state.fight is not None:
                zones, laying = (BOAT,), (*state.fight.attack, *state.fight.defend)
            case Phase.CHOOSE:
                zones = (DAY,)
            case Phase.OVERBOARD if state.overboard is not None:
                zones, laying = (SHOW,), state.overboard.falling
            case Phase.THIRST:
                zones = (SHOW,)
            case Phase.REVEAL:
                zones = (BOAT,)
        return (*zones, *(self._rows[character] for character in laying if state.person(character).hand))

    def groups(self, hidden: FaceDownCards, state: State, character: Character) -> Sequence[HeldCards]:
        """Return what is drawn or goes round, then love, hate and the hand."""
        return [
            *self._before(hidden, state, character),
            HeldCards(say("Your cards"), tuple(self._own(hidden, character))),
        ]

    def _own(self, hidden: FaceDownCards, character: Character) -> Iterator[HeldCard]:
        for tag in (
            character_tag(BoatCard.LOVE, hidden.love[character]),
            character_tag(BoatCard.HATE, hidden.hate[character]),
        ):
            yield HeldCard(tag, tag, idle=True)
        left = Counter(hidden.hands[character]) - self._kinds_taken_out(character)
        for card in sorted(left):
            for number, tag in enumerate(self.free_cards(PROVISION_OF, card, left[card])):
                yield HeldCard(f"{card} {number}", tag)

    def _before(self, hidden: FaceDownCards, state: State, character: Character) -> Iterator[HeldCards]:
        """Yield the cards that the player on turn alone looks at."""
        if state.turn is not character:
            return
        whole = self.whole_state()
        plan = whole.plan if whole is not None else None
        match state.step:
            case Phase.TAKE:
                chosen = self.coming("took")
                cards, marked = [], False
                for number, card in enumerate(offered_provisions(hidden, state)):
                    is_chosen = not marked and str(card) in chosen
                    marked = marked or is_chosen
                    cards.append(HeldCard(f"pass {number} {card}", _shown_tag(card, number), chosen=is_chosen))
                yield HeldCards(say("They go round: choose the one that you keep"), tuple(cards))
            case Phase.ACT if plan is Plan.ROW:
                title = say("You draw these: choose what goes on the row stack")
                yield self._navigation(title, drawn_cards(hidden, state, character), "draw", self.coming("rowed"))
            case Phase.CHOOSE:
                pool, _ = navigation_pool(hidden, state, compass=plan is Plan.COMPASS)
                pool = tuple(card for card in pool if self._navigation_piece(str(card.id)) not in self.secrets.out)
                yield self._navigation(say("Choose the day's card, and lay it on its place"), pool, "day")

    def _navigation(
        self, title: str, cards: Sequence[NavigationCard], use: str, chosen: Collection[str] = ()
    ) -> HeldCards:
        """Navigation cards with their signs."""
        shown = []
        for card in cards:
            is_chosen = card.id in chosen
            piece, words = self._navigation_piece(str(card.id)), describe_signs(card, "\n")
            # Which card it is stands on those alone whose tag says so.
            words = words if piece == card.id else f"{card.id}\n{words}"
            shown.append(HeldCard(f"{use} {card.id}", piece, words, is_chosen, idle=not use))
        return HeldCards(title, tuple(shown))

    def _navigation_piece(self, card_id: str) -> str:
        """Return the piece on the table for a navigation card.

        If its id is no tag, it is a card whose tag no other card has.
        """
        state = self.secrets.state
        if card_id in NAVIGATION_TAGS or state is None:
            return card_id
        others = {str(card.id) for card in navigation_cards(state.started)}
        return next(tag for tag in NAVIGATION_TAGS if tag not in others)

    def _kinds_taken_out(self, character: Character) -> Counter[Provision]:
        return Counter(PROVISION_OF[piece] for piece in self.out_of(character) if piece in PROVISION_OF)

    # --- what hands do ----------------------------------------------------------------------------------------------

    def choose_card(self, character: Character, card: HeldCard, use: str, words: Sequence[str]) -> None:
        """Keep a provision, put navigation cards on the row stack, or take a card out of the hand."""
        assert self.secrets.kept is not None
        coming = self.secrets.kept.coming
        match use:
            case "pass":
                coming["took"] = (words[-1],)
            case "draw":
                before = coming.get("rowed", ())
                others = tuple(card_id for card_id in before if card_id != words[0])
                coming["rowed"] = others if words[0] in before else (*before, words[0])
            case "day":
                coming["navigated"] = (words[0],)
                self.take_out(card.piece_id, character)
            case _:
                self.take_out(card.piece_id, character)

    def note_gifts(self, character: Character) -> None:
        """Give first what lies before the covers where cards change hands."""
        state, kept = self.secrets.state, self.secrets.kept
        if kept is None:
            return
        first = [character, *(player for player in self.secrets.players if player is not character)]
        if state is not None and state.turn in first:
            first = [state.turn, *(giver for giver in first if giver is not state.turn)]
        gifts = [str(card) for giver in first for card in self._kinds_taken_out(giver).elements()]
        if gifts:
            kept.coming["traded"] = tuple(gifts)
        else:
            kept.coming.pop("traded", None)

    def give(self, holder_id: str, piece_id: str) -> bool:
        """Take a card back into the hand that it came from, or to which an undo has given it back."""
        if piece_id not in self.secrets.out and self._was_given_back(piece_id, Character(holder_id)):
            self.table.remove(piece_id)
            return True
        if self.secrets.out.get(piece_id) is Character(holder_id) and self.secrets.kept is not None:
            self.secrets.kept.coming.pop("navigated", None)
        return super().give(holder_id, piece_id)

    def _was_given_back(self, piece_id: str, character: Character) -> bool:
        """Return whether this is an open card too many that is in this hand now."""
        hidden, state, card = self.secrets.now, self.secrets.state, PROVISION_OF.get(piece_id)
        if hidden is None or state is None or card is None:
            return False
        lying = [piece for piece in self.table.pieces.values() if not piece.face and PROVISION_OF.get(piece.id) is card]
        enough = sum(self.zone(piece) in OPEN_ROWS for piece in lying if piece.id != piece_id)
        wanted = sum(person.open.count(card) for person in state.people)
        return enough >= wanted and hidden.hands[character].count(card) > self._kinds_taken_out(character)[card]

    def laid(self, piece_id: str) -> None:
        """Place an open card where hands have laid it.

        A card out of a hand is turned up where that is allowed.
        """
        piece, character = self.table.pieces[piece_id], self.secrets.out.get(piece_id)
        zone = self.zone(piece)
        kind = TAGS.cards.get(piece_id)
        if (
            zone in OPEN_ROWS
            and piece_id in PROVISION_OF
            and (character is None or self._may_lie(piece_id, character, zone))
        ):
            centre, turn = place_in_row(self.table.catalogue, zone, piece.id, len(self.open_beside(piece, zone)))
            self.lay_in_fan(piece, centre, turn)
        elif character is None:
            if zone in _PILES and kind == _PILES[zone]:
                self.table.remove(piece_id)
        elif (zone == SHOW and piece_id in PROVISION_OF) or (zone == DAY and kind == BoatCard.NAVIGATION):
            self.turn_up(piece)
        elif zone is not None:
            self.lay_before(piece_id, character)

    def _may_lie(self, piece_id: str, character: Character, zone: str) -> bool:
        """Return True before oneself; a preserver may lie before anybody (L24)."""
        return PROVISION_OF[piece_id] is Provision.PRESERVER or self._rows[character] == zone

    @property
    def _rows(self) -> dict[Character, str]:
        return open_rows(self.secrets.players)


def _shown_tag(kind: Provision, number: int) -> str:
    """Return the tag of a kind that is only to be shown."""
    tags = [tag for tag, of in PROVISION_OF.items() if of is kind]
    return tags[number % len(tags)]
