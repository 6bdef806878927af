"""Figures of exported games, counted anew without any module of the companion.

A script of its own beside the statistics: it knows the events as files have them, and the results as the list of games
prints them.
"""

import json
import math
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median
from typing import Any

from tests.companion.figures.recount_boat import Boat
from tests.companion.figures.recount_floor import POOLS, STONES, Floor, cell_of

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
    variants_won = defaultdict[str, list[bool]](list)
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
        for row in variants(events[0]):
            variants_won[row].append(bool(winners))
        events_of.append(len(events))
        times = [entry[2] for entry in data["entries"]]
        gaps = [after - before for before, after in pairwise(times)]
        minutes_of.append(sum(gap for gap in gaps if 0 < gap <= 1800) / 60)
        OWN[kind](events, lambda seat, names=names: names.get(seat, seat), own, result.get("reason", ""))
    for table, won in (
        ("Wins by player", players_won),
        ("Wins by seat", seats_won),
        ("Wins by number of players", sizes),
        ("Wins by variant", variants_won),
    ):
        for row, wins in won.items():
            found[table, row, "games"] = len(wins)
            found[table, row, "wins"] = sum(wins)
            found[table, row, "share of wins"] = sum(wins) / len(wins)
    for row, values in (("events", events_of), ("minutes", minutes_of)):
        for column, value in (("least", min), ("median", median), ("mean", fmean), ("most", max)):
            found["Lengths", row, column] = value(values)
    return found | dict(own)


def variants(started: dict[str, Any]) -> list[str]:
    """Return the choices and the flags that are on, by the first event."""
    told = {name: value for name, value in started.items() if name in CHOICES or value is True}
    told |= {name.replace("-", "_"): True for name in started.get("variants", ())}
    return [f"{name}={value}" for name, value in told.items()]


def rerate(archive_lines: list[str], listed: list[dict[str, Any]], kind: str) -> dict[str, tuple[float, float, int]]:
    """Return skill, deviation and games by players, by the model of Plackett and Luce.

    (R. Weng, C. Lin, 2011) Everybody begins with 25 and a third of it; a rank of a performance varies by a sixth, skill
    by a three hundredth between games.
    """
    known: dict[str, tuple[float, float, int]] = {}
    games = [(json.loads(line), game) for line, game in zip(archive_lines, reversed(listed), strict=True)]
    for data, game in sorted(games, key=lambda game: game[0]["entries"][-1][2]):
        result, seated = game["result"], game["names"]
        if data["kind"] != kind or result is None or len(seated) < 2:
            continue
        winners = result["winners"] if "winners" in result else [result["winner"]]
        players = [
            (seated[seat], 1 if seat in winners else 2)
            for seat in counted_events(data["entries"])[0]["players"]
            if seat in seated
        ]
        before = [known.get(name, (25.0, 25 / 3, 0)) for name, _ in players]
        skills, variances = [skill for skill, _, _ in before], [sigma**2 + (25 / 300) ** 2 for _, sigma, _ in before]
        scale = math.sqrt(sum(variance + (25 / 6) ** 2 for variance in variances))
        ranks = [rank for _, rank in players]
        worths = [math.exp(skill / scale) for skill in skills]
        sums = [sum(worth for worth, other in zip(worths, ranks, strict=True) if other >= rank) for rank in ranks]
        for i, (name, rank) in enumerate(players):
            omega = delta = 0.0
            for q, other in enumerate(ranks):
                if other <= rank:
                    share = worths[i] / sums[q]
                    delta += share * (1 - share) / ranks.count(other)
                    omega += ((1 if q == i else 0) - share) / ranks.count(other)
            skill = skills[i] + variances[i] / scale * omega
            shrunk = 1 - variances[i] / scale**2 * delta * math.sqrt(variances[i]) / scale
            known[name] = skill, math.sqrt(variances[i] * max(shrunk, 0.0001)), before[i][2] + 1
    return known


def counted_events(entries: list[list[Any]]) -> list[dict[str, Any]]:
    """Return the events that were not taken back."""
    events: list[dict[str, Any]] = []
    for kind, text, _ in entries:
        if kind == "event":
            events.append(json.loads(text))
        elif kind == "undo":
            del events[int(text) :]
    return events


