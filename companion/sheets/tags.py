"""Interface of printing and reading to a game's tags: the tags, and the owner's sizes.

The owner of the game measures these sizes.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from vision.model.catalogue import Catalogue
from vision.model.surface import Grid, Mat
from vision.symbology import Symbology


@dataclass(frozen=True)
class MeasuredSize:
    """Length in mm that the owner of a game measures: `name` as ``cell_mm``, `what` in words.

    `measured` says from where to where, where that is not plain.
    """

    name: str
    default: float
    what: str
    measured: str = ""

    @property
    def option(self) -> str:
        """The option of the command line: ``--cell-mm``."""
        return f"--{self.name.replace('_', '-')}"


#: The sizes by their names; those that are missing have their default.
Sizes = Mapping[str, float]


class TagSet(ABC):
    """The tags of one game. Stateless."""

    #: The game's id, as files have it, and its title.
    id: ClassVar[str]
    title: ClassVar[str]
    #: What the owner of the game measures.
    sizes: ClassVar[tuple[MeasuredSize, ...]] = ()
    #: The kind of code that is meant where none is named.
    default_code: ClassVar[Symbology] = "qr"

    @property
    @abstractmethod
    def surface(self) -> Mat | Callable[[float], Grid]:
        """The mat, or what makes the board's grid for the side of a cell in millimetres."""

    @abstractmethod
    def catalogue(self, sizes: Sizes | None = None, code: Symbology = "qr") -> Catalogue:
        """Return all tags of the game for these sizes, each with the name of its picture's file."""

    @abstractmethod
    def problems(self, sizes: Sizes) -> Sequence[str]:
        """Return the problems of these sizes: one clause for each, with the name of the option.

        Empty if there are none.
        """

    @abstractmethod
    def manifest_keys(self, sizes: Sizes) -> Mapping[str, float]:
        """Return the manifest's entries about this game's sizes besides its tags."""


class ChosenTags(TagSet):
    """Tags whose texts `python -m tools.choose_payloads` has chosen and written to a file."""

    #: What the texts of the tags begin with, so that another game's tag is known at a glance: two letters or digits.
    prefix: ClassVar[str]
    #: So many letters and digits stand behind the prefix.
    free: ClassVar[Mapping[Symbology, int]] = {"qr": 8, "micro": 3}
    #: The text of each tag by its id, by symbology.
    payloads_file: ClassVar[Path]

    @property
    @abstractmethod
    def ids(self) -> tuple[str, ...]:
        """All tags."""
