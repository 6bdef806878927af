"""Mutants of a module: the same text with one small fault inside of a function."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Mutant:
    """Fault: `text` replaces the characters from `start` to `end` of the file `path`.

    `line` counts from 1, `statement` has the lines of the whole statement without those below it; `source` is the
    line, `change` what becomes of it, and `again` counts the mutants before this one of which the same is said.
    """

    path: str
    line: int
    statement: range
    start: int
    end: int
    text: str
    source: str
    change: str
    again: int = 0

    @property
    def name(self) -> str:
        """Name that stays the same when lines move."""
        again = f" ({self.again + 1})" if self.again else ""
        return f"{self.path}: {self.source} [{self.change}]{again}"

    def applied(self, source: str) -> str:
        """Return the file's text with the fault."""
        return source[: self.start] + self.text + source[self.end :]


def mutants_of(root: Path, path: str) -> tuple[Mutant, ...]:
    """Return all mutants of the module `path`, relative to `root`, in the order of their places."""
    text = (root / path).read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line))

    def place(line: int, column: int) -> int:
        # The syntax tree counts columns in bytes.
        return begins[line - 1] + len(lines[line - 1].encode()[:column].decode())

    tree = ast.parse(text)
    statements = _statements(tree)
    found = []
    for function in _outermost_functions(tree):
        for node, new in _changes(function):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start, end = place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)
            replacement = "pass" if isinstance(new, ast.Pass) else f"({ast.unparse(new)})"
            if isinstance(new, ast.stmt):
                replacement = ast.unparse(new)
            old = " ".join(text[start:end].split())
            source = lines[node.lineno - 1].strip()
            change = f"{old} -> {' '.join(replacement.split())}"
            found.append(Mutant(path, node.lineno, statements[node.lineno], start, end, replacement, source, change))
    found.sort(key=lambda mutant: (mutant.start, mutant.change))
    names: Counter[str] = Counter()
    for number, mutant in enumerate(found):
        found[number] = replace(mutant, again=names[mutant.name])
        names[mutant.name] += 1
    return tuple(found)


def _statements(tree: ast.AST) -> dict[int, range]:
    """Map each line to the lines of its innermost statement, without the statements below it."""
    found: dict[int, range] = {}
    # Outer ones come before inner ones.
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            body = getattr(node, "body", None)
            first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
            last = body[0].lineno - 1 if body else getattr(node, "end_lineno", first)
            lines = range(first, max(first, last) + 1)
            found.update(dict.fromkeys(lines, lines))
    return found


def _outermost_functions(node: ast.AST) -> Iterator[_Function]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _Function):
            yield child
        else:
            yield from _outermost_functions(child)


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, ast.expr | ast.stmt]]:
    """Yield nodes below this one, each with a node to stand in its place."""
    for field, value in ast.iter_fields(node):
        # Types, decorators and checks of the program itself decide nothing.
        if field in ("annotation", "returns", "decorator_list", "type_comment"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _decides_nothing(child):
                continue
            if field == "test" and isinstance(child, ast.Name | ast.Attribute | ast.Call):
                yield child, ast.UnaryOp(ast.Not(), child)
            if isinstance(child, ast.expr | ast.stmt):
                yield from ((child, new) for new in _changed(child))
            yield from _changes(child)


def _decides_nothing(node: ast.AST) -> bool:
    """Tell code in which no fault can be seen: checks of the program itself, formatted text."""
    return isinstance(node, ast.Assert | ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict")


def _changed(node: ast.expr | ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    """Yield nodes that may stand in place of this one."""
    match node:
        case ast.Compare(left, [operator], [right]):
            yield ast.Compare(left, [_COMPARISONS[type(operator)]()], [right])
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.And() if isinstance(operator, ast.Or) else ast.Or(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.UnaryOp(ast.USub(), operand):
            yield operand
        case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS and not _is_text(left, right):
            yield ast.BinOp(left, _OPERATORS[type(operator)](), right)
        case ast.AugAssign(target, operator, value) if type(operator) in _OPERATORS:
            yield ast.AugAssign(target, _OPERATORS[type(operator)](), value)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.Expr(ast.Call()):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.Return(value) if value is not None and not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))


def _is_text(*operands: ast.expr) -> bool:
    return any(
        isinstance(operand, ast.JoinedStr) or (isinstance(operand, ast.Constant) and isinstance(operand.value, str))
        for operand in operands
    )
