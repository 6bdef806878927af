"""Find blunders of bots: moves that a second opinion finds clearly worse than another.

    .venv/bin/python -m tools.blunders --game lifeboat --games 10 [--seed 1] [--looks 8] [--nodes 300] [--bots strong]

Greedy bots play games. In some positions of each the bots that players are offered say what they would do; `strong`
with ten times as many nodes says it again. Where they differ both moves are played on many times, in the same deals,
and the worse is a blunder if `strong` with twenty times as many nodes does not make it. So is a move by chance judged,
unless `--bots` says whose moves are.
Each blunder is a line of JSON, as the table `tests/data/blunders.jsonl` has them: a position as the numbers of the
moves that led to it, the move (also by its number), what it costs, the bots that make it and those that do not.
`--record` adds to a file how many games and positions were judged, and how many blunders were found in them.
"""

import argparse
import hashlib
import json
import math
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from companion.games import GROUP, CompanionGame, find_game
from companion.games.opponents import bots_of
from companion.opponents.bots import Bot
from companion.opponents.budget import Budget
from companion.opponents.rollouts import play_on
from engine.game import Play

#: Folders with games in packages of their own, where they are not installed.
_EXAMPLES = Path(__file__).parent.parent / "examples"
#: The second opinion looks at so many times as many states.
_SECOND = 10
#: A third one at so many, where both moves were played on.
_THIRD = 20
#: Both moves are played on so often.
_ROUNDS = 48
#: After so many rounds each it is looked whether one is clearly ahead; in open games, which hardly differ, earlier.
_LOOK_EACH = 8
_LOOK_EACH_OPEN = 2
#: A blunder costs at least this part of a victory.
_LEAST_LOSS = 0.06
#: It is so many standard errors behind.
_CLEAR = 3.0
#: So many moves are played on.
_FAR = 40
#: A player of an open game, where chance says nothing, looks at so many states for a move on the way.
_OPEN_NODES = 60
#: Such a game is played on for so many moves.
_OPEN_MOVES = 40
#: A game is left after so many moves.
_MOST_MOVES = 400


@dataclass(frozen=True)
class Blunder:
    """Blunder in a position: a bad move, and a better one.

    `seed`: of the deal; `moves`: numbers of all moves before, each among those of the seat that acted first. `digest`
    tells whether the moves are still the same; `bad` and `better` are numbers of moves, `loss` a part of the victory.
    """

    game: str
    players: int | None
    seed: int
    moves: tuple[int, ...]
    digest: str
    seat: str
    bad: int
    better: int
    loss: float
    nodes: int
    makes: tuple[str, ...]
    avoids: tuple[str, ...]
    text: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Blunder":
        """Return the blunder in an object of JSON."""
        lists = {key: tuple(data[key]) for key in ("moves", "makes", "avoids")}
        return cls(**{**data, **lists})


class BlunderPosition:
    """Whole state of a game of bots, made from the numbers of the moves that led to it."""

    def __init__(self, game: CompanionGame, players: int | None, seed: int) -> None:
        """Deal the game of this seed."""
        self.game, self.play = game, game.play
        started = game.virtual.start(players, seed, {})
        self.state = self.play.deal(started, Random(f"{seed} deal"))
        self.numbers: list[int] = []
        self._chance = Random(f"{seed} chance")
        self._digest = hashlib.sha256()
        self._let_chance_act()

    def _let_chance_act(self) -> None:
        while self.play.over(self.state) is None and not self.play.acting_seats(self.state):
            self._follow(self.play.draw(self.state, self._chance))

    def _follow(self, move: Any) -> None:
        event = self.play.event(move)
        line = "-" if event is None else json.dumps(self.game.rules.event_to_json(event), sort_keys=True)
        self._digest.update(line.encode())
        self.state = self.play.follow(self.state, move)

    @property
    def seat(self) -> str:
        """Seat that acts first; empty at the end of the game."""
        return "" if self.play.over(self.state) is not None else next(map(str, self.play.acting_seats(self.state)), "")

    @property
    def view(self) -> Any:
        """View of the seat that acts first."""
        return self.play.view(self.state, self.seat)

    @property
    def moves(self) -> Sequence[Any]:
        """Moves of the seat that acts first."""
        return self.play.moves_of(self.view, self.seat)

    @property
    def digest(self) -> str:
        """Digest of all that has happened."""
        return self._digest.hexdigest()[:12]

    def go_on(self, number: int) -> None:
        """Make the move of this number; then chance acts."""
        self.numbers.append(number)
        self._follow(self.moves[number])
        self._let_chance_act()


