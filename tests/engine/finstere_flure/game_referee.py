"""Pencil and paper referee of a game that objects when the engine differs.

Only the events are believed (and what the monster ate); the rest is counted here, in its own way: the order of
the turns of a whole round is written down when the round begins, the pile of cards is a list, the winner is
looked up in a list of who came out when.
"""

from collections import Counter

from engine.finstere_flure.events import CardDrawn, DeckShuffled, GameStarted, SetUp, TilePlaced, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.position import Tile
from engine.finstere_flure.state import Phase, State

CARDS = ["5", "7", "7", "8", "8", "10", "X", "XX"]


class Books:
    """Facts that are written down while a game is played again from its events."""

    def __init__(self, start: GameStarted) -> None:
        self.start = start
        self.seats = [str(colour) for colour in start.players]
        self.each = 4 if len(self.seats) < 5 else 3
        numbers = "1345" if self.each == 4 else "145"
        self.place = {f"{seat}-{n}": "outside" for seat in self.seats for n in numbers}
        self.white = dict.fromkeys(self.place, True)
        self.marker = self.seats.index(str(start.first))
        self.all_tiles = {SetUp.BASIC: 0, SetUp.EXPERT: 17, SetUp.PLACED: 13}[start.set_up]
        self.tiles = 0
        self.round, self.stage = 0, 0
        self.order: list[str] = []
        self.moved: set[str] = set()
        self.pile: list[str] = []
        self.known = True
        self.played: list[str] = []
        self.came_out: list[str] = []
        self.over = False

    # --- events --------------------------------------------------------------------------------------------------

    def place_tile(self, event: TilePlaced, before: State) -> None:
        assert before.turn == self.seats[(self.marker + self.tiles) % len(self.seats)]
        assert event.tile not in before.placed
        self.check_tile(event.tile)
        self.tiles += 1
        if self.tiles == self.all_tiles:
            self.marker = (self.marker + self.all_tiles) % len(self.seats)

    def check_tile(self, tile: Tile) -> None:
        """Check the faces of placed tiles and their distance to the two doors in steps.

        The steps are counted one by one.
        """
        fronts = ["stone"] * 3 + ["crystal"] * 2 + ["turn90"] * 4 + ["turn180"] * 2
        kind, _, number = tile.id.partition("-")
        if kind == "stone":
            may_be = {"stone"}
            if self.start.set_up is SetUp.EXPERT:
                front = fronts[int(number) - 1]
                may_be = {front} if self.start.faces == "fronts" else {front, "stone"}
            assert tile.kind in may_be
        else:
            assert tile.kind == kind
            assert kind != "teleporter" or self.start.set_up is SetUp.EXPERT
        for cell in tile.cells:
            file, row = "abcdefghijklmnop".index(cell[0]), int(cell[1:]) - 1
            near = 3 if self.start.dm_placing else 2
            assert file + row >= near
            assert 15 - file + 10 - row >= (7 if self.start.dm_placing and kind == "pool" else near)

    def shuffle(self, event: DeckShuffled) -> None:
        assert len(self.played) == (7 if self.stage else 0)
        self.stage += 1
        assert self.stage <= 2
        self.known = event.order is not None
        self.pile = list(event.order or CARDS)
        assert sorted(self.pile) == sorted(CARDS)
        self.played = []
        self.begin_round()

    def begin_round(self) -> None:
        """Write down the whole order of turns: nobody loses a turn in a round but by playing it."""
        self.round += 1
        self.moved = set()
        assert {white for token, white in self.white.items() if self.alive(token)} <= {self.round % 2 == 1}
        left = Counter(token.split("-")[0] for token in self.place if self.alive(token))
        if self.round == 1:
            left = Counter(dict.fromkeys(self.seats, 2))
        self.order = []
        marker = self.marker
        while left.total():
            seat = self.seats[marker % len(self.seats)]
            if left[seat]:
                self.order.append(seat)
                left[seat] -= 1
            marker += 1

    def alive(self, token: str) -> bool:
        return self.place[token] in ("outside", "castle")

    def move_token(self, event: TokenMoved) -> None:
        owner = event.token.split("-")[0]
        assert owner == self.order.pop(0)
        assert event.token not in self.moved
        assert self.alive(event.token)
        self.moved.add(event.token)
        assert not (event.to == "outside" and self.place[event.token] == "castle")
        self.place[event.token] = str(event.to) if event.to in ("outside", "out") else "castle"
        self.white[event.token] ^= True
        assert event.side == ("white" if self.white[event.token] else "black")
        if event.to == "out":
            self.came_out.append(owner)
            if self.came_out.count(owner) == self.each - 1 and not self.start.dm_end:
                self.over = True
        if not self.order and self.round == 1:
            for token in self.place.keys() - self.moved:
                self.white[token] ^= True
        self.over |= self.stage == 2 and not any(map(self.alive, self.place))

    def draw(self, event: CardDrawn, after: State) -> None:
        assert not self.order
        self.turn_cards_over(event)
        assert after.monster_move is not None
        for meal in after.monster_move.eaten:
            assert self.place[meal.token] == "castle"
            self.place[meal.token] = "outside" if self.stage == 1 else "dead"
        best = max(map(self.came_out.count, self.seats))
        last_card = self.stage == 2 and len(self.played) == 7
        nobody = self.stage == 2 and not any(map(self.alive, self.place))
        self.over = best >= self.each - 1 or last_card or nobody
        if last_card and not nobody and best < self.each - 1:
            self.place = {token: "dead" if self.alive(token) else place for token, place in self.place.items()}
        if not self.over:
            self.marker = (self.marker + 1) % len(self.seats)
            if len(self.played) < 7:
                self.begin_round()

    def turn_cards_over(self, event: CardDrawn) -> None:
        hits = {"X", "XX"} | ({"5"} if self.start.five_as_three else set())
        aside = []
        for n, card in enumerate(event.drawn, start=1):
            assert card == self.pile[0] or not self.known
            self.pile.remove(card)
            if n < len(event.drawn):
                aside.append(card)
        first = self.round == 1
        assert set(aside) <= hits
        assert first or not aside
        assert not (first and event.card in hits)
        self.pile += aside
        if event.order is not None:
            assert aside
            assert sorted(event.order) == sorted(self.pile)
            self.pile = list(event.order)
        self.played.append(event.card)

    # --- against the engine ----------------------------------------------------------------------------------------

    def compare(self, state: State) -> None:
        """Check that every fact that is written down is what the engine says."""
        for token in state.position.tokens:
            assert str(token.place or "castle") == self.place[token.id]
            assert (token.side == "white") == self.white[token.id]
        assert len(state.position.tokens) == len(self.place) == self.each * len(self.seats)
        assert [token.split("-")[0] for token in state.out] == self.came_out
        assert (state.outcome is not None) == self.over == (state.phase is Phase.OVER)
        assert list(state.deck.played) == self.played
        assert Counter(state.deck.face_down) == Counter(self.pile)
        if self.stage and state.phase is not Phase.SHUFFLE:
            assert (state.stage, state.round) == (self.stage, self.round)
        if self.tiles == self.all_tiles:
            assert state.start_player == self.seats[self.marker]
        if not self.over and self.tiles == self.all_tiles:
            assert state.turn == (self.order[0] if self.order else None)

    def winner(self) -> str | None:
        """Return who has most tokens out; among equals, whose last one came out before the others'."""
        most = max(map(self.came_out.count, self.seats))
        when = {len(self.came_out) - 1 - self.came_out[::-1].index(seat): seat for seat in set(self.came_out)}
        return next((seat for _, seat in sorted(when.items()) if self.came_out.count(seat) == most), None)


def check(game: Game) -> None:
    """Play the game again from its events beside the books."""
    start, *events = game.events
    assert isinstance(start, GameStarted)
    books, again = Books(start), Game.start(start)
    books.compare(again.state)
    for event in events:
        assert not books.over
        before, again = again.state, again.apply(event)
        match event:
            case TilePlaced():
                books.place_tile(event, before)
            case DeckShuffled():
                books.shuffle(event)
            case TokenMoved():
                books.move_token(event)
            case CardDrawn():
                books.draw(event, again.state)
        books.compare(again.state)
    assert again == game
    assert books.over
    assert game.state.outcome is not None
    assert game.state.outcome.winner == books.winner()
    assert sorted(s.colour for s in game.state.outcome.ranking) == sorted(books.seats)
    for standing in game.state.outcome.ranking:
        assert standing.out == books.came_out.count(standing.colour)
