"""Exchange between two tables: messages to send, and what becomes of those that come.

They may come in any order and any number of times. It neither sends nor waits: `receive` takes a message, `due` returns
those to send at a time. A table that was killed begins a new one with what its ledger has kept.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any

from companion.two_tables.coin import MOST_DRAWS, Coin, drawn_event
from companion.two_tables.messages import MOST_NUMBER, entry_from, packed
from companion.two_tables.order import Ledger, SharedEntry, Side, canonical, next_hash

#: Each table says so often (seconds) what it has, so that the other knows that it is there.
SAYS_S = 2.0
#: What was not answered is sent again after so long (seconds).
AGAIN_S = 1.0
#: A table that was not heard for so long (seconds) is away.
AWAY_S = 7.0
#: A table that is there and has not shown its part of the coin for so long (seconds) keeps it back.
KEEPS_BACK_S = 15.0
#: So many messages wait to be shown.
_MOST_LOOKS = 5
#: So many refusals are remembered.
_MOST_REFUSALS = 50


class Fault(StrEnum):
    """Reason why nothing is taken from the other table any more."""

    DIFFERS = "the games differ"
    TURN = "not its turn"
    RULES = "the rules do not allow it"
    COIN = "another value of the coin than it had laid down"
    DRAW = "chance brings something else"


class Exchange:
    """Exchange of one table about a shared game.

    `page`: says what the table does besides playing, such as a pause; the other table shows it.
    """

    def __init__(self, ledger: Ledger, side: Side, coin: Coin, page: Callable[[], str] = str) -> None:
        self.ledger, self.side, self.coin, self._page = ledger, side, coin, page
        #: What this table has asked the other one to write, and after which entry.
        self.proposal: tuple[int, SharedEntry] | None = None
        #: The seats that the guest asks for, and after which entry, until somebody at the host has answered.
        self.wish: tuple[int, SharedEntry] | None = None
        #: Why the last proposal was refused; whoever shows it empties it.
        self.refused = ""
        #: Why nothing is taken from the other table any more; None: all is well.
        self.fault: Fault | None = None
        #: The number of entries after which the other table has gone on alone; None: it has not.
        self.left_after: int | None = None
        #: What the other table does besides playing, and the places at which its players point.
        self.other_page = ""
        self.looks: deque[str] = deque(maxlen=_MOST_LOOKS)
        #: When the other was heard last (seconds); None: not since this one began.
        self.heard_s: float | None = None
        #: How many entries the other table is known to have.
        self._other_number = self._sent_number = 0
        self._answers: deque[dict[str, Any]] = deque(maxlen=20)
        #: Proposals that were refused: one that comes again late is not judged by another state.
        self._refusals: dict[tuple[int, bytes], str] = {}
        #: Seats that people have refused, by the number of entries: a guest does not ask for them again and again.
        self._refused_wishes: set[tuple[int, frozenset[str]]] = set()
        self._told: tuple[int, str] | None = None
        self._told_s = self._sent_s = self._proposed_s = self._threw_s = -1e9
        #: The number of this table's last value of the coin that was sent.
        self._threw = -1
        #: Since when the other table owes its part of the coin (seconds).
        self._owes_s: float | None = None

    def is_away(self, time_s: float) -> bool:
        """Return True if the other table was not heard for a while."""
        return self.heard_s is None or time_s - self.heard_s > AWAY_S

    @property
    def may_write(self) -> bool:
        """True if this table writes the next entry."""
        return self.ledger.writer is self.side and self.proposal is None

    @property
    def brought(self) -> Any | None:
        """The event that both tables' coin brings now; None: it is not known yet."""
        ledger = self.ledger
        if not ledger.chance_acts:
            return None
        return drawn_event(ledger.game.rules, ledger.play, ledger.game.state, self.coin.seed(ledger.draws))

    def keeps_back(self, time_s: float) -> bool:
        """Return True if the other table is there, and has not shown its part of the coin for long."""
        return self._owes_s is not None and time_s - self._owes_s > KEEPS_BACK_S

    def propose(self, entry: SharedEntry) -> None:
        """Ask the other table to write an entry after the last one that is here."""
        self.proposal, self.refused = (self.ledger.number, entry), ""
        self._proposed_s = -1e9

    def point(self, place: str) -> None:
        """Show the other table a place."""
        self._answers.append({"kind": "look", "place": place})

    # --- what comes ---------------------------------------------------------------------------------------------

    def receive(self, message: dict[str, Any], time_s: float) -> None:
        """Take a message of the other table that was checked (`messages.decoded`)."""
        self.heard_s = time_s
        match message:
            case {"kind": "have", "number": number, "hash": found, "page": page}:
                self._other_number, self.other_page = number, page
                self._compare(number, found)
            case {"kind": "coin", "root": root, "number": number, "value": value}:
                if not self.coin.take(root, number, value):
                    self.fault = Fault.COIN
            case {"kind": "entries", "after": number, "hash": found, "entries": entries}:
                self._take(number, found, [entry_from(entry) for entry in entries])
            case {"kind": "propose", "after": number, "hash": found, "entry": entry, "picks": picks}:
                self._judge(number, found, replace(entry_from(entry), picks=picks))
            case {"kind": "refused", "after": number, "entry": entry, "reason": reason}:
                if self.proposal == (number, entry_from(entry)):
                    self.proposal, self.refused = None, reason or "refused"
            case {"kind": "look", "place": place}:
                self.looks.append(place)
            case {"kind": "left", "number": number}:
                self.left_after = number

    def _compare(self, number: int, found: str) -> bool:
        """Return True if the other table's entries begin or go on as those here."""
        if number <= self.ledger.number and self.ledger.hash_after(number) != found:
            self.fault = Fault.DIFFERS
        return not self.fault

    def _take(self, after: int, found: str, entries: list[SharedEntry]) -> None:
        """Take the entries that are new; those before are here already."""
        if after > self.ledger.number or not self._compare(after, found):
            # What lies between comes again, since this table says what it has.
            self._told = None
            return
        for number, entry in enumerate(entries, after + 1):
            found = next_hash(found, entry)
            if number <= self.ledger.number:
                if not self._compare(number, found):
                    return
            elif number > MOST_NUMBER or not self._enter_from_other(entry):
                return
        self._other_number = max(self._other_number, after + len(entries))

    def _enter_from_other(self, entry: SharedEntry) -> bool:
        """Take the next entry if the other table may write it by the rules; return False if not."""
        ledger = self.ledger
        if ledger.writer is self.side:
            self.fault = Fault.TURN
        elif not ledger.is_ready:
            # It is sent again.
            return False
        elif ledger.illegal(entry) or (entry.seats and self.side is Side.HOST):
            self.fault = Fault.RULES
        elif entry.event is not None and ledger.chance_acts:
            brought = self.brought
            if brought is None:
                # It is sent again, once the coin is known.
                return False
            if canonical(ledger.game.rules.event_to_json(brought)) != canonical(entry.event):
                self.fault = Fault.DRAW
        if self.fault:
            return False
        ledger.enter(entry)
        if self.proposal is not None and self.proposal[1] == entry:
            self.proposal = None
        return True

    def _judge(self, after: int, found: str, entry: SharedEntry) -> None:
        """Write what the other table proposes, if it may be.

        What is stale is judged again by what there is now.
        """
        ledger = self.ledger
        if after > ledger.number or not self._compare(after, found):
            return
        if entry in ledger.entries[after:]:
            # It was written already, and the other table does not know yet.
            self._sent_number = 0
            return
        if ledger.writer is not self.side or not ledger.is_ready:
            # It waits until this table writes again, or the other one may write by itself.
            return
        if entry.seats and not ledger.illegal(entry):
            self._wish(after, entry)
            return
        key = after, canonical(entry.to_json())
        reason = self._refusals.get(key) or ledger.why_not(entry, self.side.other)
        if reason:
            self._refuse(after, entry, reason)
        else:
            ledger.enter(entry)

    def _wish(self, after: int, entry: SharedEntry) -> None:
        """Let people decide which seats the guest has, about each once between two entries."""
        if (self.ledger.number, frozenset(entry.seats)) in self._refused_wishes:
            self._refuse(after, entry, "not these seats")
        elif self.wish is None or self.ledger.illegal(self.wish[1]):
            self.wish = after, entry

    def _refuse(self, after: int, entry: SharedEntry, reason: str) -> None:
        self._refusals[after, canonical(entry.to_json())] = reason
        if len(self._refusals) > _MOST_REFUSALS:
            del self._refusals[next(iter(self._refusals))]
        self._answers.append({"kind": "refused", "after": after, "entry": entry.to_json(), "reason": reason[:200]})

    def answer_wish(self, *, grants: bool) -> None:
        """Give the guest the seats that it asks for, or refuse them."""
        if self.wish is None:
            return
        (after, entry), self.wish = self.wish, None
        if grants and self.may_write and not self.ledger.illegal(entry):
            self.ledger.enter(entry)
        else:
            if not grants:
                self._refused_wishes.add((self.ledger.number, frozenset(entry.seats)))
            self._refuse(after, entry, "not these seats")

    # --- what goes ----------------------------------------------------------------------------------------------

    def due(self, time_s: float) -> list[dict[str, Any]]:
        """Return the messages to send now."""
        self._settle_proposal()
        ledger, messages = self.ledger, [*self._answers]
        self._answers.clear()
        had = ledger.number, self._page()
        messages += self._thrown(time_s)
        if had != self._told or time_s - self._told_s >= SAYS_S:
            self._told, self._told_s = had, time_s
            messages.append({"kind": "have", "number": had[0], "hash": ledger.hash_after(had[0]), "page": had[1]})
        if self.fault:
            return messages
        is_new = self._sent_number != ledger.number
        if (
            self._other_number < ledger.number
            and self.heard_s is not None
            and (is_new or time_s - self._sent_s >= AGAIN_S)
        ):
            self._sent_s, self._sent_number = time_s, ledger.number
            first = self._other_number
            entries = packed([*ledger.entries[first:]])
            messages.append({"kind": "entries", "after": first, "hash": ledger.hash_after(first), "entries": entries})
        if self.proposal is not None and time_s - self._proposed_s >= AGAIN_S:
            self._proposed_s = time_s
            after, entry = self.proposal
            found, told = ledger.hash_after(after), entry.to_json()
            messages.append({"kind": "propose", "after": after, "hash": found, "entry": told, "picks": entry.picks})
        return messages

    def _thrown(self, time_s: float) -> list[dict[str, Any]]:
        """Return the message with this table's part of the coin, if it is due.

        A draw's value is shown once chance acts, and the other table has laid down its own. What was taken back stays
        shown: the other table may still have to come through it.
        """
        ledger, coin = self.ledger, self.coin
        shown = max(ledger.draws + ledger.chance_acts, ledger.most_draws)
        number = min(shown, MOST_DRAWS) if coin.other_root else 0
        owes = ledger.chance_acts and self.brought is None
        if not owes or self._other_number < ledger.number or self.is_away(time_s):
            self._owes_s = None
        elif self._owes_s is None:
            self._owes_s = time_s
        is_missed = owes or self._other_number < ledger.number or not coin.other_root
        if number <= self._threw and time_s - self._threw_s < (AGAIN_S if is_missed else SAYS_S):
            return []
        self._threw, self._threw_s = number, time_s
        return [{"kind": "coin", "root": coin.own(0), "number": number, "value": coin.own(number)}]

    def _settle_proposal(self) -> None:
        """End a proposal that this table may write by itself now, or that was written."""
        if self.proposal is None:
            return
        after, entry = self.proposal
        if entry in self.ledger.entries[after:]:
            self.proposal = None
        elif self.ledger.writer is self.side and self.ledger.is_ready:
            self.proposal = None
            reason = self.ledger.why_not(entry, self.side)
            if reason:
                self.refused = reason
            else:
                self.ledger.enter(entry)
