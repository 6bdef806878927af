"""Player of Betrayal who hears a phone: explores, and in a haunt goes for the enemies.

What the books of a haunt say lies beside the table. Here all have agreed that a side has won whose enemies are dead.
"""

import re
import time
from collections.abc import Sequence
from random import Random

from companion.device.language import in_language
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.words import dir_name, role_name
from engine.betrayal.components import Dir
from engine.betrayal.state import Role
from tools.heard_phones.phone import HeardPhone, Node
from tools.heard_phones.player import ANSWERS_S, READ_S, Player

#: So often somebody does something else than what leads on.
_ASIDE = 0.15
#: So often somebody who explores goes through an open door.
_DISCOVERS = 0.7
#: So often the monsters' turn is ended rather than played on.
_ENDS = 0.5
#: So many monsters of a kind come at most: each takes a turn of its own.
_MOST_MONSTERS = 2
#: A question is asked anew where no answer has come after so long (seconds).
_ANEW_S = 3.0


class HouseWords:
    """Words of Betrayal that a player hears, in one language."""

    def __init__(self, language: str, player: str) -> None:
        with in_language(language):
            self.roles = {role: role_name(role) for role in Role}
            self.dead = say("dead")
            self.attack = say("Attack") + ":"
            self.doors = {say("Discover to the {side}", side=dir_name(side)) for side in Dir}
            self.own_end = say("{player}: end of the turn.", player=player).rstrip(".。")
            self.end = say("{player}: end of the turn.", player="").strip(" .。:：")
            self.room = say("What is in a room?")
            way = say_count(
                "Way of {player}, {n} space: {rooms}.",
                "Way of {player}, {n} spaces: {rooms}.",
                1,
                player=player,
                rooms="",
            )
            self.way = way.partition("1")[0]
            self.something = say("Something else")
            self.won = say("A side has won")
            self.who = say("Who says that their side has won?")
            self.yes, self.no = say("Yes, it is over"), say("No, it goes on")
            self.no_monsters, self.no_more = say("No monsters"), say("No more monsters")
            self.no_traitor = (say("Nobody, or nobody knows"), say("Several fit"))
            self.many = say("How many tokens: {kind}?", kind="").strip(" ?？:：")


