"""Interface between photographs by the virtual camera and a game: table file and truth.

The game gives the table that a file describes, and the truth.
"""

import argparse
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from vision.model.catalogue import Catalogue
from vision.virtual import Hand, Scene, Shot

#: A scene, and what tells the truth about a picture of it.
TrueScene = tuple[Scene, Callable[[Shot], dict[str, Any]]]


class Photographs(ABC):
    """Game before the virtual camera; a value: its options are fixed."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:  # noqa: B027 - most games have none
        """Declare what can be chosen of this game's photographs."""

    def with_arguments(self, args: argparse.Namespace) -> Self:  # noqa: ARG002 - games override it
        """Return the same with what the command line says of `add_arguments`."""
        return self

    @abstractmethod
    def required_points(self, catalogue: Catalogue) -> npt.NDArray[np.float64]:
        """Return points (n, 2) of the surface in millimetres that a picture must hold."""

    @abstractmethod
    def scene(self, source: str, catalogue: Catalogue, *, seed: int, hand: Hand | None, moment: str) -> TrueScene:
        """Return the table that a file describes, and what tells the truth about its picture.

        `source` is the name of a file with a state or a game, ``-`` for standard input. Where the game reads different
        things at different moments, the table lies as at this `moment`, and the catalogue's surface is that of it.
        Raises UserError and RulesError for what it cannot be.
        """
