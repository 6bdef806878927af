"""Claims: who shows what, and whether it is right (sections 5 and 6; K4-K9)."""

from collections.abc import Iterator

from engine.game import Result, RuleProblem
from engine.values import replaced

from .cards import Association, Item, Person, Variant
from .events import Claimed, ClaimKind, Named, Shown
from .problems import Code, problem
from .state import Claim, Phase, ShownCards, State, has_odd_players
from .turns import asked_problems, turn_problems

#: So many victory items are enough; one fewer with a Drink of Power (K4).
ENOUGH = 3
_REASONS = {ClaimKind.OWN: "claim", ClaimKind.CREST: "crest", ClaimKind.ENEMY: "fortune"}


def claimed_problems(state: State, event: Claimed) -> Iterator[RuleProblem]:
    """Yield all that is wrong with claiming the victory."""
    yield from turn_problems(state, event.by)
    if event.kind is ClaimKind.ENEMY and Variant.FORTUNE_TELLING not in state.variants:
        yield problem(Code.VARIANT_OFF, f"{event.by} cannot claim for the enemy without fortune telling (section 6)")
    if event.kind is ClaimKind.CREST and Item.CREST not in state.items:
        yield problem(Code.NOT_IN_GAME, f"{event.by} cannot claim by the crest: it is not in this game (section 2)")


def claim(state: State, event: Claimed) -> State:
    """Begin a claim: the claimant shows cards."""
    return replaced(state, turn=event.by, claim=Claim(event.by, event.kind, {}), phase=Phase.CLAIM)


def named_problems(state: State, event: Named) -> Iterator[RuleProblem]:
    """Yield all that is wrong with naming those whose items are needed."""
    if len(set(event.players)) < len(event.players):
        yield problem(Code.PLAYER_TWICE, f"{event.by} cannot name a player twice (section 5)")
    if event.by in event.players:
        yield problem(Code.YOURSELF, f"{event.by} cannot name {event.by} too (section 5)")
    yield from asked_problems(event.by, _claim(state).by, "section 5")


def name(state: State, event: Named) -> State:
    """Name allies, who show their cards; if nobody is named the claim is judged at once."""
    state = replaced(state, claim=replaced(_claim(state), named=event.players), phase=Phase.ALLIES)
    return state if event.players else _judge_allies(state)


def show(state: State, event: Shown) -> State:
    """Lay a player's cards open; the last ones that were waited for bring the judgement."""
    claim = _claim(state)
    assert event.association is not None
    items = None if event.items is None else tuple(sorted(event.items))
    cards = ShownCards(event.association, event.profession, items)
    state = replaced(state, claim=replaced(claim, shown={**claim.shown, event.by: cards}))
    if state.phase is Phase.CLAIM:
        return _judge_claimant(state)
    if state.players_to_show():
        return state
    return _judge_allies(state) if state.phase is Phase.ALLIES else _end(state)


def _judge_claimant(state: State) -> State:
    """Judge the claimant's own cards: a fault decides at once, as does a right Crest (K7, K8)."""
    claim = _claim(state)
    faults = sorted(_claimant_faults(state, claim))
    if faults:
        return _reveal(_with_result(state, faults, right=False))
    if claim.kind is ClaimKind.CREST:
        return _won(_with_result(state, [], right=True), (claim.by,))
    return replaced(state, phase=Phase.NAMING)


def _claimant_faults(state: State, claim: Claim) -> Iterator[str]:
    cards = claim.shown[claim.by]
    items = cards.items or ()
    if Item.PEARL in items:
        yield "pearl"
    if claim.kind is ClaimKind.OWN and not state.victory_items(cards.side, items):
        yield "no-victory-item"
    if claim.kind is ClaimKind.CREST:
        if Item.CREST not in items:
            yield "no-crest"
        if sum(state.victory_items(side, items) for side in Association) < ENOUGH:
            yield "not-enough"


def _judge_allies(state: State) -> State:
    """Judge a claim when all named allies have shown (section 5)."""
    claim = _claim(state)
    own = claim.shown[claim.by]
    side = own.side.other if claim.kind is ClaimKind.ENEMY else own.side
    faults, found = [], 0
    if claim.kind is ClaimKind.OWN:
        found = state.victory_items(side, own.items or ())
    for ally in claim.named:
        cards = claim.shown[ally]
        items = state.victory_items(side, cards.items or ())
        if cards.side is not side:
            faults.append(f"not-of-the-side:{ally}")
        elif not items:
            faults.append(f"nothing-to-show:{ally}")
        else:
            found += items
    with_drink = claim.kind is ClaimKind.OWN and has_odd_players(state) and found == ENOUGH - 1
    if found < ENOUGH and not with_drink:
        faults.append("not-enough")
    if with_drink and not faults:
        # K4: judged when all associations lie open.
        return _reveal(state)
    return _reveal(_with_result(state, sorted(faults), right=not faults))


def _with_result(state: State, faults: list[str], *, right: bool) -> State:
    return replaced(state, claim=replaced(_claim(state), faults=tuple(faults), right=right))


def _reveal(state: State) -> State:
    """Reveal: all who have not yet shown lay their association open (K9)."""
    state = replaced(state, phase=Phase.REVEAL)
    return state if state.players_to_show() else _end(state)


def _end(state: State) -> State:
    """End the game with all associations open: the whole of a side has won (section 5, K8)."""
    claim = _claim(state)
    sides = {player: claim.shown[player].side for player in state.players}
    own = sides[claim.by]
    if claim.right is None:
        # K4: the Drink is only for the smaller side.
        smaller = list(sides.values()).count(own) * 2 < len(sides)
        state = _with_result(state, [] if smaller else ["not-enough"], right=smaller)
    winning = own if _claim(state).right else own.other
    return _won(state, tuple(player for player in state.players if sides[player] is winning))


def _won(state: State, winners: tuple[Person, ...]) -> State:
    claim = _claim(state)
    reason = f"{_REASONS[claim.kind]}-{'right' if claim.right else 'wrong'}"
    return replaced(state, phase=Phase.OVER, result=Result(tuple(map(str, winners)), reason))


def _claim(state: State) -> Claim:
    assert state.claim is not None
    return state.claim
