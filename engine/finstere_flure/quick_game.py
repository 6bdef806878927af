"""Whole games at high speed, for searching bots: the rounds of `rounds.py`, by numbers.

A quick game begins at any moment of a game after its board is laid, and is tested against the readable engine event by
event. It is changed in place; `copy` is cheap. It knows which cards lie face down, never their order.
"""

from collections.abc import Sequence
from random import Random
from typing import Self

from .deck import CARDS_A_STAGE, card_of, cards_to_come
from .pieces import DECK, TOKENS
from .players import goal
from .reach import Reach
from .state import TURNS_IN_FIRST_ROUND, Phase, State
from .walks import DEAD, OUT, OUTSIDE, QuickBoard, Stones, place_number


class QuickGame:
    """Running game; players and tokens are numbers, by their seats and places in the position."""

    def __init__(self, state: State) -> None:
        players, tokens, started = state.players, state.position.tokens, state.started
        self.board = QuickBoard(state.position)
        self.players = len(players)
        self._goal, self._dm_end = goal(self.players), started.dm_end
        self._five_as_three = started.five_as_three
        self._cards = {name: card_of(name, started.five_as_three) for name in DECK}
        self.owner: Sequence[int] = [players.index(TOKENS[token.id][0]) for token in tokens]
        self._own: Sequence[Sequence[int]] = [
            [token for token, owner in enumerate(self.owner) if owner == player] for player in range(self.players)
        ]
        self.numbers = [token.visible_number for token in tokens]
        #: Each token's cell, or `OUT`, `OUTSIDE`, `DEAD`.
        self.places = [place_number(token.at) for token in tokens]
        by_id = {token.id: number for number, token in enumerate(tokens)}
        self.moved = {by_id[token] for token in state.moved}
        #: Tokens that are out, in order.
        self.out = [by_id[token] for token in state.out]
        self.stage, self.round, self.start = state.stage, state.round, players.index(state.start_player)
        self.face_down, self.played = list(state.deck.face_down), len(state.deck.played)
        self.over = state.phase is Phase.OVER
        #: Player whose turn it is; None when a card is due.
        self.turn = None if state.turn is None else players.index(state.turn)
        if state.phase is Phase.SHUFFLE:
            self._begin_stage(2 if state.deck.stage_is_over else 1)

    def copy(self) -> Self:
        """Return the same game, to be played on by itself."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.board, other.numbers, other.places = self.board.copy(), self.numbers.copy(), self.places.copy()
        other.moved, other.out, other.face_down = self.moved.copy(), self.out.copy(), self.face_down.copy()
        return other

    def best_players(self) -> tuple[int, ...]:
        """Return the winner; nobody if no token came out (rules, section 5)."""
        if not self.out:
            return ()
        counts = [0] * self.players
        best, most = 0, 0
        for token in self.out:
            player = self.owner[token]
            counts[player] += 1
            # On a tie who reached the number first wins.
            if counts[player] > most:
                best, most = player, counts[player]
        return (best,)

    # --- tokens -------------------------------------------------------------------------------------------------------

    def tokens_to_move(self) -> list[int]:
        """Return the tokens from which the player on turn chooses; none when a card is due."""
        return [] if self.turn is None else self._waiting(self.turn)

    def _waiting(self, player: int) -> list[int]:
        places, moved = self.places, self.moved
        return [
            token
            for token in self._own[player]
            if (places[token] >= 0 or places[token] == OUTSIDE) and token not in moved
        ]

    def _has_turn(self, player: int) -> bool:
        if self.round == 1 and sum(token in self.moved for token in self._own[player]) >= TURNS_IN_FIRST_ROUND:
            return False
        return bool(self._waiting(player))

    def reach(self, token: int) -> Reach:
        """Return the ends of the token's moves."""
        return Reach(self.board, self.places[token], self.numbers[token])

    def move(self, token: int, to: int, stones: Stones) -> None:
        """Move a token of the player on turn."""
        self.board.move_token(token, self.places[token], to, stones)
        self.places[token] = to
        self.numbers[token] = 7 - self.numbers[token]
        self.moved.add(token)
        if to == OUT:
            self.out.append(token)
        if not self._ends_early():
            self._turn_to((self.owner[token] + 1) % self.players)

    def _turn_to(self, first: int) -> None:
        """Give the turn to the first player, from `first` on, who has a token to move."""
        for offset in range(self.players):
            player = (first + offset) % self.players
            if self._has_turn(player):
                self.turn = player
                return
        self.turn = None
        if self.round == 1:
            # After the very first round's turns the tokens that have not moved are flipped.
            for token in set(range(len(self.numbers))) - self.moved:
                self.numbers[token] = 7 - self.numbers[token]

    # --- cards --------------------------------------------------------------------------------------------------------

    def cards_to_come(self) -> Sequence[str]:
        """Return the cards of which one comes next, all equally likely."""
        first = self.stage == 1 and not self.played
        return cards_to_come(self.face_down, first=first, five_as_three=self._five_as_three)

    def risks(self) -> dict[int, float]:
        """Return the probability that the next card's walk hits a token, for each that it may hit."""
        cards = [self._cards[name] for name in self.cards_to_come()]
        risks: dict[int, float] = {}
        for end in self.board.copy().walk(cards):
            for token in end.hits:
                risks[token] = risks.get(token, 0.0) + 1 / len(cards)
        return risks

    def draw(self, card: str) -> None:
        """Turn this card over: the monster moves, and a round ends."""
        (end,) = self.board.walk([self._cards[card]])
        for token in end.hits:
            self.places[token] = OUTSIDE if self.stage == 1 else DEAD
        # Pushed tokens stand elsewhere.
        for cell, piece in self.board.standing.items():
            if piece < self.board.first_stone:
                self.places[piece] = cell
        self.face_down.remove(card)
        self.played += 1
        stage_is_over = self.played == CARDS_A_STAGE
        if self._goal_reached() or self._ends_early() or (self.stage == 2 and stage_is_over):
            self.over, self.turn = True, None
            return
        self.round += 1
        self.start = (self.start + 1) % self.players
        self.moved = set()
        if stage_is_over:
            self._begin_stage(2)
        else:
            self._turn_to(self.start)

    def _begin_stage(self, stage: int) -> None:
        """Shuffle all cards (rules, section 5)."""
        self.stage, self.face_down, self.played = stage, list(DECK), 0
        if not self._ends_early():
            self._turn_to(self.start)

    # --- the end ------------------------------------------------------------------------------------------------------

    def _goal_reached(self) -> bool:
        counts = [0] * self.players
        for token in self.out:
            counts[self.owner[token]] += 1
        return max(counts) >= self._goal

    def _ends_early(self) -> bool:
        """End the game if it is over within a round (R16, R17); return True if it is."""
        nobody_left = self.stage == 2 and all(place in (OUT, DEAD) for place in self.places)
        if nobody_left or (not self._dm_end and self._goal_reached()):
            self.over, self.turn = True, None
        return self.over

    def play_randomly(self, rng: Random) -> None:
        """Play the game to its end: any token, any of its moves, any card."""
        while not self.over:
            if self.turn is None:
                self.draw(rng.choice(self.cards_to_come()))
            else:
                token = rng.choice(self.tokens_to_move())
                reach = self.reach(token)
                self.move(token, *reach.nth(rng.randrange(reach.count())))
