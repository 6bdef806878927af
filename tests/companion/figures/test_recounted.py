"""Statistics agree to the last digit with figures that are counted anew from exported files."""

import json
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import find_game
from companion.games.files import event_line
from companion.journal.choosing import kept_records
from companion.journal.entries import Entry, EntryKind, KeptGame
from companion.journal.file import JournalFile
from companion.journal.player_names import PlayerNames
from companion.opponents.bots import choose_by_chance, choose_quickly
from companion.opponents.budget import Budget
from engine.finstere_flure.events import SetUp
from tests.companion.commands.test_games import told
from tests.companion.figures.recount import OWN, read_archive, recount, rerate
from tests.engine.finstere_flure.whole_game import whole_game

PLAYERS = ("Anna", "Ben", "Zoë", "李明", "=1+1")
GAMES = 3
MOST_EVENTS = 1500


def played(kind: str, seed: int) -> list[str]:
    """Return the events of a whole game by chance, some of which end by themselves.

    Tokens that go by chance never escape, and who claims by chance ends a ride: such games are those of better players.
    """
    game = find_game(kind)
    if kind == "finstere-flure":
        whole = whole_game(seed + 1, 2 + seed % 3, SetUp.EXPERT if seed % 2 else SetUp.BASIC)
        return [event_line(game.rules, event) for event in whole.events]
    play, rng = game.play, Random(seed)
    bot = choose_quickly if kind == "coach-ride" else choose_by_chance
    started = game.virtual.start(None, seed, {})
    state, events = play.deal(started, rng), [started]
    while play.over(state) is None and len(events) < MOST_EVENTS:
        actors = play.acting_seats(state)
        if actors:
            move = bot(play, play.view(state, actors[0]), actors[0], Budget(nodes=5), rng)
        else:
            move = play.draw(state, rng)
        event = play.event(move)
        events += [event] if event is not None else []
        state = play.follow(state, move)
    return [event_line(game.rules, event) for event in events]


