"""Questions about texts of cards, rooms and haunts.

They make people do anything that a text asks for, by anybody, at any time.
"""

from collections.abc import Iterator

from companion.device.sentences import capitalised
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import explorer_name
from companion.games.betrayal.table.card_dialog import DOG_ERRAND, USE, ask_card_moved, ask_cards, ask_drawn
from companion.games.betrayal.table.damage_dialog import ask_damaged, ask_steps
from companion.games.betrayal.table.haunt_dialog import HAUNT_EVENTS, ask_haunt_event, haunt_rows
from companion.games.betrayal.table.moving_dialog import ask_placed, ask_tile_placement
from companion.games.betrayal.table.picking import Telling, acting_figures, pick_explorer, pick_trait
from companion.games.betrayal.table.roll_dialog import RollAsked, ask_roll
from companion.games.betrayal.words import harm_name, trait_name
from companion.screen.pages import Row
from companion.table.picking import pick, pick_number
from engine.betrayal import events as e
from engine.betrayal.components import DOG, Harm, Trait
from engine.betrayal.state import Phase, State

#: Number of points of damage of which nobody takes more at once.
_MOST_DAMAGE = 16
#: Number of dice of which nobody rolls more.
_MOST_DICE = 8


def ask_text(state: State, *, virtual: bool) -> Telling:
    """Ask what a text says, of whom, and what it needs to know besides."""
    what = yield from pick(say("What does a card, a room or the haunt say?"), tuple(_rows(state)))
    if what in HAUNT_EVENTS:
        return (yield from ask_haunt_event(state, what))
    if what == "placed":
        return (yield from ask_placed(state, acting_figures(state)))
    if what == DOG_ERRAND:
        return (yield from ask_cards(state, state.cards[DOG].at, what, overruling=False))
    people = tuple(figure for figure in acting_figures(state) if figure in state.explorers)
    explorer = yield from pick_explorer(say("Who?"), people)
    return (yield from _ask_event(state, what, explorer, virtual=virtual))


def unused_roll_name(state: State, explorer: str) -> str:
    """Return a name for a roll that a text asks for.

    The same one is not tried twice in a turn, another one is (B9).
    """
    number = next(n for n in range(1, 100) if not state.has_tried(explorer, f"roll {n}"))
    return f"roll {number}"


def _rows(state: State) -> Iterator[Row]:
    yield Row(say("A card is drawn"), "drew")
    yield Row(say("A trait goes up or down"), "adjusted")
    yield Row(say("Damage"), "damaged")
    yield Row(say("A roll"), "rolled")
    yield Row(say("A figure is put somewhere"), "placed")
    if state.cards:
        yield Row(say("A card goes elsewhere"), "card_moved")
        yield Row(say("A card is used"), USE)
    if DOG in state.cards and state.cards[DOG].at in state.living:
        yield Row(say("Send the Dog"), DOG_ERRAND)
    if state.undiscovered:
        yield Row(say("A tile is laid"), "tile_laid")
    if state.phase is Phase.HAUNT:
        yield from haunt_rows(state)


def _ask_event(state: State, what: str, explorer: str, *, virtual: bool) -> Telling:
    match what:
        case "drew":
            return (yield from ask_drawn(state, explorer, "any"))
        case "rolled":
            return (yield from _ask_rolled(state, explorer, virtual=virtual))
        case "adjusted":
            trait = yield from pick_trait(say("Which trait?"), Trait)
            steps = yield from ask_steps(state, explorer, trait)
            return e.Adjusted(by=explorer, trait=trait, steps=steps)
        case "damaged":
            kinds = [Row(capitalised(harm_name(kind)), kind.word) for kind in Harm]
            kind = yield from pick(say("Which damage?"), kinds)
            points = yield from pick_number(say("How many points?"), 1, _MOST_DAMAGE)
            return (yield from ask_damaged(state, explorer, Harm(kind), points))
        case "card_moved":
            return (yield from ask_card_moved(state, explorer))
        case "tile_laid":
            return (yield from ask_tile_placement(state, explorer))
        case "use" | "dog-errand":
            return (yield from ask_cards(state, explorer, what, overruling=False))
    raise ValueError(f"no answer {what!r} now")


def _ask_rolled(state: State, explorer: str, *, virtual: bool) -> Telling:
    """Ask for any other roll: of a trait, or of so many dice."""
    figure = state.explorers[explorer]
    rows = [
        *(Row(trait_name(trait), trait.word, str(figure.value(trait))) for trait in Trait),
        *(Row(say_count("{n} die", "{n} dice", n), str(n)) for n in range(1, _MOST_DICE + 1)),
    ]
    what = yield from pick(say("What is rolled?"), rows)
    return (yield from ask_other_roll(state, explorer, what, virtual=virtual))


def ask_other_roll(state: State, explorer: str, what: str, *, virtual: bool) -> Telling:
    """Roll for a text: `what` is a trait or a number of dice."""
    figure = state.explorers[explorer]
    trait = None if what.isdigit() else Trait(what)
    name = capitalised(explorer_name(explorer))
    asked = RollAsked(
        int(what) if trait is None else figure.value(trait),
        lambda n, _: say_count("{player} rolls {n} die.", "{player} rolls {n} dice.", n, player=name),
        lambda total: say("{player} rolls {total}.", player=name, total=total),
        virtual,
        title=trait_name(trait) if trait else "",
    )
    thrown, free = (yield from ask_roll(asked)), unused_roll_name(state, explorer)
    return e.Rolled(by=explorer, what=free, faces=thrown.faces, bonus=thrown.bonus, plus=thrown.plus, trait=trait)
