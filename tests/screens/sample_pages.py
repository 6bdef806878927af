"""A realistic page of every kind, with positions of real games, in the language that is in use when it is asked for.

The sentences are those that the session says, as far as it says them; the positions come from games played by chance.
"""

from dataclasses import dataclass
from functools import cache
from random import Random

from companion.finstere_flure.playback import BeatKind, timeline
from companion.finstere_flure.player import Player
from companion.finstere_flure.sentences import Names, colour_name
from companion.finstere_flure.table.pages import (
    Arrow,
    BoardPage,
    BoardShown,
    Keys,
    ListPage,
    Mark,
    MovePage,
    Page,
    Row,
    Tone,
)
from companion.finstere_flure.words import explain_move
from companion.language import say, say_count
from engine.finstere_flure.board import ENTRANCE, EXIT, Direction
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import GameStarted, SetUp, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import STONE_FRONTS, TOKENS, Colour, Place, Side, TileKind
from engine.finstere_flure.position import Tile, Token
from engine.finstere_flure.setup import ALL_TILES, STEPS, basic_tiles
from engine.finstere_flure.state import Phase
from engine.finstere_flure.trace import MonsterMove

FOUR = (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW)


@dataclass(frozen=True)
class Sample:
    """A page, and for the page of a move the move."""

    page: Page
    move: MonsterMove | None = None


def samples() -> dict[str, Sample]:
    """All pages, each under a name of its own."""
    lists = (start(), players(), variants(), stage(), over(), settings(), menu(), undo(), help_(), log())
    boards = (set_up(), place_tile(), turn(), reach(), waiting(), draw(), put_right(), problem(), everything())
    named = {page.name: Sample(page) for page in (*lists, *boards)}
    return named | {"move": move()}


# --- games ---------------------------------------------------------------------------------------------------------


@cache
def played(rounds: int, seed: int = 5, players: tuple[Colour, ...] = FOUR) -> Game:
    """A game in whose round of this number two tokens have moved."""
    chance = Random(seed)
    game = Game.start(GameStarted(players, players[0]))
    while game.state.round < rounds or len(game.state.moved) < 2:
        state = game.state
        if state.phase is Phase.SHUFFLE:
            game = game.apply(shuffle_deck(chance))
        elif state.phase is Phase.DRAW_CARD:
            game = game.apply(game.draw(chance))
        else:
            assert state.turn is not None
            choices = game.token_choices(chance.choice(state.tokens_to_move(state.turn)))
            game = game.apply(min(chance.sample(choices, min(4, len(choices))), key=_to_the_exit))
    return game


def _to_the_exit(event: TokenMoved) -> int:
    return STEPS[EXIT][event.to] if not isinstance(event.to, Place) else 99


@cache
def half_laid() -> Game:
    """An expert game in which nine tiles lie."""
    chance = Random(3)
    game = Game.start(GameStarted(FOUR, FOUR[0], SetUp.EXPERT))
    for tile in chance.sample(ALL_TILES, 9):
        game = game.apply(chance.choice(list(game.tile_choices(tile))))
    return game


@cache
def walked() -> Game:
    """A game just after a monster's move in which it pushed and ate something."""
    for seed in range(200):
        game = played(4, seed)
        while not isinstance(game.state.monster_move, MonsterMove):
            game = game.undo()
        beats = timeline(game.state.monster_move)
        kinds = {beat.kind for beat in beats}
        if BeatKind.PUSH in kinds and beats[-1].after.eaten:
            return game
    raise AssertionError("no such game")


def name(colour: Colour) -> str:
    return colour_name(colour).capitalize()


# --- lists ---------------------------------------------------------------------------------------------------------


def start() -> ListPage:
    rows = (
        Row(
            say("Go on with the game"),
            "resume",
            detail=say(
                "Begun {when}, {moves}", when="2026-11-20 20:14", moves=say_count("{n} event", "{n} events", 37)
            ),
            tone=Tone.NOW,
        ),
        Row(say("New game"), "new"),
        Row(say("Watch a game"), "watch"),
        Row(say("Settings"), "settings"),
        Row(say("Leave"), "leave"),
    )
    return ListPage("start", say("Finstere Flure"), rows, selected=0, keys=Keys(say("Choose"), say("Next")))