def kept(kind: str, seed: int, number: int) -> KeptGame:
    """Return a game of the journal with breaks and events that were taken back."""
    rng, lines, time_s = Random(seed), played(kind, seed), 1.7e9 + 1e5 * number
    entries = []
    for event, line in enumerate(lines):
        time_s += rng.choice((2.25, 7.5, 2000.0))
        entries.append(Entry(EntryKind.EVENT, line, time_s))
        if event and rng.random() < 0.1:
            entries += [
                Entry(EntryKind.UNDO, str(event), time_s + 1),
                Entry(EntryKind.EVENT, line, time_s + 1.5),
            ]
            time_s += 2
    game = find_game(kind)
    events = [game.rules.event_from_json(json.loads(line)) for line in lines]
    result = game.result_line(game.rules.replay(events).state)
    if result is not None:
        entries.append(Entry(EntryKind.FINISH, result, time_s + 1))
    return KeptGame(number, kind, tuple(entries))


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with games of all kinds in which friends and guests sat; nobody changes it."""
    path = tmp_path_factory.mktemp("evenings") / "games.sqlite"
    file = JournalFile.open(path)
    file.take(kept(kind, seed, 10 * place + seed) for place, kind in enumerate(OWN) for seed in range(GAMES))
    file.close()
    names, rng = PlayerNames(path), Random(5)
    for name in PLAYERS:
        names.add(name)
    for record in kept_records(path):
        seats = json.loads(record.first)["players"]
        few = min(3, len(seats))
        names.sit(record.key, dict(zip(rng.sample(seats, few), rng.sample(PLAYERS, few), strict=True)))
    return path


def statistics(journal: Path, capsys: pytest.CaptureFixture[str], *words: object) -> dict[str, Any]:
    games = json.loads(told(capsys, "statistics", "--json", "--journal", journal, *words))["games"]
    return {game["game"]: game for game in games}


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(OWN))
def test_each_number_is_counted_alike(
    kind: str, journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, "games", "export", "--all", "-o", tmp_path / "all.gz", "--journal", journal)
    listed = json.loads(told(capsys, "games", "--json", "--journal", journal))["games"]
    anew = recount(read_archive(tmp_path / "all.gz"), listed, kind)
    found = {
        (table["table"], row["row"], column): row[column]
        for table in statistics(journal, capsys)[kind]["tables"]
        for row in table["rows"]
        for column in table["columns"]
        if row[column] is not None
    }
    assert {key: found.get(key) for key in anew} == anew
    assert len({table for table, _, _ in anew}) > 4, "the game's own figures are counted, too"
    tables = {table for table, _, _ in anew}
    assert {key for key in found if key[0] in tables and key not in anew} == set()


@pytest.mark.thorough
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", list(OWN))
def test_what_two_hundred_games_count_of_themselves_is_counted_alike(kind: str) -> None:
    game = find_game(kind)
    finished = 0
    for seed in count(100):
        lines = played(kind, seed)
        whole = game.rules.replay([game.rules.event_from_json(json.loads(line)) for line in lines])
        result = game.rules.over(whole.state)
        if result is None:
            continue
        anew: Counter[tuple[str, str, str]] = Counter()
        OWN[kind]([*map(json.loads, lines)], str, anew, result.reason)
        found: dict[tuple[str, str, str], float] = {}
        for figure in game.table.figures(whole.states(), whole.events):
            cell = str(figure.table), str(figure.row), str(figure.column)
            value = found.get(cell, figure.value if figure.least else 0)
            found[cell] = min(value, figure.value) if figure.least else value + figure.value
        assert found == anew, f"game {seed}"
        finished += 1
        if finished == 200:
            return


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(OWN))
def test_ratings_are_those_of_the_published_model(
    kind: str, journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("openskill")
    told(capsys, "games", "export", "--all", "-o", tmp_path / "all.gz", "--journal", journal)
    listed = json.loads(told(capsys, "games", "--json", "--journal", journal))["games"]
    anew = rerate(read_archive(tmp_path / "all.gz"), listed, kind)
    found = statistics(journal, capsys, "--rating")[kind]["ratings"]
    assert found
    assert {rating["player"]: rating["games"] for rating in found} == {
        name: games for name, (_, _, games) in anew.items()
    }
    for rating in found:
        skill, deviation, _ = anew[rating["player"]]
        assert rating["skill"] == pytest.approx(skill, rel=1e-12)
        assert rating["deviation"] == pytest.approx(deviation, rel=1e-12)


@pytest.mark.slow
def test_csv_has_the_same_numbers_and_no_formula(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "statistics", "--csv", "--journal", journal).splitlines()
    assert lines[0] == "game,table,row,column,value"
    cells = sum(
        row[column] is not None
        for game in statistics(journal, capsys).values()
        for table in game["tables"]
        for row in table["rows"]
        for column in table["columns"]
    )
    assert len(lines) == cells + 1
    assert not any(",=" in line for line in lines)


@pytest.mark.slow
def test_statistics_of_a_player_count_that_player_alone(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in statistics(journal, capsys, "--player", "anna").values():
        tables = {table["table"]: table["rows"] for table in game["tables"]}
        mine = next(row for row in tables["Wins by player"] if row["row"] == "Anna")
        assert mine["games"] == game["finished"] == sum(row["games"] for row in tables["Wins by seat"])
        assert mine["wins"] == sum(row["wins"] for row in tables["Wins by seat"])


@pytest.mark.slow
def test_games_that_are_not_over_count_for_nothing(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = JournalFile.open(tmp_path / "running.sqlite")
    source = JournalFile.open(journal, read_only=True)
    for game in source.read():
        running.add(game.kind, game.entries[: len(game.entries) // 2])
    running.close()
    source.close()
    assert statistics(tmp_path / "running.sqlite", capsys) == {}
