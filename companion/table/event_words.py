"""Words about events that several games say: what players allowed, who may do what."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from companion.device.language import say
from companion.device.sentences import join_items
from engine.game import Choice


def mark_allowed(told: str, event: object) -> str:
    """Return an event as it was `told`; against the rules, with a note that players allowed it."""
    return say("{told} (Allowed by the players.)", told=told) if getattr(event, "overruled", False) else told


def describe_actions(
    choices: Iterable[Choice], names: Mapping[str, str], event_name: Callable[[str], str]
) -> Iterator[str]:
    """Describe who may do what, a line for each player, in the order of their `names` by seats."""
    actions: dict[str, list[str]] = {}
    for choice in choices:
        if choice.by in names:
            actions.setdefault(choice.by, []).append(event_name(choice.event))
    for seat in filter(actions.get, names):
        yield say("{player} may: {actions}.", player=names[seat], actions=join_items(actions[seat]))
