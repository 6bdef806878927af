"""Interface between the reading of pictures and a game: the meaning of tags on the table."""

import argparse
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar

from companion.sheets.tags import TagSet
from vision.model.catalogue import Catalogue
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading

#: What a reading means to the game, as a value of the game's own.
MeaningT = TypeVar("MeaningT")
#: An object of a file in JSON.
JsonObject = dict[str, Any]


class Readings(ABC, Generic[MeaningT]):
    """Interpretation of pictures by one game; a value: its options (a moment) are fixed."""

    @property
    @abstractmethod
    def tags(self) -> TagSet:
        """The game's tags."""

    #: Whether pictures of the table may be kept. Where players have secrets that lie in the camera's view they may not.
    keeps_pictures: ClassVar[bool] = True

    @property
    def records(self) -> bool:
        """True if frames of this moment may be recorded: not while a secret may lie open."""
        return self.keeps_pictures

    #: Whether the game knows pieces without stickers by where they lie.
    knows_plain_pieces: ClassVar[bool] = False

    #: Which of `moments` it is; empty where all are alike.
    moment: str = ""

    @property
    def moments(self) -> tuple[str, ...]:
        """Names of the moments of a game at which different things are read, the default first.

        Empty if all moments are alike.
        """
        return ()

    def at_moment(self, name: str) -> Self:
        """Return these readings at one of `moments`; an empty name means the default.

        Raises ValueError for any other name.
        """
        if name:
            raise ValueError(f"no moment {name!r}; in this game all moments are alike")
        return self

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what else must be known to read a picture of this game."""
        self.add_reading_mode(parser)

    def add_reading_mode(self, parser: argparse.ArgumentParser) -> None:
        """Declare the moment, where there are several."""
        if self.moments:
            moments = [str(moment) for moment in self.moments]
            default, names = moments[0], ", ".join(moments)
            parser.add_argument(
                "--moment",
                metavar="NAME",
                choices=moments,
                default=default,
                help=f"what is read depends on the moment of the game: {names} (default: {default})",
            )

    def with_arguments(self, args: argparse.Namespace) -> Self:
        """Return the same with what the command line says of `add_arguments`."""
        return self.at_moment(args.moment) if self.moments else self

    def tags_read(self, catalogue: Catalogue) -> Catalogue:
        """Return the catalogue with the surface as it is read now: at the chosen moment."""
        return catalogue

    def covered(self, placed: PlacedTag) -> Collection[str]:
        """Return the cells that the piece of this tag covers; pieces may be larger than one cell."""
        return () if placed.cell is None else (placed.cell,)

    @abstractmethod
    def understand(self, reading: Reading, catalogue: Catalogue) -> MeaningT:
        """Return the meaning of the reading."""

    @abstractmethod
    def to_json(self, meaning: MeaningT) -> JsonObject:
        """Return the reading in the public format of ``companion read --json``."""

    @abstractmethod
    def not_found_to_json(self) -> JsonObject:
        """Return the output of ``companion read --json`` for a picture without a table."""

    @abstractmethod
    def lines(self, meaning: MeaningT) -> Iterable[str]:
        """Return the reading for people, as lines of text."""

    @abstractmethod
    def places(self, meaning: MeaningT) -> Mapping[str, str]:
        """Return the place of each thing in words, by the thing's name.

        A difference between one reading and the next is a change.
        """

    @abstractmethod
    def count(self, meaning: MeaningT) -> str:
        """Describe how much is on the table, in a few words."""

    def describe_piece(self, piece: Mapping[str, object]) -> str:
        """Return a piece of `to_json`, without where it lies."""
        return str(piece["id"])


#: Readings of a game that is not known here.
AnyReadings = Readings[Any]
