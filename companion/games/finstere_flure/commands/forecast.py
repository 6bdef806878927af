"""``companion forecast``: exact risks of the monster's next move, over all cards."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.device.log import warn
from companion.games.finstere_flure.reading.position_loader import is_text, load_position
from companion.games.finstere_flure.reading.prediction import add_seen_option, predict_move
from companion.games.finstere_flure.reading.reading import TableReading, caveats
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.words.sentences import Names, direction_name
from companion.games.finstere_flure.words.token_arguments import describe_token_move, token_id_of
from companion.table.photo import add_reading_arguments, read_photo
from engine.finstere_flure.forecast import CardForecast, Forecast, MoveForecast, Odds, forecast, move_forecasts
from engine.finstere_flure.pieces import DECK
from engine.finstere_flure.position import Position
from engine.finstere_flure.tracefile import token_move_to_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "position", metavar="POSITION", help="position file, text board or picture; - for standard input"
    )
    parser.add_argument(
        "--deck",
        default=",".join(DECK),
        metavar="CARD,...",
        help="cards of which one comes next, equally likely (default: %(default)s)",
    )
    parser.add_argument(
        "--token",
        action="append",
        default=[],
        metavar="ID",
        help="what each move of this token would bring, such as red-4; may be given several times",
    )
    parser.add_argument("--json", action="store_true", help="print the forecast as JSON")
    add_seen_option(parser)
    add_reading_arguments(parser, READINGS)


def run(args: argparse.Namespace) -> int:
    """Print the forecast; return the exit status."""
    odds = Odds(args.deck.split(","))
    position = _position(args, odds)
    found = forecast(position, odds)
    moves = {token: move_forecasts(position, token, odds) for token in dict.fromkeys(map(token_id_of, args.token))}
    if args.json:
        print(json.dumps(_forecast_to_json(found) | ({"moves": _moves_to_json(moves)} if moves else {})))
    else:
        print(*_describe(position, found), sep="\n")
        for token, forecasts in moves.items():
            print("", *_describe_moves(position, token, forecasts), sep="\n")
    return 0


def _position(args: argparse.Namespace, odds: Odds) -> Position:
    """Return the position of a text or a picture.

    Raises UserError if something on the picture that was not read could change the move by one of the cards.
    """
    if args.position == "-" or is_text(Path(args.position)):
        return load_position(args.position)
    table: TableReading = read_photo(args.position, args, READINGS).table
    for caveat in caveats(table):
        warn(caveat)
    predictions = [predict_move(table, card, args.position, as_seen=args.as_seen) for card in odds.cards]
    unseen = dict.fromkeys(cell for prediction in predictions for cell in prediction.unseen)
    if unseen:
        warn(f"{', '.join(unseen)}: nobody saw what lies there, and it could change a move; taken as empty.")
    return predictions[0].move.start


def _forecast_to_json(found: Forecast) -> dict[str, Any]:
    return {
        "cards": [
            {
                "card": card.card,
                "p": card.p,
                "end": {"cell": card.cell, "facing": card.facing.word},
                "eaten": list(card.eaten),
            }
            for card in found.cards
        ],
        "risk": found.risk,
        "visits": found.visits,
    }


def _moves_to_json(moves: dict[str, tuple[MoveForecast, ...]]) -> dict[str, Any]:
    return {
        token: [
            token_move_to_json(move_forecast.move)
            | {"risk": move_forecast.risk, "own": move_forecast.own, "others": move_forecast.others}
            for move_forecast in forecasts
        ]
        for token, forecasts in moves.items()
    }


def _describe(position: Position, found: Forecast) -> Iterator[str]:
    names = Names(position)
    yield "Furunkulus's next move, by the card that comes:"
    for card in found.cards:
        yield f"  {card.card:>3} ({_percent(card.p)}): {_describe_end(card, names)}"
    if found.risk:
        yield "Risk of being eaten or lost:"
        for token, risk in sorted(found.risk.items(), key=lambda entry: -entry[1]):
            yield f"  {names.token(token)}: {_percent(risk)}"


def _describe_end(card: CardForecast, names: Names) -> str:
    eaten = ", ".join(names.token(token) for token in card.eaten)
    return f"stops on {card.cell}, faces {direction_name(card.facing)}, eats {eaten or 'nobody'}"


def _describe_moves(position: Position, token: str, forecasts: Sequence[MoveForecast]) -> Iterator[str]:
    names = Names(position)
    yield f"{names.token(token)}: risk after each move, and how many of its colour and of the others are hit on average"
    for move_forecast in forecasts:
        figures = f"{_percent(move_forecast.risk)}, own {move_forecast.own:.2f}, others {move_forecast.others:.2f}"
        yield f"  {describe_token_move(move_forecast.move, names)}: {figures}"


def _percent(p: float) -> str:
    return f"{100 * p:.3g} %"
