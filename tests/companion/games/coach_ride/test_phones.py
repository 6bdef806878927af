"""Coach Ride with phones in some seats, bots in others: hands, windows, trades, claims."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.coach_ride.table.pages import RulingStep
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.games.coach_ride.virtual_table.hands import CoachRideHands
from companion.games.coach_ride.virtual_table.secret_game import CoachRideSecrets
from companion.games.coach_ride.words import card_name, first_name, side_name
from companion.journal import Journal
from companion.opponents.worker import Opponent
from companion.phones.table import PhoneTable
from companion.screen.pages import BoardPage
from companion.table.hint import HintStep
from engine.coach_ride import events as e
from engine.coach_ride.cards import VICTORY_ITEM, Item, Person, Profession
from engine.coach_ride.dealt import Dealt
from engine.coach_ride.hidden import is_bag_for_bag
from engine.coach_ride.sightings import HandsDealt
from engine.coach_ride.state import Phase
from engine.coach_ride.windows import asked_order
from hardware.buttons import Button, Press
from tests.companion.phones.evening import HERE
from tests.companion.phones.phone import unpacked
from tests.companion.virtual_table.bot_table import BotTable, InlineOpponent
from tools.phone_secrets import Line

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display", "faultless_reading")]

STARTED = VIRTUAL.start(5, 1, {"sextant": True})
FIRST = STARTED.first
SECOND = STARTED.players[(STARTED.players.index(FIRST) + 1) % len(STARTED.players)]
#: So many touches of a game are no claims.
NO_CLAIMS = 60


class PhoneCoach(BotTable):
    """A virtual table with phones in these seats."""

    hands: CoachRideHands

    def __init__(self, journal: Journal, seats: tuple[Person, ...], opponent: Opponent | None = None) -> None:
        super().__init__(VIRTUAL, STARTED, journal, opponent=opponent)
        self.line, self.seats = Line(), seats
        self.phones = PhoneTable(self.session, HERE, start=lambda *_: self.line)
        self.phones.switch_on()
        for number, _ in enumerate(seats, 1):
            self.line.coming.append({"kind": "joined", "phone": number, "key": "", "language": "en"})

    def sit_down(self, **bots: str) -> None:
        """Begin, and take the phones' seats, up to the first turn."""
        self.begin(**bots)
        while self.page.name not in ("bot", str(Phase.TURN)):
            self.go_on(help_people=True)
        self.take_seats()

    def resume(self, game: int) -> None:
        """Go on with a game of the journal, in the same seats."""
        self.session.resume(game)
        self.take_seats()

    def take_seats(self) -> None:
        """Take the phones' seats."""
        for number, seat in enumerate(self.seats, 1):
            self.line.coming.append({"kind": "touched", "phone": number, "touched": {"seat": str(seat)}})
        self.work()

    def work(self) -> None:
        self.go_on()
        self.phones.tick(self.now)

    def shown(self, seat: Person) -> dict[str, Any]:
        """Return what the phone of a seat shows."""
        number = self.seats.index(seat) + 1
        values = (
            message["value"]
            for message in reversed(self.line.sent)
            if message["kind"] == "show" and message["phone"] == number
        )
        return unpacked(json.loads(next(values)))

    def moves(self, seat: Person) -> dict[str, str]:
        """Return the ids of the moves that a phone offers, by their words."""
        return {move["text"]: move["id"] for move in self.shown(seat)["moves"]}

    def asks(self, seat: Person) -> str:
        """Return what stands above the moves of a phone."""
        asks: str = self.shown(seat)["asks"]
        return asks

    def do(self, seat: Person, text: str) -> None:
        """Touch a move on a phone."""
        touched = {"do": self.moves(seat)[text], "offer": self.shown(seat)["offer"]}
        number = self.seats.index(seat) + 1
        self.line.coming.append({"kind": "touched", "phone": number, "touched": touched})
        self.phones.tick(self.now)
        assert not self.shown(seat)["refused"]

    @property
    def whole(self) -> Dealt:
        whole = self.hands.whole_state()
        assert whole is not None
        return whole


@pytest.fixture
def coach(tmp_path: Path) -> Iterator[Callable[..., PhoneCoach]]:
    """Make tables with phones in these seats."""
    journal, tables = Journal.open(tmp_path / "games.sqlite"), list[PhoneCoach]()

    def open_(*seats: Person, opponent: Opponent | None = None) -> PhoneCoach:
        tables.append(PhoneCoach(journal, seats, opponent))
        return tables[-1]

    yield open_
    for table in tables:
        table.close()
    journal.close()


