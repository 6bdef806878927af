"""Real keepers of hidden cards, as virtual tables have them, given whole states."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any, cast

from companion.table.session import Session
from companion.virtual_table.game import VirtualGame

#: The names under which whole states have what is hidden.
_HIDDEN = ("hidden", "cards", "hands", "stacks")
_SEED = 1


def _places(keeper: Any, whole: Callable[[], Any]) -> list[tuple[Any, str, Callable[..., Any]]]:
    """Return a keeper's functions that know the state, by object and name, and substitutes."""

    def hidden(_events: object) -> Any:
        state = whole()
        return None if state is None else next(vars(state)[name] for name in _HIDDEN if name in vars(state))

    states = getattr(keeper, "_whole_states", None)
    asked = (keeper, "whole_state"), (keeper.secrets, "whole_state"), (states, "whole_state"), (states, "now")
    return [
        (keeper.secrets, "hidden", hidden),
        *((thing, name, whole) for thing, name in asked if hasattr(thing, name)),
    ]


@contextmanager
def given_state(keeper: Any, state: Any) -> Iterator[None]:
    """Let a keeper have another whole state meanwhile."""
    places = _places(keeper, lambda: state)
    before = [(thing, name, vars(thing)[name]) for thing, name, _ in places if name in vars(thing)]
    for place in places:
        setattr(*place)
    try:
        yield
    finally:
        for thing, name, _ in places:
            delattr(thing, name)
        for place in before:
            setattr(*place)


class GivenCards:
    """Keeper of the hidden cards of a session's game whose whole state is set."""

    def __init__(self, session: Session, virtual: VirtualGame) -> None:
        assert session.game is not None
        started = session.game.events[0]
        self.state: Any = None
        self.keeper = cast(Any, virtual.secret_hands(session, virtual.table_before(started, _SEED), _SEED))
        secrets = self.keeper.secrets
        # Without a file: the cards that it would keep are others than those of the state.
        secrets._about, secrets.kept = (session.game_id, started), secrets.new_deal(started, _SEED)
        # An answer that the rules leave nobody to choose is marked for all, and told with the next event.
        self.keeper.true_answer = lambda _answers: ""
        for place in _places(self.keeper, lambda: self.state):
            setattr(*place)

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Forget afterwards what the keeper has kept meanwhile."""
        keeper = self.keeper
        things = [keeper, keeper.secrets, keeper.secrets.kept, getattr(keeper, "_whole_states", None)]
        before = [(thing, _copied(vars(thing))) for thing in things if thing is not None]
        try:
            yield
        finally:
            for thing, values in before:
                vars(thing).clear()
                vars(thing).update(values)


def _copied(values: dict[str, Any]) -> dict[str, Any]:
    return {name: copy(value) if isinstance(value, dict | set | list) else value for name, value in values.items()}
