"""Watching the table: from a stream of frames to settled changes."""

from vision.watching.disturbance import Disturbance, DisturbanceKind
from vision.watching.gates import Gates
from vision.watching.observation import BoardState, CellState, Observation
from vision.watching.table_watch import TableWatch

__all__ = ["BoardState", "CellState", "Disturbance", "DisturbanceKind", "Gates", "Observation", "TableWatch"]
