"""Questions about cards by name.

Cards are drawn with what their keeper gains, given, laid down, picked up, used, moved by a text or the Dog.
"""

from collections.abc import Iterable

from companion.device.language import extended
from companion.device.sentences import capitalised, join_items
from companion.games.betrayal.language import say
from companion.games.betrayal.names import card_name, explorer_name
from companion.games.betrayal.table.damage_dialog import explorer_view
from companion.games.betrayal.table.picking import (
    HouseQuestion,
    Telling,
    card_row,
    explorer_row,
    pick_card,
    pick_explorer,
    room_row,
)
from companion.games.betrayal.table.stands_dialog import MISTAKE
from companion.games.betrayal.words import sign_name, trait_name
from companion.screen.pages import Row, Tone
from companion.table.dialog import Dialog
from companion.table.picking import DONE, pick, pick_named, tick
from companion.table.questions import Answers
from engine.betrayal import events as e
from engine.betrayal.components import ANY, CARDS, CHAINSAW, DOG, CardKind, Trait, cards_in_game
from engine.betrayal.hands import can_be_picked, can_give_or_drop
from engine.betrayal.state import GONE, State
from engine.betrayal.ways import dog_reach

#: Beginning of what is told of a card that came to lie before somebody.
LIES = "lies:"
#: Answer that this card was drawn.
DRAWN = "drawn"
#: A card changes no trait by more than this.
_MOST_GAIN = 8


# --- drawing ----------------------------------------------------------------------------------------------------------


def ask_drawn(state: State, actor: str, sign: str, card: str = "") -> Telling:
    """Ask for the card of a sign: its kind, its name if unknown, and what its keeper gains.

    The kind is asked if any kind will do.
    """
    if sign == ANY:
        kinds = [Row(sign_name(kind.word), kind.word) for kind in CardKind]
        sign = yield from pick(say("Which card was drawn?"), kinds)
    kind = CardKind(sign)
    if kind is CardKind.EVENT:
        return e.Drew(by=actor, card=kind)
    if not card:
        card = yield from pick_card(say("Which card is it?"), cards_to_draw(state, kind))
    gains = yield from ask_gains(state, actor, card)
    return e.Drew(by=actor, card=kind, name=card, gains=gains or None)


def card_before_answer(card: str, actor: str) -> str:
    """Return the first answer about a card that came to lie before an explorer, unasked."""
    return f"{LIES}{card},{actor}"


def ask_card_drawn(state: State, lies: str) -> Telling:
    """Ask whether a card was drawn (`lies` as `card_before_answer` says)."""
    card, actor = lies.removeprefix(LIES).split(",")
    text = capitalised(say("Has {player} drawn {card}?", player=explorer_name(actor), card=card_name(card)))
    rows = (Row(say("Yes, it was drawn"), DRAWN), Row(say("No: it goes back to the stack"), MISTAKE))
    yield from pick(text, rows)
    return (yield from ask_drawn(state, actor, CARDS[card].kind.word, card))


def cards_to_draw(state: State, kind: CardKind) -> tuple[str, ...]:
    """Return the cards of a kind that nobody has, and that lie in no room."""
    return tuple(
        name
        for name, card in cards_in_game(state.variants).items()
        if card.kind is kind and (name not in state.cards or state.cards[name].at == GONE)
    )


def ask_gains(state: State, actor: str, card: str) -> Dialog[dict[Trait, int]]:
    """Ask by how much a card raises or lowers its keeper's traits, as its text says.

    Usually it does neither.
    """
    gains: dict[Trait, int] = {}
    text = say("{card}: what does its keeper gain or lose?", card=card_name(card))
    while True:
        rows = [Row(say("That is right"), DONE, describe_gains(gains) or say("no change"), tone=Tone.NOW)]
        for trait in Trait:
            time_s = gains.get(trait, 0)
            value = f"{time_s:+}".replace("-", "−") if time_s else "0"
            if time_s < _MOST_GAIN:
                rows.append(Row(f"{trait_name(trait)} +1", f"+{trait.word}", value))
            if time_s > -_MOST_GAIN:
                rows.append(Row(f"{trait_name(trait)} −1", f"-{trait.word}", value))
        answer = yield HouseQuestion(text, tuple(rows), stays=True, picture=explorer_view(state, actor))
        if answer == DONE:
            return {trait: gains[trait] for trait in Trait if gains.get(trait)}
        changed = Trait(answer[1:])
        gains[changed] = gains.get(changed, 0) + (1 if answer[0] == "+" else -1)


def describe_gains(gains: dict[Trait, int]) -> str:
    """Describe gains in words; nothing if there are none."""
    return join_items(
        extended(trait_name(trait), f" {gains[trait]:+}".replace("-", "−")) for trait in Trait if gains.get(trait)
    )


def gain_answers(gains: dict[Trait, int]) -> Answers:
    """Return the answers that tell gains."""
    steps = [f"{'+' if n > 0 else '-'}{trait.word}" for trait, n in gains.items() for _ in range(abs(n))]
    return (*steps, DONE)


# --- what is done with cards in a turn --------------------------------------------------------------------------------

GIVE = "give"
DROP = "drop"
PICK = "pick"
USE = "use"
DOG_ERRAND = "dog-errand"


