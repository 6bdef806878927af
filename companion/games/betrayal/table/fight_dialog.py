"""Attack: its target, weapon and trait, then both rolls.

The exact odds are shown before the rolls (B19, B20).
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.device.sentences import capitalised
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import card_name
from companion.games.betrayal.table.percent import percent
from companion.games.betrayal.table.picking import Telling, card_row, figure_row, pick_trait
from companion.games.betrayal.table.roll_dialog import RollAsked, Thrown, ask_roll
from companion.games.betrayal.words import figure_name
from companion.screen.pages import Row
from companion.table.dialog import Dialog
from companion.table.picking import pick
from engine.betrayal import events as e
from engine.betrayal.components import Trait
from engine.betrayal.fights import ENOUGH_TO_STEAL, reaches, value_of
from engine.betrayal.hands import can_be_stolen
from engine.betrayal.odds import fight_chances
from engine.betrayal.rolls import dice
from engine.betrayal.state import State

BARE = "bare"
#: The answer of a winner who steals nothing.
DAMAGE = "damage"


def enemies(state: State, actor: str, *, overruling: bool) -> tuple[str, ...]:
    """Return the figures that one may attack now, with its hands or a card."""
    others = (other for other in (*state.living, *state.monsters) if other != actor)
    if overruling:
        return tuple(others)
    return tuple(other for other in others if state.are_enemies(actor, other) and any(_cards(state, actor, other)))


def _cards(state: State, actor: str, on: str, *, overruling: bool = False) -> Iterator[str]:
    """Yield the cards that reach the target, and `BARE` if hands do.

    Only cards with which it has a trait to roll count.
    """
    for card in (None, *state.cards_at(actor)):
        if card is not None and card in state.handled and not overruling:
            continue
        if (overruling or reaches(state, actor, on, card)) and traits(state, actor, on, card, overruling=overruling):
            yield card or BARE


def traits(state: State, actor: str, on: str, card: str | None, *, overruling: bool = False) -> tuple[Trait, ...]:
    """Return the traits that may be rolled.

    With bare hands it is Might; with a card and by monsters any that both have.
    """
    free = card is not None or actor in state.monsters or overruling
    both = (trait for trait in (Trait.MIGHT, *Trait) if value_of(state, actor, trait) is not None)
    found = dict.fromkeys(trait for trait in both if value_of(state, on, trait) is not None)
    return tuple(trait for trait in found if free or trait is Trait.MIGHT)


def fight_choices(state: State, actor: str, on: str, card: str | None) -> tuple[tuple[str, ...], tuple[Trait, ...]]:
    """Return the weapons for an attack on this target, and the traits that this card can roll."""
    return tuple(_cards(state, actor, on)), traits(state, actor, on, card)


def ask_attack(state: State, actor: str, *, virtual: bool, overruling: bool) -> Telling:
    """Ask for the attacked, the weapon, and the two rolls."""
    explorer = enemies(state, actor, overruling=overruling)
    on = yield from pick(say("Whom does {player} attack?", player=figure_name(actor)), map(figure_row, explorer))
    card = yield from _ask_card(state, actor, on, overruling=overruling)
    trait = yield from _ask_trait(state, actor, on, card, overruling=overruling)
    attack = e.Attacked(by=actor, on=on, faces=(), against=(), trait=trait, with_=card)
    return (yield from _ask_rolls(state, attack, virtual))


def _ask_card(state: State, actor: str, on: str, *, overruling: bool) -> Dialog[str | None]:
    cards = list(_cards(state, actor, on, overruling=overruling))
    if len(cards) == 1:
        return None if cards[0] == BARE else cards[0]
    rows = [Row(say("With bare hands"), BARE) if card == BARE else card_row(card) for card in cards]
    found = yield from pick(say("With what?"), rows)
    return None if found == BARE else found


def _ask_trait(state: State, actor: str, on: str, card: str | None, *, overruling: bool) -> Dialog[Trait]:
    able = traits(state, actor, on, card, overruling=overruling)
    if len(able) == 1:
        return able[0]
    return (yield from pick_trait(say("Which trait do both roll?"), able))


def _ask_rolls(state: State, attack: e.Attacked, virtual: bool) -> Telling:
    """Ask for the attacker's roll, with the odds before it, then for the other's."""
    mine = value_of(state, attack.by, attack.trait) or 0
    theirs = value_of(state, attack.on, attack.trait) or 0
    actor, on = figure_name(attack.by), figure_name(attack.on)

    def odds(number: int, plus: int) -> str:
        chances = fight_chances(number, dice(theirs), plus)
        return capitalised(
            say_count(
                "{player} with {own} against {other} with {n} die: wins {wins}, tie {ties}, loses {loses}.",
                "{player} with {own} against {other} with {n} dice: wins {wins}, tie {ties}, loses {loses}.",
                dice(theirs),
                player=actor,
                own=number,
                other=on,
                wins=percent(chances.wins),
                ties=percent(chances.ties),
                loses=percent(chances.loses),
            )
        )

    def made(total: int) -> str:
        return capitalised(say("{player} rolls {total}.", player=actor, total=total))

    thrown = yield from ask_roll(RollAsked(mine, odds, made, virtual, title=capitalised(actor)))
    against = yield from ask_roll(_defence(thrown, theirs, actor, on, virtual))
    return replace(
        attack,
        faces=thrown.faces,
        against=against.faces,
        bonus=thrown.bonus,
        plus=thrown.plus,
        bonus_against=against.bonus,
        plus_against=against.plus,
    )


def _defence(thrown: Thrown, value: int, actor: str, on: str, virtual: bool) -> RollAsked:
    def needs(number: int, plus: int) -> str:
        chances = fight_chances(0, number, thrown.total, plus)
        return capitalised(
            say(
                "{player} has {total}. {other} with {m} dice: {player} wins {wins}, tie {ties}, loses {loses}.",
                player=actor,
                total=thrown.total,
                other=on,
                m=number,
                wins=percent(chances.wins),
                ties=percent(chances.ties),
                loses=percent(chances.loses),
            )
        )

    def result(total: int) -> str:
        difference = thrown.total - total
        values = {"total": thrown.total, "other": total}
        if difference == 0:
            return say("{total} against {other}: a tie, nothing happens (rule B19).", **values)
        winner, loser = (actor, on) if difference > 0 else (on, actor)
        sentence = say(
            "{total} against {other}: {winner} beats {loser} by {n}.",
            **values,
            winner=winner,
            loser=loser,
            n=abs(difference),
        )
        return capitalised(sentence)

    return RollAsked(value, needs, result, virtual, title=capitalised(on), against=thrown.faces)


def ask_damage_or_theft(state: State, thief: str, sufferer: str, points: int) -> Dialog[str]:
    """Ask for the damage, or for one card of the beaten (B20)."""
    cards = [card for card in state.cards_at(sufferer) if can_be_stolen(state, card)]
    if points < ENOUGH_TO_STEAL or not cards:
        return DAMAGE
    rows = [
        Row(say_count("{n} point of damage", "{n} points of damage", points), DAMAGE),
        *(Row(say("Steal: {card}", card=card_name(card)), card, sign=card_row(card).sign) for card in cards),
    ]
    text = capitalised(
        say(
            "{player} does damage to {other}, or steals a card (rule B20).",
            player=figure_name(thief),
            other=figure_name(sufferer),
        )
    )
    return (yield from pick(text, rows))