Open = Callable[..., PhoneCoach]


@pytest.fixture
def table(coach: Open) -> PhoneCoach:
    """Five phones, one of them on turn."""
    table = coach(*STARTED.players)
    table.sit_down()
    return table


def name(item: Item) -> str:
    return str(card_name(item))


def offer(table: PhoneCoach) -> tuple[Item, Item]:
    """Offer the first player's first item; return it and an item that may go back."""
    item = table.whole.cards.hands[FIRST][0]
    table.do(FIRST, f"Trade · {name(item)} · {first_name(SECOND)}")
    back = next(
        held for held in table.whole.cards.hands[SECOND] if not is_bag_for_bag(item, held, table.whole.state.pile)
    )
    return item, back


def give_three_items(table: PhoneCoach) -> None:
    """Give everybody three items."""
    hands, state = dict.fromkeys(STARTED.players, 3), table.game.state
    pile = state.pile + sum(state.hands.values()) - sum(hands.values())
    table.session.apply(e.Corrected("for the test", hands=hands, pile=pile))
    table.session.go_on()
    table.work()


def give_in_exchange(table: PhoneCoach, person: Person, card: Item | Profession) -> None:
    """Deal a card to somebody, and what they have instead to whoever has it."""
    kept = table.hands.secrets.kept
    assert kept is not None
    mine = kept.deal.professions[person] if isinstance(card, Profession) else kept.deal.hands[person][0]
    swapped: dict[Any, Any] = {card: mine, mine: card}
    pile = kept.deal.pile
    hands = {player: tuple([swapped.get(item, item) for item in hand]) for player, hand in kept.deal.hands.items()}
    if isinstance(card, Item) and all(card not in hand for hand in kept.deal.hands.values()):
        hands = {**kept.deal.hands, person: (card, *kept.deal.hands[person][1:])}
        pile = tuple([kept.deal.hands[person][0] if item is card else item for item in pile])
    professions = {player: swapped.get(profession, profession) for player, profession in kept.deal.professions.items()}
    profession_pile = tuple(swapped.get(profession, profession) for profession in kept.deal.profession_pile)
    kept.deal = replace(
        kept.deal,
        hands=hands,
        pile=pile,
        professions=professions,
        profession_pile=profession_pile,
        sightings=(HandsDealt(hands),),
    )
    secrets = table.hands.secrets
    assert isinstance(secrets, CoachRideSecrets)
    secrets._dealing = None
    secrets.keep()
    table.phones._changes += 1
    table.work()


def attack(table: PhoneCoach) -> None:
    table.do(FIRST, f"Attack · {first_name(SECOND)}")


def known_texts(table: PhoneCoach, seat: Person) -> list[str]:
    """Return what a seat knows of others."""
    return [row["text"] for row in table.shown(seat)["known"]]


def texts(table: PhoneCoach, seat: Person) -> list[str]:
    return [row["text"] for row in table.shown(seat)["hand"]]


def test_each_phone_has_its_own_cards_and_only_who_is_on_turn_has_moves(table: PhoneCoach) -> None:
    cards = table.whole.cards
    for seat in STARTED.players:
        own = [side_name(cards.side(seat)), card_name(cards.professions[seat]), *map(name, cards.hands[seat])]
        assert texts(table, seat) == own
        assert bool(table.moves(seat)) is (seat is FIRST)


def test_a_trade_is_face_down_two_touches_each_and_a_refusal_is_one(table: PhoneCoach) -> None:
    item, back = offer(table)
    for seat in STARTED.players:
        assert (f"Offered to you: {name(item)}" in known_texts(table, seat)) is (seat is SECOND)
        assert bool(table.moves(seat)) is (seat is SECOND)
    parts = {move["text"]: [part["id"] for part in move["parts"]] for move in table.shown(SECOND)["moves"]}
    if "Refuse" in parts:
        assert parts["Refuse"] == ["refused"]
    # What is given for it is no touch of a card of the hand, which would not say where it goes.
    assert parts[f"Accept · Give: {name(back)} (to: {first_name(FIRST)})"] == ["accepted", f"give {back}"]
    table.do(SECOND, f"Accept · Give: {name(back)} (to: {first_name(FIRST)})")
    assert table.whole.cards.traded == (item, back)
    for seat, other, got, gave in ((FIRST, SECOND, back, item), (SECOND, FIRST, item, back)):
        news = [
            f"You got: {card_name(got)} (from: {first_name(other)}).",
            f"You lost: {card_name(gave)} (to: {first_name(other)}).",
        ]
        assert table.shown(seat)["news"] == news
    assert not any(table.shown(seat)["news"] for seat in STARTED.players if seat not in (FIRST, SECOND))
    # Whoever announces has one button, whatever it says.
    table.do(SECOND, *table.moves(SECOND))
    assert [player for player in STARTED.players if table.moves(player)] != [SECOND]


