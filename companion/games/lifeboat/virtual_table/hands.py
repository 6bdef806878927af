"""Hands, love, hate and decks of a game among people and bots at one laptop: who may look at what, and what is done.

A card that is chosen comes out of the hand face down, below the mat, and is carried on as every piece: before oneself
it is turned up, where cards are used now as well, on the own cover it goes back.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from random import Random

from companion.cards.things import BACK
from companion.games.lifeboat.colours import COLOURS
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.laying import place_in_row, rows_of
from companion.games.lifeboat.mat import (
    AREAS,
    BOAT,
    DAY,
    DISCARD,
    NAVIGATION_DECK,
    OPEN_ROWS,
    ROW_STACK,
    SHOW,
    CardKind,
)
from companion.games.lifeboat.table.captions import name
from companion.games.lifeboat.table.signs_words import signs_in_words
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.games.lifeboat.tags import NAVIGATION_TAGS, PROVISION_OF, TAGS, tag_of
from companion.games.lifeboat.virtual_table.choosing import dealer
from companion.games.lifeboat.virtual_table.dealing import Hidden, going_round, navigation_cards
from companion.games.lifeboat.virtual_table.pieces import PIECES, lay_piles_of
from companion.games.lifeboat.virtual_table.players import LifeboatPlayers
from companion.games.lifeboat.virtual_table.secret_game import LifeboatSecrets
from companion.games.lifeboat.virtual_table.truth import contradiction, out_of_hand, true_answer
from companion.table.session import Session
from companion.virtual_table.piece import Piece
from companion.virtual_table.secret_hands import HeldCard, HeldCards, Holder, OwnPlace, SecretHands
from companion.virtual_table.table import VirtualTable
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.navigation import NavigationCard
from engine.lifeboat.state import State
from engine.lifeboat.state import Step as Due

#: A card that came out of a hand lies so far above the table's lower edge, the next one so far beside it (mm).
_ABOVE_EDGE_MM, _BESIDE_MM = 78.0, 31.0
#: What may be put back into which pile.
_PILES = {DISCARD: CardKind.PROVISION, NAVIGATION_DECK: CardKind.NAVIGATION, ROW_STACK: CardKind.NAVIGATION}


class LifeboatHands(SecretHands):
    """The hidden cards of whatever game the session plays."""

    def __init__(self, session: Session, table: VirtualTable, seed: int) -> None:
        self._session, self._table = session, table
        self._game = LifeboatSecrets(session, seed)
        self._players = LifeboatPlayers(table, Random(seed).getrandbits(32), self._game)
        #: Events of the game up to here have been followed.
        self._followed: tuple[e.GameEvent, ...] = ()

    @property
    def players(self) -> LifeboatPlayers:
        """The bots."""
        return self._players

    @property
    def trouble(self) -> str:
        """Why nobody can look at any cards."""
        return self._game.trouble

    def tick(self) -> None:
        """Follows the game: cards that were laid open are the table's, and piles grow and shrink."""
        followed, game = self._game.follow(), self._session.game
        # Whoever looked before has followed it as well.
        if followed or (game.events if game is not None else ()) != self._followed:
            self._tidy()

    def _tidy(self) -> None:
        """Cards that are not in a hand any more are the table's, or have gone into a pile."""
        new_events = self._new_events()
        hidden, state = self._game.now, self._game.state
        if hidden is None or state is None:
            self._game.out.clear()
            return
        for event in new_events:
            self._used(event, state)
        lay_piles_of(self._table, state)
        for piece_id, who in [*self._game.out.items()]:
            if piece_id not in self._table.pieces:
                del self._game.out[piece_id]
            elif self._is_still_hidden(piece_id, who, hidden, state):
                continue
            else:
                del self._game.out[piece_id]
                zone = self._zone(self._table.pieces[piece_id])
                is_day = hidden.day is not None and self._navigation_piece(str(hidden.day.id)) == piece_id
                open_now = zone in OPEN_ROWS or (zone == DAY and is_day)
                if not open_now:
                    self._table.remove(piece_id)
        for piece in [*self._table.pieces.values()]:
            if piece.face and piece.id not in PIECES.piles and piece.id not in self._game.out:
                # What lies face down, on a pile or beside the mat, is of no use any more.
                self._table.remove(piece.id)

    def _new_events(self) -> Sequence[e.GameEvent]:
        """What has happened since the last call; nothing where something was taken back, or in another game."""
        game, before = self._session.game, self._followed
        self._followed = game.events if game is not None else ()
        return self._followed[len(before) :] if before and self._followed[: len(before)] == before else ()

    def _used(self, event: e.GameEvent, state: State) -> None:
        """A card that was used or laid out of a hand is the one that lies there, though there may be others like it."""
        told = out_of_hand(event)
        if told is None:
            return
        by, card, to = told
        like = [one for one, who in self._game.out.items() if who is by and PROVISION_OF.get(one) is card]
        zone = SHOW if to is None else self._rows[to]
        for piece_id in like:
            if piece_id in self._table.pieces and self._zone(self._table.pieces[piece_id]) == zone:
                del self._game.out[piece_id]
                if to is None and card not in state.person(by).open:
                    self._table.remove(piece_id)
                return

    def _is_still_hidden(self, piece_id: str, who: Character, hidden: Hidden, state: State) -> bool:
        kind = TAGS.cards[piece_id]
        if kind == CardKind.PROVISION:
            out = [PROVISION_OF[one] for one, by in self._game.out.items() if by is who and one in PROVISION_OF]
            card = PROVISION_OF[piece_id]
            revealed = any(one.by is who for one in state.revealed)
            return not revealed and out.count(card) <= hidden.hands[who].count(card)
        if kind == CardKind.NAVIGATION:
            return state.step is Due.CHOOSE
        return state.step is Due.REVEAL and all(one.by is not who for one in state.revealed)

    # --- who looks at what ------------------------------------------------------------------------------------------

    def holders(self) -> Sequence[Holder]:
        """The players, clockwise."""
        state = self._game.state
        if state is None or self._game.kept is None:
            return ()
        playing = self._session.watching
        return [
            Holder(
                str(who),
                name(who),
                COLOURS[who],
                say_count("{n} card", "{n} cards", state.person(who).hand),
                state.turn is who,
                bool(playing) or who in self._game.kept.bots,
            )
            for who in state.started.players
        ]

    def places(self) -> Sequence[OwnPlace]:
        """The open rows."""
        rows = self._rows
        return [OwnPlace(AREAS[rows[Character(one.id)]], one) for one in self.holders() if Character(one.id) in rows]

    def look(self, holder_id: str) -> Sequence[HeldCards]:
        """What is drawn or goes round, then love, hate and the hand."""
        hidden, state, who = self._game.now, self._game.state, Character(holder_id)
        if hidden is None or state is None:
            return ()
        return [*self._before(hidden, state, who), HeldCards(say("Your cards"), tuple(self._own(hidden, state, who)))]

    def _own(self, hidden: Hidden, state: State, who: Character) -> Iterator[HeldCard]:
        scoring = state.step is Due.REVEAL
        for tag in (tag_of(CardKind.LOVE, hidden.love[who]), tag_of(CardKind.HATE, hidden.hate[who])):
            if tag not in self._game.out:
                yield HeldCard(tag, tag, idle=not scoring)
        left = Counter(hidden.hands[who]) - self._kinds_out(who)
        for card in sorted(left):
            for number, tag in enumerate(self._free(card, left[card])):
                yield HeldCard(f"{card} {number}", tag)

    def _before(self, hidden: Hidden, state: State, who: Character) -> Iterator[HeldCards]:
        """The cards that only whoever's turn it is looks at."""
        if state.turn is not who:
            return
        step = self._session.step
        answers = step.answers if isinstance(step, LifeboatStep) else ()
        match state.step:
            case Due.TAKE:
                chosen = self._coming("took")
                cards, marked = [], False
                for number, card in enumerate(going_round(hidden, state)):
                    is_chosen = not marked and str(card) in chosen
                    marked = marked or is_chosen
                    cards.append(HeldCard(f"pass {number} {card}", self._look_of(card, number), chosen=is_chosen))
                yield HeldCards(say("They go round: choose the one that you keep"), tuple(cards))
            case Due.ACT if answers[:1] == ("row",):
                yield self._navigation(
                    say("You draw these: choose what goes on the row stack"),
                    dealer(0).drawn(hidden, state, who),
                    "draw",
                    self._coming("rowed"),
                )
            case Due.ACT if answers[:2] == ("use", Provision.FLARE):
                yield self._navigation(say("The flare turns these, one by one"), hidden.deck[:3], "")
            case Due.CHOOSE:
                pool = dealer(0).pool(hidden, state, compass=answers[:1] == ("compass",))
                pool = tuple(card for card in pool if self._navigation_piece(str(card.id)) not in self._game.out)
                yield self._navigation(say("Choose the day's card, and lay it on its place"), pool, "day")

    def _navigation(
        self, title: str, cards: Sequence[NavigationCard], use: str, chosen: Collection[str] = ()
    ) -> HeldCards:
        """Navigation cards with their signs."""
        shown = []
        for card in cards:
            is_chosen = card.id in chosen
            piece, words = self._navigation_piece(str(card.id)), signs_in_words(card, "\n")
            # Which card it is stands on those alone whose tag says so.
            words = words if piece == card.id else f"{card.id}\n{words}"
            shown.append(HeldCard(f"{use} {card.id}", piece, words, is_chosen, idle=not use))
        return HeldCards(title, tuple(shown))

    def _navigation_piece(self, card_id: str) -> str:
        """What lies on the table for a navigation card: for one whose id is no tag a card whose tag no other has."""
        state = self._game.state
        if card_id in NAVIGATION_TAGS or state is None:
            return card_id
        others = {str(card.id) for card in navigation_cards(state.started)}
        return next(tag for tag in NAVIGATION_TAGS if tag not in others)

    def _kinds_out(self, who: Character) -> Counter[Provision]:
        return Counter(
            PROVISION_OF[piece] for piece, by in self._game.out.items() if by is who and piece in PROVISION_OF
        )

    def _free(self, kind: Provision, count: int) -> list[str]:
        """So many tags of a kind that lie nowhere on the table."""
        return [tag for tag, of in PROVISION_OF.items() if of is kind and tag not in self._table.pieces][:count]

    def _look_of(self, kind: Provision, number: int) -> str:
        """A tag of a kind, to be shown only."""
        tags = [tag for tag, of in PROVISION_OF.items() if of is kind]
        return tags[number % len(tags)]

    def _coming(self, event: str) -> tuple[str, ...]:
        return self._game.kept.coming.get(event, ()) if self._game.kept is not None else ()

    # --- what is told ------------------------------------------------------------------------------------------------

    def contradiction(self, event: e.GameEvent) -> str:
        """Return why the hidden cards do not allow an event."""
        hidden, state = self._game.now, self._game.state
        return "" if hidden is None or state is None else contradiction(hidden, state, event)

    def true_answer(self, answers: tuple[str, ...]) -> str:
        """Return what love, hate and hand, the deck's top or the chosen card of the day say."""
        hidden, state = self._game.now, self._game.state
        if hidden is None or state is None:
            return ""
        return true_answer(hidden, state, answers, next(iter(self._coming("navigated")), ""))

    # --- what hands do ----------------------------------------------------------------------------------------------

    def choose(self, holder_id: str, key: str) -> None:
        """Keeps a provision, puts navigation cards on the row stack, or takes a card out of the hand."""
        kept, who = self._game.kept, Character(holder_id)
        shown = [card for group in self.look(holder_id) for card in group.cards]
        card = next((one for one in shown if one.key == key), None)
        if kept is None or card is None or card.idle:
            return
        use, *rest = key.split(" ")
        match use:
            case "pass":
                kept.coming["took"] = (rest[-1],)
            case "draw":
                before = kept.coming.get("rowed", ())
                kept.coming["rowed"] = (
                    tuple(one for one in before if one != rest[0]) if rest[0] in before else (*before, rest[0])
                )
            case "day":
                kept.coming["navigated"] = (rest[0],)
                self._take_out(card.piece_id, who)
            case _:
                self._take_out(card.piece_id, who)
        self._game.keep()

    def _take_out(self, piece_id: str, who: Character) -> None:
        """The card lies face down before the cover it came from."""
        number = sum(by is who for by in self._game.out.values())
        self._game.out[piece_id] = who
        self._table.put(self._beside(piece_id, who, number))
        self._note_gifts(who)

    def _beside(self, piece_id: str, who: Character, number: int) -> Piece:
        left, _, right, bottom = self._table.areas.table
        players = self._game.players
        place = players.index(who) if who in players else 0
        x = left + (right - left) * (place + 0.12) / max(1, len(players)) + 20 + number * _BESIDE_MM
        return Piece(piece_id, BACK, (min(x, right - 50), bottom - _ABOVE_EDGE_MM), 0.0)

    def _note_gifts(self, who: Character) -> None:
        """Whatever lies before the covers is given first where cards change hands."""
        if self._game.kept is None:
            return
        state = self._game.state
        first = [who, *(one for one in self._game.players if one is not who)]
        if state is not None and state.turn in first:
            first = [state.turn, *(one for one in first if one is not state.turn)]
        gifts = [str(card) for one in first for card in self._kinds_out(one).elements()]
        if gifts:
            self._game.kept.coming["traded"] = tuple(gifts)
        else:
            self._game.kept.coming.pop("traded", None)

    def give(self, holder_id: str, piece_id: str) -> bool:
        """Only what came out of this very hand goes back into it, and what an undo has given back to it."""
        if piece_id not in self._game.out and self._was_given_back(piece_id, Character(holder_id)):
            self._table.remove(piece_id)
            return True
        if self._game.out.get(piece_id) is not Character(holder_id):
            return False
        del self._game.out[piece_id]
        self._table.remove(piece_id)
        if self._game.kept is not None:
            self._game.kept.coming.pop("navigated", None)
        self._note_gifts(Character(holder_id))
        self._game.keep()
        return True

    def _was_given_back(self, piece_id: str, who: Character) -> bool:
        """Return whether this is an open card too many that is in this hand now."""
        hidden, state, card = self._game.now, self._game.state, PROVISION_OF.get(piece_id)
        if hidden is None or state is None or card is None:
            return False
        lying = [one for one in self._table.pieces.values() if not one.face and PROVISION_OF.get(one.id) is card]
        enough = sum(self._zone(one) in OPEN_ROWS for one in lying if one.id != piece_id)
        wanted = sum(person.open.count(card) for person in state.people)
        return enough >= wanted and hidden.hands[who].count(card) > self._kinds_out(who)[card]

    def laid(self, piece_id: str) -> None:
        """An open card lies where hands have laid it; one out of a hand is turned up where that is allowed."""
        piece = self._table.pieces[piece_id]
        zone = self._zone(piece)
        who = self._game.out.get(piece_id)
        if who is None:
            if zone in _PILES and TAGS.cards[piece_id] == _PILES[zone]:
                self._table.remove(piece_id)
            elif zone in OPEN_ROWS and piece_id in PROVISION_OF:
                self._fan(piece, zone)
            return
        if zone == SHOW and piece_id in PROVISION_OF:
            self._table.put(replace(piece, face=""))
        elif zone in OPEN_ROWS and self._may_lie(piece_id, who, zone):
            self._fan(piece, zone)
        elif (zone == DAY and TAGS.cards[piece_id] == CardKind.NAVIGATION) or (zone == BOAT and self._scoring):
            self._table.put(replace(piece, face=""))
        elif zone is not None:
            mine = [one for one, by in self._game.out.items() if by is who]
            self._table.put(self._beside(piece_id, who, mine.index(piece_id)))

    def _may_lie(self, piece_id: str, who: Character, zone: str) -> bool:
        """L24: before oneself, a preserver before anybody."""
        card = PROVISION_OF.get(piece_id)
        return card is Provision.PRESERVER or (card is not None and self._rows[who] == zone)

    def _fan(self, piece: Piece, zone: str) -> None:
        """The card lies face up beside the other open cards of its row."""
        others = [
            one
            for one in self._table.pieces.values()
            if one.id != piece.id and not one.face and self._zone(one) == zone
        ]
        at, turn = place_in_row(self._table.catalogue, zone, piece.id, len(others))
        self._table.put(self._table.near(replace(piece, face="", turn_deg=turn), at))

    @property
    def _rows(self) -> dict[Character, str]:
        return rows_of(self._game.players)

    @property
    def _scoring(self) -> bool:
        state = self._game.state
        return state is not None and state.step is Due.REVEAL

    def _zone(self, piece: Piece) -> str | None:
        zone = self._table.catalogue.mat.zone_at(*piece.centre_mm)
        return zone.name if zone is not None else None

    def may_turn_over(self, piece_id: str) -> bool:
        """What came out of a hand is turned up only where it may lie open."""
        return piece_id not in self._game.out

    def change_player(self, holder_id: str) -> None:
        """From now on a bot plays for this one, or a person again."""
        if self._game.kept is None or self._session.watching:
            return
        self._game.kept.bots ^= {Character(holder_id)}
        self._game.keep()