def players() -> ListPage:
    seats = [Colour.BLUE, Colour.RED, Colour.PURPLE]
    only_three = say("has only three tokens: for five players and more")
    rows = [
        Row(
            name(colour),
            str(colour),
            say("seat {n}", n=seats.index(colour) + 1) if colour in seats else "",
            detail=only_three if colour is Colour.PURPLE else "",
            colour=colour,
            done=colour in seats,
            tone=Tone.FADED if colour is Colour.PURPLE else Tone.PLAIN,
        )
        for colour in Colour
    ]
    rows += [
        Row(say("Who begins"), "first", name(Colour.BLUE)),
        Row(say("The floor"), "floor", say("expert: you place the tiles")),
        Row(say("Variant DM: a won round is played to its end"), "dm", say("no")),
        Row(say("The monster cards"), "deck", say("I keep the deck")),
        Row(
            say("Start"),
            detail=say("{player} has only three tokens: for five players and more.", player=name(Colour.PURPLE)),
            tone=Tone.NOW,
        ),
    ]
    return ListPage(
        "players",
        say("Who plays?"),
        tuple(rows),
        say("Choose the colours clockwise, as you sit. With five players and more each has three tokens."),
        4,
        keys=_choosing(),
    )


def variants() -> ListPage:
    rows = (
        Row(say("The floor"), "floor", say("expert: you place the tiles")),
        Row(say("Variant DM: a won round is played to its end"), "dm", say("yes")),
        Row(say("The card 5 counts as three hits"), "five", say("no")),
        Row(say("The monster cards"), "deck", say("a real deck")),
        Row(say("Start"), "start", tone=Tone.NOW),
    )
    return ListPage("variants", say("By which rules?"), rows, selected=1, keys=_choosing())


def stage() -> ListPage:
    return ListPage(
        "stage",
        say("Stage two begins."),
        tuple(_standing(colour, out) for colour, out in zip(FOUR, (2, 0, 1, 1), strict=True)),
        say("Shuffle all eight monster cards and lay them face down. What is eaten from now on is out of the game."),
        keys=Keys(say("Go on"), say("Say again"), say("Undo"), back_hold=say("Menu")),
        status=say("Round {round}, stage {stage}", round=8, stage=2),
    )


def over() -> ListPage:
    ranking = ((1, Colour.GREEN, 3), (2, Colour.RED, 2), (3, Colour.YELLOW, 1), (4, Colour.BLUE, 0))
    rows = tuple(
        Row(
            say("{rank}. {player}", rank=rank, player=name(colour)),
            value=say_count("{n} token out", "{n} tokens out", out),
            colour=colour,
            tone=Tone.GOOD if rank == 1 else Tone.PLAIN,
        )
        for rank, colour, out in ranking
    )
    return ListPage(
        "over",
        say("{player} wins!", player=name(Colour.GREEN)),
        rows,
        f"{say('No token is left in the castle or beside its entrance.')} {say('Most tokens out wins.')}",
        colour=Colour.GREEN,
        keys=Keys(say("New game"), say("Say again"), say("Undo"), back_hold=say("Menu")),
    )


def settings() -> ListPage:
    rows = (
        Row(say("Language"), "language", "Français"),
        Row(say("Volume"), "volume", say("{n} %", n=75)),
        Row(say("How much I say"), "talk", say("the phases only")),
        Row(say("Speed of the monster"), "speed", "1.5×"),
        Row(say("Full screen"), "full_screen", say("no")),
        Row(say("Camera"), "camera", say("none"), detail=say("Without one you say by touch what happens.")),
    )
    return ListPage(
        "settings",
        say("Settings"),
        rows,
        selected=2,
        keys=_choosing(),
        status=say("The camera does not answer: the game goes on by hand."),
    )


def menu() -> ListPage:
    rows = (
        Row(say("What now?"), "help"),
        Row(say("Undo"), "undo"),
        Row(say("What happened"), "log"),
        Row(say("Settings"), "settings"),
        Row(say("To the first page"), "start", detail=say("The game is kept and can go on later.")),
    )
    return ListPage("menu", say("Menu"), rows, selected=0, keys=_choosing())


def undo() -> ListPage:
    sentences = list(reversed(_history()))
    rows = tuple(
        Row(sentence, str(number), tone=Tone.BAD if number <= 2 else Tone.PLAIN)
        for number, sentence in enumerate(sentences)
    )
    return ListPage(
        "undo",
        say("Undo"),
        rows,
        say("The chosen move and all after it are taken back. Then I show how to put the table right."),
        2,
        keys=Keys(say("Take back"), say("Farther back"), say("Keep")),
    )