def test_in_a_window_all_who_may_be_it_are_asked_and_whoever_must_act_waits(table: PhoneCoach) -> None:
    attack(table)
    priest = next(
        (player for player, profession in table.whole.cards.professions.items() if profession is Profession.PRIEST),
        None,
    )
    supporter = table.game.state.support_order()[0]
    asked = asked_order(table.game.state)
    for seat in STARTED.players:
        own = ["Nothing", "Stop the attack"] if seat is priest else ["Nothing"]
        assert list(table.moves(seat)) == (own if seat in asked else [])
    step = table.session.step
    assert isinstance(step, CoachRideStep)
    left = step._left_s
    said = len(table.said)
    decliner = next(player for player in asked if player is not supporter)
    offers = [table.shown(seat)["offer"] for seat in asked if seat is not decliner]
    table.do(decliner, "Nothing")
    assert not table.moves(decliner)
    # Nobody hears it, nobody has more time for it, and what others are about to touch counts.
    assert table.session.step is step
    assert step._left_s <= left
    assert len(table.said) == said
    assert [table.shown(seat)["offer"] for seat in asked if seat is not decliner] == offers
    while step.window is not None:
        table.work()
    table.work()
    sides = ["No support", "Shield: for the defender", "Sword: for the attacker"]
    assert sorted(table.moves(supporter)) == sides
    assert not any(table.moves(seat) for seat in STARTED.players if seat is not supporter)


def come_to_powers(table: PhoneCoach) -> None:
    """Let nobody support anybody in the fight that has begun."""
    while table.game.state.phase is not Phase.POWERS:
        for seat in STARTED.players:
            if "No support" in table.moves(seat):
                table.do(seat, "No support")
        table.work()


def test_a_fight_in_which_nobody_uses_anything_is_one_touch_each(table: PhoneCoach) -> None:
    attack(table)
    come_to_powers(table)
    touches = 0
    for seat in asked_order(table.game.state):
        table.do(seat, "Nothing")
        touches += 1
    while table.game.state.phase is Phase.POWERS:
        table.work()
    assert touches == len(STARTED.players)
    assert table.game.events[-1] == e.Counted()


def test_the_winner_looks_at_the_items_and_takes_one_of_them(table: PhoneCoach) -> None:
    table.session.apply(e.Corrected("for the test", hands={SECOND: 3}, pile=table.game.state.pile - 2))
    table.session.apply(e.Attacked(FIRST, SECOND))
    for player in table.game.state.support_order():
        table.session.apply(e.Supported(player, e.Support.SWORD))
    table.session.apply(e.Counted())
    table.session.go_on()
    while "Look at the items and take one" not in table.moves(FIRST):
        table.work()
    found = sorted(table.whole.cards.hands[SECOND])
    known = f"{first_name(SECOND)}: {', '.join(map(name, found))}"
    table.do(FIRST, "Look at the items and take one")
    assert [seat for seat in STARTED.players if known in known_texts(table, seat)] == [FIRST]
    assert not any(known in texts(table, seat) for seat in STARTED.players)
    assert list(table.moves(FIRST)) == [*(f"Take: {name(card)}" for card in dict.fromkeys(found)), "Take none"]
    table.do(FIRST, f"Take: {name(found[0])}")
    assert found[0] in table.whole.cards.hands[FIRST]
    assert isinstance(table.game.events[-1], e.Searched)


def test_cards_of_a_claim_are_shown_by_one_touch(table: PhoneCoach) -> None:
    give_in_exchange(table, FIRST, VICTORY_ITEM[table.whole.cards.side(FIRST)])
    table.do(FIRST, "Claim the victory · Own side has enough")
    table.do(FIRST, "Show cards")
    table.work()
    groups = table.shown(FIRST)["moves"]
    # Whoever claims touches any of the others, in any order.
    assert len(groups) == 2 ** (len(STARTED.players) - 1)
    assert all(group["any_order"] for group in groups if group["parts"])
    while not table.is_over:
        for seat in STARTED.players:
            if moves := table.moves(seat):
                assert list(moves) == ["Show cards"] or "Nobody is needed" in moves
                table.do(seat, next(iter(moves)))
        table.work()
    assert {event.by for event in table.game.events if isinstance(event, e.Shown)} == {*STARTED.players}