def position_of(blunder: Blunder) -> BlunderPosition:
    """Return a blunder's position. Raises ValueError if its moves mean something else by now."""
    position = BlunderPosition(game_of(blunder.game), blunder.players, blunder.seed)
    try:
        for number in blunder.moves:
            position.go_on(number)
    except IndexError:
        raise ValueError(f"the moves of {blunder.game} are others by now") from None
    if position.digest != blunder.digest or position.seat != blunder.seat:
        raise ValueError(f"the moves of {blunder.game} are others by now: find its blunders anew")
    return position


@cache
def _examples() -> Mapping[str, tuple[Path, str]]:
    """Return folder, and module and name, of each game among the examples, by its id."""
    found = {}
    for project in sorted(_EXAMPLES.glob("*/pyproject.toml")):
        games = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["entry-points"][GROUP]
        found.update({game_id: (project.parent, where) for game_id, where in games.items()})
    return found


def game_of(game_id: str) -> CompanionGame:
    """Return a game, one of the examples from its folder."""
    if game_id not in _examples():
        return find_game(game_id)
    folder, where = _examples()[game_id]
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    module, name = where.split(":")
    game: CompanionGame = getattr(import_module(module), name)
    return game


def chosen_by(bot: Bot, position: BlunderPosition, nodes: int) -> Any:
    """Return the move that a bot chooses in a position."""
    return bot(position.play, position.view, position.seat, Budget(nodes=nodes), Random(1))


def asked_bots(game: CompanionGame) -> tuple[str, ...]:
    """Return the names of the bots that players are offered, but for the random one."""
    return tuple(dict.fromkeys(("greedy", game.table.hints.default_bot, "strong")))


def loss_of(position: BlunderPosition, move: Any, better: Any, strong: Bot, rng: Random) -> float:
    """Return by how much a move is clearly worse than another; 0: it is not clear."""
    play, seat, view = position.play, position.seat, position.view
    is_open = not play.rollout_moves and not play.playout_moves and play.determinize(view, seat, rng) is view
    differences: list[float] = []
    while len(differences) < _ROUNDS:
        state, luck = play.determinize(view, seat, rng), rng.random()
        ends = []
        for option in (better, move):
            after, chance = play.follow(state, option), Random(luck)
            end = (
                _play_open(play, after, strong, chance)
                if is_open
                else play_on(play, after, None, _FAR, chance, Budget())
            )
            ends.append(play.worth(end, seat))
        differences.append(ends[0] - ends[1])
        rounds = len(differences)
        if rounds % (_LOOK_EACH_OPEN if is_open else _LOOK_EACH) == 0:
            mean = fmean(differences)
            error = math.sqrt(fmean([(difference - mean) ** 2 for difference in differences]) / rounds)
            if mean < _LEAST_LOSS / 2:
                return 0.0
            if rounds >= _LOOK_EACH and mean >= _LEAST_LOSS and mean > _CLEAR * error:
                return mean
    return 0.0


def _play_open(play: Play[Any, Any], state: Any, strong: Bot, rng: Random) -> Any:
    """Play an open game on, both sides well."""
    for _ in range(_OPEN_MOVES):
        if play.over(state) is not None:
            break
        actors = play.acting_seats(state)
        move = strong(play, state, actors[0], Budget(nodes=_OPEN_NODES), rng) if actors else play.draw(state, rng)
        state = play.follow(state, move)
    return state


