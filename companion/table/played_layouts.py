"""Layouts of the pieces after a game was played, taken back or told otherwise."""

from companion.table.game import TableGame
from companion.table.layout import TableLayout
from companion.table.step import SessionT
from engine.game import EventT, Game, StateT


def layout_after_game(table_game: TableGame[SessionT], game: Game[StateT, EventT]) -> TableLayout | None:
    """Return the layout after all events of a game, which hands have carried out."""
    layout, before = None, None
    for event, after in zip(game.events, game.states(), strict=True):
        layout = table_game.layout_after(layout, before, event, after, already_placed=True)
        before = after
    return layout


def layout_after_undo(
    table_game: TableGame[SessionT], layout: TableLayout | None, game: Game[StateT, EventT], kept: Game[StateT, EventT]
) -> TableLayout | None:
    """Return the layout after all events of a `game` but the `kept` first ones are taken back."""
    undone, before = [], kept.state
    for event in game.events[len(kept.events) :]:
        after = game.rules.follow(before, event)
        undone.append((before, event, after))
        before = after
    return table_game.history.layout_after_undo(layout, undone)


def layout_after_mend(
    table_game: TableGame[SessionT], layout: TableLayout | None, game: Game[StateT, EventT], told: Game[StateT, EventT]
) -> TableLayout | None:
    """Return the layout after a `game` is `told` otherwise, before any piece is moved.

    None where not even the first event is the same: the table must be looked at.
    """
    before, after = game.states(), told.states()
    pairs = zip(game.events, told.events, strict=False)
    same = next((number for number, (old, new) in enumerate(pairs) if old != new), min(len(before), len(after)))
    if not same:
        return None
    changes = zip(before[same - 1 :], game.events[same:], before[same:], strict=False)
    layout = table_game.history.layout_after_undo(layout, list(changes))
    for old, event, new in zip(after[same - 1 :], told.events[same:], after[same:], strict=False):
        layout = table_game.layout_after(layout, old, event, new, already_placed=False)
    return layout
