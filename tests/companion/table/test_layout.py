"""Tests of layouts: what differs between two, and which tasks are left."""

from companion.table.layout import Change, LayoutTask, Lie, PieceObservation, TableLayout, assign_changes, difference


def layout(*lies: Lie) -> TableLayout:
    return TableLayout.from_lies(lies)


def test_what_lies_as_it_should_is_no_difference() -> None:
    lies = layout(Lie("disc", "a1"), Lie("disc", "b1", "king"))
    assert difference(lies, layout(*lies.counts)) == ()


def test_a_piece_moves_comes_or_goes() -> None:
    expected = layout(Lie("cat", "a2"), Lie("mouse", "b1"))
    seen = layout(Lie("cat", "a1"), Lie("dog", "c1"))
    assert difference(expected, seen) == (
        Change(Lie("cat", "a1"), Lie("cat", "a2")),
        Change(Lie("dog", "c1"), None),
        Change(None, Lie("mouse", "b1")),
    )


def test_pieces_that_are_alike_are_counted() -> None:
    water = Lie("water", "west")
    assert difference(layout(water, water, water), layout(water)) == (Change(None, water), Change(None, water))
    assert difference(layout(water), layout(water, water)) == (Change(water, None),)


def test_a_disc_is_turned_over_in_its_place_and_one_with_the_right_face_moves() -> None:
    expected = layout(Lie("disc", "a1", "king"), Lie("disc", "b1", "man"))
    seen = layout(Lie("disc", "a1", "man"), Lie("disc", "c1", "man"))
    turned, moved = difference(expected, seen)
    assert (turned, moved) == (
        Change(Lie("disc", "a1", "man"), Lie("disc", "a1", "king")),
        Change(Lie("disc", "c1", "man"), Lie("disc", "b1", "man")),
    )
    assert turned.is_turn
    assert not moved.is_turn
    # Of two that could come the one with the right face does.
    lone = difference(layout(Lie("disc", "a1", "king")), layout(Lie("disc", "b1", "man"), Lie("disc", "c1", "king")))
    assert lone == (
        Change(Lie("disc", "b1", "man"), None),
        Change(Lie("disc", "c1", "king"), Lie("disc", "a1", "king")),
    )


def test_a_layout_changes_and_takes_a_part_of_another() -> None:
    west, east, bird = Lie("water", "west"), Lie("water", "east"), Lie("bird", "sky")
    assert layout(west, west).changed(gone=[west], come=[east]) == layout(west, east)
    mixed = layout(west, bird).with_part(layout(east, bird, bird), lambda lie: lie.piece == "bird")
    assert mixed == layout(west, bird, bird)


def test_a_piece_on_its_way_belongs_to_the_task_that_brings_it_to_its_end() -> None:
    home, end, off = Lie("disc", "a1"), Lie("disc", "a2"), Lie("mouse", "b1")
    tasks = [LayoutTask("move", (Change(home, end),)), LayoutTask("take", (Change(off, None),))]
    in_the_air, astray = Change(None, end), Change(Lie("mouse", "c1"), None)
    other = Change(Lie("dog", "d1"), None)
    assert assign_changes(tasks, [in_the_air, other, astray]) == ([[in_the_air], [astray]], [other])
    assert assign_changes(tasks, []) == ([[], []], [])


def test_tags_in_several_places_are_in_doubt_and_beside_the_table_they_do_not_count() -> None:
    placed = (("cat", "a1"), ("mouse", "b1"), ("mouse", "c1"), ("dog", None))
    seen = PieceObservation.from_tags(placed, unreadable=("d1", "e1"), hidden=("e1",))
    assert seen == PieceObservation.from_sides({"cat": "a1"}, {"d1"}, {"mouse"}, {"e1"})
