"""What a settled reading of the boat shows at the scoring: love, hate and hand of the one who reveals."""

from companion.device.sentences import listed, together
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.mat import BOAT
from companion.games.lifeboat.readings import Seen
from companion.games.lifeboat.table.captions import name
from companion.games.lifeboat.table.observed import Found, seen_twice
from companion.games.lifeboat.tags import PROVISION_OF
from companion.table.inference import Happened, Nothing, Problems, TableProblem, Waiting
from engine.lifeboat import events as e
from engine.lifeboat.components import Character
from engine.lifeboat.state import State


def observed_hand(state: State, seen: Seen, by: Character) -> Found:
    """L25: all of it, or what is wrong; nothing has happened until love, hate and all of the hand are seen."""
    if seen.twice:
        return Problems(seen_twice(seen))
    if seen.unreadable:
        return Waiting(problems=(TableProblem("unread", _unread(), "", (), (BOAT,), unfinished=True),))
    held = state.person(by).hand
    if len(seen.hand) > held:
        return Problems((_too_many(len(seen.hand), held, by),))
    if len(seen.love) > 1 or len(seen.hate) > 1:
        return Problems((_two_players(),))
    if not (seen.love and seen.hate and len(seen.hand) == held):
        return Nothing()
    hand = sorted(PROVISION_OF[tag] for tag in seen.hand)
    return Happened(e.Revealed(by, seen.love[0], seen.hate[0], tuple(hand)))


def tell_spread(state: State, seen: Seen, by: Character) -> str:
    """What is to be done, and what of it is seen by now."""
    spread = say("Spread love, hate and hand in the boat: {player}.", player=name(by))
    parts = [
        *([say("love card")] if seen.love else []),
        *([say("hate card")] if seen.hate else []),
        *([say("{n} of {all} hand cards", n=len(seen.hand), all=state.person(by).hand)] if seen.hand else []),
    ]
    told = say("Seen: {cards}.", cards=listed(parts)) if parts else ""
    return together(together(spread, told), _unread() if seen.unreadable else "")


def _unread() -> str:
    return say("Unreadable in the boat row: free its tag.")


def _too_many(seen: int, held: int, who: Character) -> TableProblem:
    return TableProblem(
        "too-many",
        say_count("{n} hand card lies in the boat.", "{n} hand cards lie in the boat.", seen),
        together(
            say("{player} has {n} (L25).", player=name(who), n=held),
            say("Take the others away, or put the hand right by hand in the menu."),
        ),
        (),
        (str(who),),
    )


def _two_players() -> TableProblem:
    return TableProblem(
        "two-players",
        say("More than one love or hate card lies in the boat."),
        say("One player after the other reveals (L25): take the others' cards away."),
    )
