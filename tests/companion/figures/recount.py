"""Figures of exported games, counted anew without any module of the project.

A script of its own beside the statistics: it knows the events as files have them, and the results as the list of games
prints them.
"""

import json
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median
from typing import Any

Tables = dict[tuple[str, str, str], float]


def recount(archive_lines: list[str], listed: list[dict[str, Any]], kind: str) -> Tables:
    """Return the numbers of a kind of game by table, row and column.

    `archive_lines` are those of an archive without its first; `listed`: the games by ``companion games --json``.
    """
    found: Tables = {}
    results = {game["key"]: game for game in listed}
    seats_won = defaultdict[str, list[bool]](list)
    players_won = defaultdict[str, list[bool]](list)
    sizes = defaultdict[str, list[bool]](list)
    events_of, minutes_of = [], []
    own: Counter[tuple[str, str, str]] = Counter()
    for line, game in zip(archive_lines, reversed(listed), strict=True):
        data = json.loads(line)
        result = results[game["key"]]["result"]
        if data["kind"] != kind or result is None:
            continue
        events = counted_events(data["entries"])
        winners = result["winners"] if "winners" in result else [result["winner"]] if result["winner"] else []
        seats, names = events[0]["players"], game["names"]
        for seat in seats:
            seats_won[seat].append(seat in winners)
            if seat in names:
                players_won[names[seat]].append(seat in winners)
        sizes[str(len(seats))].append(bool(winners))
        events_of.append(len(events))
        times = [entry[2] for entry in data["entries"]]
        gaps = [after - before for before, after in pairwise(times)]
        minutes_of.append(sum(gap for gap in gaps if 0 < gap <= 1800) / 60)
        OWN[kind](events, lambda seat, names=names: names.get(seat, seat), own)
    for table, won in (
        ("Wins by player", players_won),
        ("Wins by seat", seats_won),
        ("Wins by number of players", sizes),
    ):
        for row, wins in won.items():
            found[table, row, "games"] = len(wins)
            found[table, row, "wins"] = sum(wins)
            found[table, row, "share of wins"] = sum(wins) / len(wins)
    for row, values in (("events", events_of), ("minutes", minutes_of)):
        for column, value in (("least", min), ("median", median), ("mean", fmean), ("most", max)):
            found["Lengths", row, column] = value(values)
    return found | dict(own)


def counted_events(entries: list[list[Any]]) -> list[dict[str, Any]]:
    """Return the events that were not taken back."""
    events: list[dict[str, Any]] = []
    for kind, text, _ in entries:
        if kind == "event":
            events.append(json.loads(text))
        elif kind == "undo":
            del events[int(text) :]
    return events


def count_escapes(events: list[dict[str, Any]], called: Any, own: Counter[tuple[str, str, str]]) -> None:
    """Count tokens that left: stage two begins with the second shuffle."""
    stage = 0
    for event in events:
        stage += event["event"] == "shuffled"
        if event["event"] == "token" and event["to"] == "out":
            colour, _, number = event["token"].partition("-")
            name = "stage one" if stage == 1 else "stage two"
            own["Tokens escaped", number, name] += 1
            own["Tokens escaped, by player", called(colour), name] += 1


def count_boat(events: list[dict[str, Any]], called: Any, own: Counter[tuple[str, str, str]]) -> None:
    """Count thirst, and answers to demands."""
    wants = {"seat": "a seat", "hand": "a hand card", "open": "an open card"}
    want = ""
    for event in events:
        match event["event"]:
            case "drank":
                own["Thirst", called(event["for"]), "water drunk"] += 1
                if event["by"] != event["for"]:
                    own["Thirst", called(event["by"]), "water given to others"] += 1
            case "suffered":
                own["Thirst", called(event["by"]), "wounds taken"] += 1
            case "demanded":
                want = wants[event["for"]]
            case "agreed" | "refused" if want:
                own["Demands", want, {"agreed": "granted", "refused": "refused"}[event["event"]]] += 1
                want = ""


def count_coach(events: list[dict[str, Any]], called: Any, own: Counter[tuple[str, str, str]]) -> None:
    """Count attacks and trades."""
    for event in events:
        match event["event"]:
            case "attacked":
                own["Attacks", called(event["by"]), "attacked"] += 1
                own["Attacks", called(event["to"]), "was attacked"] += 1
            case "offered" | "accepted" | "refused":
                own["Trades", called(event["by"]), event["event"]] += 1


def count_house(events: list[dict[str, Any]], called: Any, own: Counter[tuple[str, str, str]]) -> None:
    """Count haunts and betrayals."""
    for event in events:
        if event["event"] == "haunt_began":
            own["Haunts by number", str(event["number"]), "games"] += 1
            traitor = event["traitor"]
            for other in events[0]["players"] if traitor else ():
                if other != traitor:
                    own["Who betrayed whom", called(traitor), called(other)] += 1


OWN = {
    "finstere-flure": count_escapes,
    "lifeboat": count_boat,
    "coach-ride": count_coach,
    "betrayal": count_house,
}


def read_archive(path: Path) -> list[str]:
    """Return the lines of the games in an archive."""
    import gzip

    return gzip.decompress(path.read_bytes()).decode().splitlines()[1:]
