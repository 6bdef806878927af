"""Haunt with more monsters than tokens have tags: players alone know of those beyond."""

from companion.games.betrayal.table.layout import expected_layout
from companion.games.betrayal.table.put_right import PutHouseRightStep
from companion.games.betrayal.table.tokens import tokens_by_tag
from companion.games.betrayal.tags import MONSTERS, monster_name
from companion.games.betrayal.virtual_table.layout import public_table
from companion.journal import Journal
from engine.betrayal import events as e
from engine.betrayal.components import CardKind
from engine.betrayal.game import RULES
from engine.betrayal.state import MonsterValues
from tests.companion.games.betrayal.hand_house import open_table
from tests.companion.games.betrayal.seen_house import seen_of

#: As many tokens of a kind come at once as can.
GROUPS = tuple(
    e.MonsterGroup(kind, MonsterValues(2, 3, None, None), tuple((f"{kind}-{n}", "foyer") for n in range(1, 13)))
    for kind in ("machine", "swarm", "thing")
)
BEFORE = RULES.replay(
    (
        e.GameStarted(players=("heather", "brandon", "rhinehardt"), first="heather", variants=()),
        e.Drew(by="heather", card=CardKind.OMEN, name="ring"),
        e.TurnEnded(by="heather"),
        e.HauntRolled(by="heather", faces=(0,) * 6),
    )
)
HAUNT = BEFORE.apply(e.HauntBegan(by="heather", number=4, traitor="heather", monsters=GROUPS))


def test_no_piece_of_the_virtual_table_is_theirs() -> None:
    lying = public_table(HAUNT.events, HAUNT.state).monsters
    assert lying == {monster_name(number): ("foyer", False) for number in range(1, MONSTERS + 1)}


def test_the_guide_waits_for_the_others_alone(journal: Journal) -> None:
    session = open_table(journal)
    session.game, session.layout = HAUNT, expected_layout(BEFORE.state)
    step = PutHouseRightStep(session)
    tags = {token: tag for tag, token in tokens_by_tag(HAUNT.events).items()}
    seen = seen_of(HAUNT.state, tags)
    found = step.progress(step.tasks or (), seen)
    assert found.matches
    assert set(found.unsure) == {f"monster:thing-{number}" for number in range(1, 13)}
    del tags["swarm-12"]
    assert not step.progress(step.tasks or (), seen_of(HAUNT.state, tags)).matches