def help_() -> ListPage:
    rows = (
        say("Move one of your tokens, up to as many cells as it shows, also round corners; then flip it."),
        say("It may push one stone at a time, if the cell behind is free, and pass over other tokens."),
        say("On a pool it slides straight on, free of charge. It never enters the monster or a teleporter."),
        say("From a1 one more step leads out of the castle, and the token is safe."),
        say("Advance confirms; held, it takes the table as it lies, whatever the rules say."),
        say("Draw turns over a card; at other times it says again what is to be done."),
        say("Back takes back a move; held, it opens the menu."),
    )
    return ListPage("help", say("What now?"), tuple(map(Row, rows)), keys=Keys(back=say("Back")))


def log() -> ListPage:
    told = _history() + explain_move(_move_of(walked()))
    rows = tuple(
        Row(sentence, str(number), say("Round {round}", round=1 + number // 6)) for number, sentence in enumerate(told)
    )
    return ListPage("log", say("What happened"), rows, selected=12, keys=Keys(draw=say("Down"), back=say("Back")))


def _history() -> list[str]:
    game = played(3)
    told = []
    for event in game.events:
        if isinstance(event, TokenMoved):
            token = Names(game.state.position).token(event.token)
            if isinstance(event.to, Place):
                told.append(say("{token} stays beside the entrance.", token=token))
            else:
                told.append(say("{token} enters and goes to {cell}.", token=token, cell=event.to))
    return told


def _standing(colour: Colour, out: int) -> Row:
    return Row(name(colour), value=say_count("{n} token out", "{n} tokens out", out), colour=colour)


def _choosing() -> Keys:
    return Keys(advance=say("Choose"), draw=say("Next"), back=say("Back"))


# --- pages with the board ------------------------------------------------------------------------------------------


def set_up() -> BoardPage:
    tiles = basic_tiles(tuple(f"stone-{n}" for n in range(1, 12)))
    there, missing = tiles[:8] + tiles[11:], tiles[8:11]
    wrong = Tile("stone-4", TileKind.CRYSTAL, ("d3",))
    rows = (
        Row(
            say("The stone on {cell} is missing.", cell="o9"), detail=say("Put a stone there, back up."), tone=Tone.BAD
        ),
        Row(
            say("The stone on {cell} is missing.", cell="f10"), detail=say("Put a stone there, back up."), tone=Tone.BAD
        ),
        Row(
            say("The stone on {cell} is missing.", cell="i10"), detail=say("Put a stone there, back up."), tone=Tone.BAD
        ),
        Row(say("A stone lies on {cell}.", cell="d3"), detail=say("Take it away."), tone=Tone.BAD),
    )
    marks = (
        *(Mark(tile.cells, Tone.BAD) for tile in missing),
        Mark(wrong.cells, Tone.BAD),
    )
    return BoardPage(
        "set-up",
        say("Setting up the table"),
        BoardShown((*there, wrong), (), EXIT, Direction.E, marks, ghost_tiles=missing),
        say_count("{n} thing is not right yet.", "{n} things are not right yet.", 4),
        rows,
        Tone.WAITING,
        keys=Keys(say("Say again"), say("Say again"), say("Back"), advance_hold=say("It is right so")),
    )


def place_tile() -> BoardPage:
    game = half_laid()
    state = game.state
    chosen = next(tile for tile in state.tiles_to_place if tile.startswith("teleporter"))
    free = dict.fromkeys(event.tile.cells[0] for event in game.tile_choices(chosen))
    left = len(state.tiles_to_place)
    rows = tuple(
        Row(_tile_name(tile), tile, tone=Tone.NOW if tile == chosen else Tone.PLAIN) for tile in state.tiles_to_place
    )
    marks = tuple(Mark((cell,), Tone.GOOD) for cell in free)
    turn = state.turn
    assert turn is not None
    return BoardPage(
        "place-tile",
        say("{player}'s turn", player=name(turn)),
        BoardShown(state.placed, (), state.position.monster, state.position.facing, marks),
        say_count("{player}, place the last tile.", "{player}, place a tile. {n} are left.", left, player=name(turn)),
        rows,
        Tone.NOW,
        turn,
        Keys("", say("Say again"), say("Let go"), back_hold=say("Menu")),
    )


def _tile_name(tile: str) -> str:
    kind = STONE_FRONTS.get(tile)
    if kind is TileKind.TURN90:
        return say("the right-turning stone")
    if kind is TileKind.TURN180:
        return say("the turn-about stone")
    if kind is None:
        return say("the teleporter {letter}", letter=tile[-2:])
    return say("the crystal") if kind is TileKind.CRYSTAL else say("the stone")


def turn() -> BoardPage:
    game = played(3)
    colour = _turn_of(game)
    marks = tuple(
        Mark((token.cell,), Tone.NOW)
        for token in game.state.position.tokens
        if token.id in game.state.tokens_to_move(colour) and token.cell
    )
    return _token_page("tokens", game, say("{player}, move a token.", player=name(colour)), marks)


def reach() -> BoardPage:
    game = played(3)
    token = _can_walk_farthest(game)
    cells = dict.fromkeys(event.to for event in game.token_choices(token.id) if not isinstance(event.to, Place))
    marks = tuple(Mark((cell,), Tone.GOOD) for cell in cells)
    text = say_count(
        "{token} may go {n} cell.",
        "{token} may go up to {n} cells.",
        token.visible_number,
        token=Names(game.state.position).token(token.id),
    )
    return _token_page("reach", game, text, marks, selected=token)


def waiting() -> BoardPage:
    game = played(3)
    mark = Mark(("h4", "i4", "h5", "i5"), Tone.WAITING)
    return _token_page("waiting", game, say("Something covers the board. I wait."), (mark,), Tone.WAITING)


def draw() -> BoardPage:
    game = played(4)
    return BoardPage(
        "draw",
        say("Furunkulus"),
        BoardShown.of(game.state.position),
        say("Turn over a monster card: press Draw."),
        (),
        Tone.NOW,
        keys=Keys("", say("Turn over"), say("Undo"), back_hold=say("Menu")),
        status=_status(game),
    )


def put_right() -> BoardPage:
    game = walked()
    move = _move_of(game)
    before, after = move.start, game.state.position
    tasks: list[tuple[str, Arrow]] = []
    names = Names(before)
    for token in before.tokens:
        now = after.token(token.id)
        if now is not None and token.cell and now.at == Place.OUTSIDE:
            sentence = say("Take {token} off the board and put it beside the entrance.", token=names.token(token.id))
            tasks.append((sentence, Arrow(token.cell, None)))
    for tile in before.stones:
        there = next((other for other in after.stones if other.id == tile.id), None)
        if there is not None and there.cell != tile.cell:
            sentence = say("Move the stone from {before} to {after}.", before=tile.cell, after=there.cell)
            tasks.append((sentence, Arrow(tile.cell, there.cell)))
    sentence = say("Put Furunkulus on {cell}, facing {direction}.", cell=after.monster, direction=say("west"))
    tasks.append((sentence, Arrow(before.monster, after.monster)))
    rows = tuple(
        Row(text, tone=Tone.FADED if number == 0 else Tone.NOW if number == 1 else Tone.PLAIN, done=number == 0)
        for number, (text, _) in enumerate(tasks)
    )
    arrows = tuple(
        Arrow(arrow.start, arrow.end, Tone.NOW if number == 0 else Tone.PLAIN)
        for number, (_, arrow) in enumerate(tasks[1:])
    )
    left = len(tasks) - 1
    return BoardPage(
        "put-right",
        say_count("{n} thing to do on the board", "{n} things to do on the board", left),
        BoardShown.of(after, arrows=arrows),
        tasks[1][0],
        rows,
        Tone.NOW,
        keys=Keys(say("Say again"), say("Say again"), say("Undo"), say("It is right so"), say("Menu")),
        status=_status(game),
    )


def problem() -> BoardPage:
    game = played(3)
    token = _can_walk_farthest(game)
    position = game.state.position
    assert token.cell is not None
    far = ("k6", "k7")
    rows = (
        Row(say("Put it back on {cell}, or on a cell that is marked.", cell=token.cell), tone=Tone.NOW),
        Row(
            say("A stone lies on {cell} instead of {before}.", cell="k7", before="g7"),
            detail=say("Put it back."),
            tone=Tone.BAD,
        ),
    )
    text = say(
        "{token} cannot go from {before} to {cell}: that is farther than {n} cells.",
        token=Names(position).token(token.id),
        before=token.cell,
        cell=far[0],
        n=token.visible_number,
    )
    marks = (*tuple(Mark((cell,), Tone.BAD) for cell in far), Mark((token.cell,), Tone.NOW, say("here")))
    return BoardPage(
        "problem",
        say("Something is not right"),
        BoardShown.of(position, marks, (Arrow(far[1], "g7"),)),
        text,
        rows,
        Tone.BAD,
        keys=Keys(say("Say again"), say("Say again"), say("Undo"), say("It is right so"), say("Menu")),
        status=say("The camera sees only part of the board: move it, or make more light."),
    )


def everything() -> BoardPage:
    """All that a board can show at once: every tone of marks and arrows, ghosts of every piece."""
    game = played(3)
    position = game.state.position
    marks = tuple(
        Mark((f"{file}2", f"{file}3"), tone, str(number))
        for number, (file, tone) in enumerate(zip("bdfhjl", Tone, strict=True), start=1)
    )
    arrows = tuple(
        Arrow(f"{file}6", f"{file}{end}", tone)
        for (file, end), tone in zip((("b", 4), ("d", 4), ("f", 7), ("h", 7), ("j", 7), ("l", 4)), Tone, strict=True)
    )
    board = BoardShown.of(position, marks, (*arrows, Arrow("c5", None), Arrow(None, ENTRANCE)))
    ghosts = (
        Tile("teleporter-A1", TileKind.TELEPORTER, ("n8",), Direction.W),
        Tile("pool-4x1", TileKind.POOL, ("k11", "l11", "m11", "n11")),
        Tile("stone-6", TileKind.TURN90, ("m7",)),
    )
    shown = BoardShown(
        board.tiles,
        board.tokens,
        board.monster,
        board.facing,
        board.marks,
        board.arrows,
        ghosts,
        (Token("purple-4", Side.WHITE, "o7"),),
        ("p8", Direction.N),
        "k5",
    )
    rows = tuple(Row(say("Menu"), f"row-{tone}", str(tone), tone=tone) for tone in Tone)
    return BoardPage("everything", say("Menu"), shown, say("Done"), rows, Tone.GOOD, Colour.BEIGE)


def move() -> Sample:
    told = _move_of(walked())
    beats = timeline(told)
    index = next(number for number, beat in enumerate(beats) if beat.kind is BeatKind.LOOK and beat.step > 1)
    player = Player(beats, index, 0.8 * beats[index].duration_s)
    keys = Keys(say("Skip"), say("Once more"), say("Stop"), back_hold=say("Menu"))
    return Sample(MovePage("move", player, keys, _status(walked())), told)


def _token_page(
    page: str,
    game: Game,
    caption: str,
    marks: tuple[Mark, ...],
    tone: Tone = Tone.NOW,
    selected: Token | None = None,
) -> BoardPage:
    state, colour = game.state, _turn_of(game)
    names = Names(state.position)
    movable = state.tokens_to_move(colour)
    rows = tuple(
        Row(
            names.token(token.id),
            token.id if token.id in movable else "",
            say("outside") if token.place else str(token.at),
            tone=Tone.NOW if token == selected else Tone.PLAIN if token.id in movable else Tone.FADED,
            token=token,
            done=token.id not in movable,
        )
        for token in state.position.tokens
        if TOKENS[token.id][0] is colour
    )
    board = BoardShown(
        state.position.tiles,
        state.position.tokens,
        state.position.monster,
        state.position.facing,
        marks,
        selected=selected.cell if selected else None,
    )
    return BoardPage(
        page,
        say("{player}'s turn", player=name(colour)),
        board,
        caption,
        rows,
        tone,
        colour,
        Keys("" if selected is None else say("Confirm"), say("Say again"), say("Undo"), back_hold=say("Menu")),
        _status(game),
    )


def _can_walk_farthest(game: Game) -> Token:
    tokens = (game.state.position.token(token) for token in game.state.tokens_to_move(_turn_of(game)))
    return max((token for token in tokens if token and token.cell), key=lambda token: token.visible_number)


def _turn_of(game: Game) -> Colour:
    assert game.state.turn is not None
    return game.state.turn


def _move_of(game: Game) -> MonsterMove:
    assert game.state.monster_move is not None
    return game.state.monster_move


def _status(game: Game) -> str:
    return say("Round {round}, stage {stage}", round=game.state.round, stage=game.state.stage)
