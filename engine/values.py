"""Frozen values that are made quickly, where very many come and go."""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, Generic, TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def value(cls: type[_T]) -> type[_T]:
    """Return the class as a frozen dataclass that is made in half the time.

    A frozen dataclass lets nobody set its attributes, itself neither: it goes a long way round for each field. Here
    `__init__` puts all of them straight into the instance's dictionary. Fields may have plain defaults; default
    factories, `init=False` and `__post_init__` are not for such values.
    """
    made = dataclass(frozen=True)(cls)
    parameters, lines = ["self"], ["    values = self.__dict__"]
    defaults = {}
    for field in fields(made):  # type: ignore[arg-type]
        if field.default is not MISSING:
            defaults[field.name] = field.default
        parameters.append(field.name + (f"=defaults[{field.name!r}]" if field.name in defaults else ""))
        lines.append(f"    values[{field.name!r}] = {field.name}")
    namespace: dict[str, Any] = {"defaults": defaults}
    exec("\n".join((f"def __init__({', '.join(parameters)}):", *lines)), namespace)
    made.__init__ = namespace["__init__"]  # type: ignore[method-assign]
    return made


def replaced(old: _T, **changes: Any) -> _T:
    """Return the value with changed fields: `dataclasses.replace` in a fraction of its time.

    For dataclasses that are kept in a dictionary and have no `__post_init__`; what is cached beside the fields is left
    behind. Raises TypeError for a field that there is not.
    """
    cls = type(old)
    # `__match_args__` lacks fields that are given by keyword alone.
    names = cls.__dataclass_fields__  # type: ignore[attr-defined]
    new = old.__dict__ | changes
    # Behind the fields stands what was cached, and what is no field.
    for name in tuple(new)[len(names) :] if len(new) > len(names) else ():
        if name in changes:
            raise TypeError(f"{cls.__name__} has no field {name}")
        del new[name]
    made = object.__new__(cls)
    made.__dict__.update(new)
    return made


class LazyProperty(Generic[_T]):
    """Property that is found out once, when it is first asked for.

    `functools.cached_property` takes a lock each first time (until Python 3.12), which costs more than most values.
    """

    def __init__(self, find: Callable[[Any], _T]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Remember the name under which the value is kept."""
        self._name = name

    def __get__(self, instance: Any, owner: type) -> _T:
        """Find out the value, which later stands in the instance's dictionary."""
        found = instance.__dict__[self._name] = self._find(instance)
        return found