class HousePlayer(Player):
    """Player of Betrayal who knows the rules, and of the house what the phone says."""

    def __init__(self, phone: HeardPhone, rng: Random, language: str, names: Sequence[str]) -> None:
        super().__init__(phone, rng, language, names)
        self._heard = HouseWords(language, self._name)
        #: The ways that were asked for, by the number of rooms in the house, the own room, and the one they lead to.
        self._ways: dict[tuple[int, str, str], str] = {}
        #: The words of the board that were read last: a long list stands in its place.
        self._last_board = ""
        #: True if the list of all moves was opened with the press before.
        self._has_opened = False

    def _choose(self, fresh: Sequence[Node], buttons: Sequence[Node], nodes: Sequence[Node]) -> Node:
        people, words = self._people(nodes), self._heard
        names = {node.name: node for node in fresh}
        is_decided = self._is_decided(people)
        if words.yes in names:
            return names[words.yes if is_decided else words.no]
        if is_decided and (claim := self._claim(buttons, nodes)) is not None:
            return claim
        if attacks := [node for node in fresh if words.attack in node.name]:
            return self._rng.choice(attacks)
        if any(button.is_pressed for button in buttons):
            # A card or a monster is chosen, and where to.
            return self._rng.choice(fresh)
        ends = [node for node in fresh if words.end in node.name]
        acts = [node for node in fresh if node not in ends and self._words["hand"] not in node.places]
        if not ends:
            return self._rng.choice(self._sensible(fresh, nodes))
        if not acts:
            return self._rng.choice(ends)
        if not any(node.name.startswith(words.own_end) for node in ends):
            return self._rng.choice(ends if self._rng.random() < _ENDS else acts)
        ahead = self._ahead(acts, people, nodes) if self._rng.random() > _ASIDE else None
        if ahead is not None:
            return self._rng.choice(ahead or ends)
        doors = [node for node in acts if node.name in words.doors]
        return self._rng.choice(doors if doors and self._rng.random() < _DISCOVERS else acts)

    # --- what the board says ------------------------------------------------------------------------------------------

    def _people(self, nodes: Sequence[Node]) -> dict[str, list[str]]:
        """Return what the words of the board say of each explorer: role, room, traits and cards."""
        board = self._last_board = self._board_of(nodes) or self._last_board
        told = {name: re.search(rf"(?:^|[.。] ?){re.escape(name)}: ([^.。]*)", board) for name in self._names}
        return {name: found[1].split(", ") for name, found in told.items() if found is not None}

    def _enemies(self, people: dict[str, list[str]]) -> list[str]:
        """Return the living explorers of the other side; none before the haunt."""
        roles = self._heard.roles
        own = people.get(self._name, [])
        other = next((roles[role] for role in Role if roles[role] not in own), "")
        if not {*roles.values()} & {*own}:
            return []
        return [name for name, parts in people.items() if other in parts and self._heard.dead not in parts]

    def _is_decided(self, people: dict[str, list[str]]) -> bool:
        """Return True if one side lives alone."""
        roles = {*self._heard.roles.values()}
        if not any(roles & {*parts} for parts in people.values()):
            return False
        living = {role for parts in people.values() if self._heard.dead not in parts for role in roles & {*parts}}
        return living != roles

    # --- what leads on ------------------------------------------------------------------------------------------------

    def _sensible(self, fresh: Sequence[Node], nodes: Sequence[Node]) -> Sequence[Node]:
        """Return the answers about a haunt with which it does not take the whole night."""
        words = self._heard
        if more := [node for node in fresh if node.name == words.no_more]:
            return more
        if any(node.name.startswith(words.many) for node in nodes):
            return fresh[:_MOST_MONSTERS]
        traitors = [node for node in fresh if not node.name.startswith(words.no_traitor)]
        return traitors if len(traitors) < len(fresh) else fresh

    def _claim(self, buttons: Sequence[Node], nodes: Sequence[Node]) -> Node | None:
        """Return the next button on the way to saying that the own side has won.

        None: something else comes first. Once it is begun, what is asked is answered among what can be done.
        """
        words = self._heard
        if any(node.name == words.who for node in nodes):
            return next((node for node in buttons if node.name == self._name), None)
        others = (node for node in nodes if node.name.startswith((words.something, self._words["all_moves"])))
        found = {node.role: node for node in others}
        won = next((node for node in buttons if node.name == words.won), None)
        opener = None if self._has_opened else found.get("DisclosureTriangle")
        claim = won or found.get("button") or opener
        self._has_opened = claim is not None and claim is opener
        return claim

    def _ahead(
        self, acts: Sequence[Node], people: dict[str, list[str]], nodes: Sequence[Node]
    ) -> Sequence[Node] | None:
        """Return what brings the own explorer nearer to an enemy; nothing beside one.

        None: no way is known.
        """
        own = self._room(people, self._name, nodes)
        enemies = {self._room(people, enemy, nodes) for enemy in self._enemies(people)}
        if not own:
            # The dice are shown instead of the house.
            return None
        if own in enemies:
            return [node for node in acts if self._is_held_up(node, nodes)]
        house = len(self._rooms(nodes))
        ways = [way for room in sorted(enemies) if (way := self._way(house, own, room))]
        if not ways:
            return None
        shortest = min(ways, key=_spaces)
        places = {node.name: shortest.find(node.name, len(self._heard.way)) for node in acts}
        steps = [node for node in acts if places[node.name] >= 0]
        if steps:
            return [min(steps, key=lambda node: (places[node.name], -len(node.name)))]
        return [node for node in acts if self._is_held_up(node, nodes)]

    def _is_held_up(self, node: Node, nodes: Sequence[Node]) -> bool:
        """Return True for what is neither a room nor a door: a roll to leave or cross, the elevator."""
        return node.name not in self._heard.doors and node.name not in self._rooms(nodes)

    def _rooms(self, nodes: Sequence[Node]) -> set[str]:
        return {node.name for node in nodes if node.role == "option"}

    def _room(self, people: dict[str, list[str]], name: str, nodes: Sequence[Node]) -> str:
        """Return the room of an explorer, without its side."""
        rooms = self._rooms(nodes)
        return next((room for part in people.get(name, ()) if (room := part.partition(" (")[0]) in rooms), "")

    def _way(self, house: int, own: str, room: str) -> str:
        """Return the table's words of the way to a room; empty: there is none in this house."""
        asked = house, own, room
        if asked not in self._ways:
            lines = self._answer_about(room)
            self._ways[asked] = next((line for line in lines if line.startswith(self._heard.way)), "")
        return self._ways[asked]

    def _answer_about(self, room: str) -> list[str]:
        """Ask what is in a room, and return the answer."""
        until, asked_at, lines = time.monotonic() + ANSWERS_S, 0.0, list[str]()
        while not any(line.startswith(room) for line in lines):
            assert time.monotonic() < until, f"no answer tells of {room}: {lines}"
            if time.monotonic() - asked_at > _ANEW_S:
                self._open_questions(self._phone.read())
                box = self._phone.find(self._heard.room, "combobox")
                assert box is not None
                self._phone.press(box, room)
                asked_at = time.monotonic()
            self._phone.wait(READ_S)
            lines = self._answer()
        self.asked += 1
        return lines


def _spaces(way: str) -> int:
    return int(re.findall(r"\d+", way)[0])