def blunders_in(
    position: BlunderPosition, players: int | None, seed: int, nodes: int, rng: Random, judged: Sequence[str] = ()
) -> Iterator[Blunder]:
    """Yield the blunders in a position: of the judged bots, else of all and of chance."""
    game, moves = position.game, list(position.moves)
    bots = bots_of(game)
    better = chosen_by(bots["strong"], position, _SECOND * nodes)
    chosen = {name: chosen_by(bots[name], position, nodes) for name in asked_bots(game)}
    # What somebody does who knows nothing shows what bots must not do.
    by_chance = rng.choice(moves)
    for move in dict.fromkeys([chosen[name] for name in judged] or [*chosen.values(), by_chance]):
        loss = 0.0 if move == better else loss_of(position, move, better, bots["strong"], rng)
        # What looks bad when it is played on, and good to who looks farther, is no blunder.
        if loss and chosen_by(bots["strong"], position, _THIRD * nodes) != move:
            yield Blunder(
                game=game.id,
                players=players,
                seed=seed,
                moves=tuple(position.numbers),
                digest=position.digest,
                seat=position.seat,
                bad=moves.index(move),
                better=moves.index(better),
                loss=round(loss, 2),
                nodes=nodes,
                makes=tuple(name for name, its in chosen.items() if its == move),
                avoids=tuple(name for name, its in chosen.items() if its != move),
                text=f"{move} instead of {better}"[:300],
            )


def find_blunders(
    game: CompanionGame, players: int | None, seed: int, looks: int, nodes: int, judged: Sequence[str] = ()
) -> Iterator[Blunder | None]:
    """Play one game, and yield the blunders in some of its positions; None after each position."""
    rng, greedy = Random(seed), bots_of(game)["greedy"]
    position = BlunderPosition(game, players, seed)
    choices: list[int] = []
    while position.seat and len(position.numbers) < _MOST_MOVES:
        moves = position.moves
        if len(moves) > 1:
            choices.append(len(position.numbers))
        position.go_on(moves.index(greedy(game.play, position.view, position.seat, Budget(), rng)))
    looked_at = set(rng.sample(choices, min(looks, len(choices))))
    again = BlunderPosition(game, players, seed)
    for number in position.numbers:
        if len(again.numbers) in looked_at:
            yield from blunders_in(again, players, seed, nodes, rng, judged)
            yield None
        again.go_on(number)


def main() -> int:
    """Print the blunders."""
    parser = argparse.ArgumentParser(prog="tools.blunders", description="Finds blunders of bots.")
    parser.add_argument("--game", required=True, help="the id of a game, also of the examples")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--players", type=int, help="number of players (default: the game's usual one)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--looks", type=int, default=8, help="positions that are looked at in each game")
    parser.add_argument("--nodes", type=int, default=300, help="states that a bot may look at for a move")
    parser.add_argument("--bots", default="", help="bots whose moves are judged (default: all, and a move by chance)")
    parser.add_argument("--record", type=Path, help="a file to which what was judged is added, a line of JSON")
    args = parser.parse_args()
    judged = tuple(filter(None, args.bots.split(",")))
    positions, found = 0, Counter[str]()
    for seed in range(args.seed, args.seed + args.games):
        for blunder in find_blunders(game_of(args.game), args.players, seed, args.looks, args.nodes, judged):
            if blunder is None:
                positions += 1
                continue
            found.update(blunder.makes)
            print(json.dumps(asdict(blunder)), flush=True)
        print(f"{args.game}: seed {seed} done", file=sys.stderr, flush=True)
    record = {
        "game": args.game,
        "games": args.games,
        "positions": positions,
        "nodes": args.nodes,
        "blunders": {bot: found[bot] for bot in judged or asked_bots(game_of(args.game))},
    }
    print(json.dumps(record), file=sys.stderr)
    if args.record is not None:
        with args.record.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
