"""Layout of the public cards and tokens, and the tasks for hands where they lie otherwise."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.device.language import extended
from companion.device.sentences import capitalised, join_items, listed
from companion.games.lifeboat.captions import name, names
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.mat import BOAT, DAY, OPEN_ROWS, SHOW, BoatCard, RowSide
from companion.games.lifeboat.options import TOKENS
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.tags import character_of, character_tag
from companion.games.lifeboat.words import character_name, provision_name
from companion.table.layout import Change, LayoutTask, Lie, TableLayout, difference
from companion.table.session import GameSession, Session
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from engine.lifeboat.state import State

#: Piles of cards that lie face down; the passing ones go round in the supply.
PILES = ("bow", "passing", "deck", "row")
#: The pile on which used cards lie open.
DISCARD = "discard"
#: A card that lies face down, in a hand or on a pile.
CARD = "card"
#: Tokens have the names of the tasks about them.
WOUND = "wounds"
ROWED = "rowed"
FOUGHT = "fought"
BIRD = "birds"
#: That position cards are pushed out of their row is a side of the whole row.
PUSHED = Lie("row", BOAT, "pushed")
DAY_CARD = Lie(str(BoatCard.NAVIGATION), DAY)
_HAND = "hand "
_PROVISIONS = frozenset(map(str, Provision))
_CHARACTERS = frozenset(map(str, Character))


def position_lie(character: Character, number: int, side: RowSide = RowSide.LINE) -> Lie:
    """Return the lie of a position card, by its number from the bow."""
    return Lie(character_tag(BoatCard.POSITION, character), BOAT, str(side), number)


def boat_seats(layout: TableLayout) -> tuple[Character, ...]:
    """Return the characters whose position cards lie in the boat, from the bow to the stern."""
    row = sorted((lie for lie in layout.lies_at(BOAT) if lie != PUSHED), key=lambda lie: lie.turn)
    return tuple(character_of(lie.piece) for lie in row)


def visible_layout(state: State, *, boat: bool = True) -> TableLayout:
    """Return the layout of the cards that a camera reads: the open ones, and those in the boat.

    Position cards lie in line, in a fight on their sides.
    """
    sides: dict[Character, RowSide] = {}
    if state.fight is not None:
        sides |= dict.fromkeys(state.fight.attack, RowSide.ATTACK) | dict.fromkeys(state.fight.defend, RowSide.DEFEND)
    row = (position_lie(seat, number, sides.get(seat, RowSide.LINE)) for number, seat in enumerate(state.seats))
    return TableLayout.from_lies((*open_lies(state), *(row if boat else ())))


def named_lies(state: State, observation: LifeboatObservation, rows: Mapping[str, Character]) -> TableLayout:
    """Return the layout that is seen, with the names of `visible_layout`.

    Cards have the names of their kinds, rows those of their owners.

    Where position cards are not seen, the others have the numbers that they would have with them.
    """
    seats, seen = state.seats, dict.fromkeys(observation.seats)
    numbers = [number for number, seat in enumerate(seats) if seat in seen]
    aboard = {
        character: numbers[place]
        for place, character in enumerate(character for character in seen if character in seats)
    }
    lies = [position_lie(character, aboard.get(character, len(seats)), side) for character, side in observation.boat]
    owners = {row: str(character) for row, character in rows.items() if character in seats}
    for zone in (*OPEN_ROWS, SHOW):
        lies += [Lie(str(card), owners.get(zone, zone)) for card in observation.provisions(zone)]
    return TableLayout.from_lies(lies)


def open_lies(state: State) -> Iterator[Lie]:
    """Yield how the open cards lie: each before its owner."""
    return (Lie(str(card), str(person.who)) for person in state.aboard for card in person.open)


def _is_face_down(lie: Lie) -> bool:
    return lie.piece == CARD


def _is_token(lie: Lie) -> bool:
    return lie.piece in (WOUND, ROWED, FOUGHT, BIRD)


#: So many have other places after a change of seats.
_SWAPPED = 2
#: What hands have done already when it is told: the table shows it.
_DONE_ALREADY = (
    e.Took,
    e.Laid,
    e.Traded,
    e.Passed,
    e.Rowed,
    e.Refused,
    e.Objected,
    e.Joined,
    e.Chummed,
    e.Haunted,
    e.Navigated,
    e.Drank,
    e.Suffered,
    e.Used,
    e.Revealed,
    e.Corrected,
)


def expected_layout(state: State) -> TableLayout:
    """Return the layout that a state asks for."""
    aboard, counts = state.aboard, Counter(open_lies(state))
    counts.update(position_lie(seat, number) for number, seat in enumerate(state.seats))
    counts.update(Lie(str(card), DISCARD) for card in state.discard)
    counts.update(Lie(ROWED, str(person.who)) for person in aboard if person.rowed)
    counts.update(Lie(FOUGHT, str(person.who)) for person in aboard if person.fought)
    if state.card is not None:
        counts[DAY_CARD] = 1
    if state.fight is not None or (state.demand is not None and state.demand.want is not e.DemandKind.EAT):
        counts[PUSHED] = 1
    numbers = {Lie(WOUND, str(person.who)): person.wounds for person in aboard} | {Lie(BIRD, BIRD): state.birds}
    numbers |= {Lie(CARD, f"{_HAND}{person.who}"): person.hand for person in aboard}
    piles = state.bow, state.passing, state.deck, state.row
    numbers |= {Lie(CARD, pile): count for pile, count in zip(PILES, piles, strict=True)}
    return TableLayout(counts + Counter(numbers))


def layout_after_event(layout: TableLayout | None, event: e.GameEvent, after: State) -> TableLayout | None:
    """Return the layout after an event was told, before hands have done what follows from it."""
    if layout is None:
        return None
    carried_out = isinstance(event, e.Demanded) and after.demand is None
    if isinstance(event, _DONE_ALREADY) or (isinstance(event, e.Demanded) and not carried_out):
        return expected_layout(after)
    # Who takes a hand card has it, and piles grow and shrink, before anything is told.
    layout = with_counts_of(layout, expected_layout(after))
    return with_pushed(layout, pushed=True) if carried_out else layout


def with_counts_of(layout: TableLayout, other: TableLayout) -> TableLayout:
    """Return the layout with its hands and piles as they are there."""
    return layout.with_part(other, _is_face_down)


def with_tokens_of(layout: TableLayout, other: TableLayout) -> TableLayout:
    """Return the layout with the tokens of another.

    Where no token lies, the screen keeps them.
    """
    return layout.with_part(other, _is_token)


def with_pushed(layout: TableLayout, *, pushed: bool) -> TableLayout:
    """Return the layout with position cards pushed out of their row, or in line."""
    return layout.with_part(TableLayout.from_lies([PUSHED] * pushed), PUSHED.__eq__)


def tasks(layout: TableLayout | None, wanted: TableLayout) -> tuple[LayoutTask, ...]:
    """Return the tasks for hands; every task if the present layout is unknown."""
    lies = layout or TableLayout()
    return (*_seats(lies, wanted), *_open_cards(lies, wanted), *_counts(lies, wanted))


def _seats(lies: TableLayout, wanted: TableLayout) -> Iterator[LayoutTask]:
    aboard, seats = boat_seats(lies), boat_seats(wanted)
    out = tuple(character for character in aboard if character not in seats)
    for character in out:
        yield _boat_task(
            "out", say("{player} is out: all their cards leave the mat.", player=name(character)), (character,)
        )
    before = tuple(character for character in aboard if character not in out)
    changed = tuple(seat for seat, other in zip(seats, before, strict=False) if seat is not other)
    if len(before) != len(seats) or len(changed) > _SWAPPED:
        yield _boat_task("seats", say("Lay the boat row as the picture shows."), seats)
    elif changed:
        yield _boat_task("seats", say("These change places: {players}.", players=names(changed)), changed)
    if PUSHED in lies.counts and PUSHED not in wanted.counts:
        yield _boat_task("line", say("Push all cards back into the boat row."), ())


def _boat_task(kind: str, sentence: str, players: Sequence[Character]) -> LayoutTask:
    return LayoutTask(sentence, tuple(Change(None, position_lie(player, 0)) for player in players), kind)


def players_of(task: LayoutTask) -> tuple[Character, ...]:
    """Return the players of a task: those before whom, or whose cards, something changes."""
    lies = (lie for change in task.changes for lie in change if lie is not None)
    ids = dict.fromkeys(character_of(lie.piece) if lie.place == BOAT else lie.place for lie in lies)
    return tuple(Character(character) for character in ids if character in _CHARACTERS)


def _open_cards(lies: TableLayout, wanted: TableLayout) -> Iterator[LayoutTask]:
    """Open cards that go or come; after an undo they go back to where they came from."""
    aboard = boat_seats(wanted) if boat_seats(lies) else tuple(Character)

    def is_open(lie: Lie) -> bool:
        return lie.piece in _PROVISIONS and (lie.place == DISCARD or lie.place in aboard)

    # Whose hand holds more than on the table: cards go back into it.
    hands, held = (_numbers_of(layout, _HAND) for layout in (lies, wanted))
    grown = held - hands if boat_seats(lies) else Counter[str]()
    discarded: dict[str, list[Change]] = {}
    returned: list[Change] = []
    come: list[LayoutTask] = []
    changes = difference(wanted.filtered(is_open), lies.filtered(is_open))
    places = (*aboard, DISCARD)
    for change in sorted(changes, key=lambda change: places.index(change.places[0])):
        start, end = (None if lie is None else lie.place for lie in change)
        values = {"card": provision_name(Provision(change.lie.piece))}
        if start is not None and start != DISCARD:
            values["player"] = character_name(Character(start))
        if start == DISCARD and end is None:
            returned.append(change)
        elif start == DISCARD or start is None:
            if end == DISCARD:
                # It came out of a hand, and hands have put it there.
                continue
            assert end is not None
            values["player"] = character_name(Character(end))
            if start is None:
                told = say("{card}: open before {player}.", **values)
            else:
                told = say("{card}: from the discard pile, open before {player}.", **values)
            come.append(_card_task("open", told, change))
        elif end == DISCARD:
            discarded.setdefault(start, []).append(change)
        elif end is not None:
            told = say("{card}: from {player} to {other}, open.", other=character_name(Character(end)), **values)
            yield _card_task("moved", told, change)
        else:
            owner = next((player for player in (start, *grown) if grown[player] > 0), None)
            grown[owner or ""] -= 1
            told = say("{card} ({player}): back into the hand.", **values)
            if owner is None:
                told = say("{card} ({player}): back into the bow deck.", **values)
            elif owner != start:
                other = character_name(Character(owner))
                told = say("{card}: from {player} back into the hand: {other}.", other=other, **values)
            yield _card_task("bow" if owner is None else "hand", told, change)
    for player, lost in discarded.items():
        cards = listed([provision_name(Provision(change.lie.piece)) for change in lost])
        told = say("{card} ({player}): to the discard pile.", card=cards, player=character_name(Character(player)))
        yield _card_task("discard", told, *lost)
    yield from sorted(come, key=lambda task: aboard.index(players_of(task)[0]))
    if returned:
        yield _returned_task(returned, [*(+grown)])


def _card_task(kind: str, sentence: str, *changes: Change) -> LayoutTask:
    return LayoutTask(capitalised(sentence), changes, kind)


def _returned_task(changes: Sequence[Change], owners: Sequence[str]) -> LayoutTask:
    """Return the task with cards that were used out of a hand, after an undo."""
    counted = Counter(change.lie.piece for change in changes)
    cards = listed([provision_name(Provision(card)) + (f" ×{n}" if n > 1 else "") for card, n in counted.items()])
    if len(owners) == 1:
        owner = character_name(Character(owners[0]))
        told = say("{cards}: from the discard pile back into the hand ({player}).", cards=cards, player=owner)
    else:
        told = say("{cards}: from the discard pile back into the hands.", cards=cards)
    return _card_task("returned", told, *(Change(None, Lie(CARD, owner)) for owner in owners))


def _numbers_of(layout: TableLayout, before: str) -> Counter[str]:
    """Return the numbers of cards that lie face down in places whose names begin like this."""
    cards = ((lie.place, count) for lie, count in layout.counts.items() if lie.piece == CARD)
    return Counter({place.removeprefix(before): count for place, count in cards if place.startswith(before)})


def _counts(lies: TableLayout, wanted: TableLayout) -> Iterator[LayoutTask]:
    seats = boat_seats(wanted)
    for seat in seats:
        wounds = Lie(WOUND, str(seat))
        count = wanted.counts.get(wounds, 0)
        if lies.counts.get(wounds, 0) != count:
            told = say_count("{player}: {n} wound token.", "{player}: {n} wound tokens.", count, player=name(seat))
            yield LayoutTask(told, (Change(None, wounds),), WOUND)
    for kind in (ROWED, FOUGHT):
        had, has = (tuple(seat for seat in seats if Lie(kind, str(seat)) in layout.counts) for layout in (lies, wanted))
        if had != has:
            players = names(has) if has else say("nobody")
            told = say("Rowing tokens: {players}.", players=players)
            if kind == FOUGHT:
                told = say("Fight tokens: {players}.", players=players)
            yield LayoutTask(told, tuple(Change(None, Lie(kind, str(character))) for character in has), kind)
    birds = wanted.counts.get(Lie(BIRD, BIRD), 0)
    if lies.counts.get(Lie(BIRD, BIRD), 0) != birds:
        yield LayoutTask(say_count("{n} bird token lies out.", "{n} bird tokens lie out.", birds), kind=BIRD)
    yield from _hidden(lies, wanted)
    if DAY_CARD in lies.counts and DAY_CARD not in wanted.counts:
        yield LayoutTask(say("The day's card goes under the navigation deck."), kind="day")


def _hidden(lies: TableLayout, wanted: TableLayout) -> Iterator[LayoutTask]:
    """Yield the tasks about hands and piles, as the numbers that differ.

    Where nobody knows, a pile that is empty need not be told.
    """
    known, held = (_numbers_of(layout, _HAND) for layout in (lies, wanted))
    is_known = bool(boat_seats(lies))
    hands = [boat_seat for boat_seat in boat_seats(wanted) if not is_known or known[boat_seat] != held[boat_seat]]
    if hands:
        counts = join_items(extended(name(hand), f" {held[hand]}") for hand in hands)
        yield LayoutTask(say("Hand cards: {counts}.", counts=counts), kind="hands")
    before, after = (_numbers_of(layout, "") for layout in (lies, wanted))
    piles = [pile for pile in PILES if before[pile] != after[pile]]
    if piles:
        counts = join_items(_describe_pile(pile, after[pile]) for pile in piles)
        yield LayoutTask(say("Cards: {counts}.", counts=counts), kind="piles")


def _describe_pile(pile: str, count: int) -> str:
    match pile:
        case "bow":
            return say("bow deck {n}", n=count)
        case "passing":
            return say("going round {n}", n=count)
        case "deck":
            return say("navigation deck {n}", n=count)
    return say("row stack {n}", n=count)


#: A session in which Lifeboat is played.
LifeboatSession = GameSession[State, e.GameEvent]


def are_tokens_used(session: Session) -> bool:
    """Return True if tokens lie on this table, as its settings say; a virtual table has none."""
    return session.watching is None and bool(session.settings.of_game(RULES.id, (TOKENS,))[TOKENS.id])