def card_actions(state: State, explorer: str, *, overruling: bool) -> tuple[Row, ...]:
    """Return rows of what the explorer may do with cards now."""
    rows = []
    held, placed_cards = state.cards_at(explorer), state.cards_at(state.room_of(explorer))
    movable = [card for card in held if overruling or can_give_or_drop(state, card)]
    if movable and partners(state, explorer) and (overruling or "gave" not in state.done):
        rows.append(Row(say("Give a card"), GIVE))
    if movable and (overruling or "dropped" not in state.done):
        rows.append(Row(say("Lay cards down"), DROP))
    if any(overruling or can_be_picked(state, card) for card in placed_cards) and (
        overruling or "picked" not in state.done
    ):
        rows.append(Row(say("Pick cards up"), PICK))
    if usable(state, explorer, overruling=overruling):
        rows.append(Row(say("Use a card"), USE))
    if DOG in held and (overruling or DOG not in state.handled) and dog_reach(state, state.room_of(explorer)):
        rows.append(Row(say("Send the Dog"), DOG_ERRAND))
    return tuple(rows)


def partners(state: State, explorer: str) -> tuple[str, ...]:
    """Return the partners who stand with the explorer, to deal with."""
    return tuple(other for other in state.living if other != explorer and state.in_one_spot(explorer, other))


def usable(state: State, explorer: str, *, overruling: bool = False) -> tuple[str, ...]:
    """Return the cards that the explorer may use now, weapons only in an attack (B14)."""
    held = state.cards_at(explorer)
    if overruling:
        return held
    return tuple(c for c in held if c not in state.handled and (not CARDS[c].weapon or c == CHAINSAW))


def ask_cards(state: State, explorer: str, what: str, *, overruling: bool) -> Telling:
    """Ask which cards, and to whom."""
    held = state.cards_at(explorer)
    movable = [card for card in held if overruling or can_give_or_drop(state, card)]
    match what:
        case "give":
            return (yield from _gave(state, explorer, movable))
        case "drop":
            dropped = yield from tick(say("Which cards are laid down?"), map(card_row, movable))
            return e.Dropped(by=explorer, cards=dropped)
        case "pick":
            placed_cards = [
                card for card in state.cards_at(state.room_of(explorer)) if overruling or can_be_picked(state, card)
            ]
            picked = yield from tick(say("Which cards are picked up?"), map(card_row, placed_cards))
            return e.Picked(by=explorer, cards=picked)
        case "use":
            used = yield from pick_card(say("Which card is used?"), usable(state, explorer, overruling=overruling))
            return e.Used(by=explorer, card=used)
        case "dog-errand":
            return (yield from _dog(state, explorer, movable))
    raise ValueError(f"nothing is done so with cards: {what!r}")


def _gave(state: State, explorer: str, movable: Iterable[str]) -> Telling:
    card = yield from pick_card(say("Which card is given?"), movable)
    to = yield from pick_explorer(say("To whom?"), partners(state, explorer))
    return e.Gave(by=explorer, to=to, card=card)


def _dog(state: State, explorer: str, movable: Iterable[str]) -> Telling:
    """Ask what the dog carries or fetches, and where (B13)."""
    ways = dog_reach(state, state.room_of(explorer))
    own = [card for card in movable if card != DOG]
    far = fetchable_cards(state, explorer, ways)
    card = yield from pick_card(say("What does the Dog carry or fetch?"), (*own, *far))
    if card in far:
        return e.CardMoved(by=explorer, card=card, to=explorer, dog=ways[far[card]])
    to = yield from pick_named(say("Where to?"), dog_targets(state, explorer, ways))
    end = state.room_of(to) if to in state.explorers else to
    return e.CardMoved(by=explorer, card=card, to=to, dog=ways[end])


def fetchable_cards(state: State, explorer: str, ways: Iterable[str]) -> dict[str, str]:
    """Return the cards that the Dog may fetch, with the rooms where they are."""
    found: dict[str, str] = {}
    for room in ways:
        for place in (room, *(other for other in state.living if state.room_of(other) == room and other != explorer)):
            found |= {card: room for card in state.cards_at(place) if can_give_or_drop(state, card)}
    return found


def dog_targets(state: State, explorer: str, ways: Iterable[str]) -> tuple[Row, ...]:
    """Return the rooms that the Dog gets to, and who is there."""
    people = [other for other in state.living if other != explorer and state.room_of(other) in ways]
    return (*map(room_row, ways), *map(explorer_row, people))


# --- by a text --------------------------------------------------------------------------------------------------------


def ask_card_moved(state: State, actor: str) -> Telling:
    """Ask where a text sends a card: to somebody, into a room, out of the game."""
    in_play = [card for card, known in state.cards.items() if known.at != GONE]
    card = yield from pick_card(say("Which card goes elsewhere?"), in_play)
    to = yield from pick_named(say("Where to: {card}?", card=card_name(card)), card_places(state, card))
    return e.CardMoved(by=actor, card=card, to=to)


def card_places(state: State, card: str) -> tuple[Row, ...]:
    """Return a row for each place but the card's own."""
    out = Row(say("Out of the game"), GONE)
    rows = (*map(explorer_row, state.living), *map(room_row, state.house.rooms), out)
    place = state.cards[card].at if card in state.cards else ""
    return tuple(row for row in rows if row.id != place)
