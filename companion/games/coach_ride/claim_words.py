"""Claim as a list of conditions (section 5).

Each is ticked or crossed with its ruling as the cards are laid open.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.device.sentences import name_rules
from companion.games.coach_ride.language import say
from companion.games.coach_ride.words import card_name, first_name, side_name
from companion.screen.pages import Row, Tone
from engine.coach_ride.cards import Association, Item, Person
from engine.coach_ride.claims import ENOUGH
from engine.coach_ride.events import ClaimKind
from engine.coach_ride.state import Claim, Phase, State, has_odd_players


def condition_rows(state: State) -> tuple[Row, ...]:
    """Return the conditions of a right claim: right, wrong, or not known yet."""
    claim = state.claim
    assert claim is not None
    return tuple(map(_row, _conditions(state, claim)))


def has_failed_condition(state: State) -> bool:
    """Return True if a condition of the claim is known to be wrong."""
    assert state.claim is not None
    return any(condition.right is False for condition in _conditions(state, state.claim))


@dataclass(frozen=True)
class _Condition:
    """Condition of a claim, its ruling, and whether it is met; None: nobody knows yet."""

    text: str
    ruling: str
    right: bool | None


def _row(condition: _Condition) -> Row:
    tone = Tone.PLAIN if condition.right is None else Tone.GOOD if condition.right else Tone.BAD
    section = condition.ruling.removeprefix("section ")
    # Short, so that two conditions have room side by side.
    rule = name_rules([condition.ruling]) if section == condition.ruling else f"§ {section}"
    return Row(condition.text, value=rule, tone=tone, done=bool(condition.right))


def _conditions(state: State, claim: Claim) -> Iterator[_Condition]:
    own = claim.shown.get(claim.by)
    held = own.items if own else None
    yield _Condition(say("No Black Pearl"), "K7", None if held is None else Item.PEARL not in held)
    if claim.kind is ClaimKind.CREST:
        found = None if held is None or own is None else _found(state, held)
        yield _Condition(card_name(Item.CREST), "K8", None if held is None else Item.CREST in held)
        yield _enough(found, "K8", waiting=found is None)
        return
    if claim.kind is ClaimKind.OWN:
        right = None if own is None else bool(state.victory_items(own.side, own.items or ()))
        yield _Condition(say("Own victory item"), "section 5", right)
    if "pearl" in claim.faults or "no-victory-item" in claim.faults:
        # Decided at once: nobody is named.
        return
    side = None if own is None else own.side if claim.kind is ClaimKind.OWN else own.side.other
    for ally in claim.named:
        cards = claim.shown.get(ally)
        values = {"player": first_name(ally), "side": side_name(side) if side else ""}
        yield _Condition(say("{player}: {side}", **values), "section 5", None if cards is None else cards.side is side)
        if cards is None or cards.side is side:
            right = None if cards is None or side is None else bool(state.victory_items(side, cards.items or ()))
            yield _Condition(say("{player}: victory item", player=first_name(ally)), "K6", right)
    yield from _sum(state, claim)


def _found(state: State, held: tuple[Item, ...]) -> int:
    """Count keys, goblets and bags that count, of both sides (K8)."""
    return sum(state.victory_items(side, held) for side in Association)


def victory_items_shown(state: State) -> int | None:
    """Return the number of victory items that the claim has so far (section 5).

    None before any are shown.
    """
    claim = state.claim
    if claim is None or claim.by not in claim.shown:
        return None
    own = claim.shown[claim.by]
    if claim.kind is ClaimKind.CREST:
        return _found(state, own.items or ())
    side = own.side if claim.kind is ClaimKind.OWN else own.side.other
    counting: list[Person] = [claim.by] if claim.kind is ClaimKind.OWN else []
    counting += [player for player in claim.named if player in claim.shown and claim.shown[player].side is side]
    return sum(state.victory_items(side, claim.shown[player].items or ()) for player in counting)


def _enough(found: int | None, ruling: str, *, waiting: bool) -> _Condition:
    text = say("Victory items: {n} of {all}", n=found or 0, all=ENOUGH)
    return _Condition(text, ruling, None if waiting or found is None else found >= ENOUGH)


def _sum(state: State, claim: Claim) -> Iterator[_Condition]:
    found = victory_items_shown(state)
    waiting = found is None or any(player not in claim.shown for player in claim.named) or not _names_are_known(state)
    drink = claim.kind is ClaimKind.OWN and has_odd_players(state) and found == ENOUGH - 1
    if waiting or not drink:
        yield _enough(found, "section 5", waiting=waiting)
        return
    yield _Condition(say("Two victory items and a Drink of Power"), "K4", True)
    # Where something else was wrong nobody has looked which side is the smaller one.
    smaller = False if "not-enough" in claim.faults else claim.right or None
    yield _Condition(say("The smaller side"), "K4", smaller)


def _names_are_known(state: State) -> bool:
    """Return True if it is known who is named, perhaps nobody."""
    return state.phase not in (Phase.CLAIM, Phase.NAMING)
