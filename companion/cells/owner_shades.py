"""Owners of plain pieces, by how light they are.

What lies where it lay tells how each player's pieces look.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

#: Two players' pieces differ by so much at least: near the end of a game one piece of each must tell.
_LEAST_GAP = 0.2
#: A piece is a player's whose pieces are at least so many times nearer to it, in lightness, than the other's.
_SURELY = 3.0
#: Two players are told apart if their pieces lie so many times as far apart as each player's do among themselves.
_APART = 4.0


@dataclass(frozen=True)
class OwnerShades:
    """Usual lightness of each player's pieces, where the two can be told apart."""

    usual: Mapping[str, float]

    @classmethod
    def of(cls, shades: Mapping[str, float], owners: Mapping[str, str]) -> "OwnerShades":
        """Return the players' shades, by pieces whose places and `owners` are known.

        They are empty if the two players' pieces look alike.
        """
        seen: dict[str, list[float]] = {}
        for place, owner in owners.items():
            if place in shades:
                seen.setdefault(owner, []).append(shades[place])
        if len(seen) != 2:
            return cls({})
        usual = {owner: median(values) for owner, values in seen.items()}
        spread = max(median(abs(value - usual[owner]) for value in values) for owner, values in seen.items())
        first, second = usual.values()
        return cls(usual if abs(first - second) > max(_LEAST_GAP, _APART * spread) else {})

    def owner(self, shade: float) -> str | None:
        """Return whose piece is so light; None if that is not sure."""
        by_distance = sorted((abs(shade - usual), owner) for owner, usual in self.usual.items())
        if len(by_distance) != 2:
            return None
        (near, owner), (far, _) = by_distance
        return owner if near * _SURELY <= far else None

    def contradict(self, lying: Mapping[str, str], shades: Mapping[str, float], owner_of: Callable[[str], str]) -> bool:
        """Return True if a piece of another player is seen where one of these should lie."""
        for piece, place in lying.items():
            seen = self.owner(shades[place]) if place in shades else None
            if seen is not None and seen != owner_of(piece):
                return True
        return False
