"""What pictures of the mat tell: which cards lie open before whom."""

from typing import ClassVar

from companion.games.coach_ride.mat import ZONES_READ
from companion.games.coach_ride.tags import TAGS
from companion.table.mat_readings import MatReadings


class CoachRideReadings(MatReadings):
    """Persons, professions, items and shown cards, each when its moment reads it (rules, section 8)."""

    tags = TAGS
    zones_read: ClassVar = ZONES_READ
    keeps_pictures: ClassVar = False


READINGS = CoachRideReadings()