def pass_to_the_left(table: PhoneCoach) -> None:
    """Let the first player begin that everybody passes an item."""
    give_in_exchange(table, FIRST, Item.SEXTANT)
    give_three_items(table)
    table.do(FIRST, f"Trade · {name(Item.SEXTANT)} · {first_name(SECOND)}")
    table.do(SECOND, next(text for text in table.moves(SECOND) if name(Item.MIRROR) not in text))
    left = "All pass an item to the left"
    while not any(text.startswith(left) for text in table.moves(FIRST)):
        seat = next(seat for seat in (SECOND, FIRST) if table.moves(seat))
        table.do(seat, list(table.moves(seat))[-1])
        table.work()
    table.do(FIRST, next(text for text in table.moves(FIRST) if text.startswith(left)))


def test_by_the_sextant_everybody_picks_what_they_pass(table: PhoneCoach) -> None:
    pass_to_the_left(table)
    hands, said = table.whole.cards.hands, len(table.said)
    others = [player for player in STARTED.players if player is not FIRST]
    for seat in STARTED.players:
        assert sorted(table.moves(seat)) == sorted(set(map(name, hands[seat])) if seat is not FIRST else [])
        assert table.shown(seat)["caption"] == "Everybody chooses what goes to the left."
    given = {other_player: sorted(hands[other_player])[-1] for other_player in others}
    for other_player in others:
        sent = len([message for message in table.line.sent if message["kind"] == "show"])
        last = other_player is others[-1]
        table.do(other_player, name(given[other_player]))
        new = [message["phone"] for message in table.line.sent if message["kind"] == "show"][sent:]
        # Nobody else notices a pick before all have picked.
        assert last or new == [STARTED.players.index(other_player) + 1]
    table.work()
    assert isinstance(table.game.events[-1], e.SextantUsed)
    for other_player, item in given.items():
        left_of = STARTED.players[(STARTED.players.index(other_player) + 1) % len(STARTED.players)]
        assert item in table.whole.cards.hands[left_of]
    assert len(table.said) > said


def test_after_a_crash_nobody_is_asked_again_who_has_declined(coach: Open, table: PhoneCoach) -> None:
    attack(table)
    come_to_powers(table)
    decliner = asked_order(table.game.state)[-1]
    table.do(decliner, "Nothing")
    moves = {seat: table.moves(seat) for seat in STARTED.players}
    assert not moves[decliner]
    after = coach(*STARTED.players)
    assert table.session.game_id is not None
    after.resume(table.session.game_id)
    assert {seat: after.moves(seat) for seat in STARTED.players} == moves


def test_after_a_crash_whoever_has_picked_need_not_pick_again(coach: Open, table: PhoneCoach) -> None:
    pass_to_the_left(table)
    item = sorted(table.whole.cards.hands[SECOND])[-1]
    table.do(SECOND, name(item))
    moves = {seat: table.moves(seat) for seat in STARTED.players}
    after = coach(*STARTED.players)
    assert table.session.game_id is not None
    after.resume(table.session.game_id)
    assert {seat: after.moves(seat) for seat in STARTED.players} == moves
    left = [seat for seat in STARTED.players if moves[seat]]
    assert SECOND not in left
    for seat in left:
        after.do(seat, name(sorted(after.whole.cards.hands[seat])[0]))
    assert isinstance(after.game.events[-1], e.SextantUsed)
    assert item in after.whole.cards.hands[STARTED.players[(STARTED.players.index(SECOND) + 1) % len(STARTED.players)]]


def test_whoever_is_stopped_by_a_priest_picks_what_to_give(table: PhoneCoach) -> None:
    give_in_exchange(table, SECOND, Profession.PRIEST)
    give_three_items(table)
    attack(table)
    table.do(SECOND, "Stop the attack")
    assert not any(table.moves(seat) for seat in STARTED.players if seat is not FIRST)
    # The time in which somebody may speak stands still.
    for _ in range(20):
        table.work()
    item = sorted(table.whole.cards.hands[FIRST])[-1]
    table.do(FIRST, name(item))
    assert isinstance(table.game.events[-1], e.PriestUsed)
    assert item in table.whole.cards.hands[SECOND]


