"""Fights and falls into the sea by the rules' text alone: wounds and open cards."""

import re
from dataclasses import dataclass, field
from typing import Any

SIZES = {"lauren": 4, "stephen": 5, "captain": 7, "mate": 8, "frenchy": 6, "harter": 4, "kid": 3}
WEAPONS = {"oar": 1, "blackjack": 2, "knife": 3, "gaff": 4, "flare": 8}
#: Who falls by each card of the stand-in set, by first letters (section 6).
FALLING = dict(
    re.findall(
        r"(\w+):(\w*)",
        "n01: n02:f n03:c n04:c n05:f n06:c n07:m n08:sf n09:s n10: n11:lm n12:k n13:f n14:c "
        "n15:k n16:k n17:ls n18:lk n19:m n20:l n21:s n22: n23:m n24: x01:h x02:h x03:h x04:h",
    )
)


@dataclass
class Boat:
    """Wounds and open cards of those aboard, the demand and the fight that stand."""

    sizes: dict[str, int]
    wounds: dict[str, int]
    open: dict[str, list[str]]
    sharks: bool
    falling: set[str] = field(default_factory=set)
    chum: int = 0
    calls: int = 0
    demand: dict[str, Any] = field(default_factory=dict)
    attack: list[str] = field(default_factory=list)
    defend: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, started: dict[str, Any]) -> "Boat":
        """Return the boat at the beginning."""
        characters, variants = started["players"], started["variants"]
        sizes = {each: SIZES[each] + ("sharks" in variants) for each in characters}
        wounds = dict.fromkeys(characters, int("quick" in variants))
        return cls(sizes, wounds, {each: [] for each in characters}, "sharks" in variants)

    def is_conscious(self, character: str) -> bool:
        """Return True with fewer wounds than the size (L5)."""
        return self.wounds[character] < self.sizes[character]

    def lose(self, character: str, card: str) -> None:
        """Take a card off the open ones, if it lies there."""
        if card in self.open[character]:
            self.open[character].remove(card)

    def carry_out(self) -> None:
        """Carry out a demand: an open card is taken, or a body eaten (L12, V4)."""
        demand, self.demand = self.demand, {}
        if demand.get("for") == "open" and demand["card"] in self.open[demand["of"]]:
            self.lose(demand["of"], demand["card"])
            self.open[demand["by"]].append(demand["card"])
        if demand.get("for") == "eat":
            self.remove(demand["of"])
            for character, wounds in self.wounds.items():
                if 0 < wounds <= self.sizes[character]:
                    self.wounds[character] -= 1

    def remove(self, character: str) -> None:
        """Let somebody be out."""
        del self.wounds[character], self.open[character]

    def strength(self, side: list[str]) -> int:
        """Return the sizes and open weapons of a side (L16)."""
        return sum(
            self.sizes[character] + sum(WEAPONS.get(card, 0) for card in self.open[character]) for character in side
        )

    def fight(self) -> list[str]:
        """End the fight; return the side that has won. A tie is the defender's."""
        is_attack = self.strength(self.attack) > self.strength(self.defend)
        won, lost = (self.attack, self.defend) if is_attack else (self.defend, self.attack)
        for character in lost:
            self.wounds[character] += 1
        if is_attack:
            self.carry_out()
        self.demand = {}
        return won

    def fall(self) -> dict[str, str]:
        """Let those fall who are named; return what became of each (L19, L20, LR7)."""
        bait = self.chum + sum(self.open[character].count("chum") for character in self.falling)
        bait = min(1, bait + self.calls) if self.sharks else bait
        ends = {}
        for character in sorted(self.falling):
            has_preserver, conscious = "preserver" in self.open[character], self.is_conscious(character)
            is_dead = self.wounds[character] > self.sizes[character]
            if is_dead or not (conscious or has_preserver):
                ends[character] = "drowned"
                self.remove(character)
                continue
            ends[character] = "climbed back"
            self.wounds[character] += bait + (conscious and not has_preserver and character != "frenchy")
            self.open[character] = [card for card in self.open[character] if card == "preserver"]
        self.chum = self.calls = 0
        return ends

    def follow(self, event: dict[str, Any]) -> None:
        """Follow an event that ends neither a fight nor a fall."""
        actor = event.get("by", "")
        match event["event"]:
            case "laid":
                self.open[event.get("to") or actor].append(event["card"])
            case "demanded":
                self.demand = event
                is_kid = actor == "kid" and event["for"] == "hand"
                if is_kid or not self.is_conscious(event["of"]):
                    self.carry_out()
            case "agreed" | "eaten":
                self.carry_out()
            case "refused" | "objected":
                self.attack, self.defend = [self.demand["by"]], [actor]
            case "joined":
                (self.attack if event["side"] == "attack" else self.defend).append(actor)
            case "used":
                self.use(event)
            case "navigated":
                names = event["signs"]["overboard"] if event.get("signs") else FALLING[event["card"]]
                self.falling = {character for character in self.wounds if character in names or character[0] in names}
            case "chummed":
                self.chum += 1
                if event["from"] == "open":
                    self.lose(actor, "chum")
            case "haunted":
                self.calls += 1
            case "suffered":
                self.wounds[actor] += 1
            case "drank" if event["from"] == "open":
                self.lose(actor, "water")

    def use(self, event: dict[str, Any]) -> None:
        """Follow a special action (L14, V4); Dr. Harter keeps a medkit (LR21)."""
        actor, card = event["by"], event["card"]
        if event["from"] == "open" and card != "parasol":
            self.lose(actor, card)
        if card == "medkit":
            self.wounds[event["on"]] -= 1
        if (card == "medkit" and actor == "harter") or (card == "parasol" and event["from"] == "hand"):
            self.open[actor].append(card)
        if card == "cannibalism":
            self.demand = {"by": actor, "of": event["on"], "for": "eat"}
