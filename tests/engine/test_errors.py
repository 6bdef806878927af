"""Many problems, and what stands in a stranger's file, in one line that can be read."""

from engine.errors import LONGEST_MESSAGE, join_problems


def test_a_few_problems_are_told_whole() -> None:
    assert join_problems([]) == ""
    assert join_problems(["a1: no cell", "stage: expected 1 or 2"]) == "a1: no cell; stage: expected 1 or 2"


def test_of_many_problems_the_first_are_told_and_how_many_more_there_are() -> None:
    problems = [f"tokens[{number}].cell: expected a short text, found nothing" for number in range(200)]
    told = join_problems(problems)
    *first, remaining = told.split("; ")
    assert first == problems[: len(first)]
    assert remaining == f"and {200 - len(first)} more"
    assert LONGEST_MESSAGE - 80 < len(told) < LONGEST_MESSAGE + 20


def test_what_a_file_says_ends_no_line() -> None:
    assert join_problems(["a\n1 is no cell", "\x1b[2J\u2028"]) == "a\\n1 is no cell; \\x1b[2J\\u2028"
    assert len(join_problems(["x" * 10**6])) == LONGEST_MESSAGE
    assert len(join_problems(["\u2028" * 10**6])) == LONGEST_MESSAGE