def test_the_table_waits_for_a_pick_and_does_not_make_it(table: PhoneCoach) -> None:
    give_in_exchange(table, SECOND, Profession.PRIEST)
    give_three_items(table)
    attack(table)
    table.do(SECOND, "Stop the attack")
    table.work()
    assert table.asks(FIRST) == "Which item do you give away?"
    assert table.asks(SECOND) == ""
    page = table.page
    assert isinstance(page, BoardPage)
    assert first_name(FIRST) in page.caption
    assert not any(row.id for row in page.rows)
    for held in (False, True):
        table.session.press(Press(Button.ADVANCE, held=held), table.now)
        table.work()
    assert not isinstance(table.game.events[-1], e.PriestUsed)


def test_nobody_waits_for_a_phone_that_has_left(table: PhoneCoach) -> None:
    give_in_exchange(table, SECOND, Profession.PRIEST)
    give_three_items(table)
    attack(table)
    table.do(SECOND, "Stop the attack")
    table.phones.free(str(FIRST))
    while not isinstance(table.game.events[-1], e.PriestUsed):
        table.work()


def test_a_diplomat_picks_what_to_give_back(table: PhoneCoach) -> None:
    give_in_exchange(table, FIRST, Profession.DIPLOMAT)
    give_three_items(table)
    wanted = table.whole.cards.hands[SECOND][0]
    table.do(FIRST, next(text for text in table.moves(FIRST) if name(wanted) in text and first_name(SECOND) in text))
    table.do(SECOND, *table.moves(SECOND))
    item = sorted(table.whole.cards.hands[FIRST])[-1]
    table.do(FIRST, name(item))
    assert isinstance(table.game.events[-1], e.Handed)
    assert table.whole.cards.traded == (item, wanted)


def test_a_clairvoyant_looks_and_puts_two_items_on_top(table: PhoneCoach) -> None:
    give_in_exchange(table, FIRST, Profession.CLAIRVOYANT)
    assert table.asks(FIRST) == ""
    table.do(FIRST, "Look through the item pile")
    assert table.asks(FIRST) == "The item pile: choose the two on top"
    assert table.asks(SECOND) == ""
    top, below = table.whole.cards.pile[0], table.whole.cards.pile[1]
    moves = table.moves(FIRST)
    assert all(text.startswith("On top: ") for text in moves)
    table.do(FIRST, f"On top: {name(top)} · Below it: {name(below)}")
    assert isinstance(table.game.events[-1], e.ClairvoyantUsed)
    assert table.whole.cards.pile[-2:] == (below, top)


def test_no_hint_on_the_screen_tells_who_may_speak_up(table: PhoneCoach) -> None:
    attack(table)
    table.session.open(HintStep(table.session))
    assert table.caption == "No hint now: everybody would hear who has which card."
    table.work()
    assert table.said[-1] == table.caption


def test_no_hint_on_the_screen_tells_who_is_a_duelist(table: PhoneCoach) -> None:
    attack(table)
    table.session.apply(e.Supported(table.game.state.support_order()[0], e.Support.SWORD))
    # Nobody may be a Priest any more; whoever fights may be a Duelist.
    assert set(asked_order(table.game.state)) == {FIRST, SECOND}
    assert table.session.table_game.hints.refuse_hint(table.game.state)


def test_a_window_is_announced_again_after_a_menu(table: PhoneCoach) -> None:
    attack(table)
    step = table.session.step
    table.do(asked_order(table.game.state)[0], "Nothing")
    table.session.open(RulingStep(table.session, ""))
    said = len(table.said)
    table.session.close()
    table.work()
    assert table.session.step is step
    assert "A Priest may speak now." in table.said[said:]


def test_a_whole_game_of_phones_and_bots(coach: Open) -> None:
    phones, bots = STARTED.players[:3], STARTED.players[3:]
    table, rng, touches = coach(*phones, opponent=InlineOpponent()), Random(1), 0
    table.sit_down(**dict.fromkeys(bots, "greedy:0.02"))
    while not table.is_over:
        seat = next((phone for phone in rng.sample(phones, len(phones)) if table.moves(phone)), None)
        if seat is None:
            table.work()
            continue
        early = touches < NO_CLAIMS
        moves = [text for text in table.moves(seat) if not (early and text.startswith("Claim"))]
        kind = rng.choice(sorted({text.partition(" · ")[0] for text in moves}))
        table.do(seat, rng.choice([text for text in moves if text.partition(" · ")[0] == kind]))
        touches += 1
    assert any(isinstance(event, e.Shown) for event in table.game.events)
    assert table.counts.problems == 0