def count_floor(events: list[dict[str, Any]], called: Any, own: Counter[tuple[str, str, str]], _: str) -> None:
    """Count tokens that left or were eaten, and whom the monster saw last.

    Stage two begins with the second shuffle.
    """
    floor, stage, hits = Floor(), 0, {"X": 1, "XX": 2}
    if events[0]["set_up"] == "basic":
        floor.stones = dict(zip(events[0]["stones"], map(cell_of, STONES), strict=True))
        floor.pools = set(map(cell_of, POOLS))
    if events[0]["five_as_three"]:
        hits["5"] = 3
    for event in events:
        name = "stage one" if stage == 1 else "stage two"
        match event["event"]:
            case "shuffled":
                stage += 1
            case "tile":
                floor.lay(event)
            case "token":
                colour, _, number = event["token"].partition("-")
                floor.tokens.pop(event["token"], None)
                if event["to"] == "out":
                    own["Tokens escaped", number, name] += 1
                    own["Tokens escaped, by player", called(colour), name] += 1
                elif event["to"] not in ("outside", "dead"):
                    floor.tokens[event["token"]] = cell_of(event["to"])
                for stone, cell in event["stones"].items():
                    floor.stones.pop(stone, None)
                    if cell is not None:
                        floor.stones[stone] = cell_of(cell)
            case "card":
                card = event["drawn"][-1]
                seen = floor.walk(20, hits[card]) if card in hits else floor.walk(int(card), 0)
                for token, how in floor.lost:
                    colour, _, number = token.partition("-")
                    own["Tokens eaten", number, name] += 1
                    own["Tokens eaten, by player", called(colour), name] += 1
                    own["How tokens were eaten", how, "times"] += 1
                nearest = {token.partition("-")[0]: distance for distance, token in sorted(seen, reverse=True)}
                for colour, distance in nearest.items():
                    row, fewest = "Closest shaves", "fewest cells away"
                    own[row, called(colour), fewest] = min(distance, own.get((row, called(colour), fewest), distance))
                    own[row, called(colour), "one cell away"] += distance == 1


def count_boat(events: list[dict[str, Any]], called: Any, own: Counter[tuple[str, str, str]], _: str) -> None:
    """Count thirst, answers to demands, fights, and falls into the sea."""
    wants = {"seat": "a seat", "hand": "a hand card", "open": "an open card"}
    want, boat = "", Boat.of(events[0])
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
            case "fought":
                for side, column in ((boat.attack, "attacked"), (boat.defend, "defended"), (boat.fight(), "won")):
                    for character in side:
                        own["Fights", called(character), column] += 1
            case "fell":
                for character, end in boat.fall().items():
                    own["In the sea", called(character), end] += 1
        boat.follow(event)


def count_coach(events: list[dict[str, Any]], called: Any, own: Counter[tuple[str, str, str]], reason: str) -> None:
    """Count attacks and trades, and the claim, of which the result tells if it was right."""
    kinds = {"own": "for the own side", "crest": "by the crest", "enemy": "for the enemy"}
    for event in events:
        match event["event"]:
            case "attacked":
                own["Attacks", called(event["by"]), "attacked"] += 1
                own["Attacks", called(event["to"]), "was attacked"] += 1
            case "offered" | "accepted" | "refused":
                own["Trades", called(event["by"]), event["event"]] += 1
            case "claimed":
                column = {"claim-right": "right", "claim-wrong": "wrong"}[reason]
                own["Claims", called(event["by"]), column] += 1
                own["Claims by kind", kinds[event["kind"]], column] += 1


def count_house(events: list[dict[str, Any]], called: Any, own: Counter[tuple[str, str, str]], reason: str) -> None:
    """Count haunts, who won them, omens and betrayals."""
    omens = 0
    for event in events:
        omens += event["event"] == "drew" and event["card"] == "omen"
        if event["event"] == "haunt_began":
            own["Haunts by number", str(event["number"]), "games"] += 1
            won = {"heroes": "the heroes won", "traitor": "the traitor won"}[reason]
            own["Haunts by number", str(event["number"]), won] += 1
            own["Omens when the haunt began", str(omens), "times"] += 1
            traitor = event["traitor"]
            for other in events[0]["players"] if traitor else ():
                if other != traitor:
                    own["Who betrayed whom", called(traitor), called(other)] += 1


#: What a first event says by a word of several.
CHOICES = ("set_up", "faces", "navigation")
OWN = {
    "finstere-flure": count_floor,
    "lifeboat": count_boat,
    "coach-ride": count_coach,
    "betrayal": count_house,
}


def read_archive(path: Path) -> list[str]:
    """Return the lines of the games in an archive."""
    import gzip

    return gzip.decompress(path.read_bytes()).decode().splitlines()[1:]
