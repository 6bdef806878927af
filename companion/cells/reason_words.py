"""Sentences for the reasons of a hint in games with one piece on a cell."""

from typing import Any

from companion.cells import reasons as r
from companion.device.language import say, say_count
from companion.device.sentences import capitalised


def describe_piece_reason(table: r.PieceFacts, reason: Any) -> str:
    """Describe a reason in a sentence; empty for one that has nothing to do with pieces."""
    match reason:
        case r.Takes(pieces=pieces, lost=0):
            return say_count(
                "That takes {n} piece, and none can be taken back.",
                "That takes {n} pieces, and none can be taken back.",
                pieces,
            )
        case r.Takes(pieces=pieces, lost=lost):
            return say_count(
                "That takes {n} piece; at most {lost} can be taken back.",
                "That takes {n} pieces; at most {lost} can be taken back.",
                pieces,
                lost=lost,
            )
        case r.TurnsOver(pieces=pieces):
            return say_count("That turns over {n} disc.", "That turns over {n} discs.", pieces)
        case r.Promotes(piece=piece, cell=cell):
            return say("Then {piece} lies on {cell}.", piece=table.piece_name(piece), cell=cell)
        case r.SavesPiece(cell=cell, losing=losing, others=others) if losing == others:
            return say("Nothing else saves the piece on {cell} from being taken.", cell=cell)
        case r.SavesPiece(cell=cell, losing=losing, others=others):
            return say(
                "That saves the piece on {cell}; after {losing} of {others} other moves it could be taken.",
                losing=losing,
                others=others,
                cell=cell,
            )
        case r.LosesLeast(pieces=0, elsewhere=elsewhere):
            return say("Then no piece of yours can be taken; after any other move at least {n} could.", n=elsewhere)
        case r.LosesLeast(pieces=pieces, elsewhere=elsewhere):
            return say_count(
                "Then at most {n} piece of yours can be taken at once, after any other move {elsewhere} or more.",
                "Then at most {n} pieces of yours can be taken at once, after any other move {elsewhere} or more.",
                pieces,
                elsewhere=elsewhere,
            )
        case r.Unthreatened(losing=losing, others=others):
            return say(
                "Then no piece of yours can be taken; after {losing} of {others} other moves one could.",
                losing=losing,
                others=others,
            )
        case r.MovesOpen():
            return say("Moves open to you then: {after} instead of {before}.", **vars(reason))
        case r.ChangesGauge(gauge=name, player=player, before=before, after=after):
            return _describe_gauge(table, name, player, before, after)
    return ""


def _describe_gauge(table: r.PieceFacts, name: str, player: str, before: int, after: int) -> str:
    gauge = table.gauges[name]
    own = (after > before) is gauge.more_is_better
    text = gauge.text if own else gauge.text_of_others
    name = table.player_name(player)
    return capitalised(say(text, before=before, after=after, player=name))
