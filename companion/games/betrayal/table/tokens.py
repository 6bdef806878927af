"""Monsters of the tagged tokens: the n-th that came into the house has the n-th tag."""

from collections.abc import Iterable, Mapping

from companion.games.betrayal.tags import MONSTERS, monster_name
from engine.betrayal import events as e


def tokens_by_tag(events: Iterable[e.GameEvent]) -> Mapping[str, str]:
    """Return the token (``rat-1``) by the tag's name (``m01``).

    A token that has left the house gives its tag to the next.
    """
    found: dict[str, str] = {}
    for event in events:
        if isinstance(event, e.MonsterRemoved):
            found = {tag: token for tag, token in found.items() if token != event.token}
        groups = event.monsters if isinstance(event, e.HauntBegan | e.MonstersAdded) else ()
        for token in (token for group in groups for token, _ in group.tokens):
            free = (monster_name(number) for number in range(1, MONSTERS + 1) if monster_name(number) not in found)
            tag = next(free, None)
            if tag is not None:
                found[tag] = token
    return found
