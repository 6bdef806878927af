"""The public JSON of the monster's move and of the tokens' moves."""

import json

from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.positionfile import position_to_json
from engine.finstere_flure.textboard import parse_board
from engine.finstere_flure.tracefile import move_to_json, moves_to_json
from tests.engine.finstere_flure.drawn import walk


def test_a_monsters_move() -> None:
    before = """
        h   i   j   k
     4  .   .   .   .
     6  M>  .   s1  .
     8  .   R4  .   .
    """
    move = walk(before, "2")
    assert move_to_json(move) == {
        "card": "2",
        "steps": [
            {
                "step": 1,
                "facing": "E",
                "cell": "i6",
                "events": [
                    {"event": "look", "cell": "h6", "seen": [], "decision": "nobody", "facing": "E"},
                    {"event": "move", "from": "h6", "to": "i6"},
                ],
            },
            {
                "step": 2,
                "facing": "S",
                "cell": "i7",
                "events": [
                    {
                        "event": "look",
                        "cell": "i6",
                        "seen": [{"token": "red-4", "direction": "S", "distance": 2}],
                        "decision": "turn",
                        "facing": "S",
                    },
                    {"event": "turn", "from": "E", "to": "S"},
                    {"event": "move", "from": "i6", "to": "i7"},
                ],
            },
        ],
        "final_look": {
            "seen": [{"token": "red-4", "direction": "S", "distance": 1}],
            "decision": "ahead",
            "facing": "S",
        },
        "eaten": [],
        "final": position_to_json(move.final),
    }


def test_every_kind_of_event() -> None:
    pushes = walk(
        """
        m   n   o   p
     5  .   .   ~   ~
     6  M>  s1  ~   ~R1
        """,
        "2",
    )
    events = [event for step in move_to_json(pushes)["steps"] for event in step["events"]]
    assert events[1] == {
        "event": "push",
        "piece": "stone-1",
        "from": "n6",
        "to": "o6",
        "slid": True,
        "ruling": "R5",
    }
    # The second step: R1 and the stone go off the board, and the monster slides through the wall.
    assert [event["event"] for event in events[4:]] == [
        "push",
        "eaten",
        "push",
        "move",
        "push",
        "removed",
        "slide",
        "wall",
        "slide",
    ]
    assert events[4] == {
        "event": "push",
        "piece": "red-1",
        "from": "p6",
        "to": None,
        "slid": False,
        "ruling": "R4",
    }
    assert events[5] == {"event": "eaten", "token": "red-1", "cell": "p6", "how": "pushed-off", "ruling": "R4"}
    assert events[9] == {"event": "removed", "piece": "stone-1", "cell": "p6", "ruling": "R4"}
    assert events[10] == {"event": "slide", "from": "o6", "to": "p6", "ruling": "R6"}
    assert events[11] == {"event": "wall", "letter": "V", "from": "p6", "to": "a6"}
    assert move_to_json(pushes)["eaten"] == [{"token": "red-1", "step": 2, "how": "pushed-off"}]


def test_the_events_of_tiles() -> None:
    pivot = walk(
        """
        h     i   j
     3  @A1<  .   .
     6  M>    q6  .
     7  @A2^  .   .
        """,
        "1",
    )
    assert move_to_json(pivot)["steps"][0]["events"][1:] == [
        {"event": "pivot", "tile": "stone-6", "kind": "turn90", "cell": "i6", "from": "E", "to": "S"},
        {"event": "move", "from": "h6", "to": "h7"},
        {
            "event": "teleport",
            "tile": "teleporter-A2",
            "partner": "teleporter-A1",
            "from": "h7",
            "to": "h3",
            "facing": "W",
        },
    ]
    still = walk(
        """
        g    h   i
     6  h10  M>  h11
        """,
        "1",
    )
    assert move_to_json(still)["steps"][0]["events"][-1] == {"event": "stands-still", "cell": "h6", "ruling": "R2"}


def test_a_tokens_moves() -> None:
    position = parse_board("""
        a   b   c
     1  .   s1  R1
     2  Mv  .   .
    """)
    assert moves_to_json({"red-1": token_moves(position, "red-1")}) == {
        "moves": {
            "red-1": [
                {"to": "c1", "path": [], "pushes": [], "steps": 0},
                {"to": "d1", "path": ["d1"], "pushes": [], "steps": 1},
                {"to": "c2", "path": ["c2"], "pushes": [], "steps": 1},
                {"to": "b1", "path": ["b1"], "pushes": [{"id": "stone-1", "from": "b1", "to": None}], "steps": 1},
            ]
        }
    }


def test_entering_staying_outside_and_leaving() -> None:
    position = parse_board("""
        a   p
     1  r5  #
     6  M>  .
    outside: B1
    """)
    entering = moves_to_json({"blue-1": token_moves(position, "blue-1")})["moves"]["blue-1"]
    assert entering == [
        {"to": "outside", "path": [], "pushes": [], "steps": 0},
        {"to": "p11", "path": ["p11"], "pushes": [], "steps": 1},
    ]
    leaving = moves_to_json({"red-5": token_moves(position, "red-5")})["moves"]["red-5"]
    assert {"to": "out", "path": [], "pushes": [], "steps": 1} in leaving


def test_it_is_plain_json() -> None:
    move = walk(
        """
        h     i   j
     3  @A1<  .   .
     6  M>    q6  R1
     7  @A2^  .   .
        """,
        "7",
    )
    data = move_to_json(move)
    assert json.loads(json.dumps(data)) == data
