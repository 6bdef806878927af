"""Lights of a room: lamps, windows and the sun, each with shape, place, colour and strength.

Pixel values are linear here. The unit of light is that of white paper: a level of 1 on a surface that faces the
lamp makes white paper just white.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Vectors = npt.NDArray[np.float64]

#: Wavelengths in nm that stand for the sensor's blue, green and red, and the second radiation constant in nm K.
_WAVELENGTHS_NM = np.array([460.0, 540.0, 610.0])
_C2_NM_K = 1.4388e7
_DAYLIGHT_K = 6500.0
_UP = np.array([0.0, 0.0, 1.0])


def colour_of(kelvin: float) -> Vectors:
    """Return a black body's colour, (b, g, r) with green 1; daylight of 6500 K is neutral."""

    def power(temperature: float) -> Vectors:
        return np.asarray(1 / (np.exp(_C2_NM_K / (_WAVELENGTHS_NM * temperature)) - 1), np.float64)

    tint = power(kelvin) / power(_DAYLIGHT_K)
    return np.asarray(tint / tint[1], np.float64)


@dataclass(frozen=True)
class Lamp:
    """A light with a shape.

    `at_mm` is its middle in board coordinates (x, y, z), `size_mm` its width and height across the line to `aim_mm`;
    `level` the light on a surface at `aim_mm` that faces it. A `disc` is round; `panes` (columns, rows) are the panes
    of a window with bars between. The sun is a disc far away.
    """

    at_mm: tuple[float, float, float]
    size_mm: tuple[float, float]
    level: float
    kelvin: float = 3000.0
    disc: bool = True
    panes: tuple[int, int] = (1, 1)
    aim_mm: tuple[float, float, float] = (200.0, 137.5, 0.0)

    @property
    def distance_mm(self) -> float:
        """Distance in mm from the lamp's middle to where it is aimed at."""
        return float(np.linalg.norm(np.subtract(self.at_mm, self.aim_mm)))

    @property
    def axes(self) -> tuple[Vectors, Vectors, Vectors]:
        """Unit vectors along its width, along its height, and towards where it is aimed at."""
        forward = np.subtract(self.aim_mm, self.at_mm) / self.distance_mm
        across = np.cross(forward, _UP)
        across = np.array([1.0, 0.0, 0.0]) if np.linalg.norm(across) < 1e-3 else across / np.linalg.norm(across)
        return across, np.asarray(np.cross(across, forward), np.float64), forward

    @property
    def area_mm2(self) -> float:
        """The area of its shape, bars left out of the count."""
        return self.size_mm[0] * self.size_mm[1] * (math.pi / 4 if self.disc else 1.0)

    @property
    def radiance(self) -> float:
        """Brightness of its surface, in the unit of white paper.

        A white sheet under level 1 has radiance 1.
        """
        return math.pi * self.level * self.distance_mm**2 / self.area_mm2

    def points(self, count: int, rng: np.random.Generator) -> Vectors:
        """Return points (count, 3) spread evenly over the lamp's shape."""
        across, along, _ = self.axes
        # The golden ratio's spiral fills a disc evenly, its additive recurrence a rectangle.
        n = np.arange(count) + rng.uniform()
        if self.disc:
            angle, far = n * 2.399963, np.sqrt((np.arange(count) + 0.5) / count) / 2
            u, v = far * np.cos(angle), far * np.sin(angle)
        else:
            u, v = (n * 0.7548777) % 1 - 0.5, (n * 0.5698403) % 1 - 0.5
        offset = u[:, None] * self.size_mm[0] * across + v[:, None] * self.size_mm[1] * along
        return np.asarray(np.array(self.at_mm) + offset, np.float64)

    def mirrored(self, points_mm: Floats, rays: Floats, spread: float) -> Floats:
        """Return the lamp's share (h, w) of the light that mirrored rays (h, w, 3) meet.

        The rays come from points (h, w, 3), by a lobe of `spread` radians.
        """
        across, along, forward = (axis.astype(np.float32) for axis in self.axes)
        to_lamp = np.asarray(self.at_mm, np.float32) - points_mm
        towards = rays @ forward
        reach = (to_lamp @ forward) / np.where(np.abs(towards) < 1e-4, np.float32(1e-4), towards)
        away = rays * reach[..., None] - to_lamp
        u, v = away @ across, away @ along
        sigma = np.maximum(np.abs(reach) * np.float32(spread), np.float32(1e-3))
        seen = self._disc(u, v, sigma) if self.disc else self._panes(u, v, sigma)
        return np.asarray(np.where(reach > 0, seen, 0), np.float32)

    def _disc(self, u: Floats, v: Floats, sigma: Floats) -> Floats:
        """Return a disc seen through a Gaussian lobe, approximately.

        It is exact when the lobe is much wider or narrower than the disc.
        """
        a, b = self.size_mm[0] / 2, self.size_mm[1] / 2
        far = np.hypot(u / a, v / b)
        wide = sigma / math.sqrt(a * b)
        spread = np.sqrt(1 + 2 * wide**2)
        level = 1 - np.exp(-1 / (2 * wide**2 + 1e-9))
        edge = 1 / (1 + np.exp(np.clip((far - spread) / np.maximum(0.45 * wide, 1e-3), -40, 40)))
        return np.asarray(level * np.where(wide < 0.7, edge, np.exp(-(far**2) / (2 * wide**2 + 0.5))), np.float32)

    def _panes(self, u: Floats, v: Floats, sigma: Floats) -> Floats:
        shares = []
        for offset, size, count in ((u, self.size_mm[0], self.panes[0]), (v, self.size_mm[1], self.panes[1])):
            pane = size / count
            bar = 0.04 * size if count > 1 else 0.0
            share = np.zeros_like(offset)
            for n in range(count):
                low = -size / 2 + n * pane + bar / 2
                share += _step((offset - low) / sigma) - _step((offset - low - pane + bar) / sigma)
            shares.append(share)
        return np.asarray(shares[0] * shares[1], np.float32)


def _step(x: Floats) -> Floats:
    """Return the normal distribution, by the logistic curve that is nearest to it."""
    return np.asarray(1 / (1 + np.exp(np.clip(-1.702 * x, -40, 40))), np.float32)


def dome(level: float, kelvin: float, rng: np.random.Generator, count: int = 10) -> tuple[Lamp, ...]:
    """Return the light from walls and ceiling: wide dim lamps on a dome.

    Together they have this level on the table.
    """
    lamps = []
    start = rng.uniform(0, 2 * math.pi)
    for n in range(count):
        # Points that are as dense as their share in the light of an even sky.
        height = math.sqrt((n + 0.5) / count)
        way = start + 2.399963 * n
        flat = math.sqrt(1 - height**2)
        far = 2500.0
        aim = np.array(Lamp.aim_mm)
        at_mm = aim + far * np.array([flat * math.cos(way), flat * math.sin(way), height])
        lamps.append(Lamp((at_mm[0], at_mm[1], at_mm[2]), (1500, 1500), level / count / height, kelvin))
    return tuple(lamps)


def sun(level: float, elevation_deg: float, azimuth_deg: float, kelvin: float = 4800.0) -> Lamp:
    """Return the sun at this elevation above the horizon, from this side of the board.

    The side is clockwise from the board's up direction.
    """
    high, way = math.radians(elevation_deg), math.radians(azimuth_deg)
    far = 1e5
    flat = far * math.cos(high)
    at_mm = (200 + flat * math.sin(way), 137.5 - flat * math.cos(way), far * math.sin(high))
    return Lamp(at_mm, (0.0093 * far, 0.0093 * far), level, kelvin)


def smooth_noise(shape: tuple[int, int], grain_px: float, rng: np.random.Generator) -> Floats:
    """Noise (h, w) of standard deviation about 1 whose blotches are so large."""
    size = max(2, math.ceil(shape[1] / grain_px) + 1), max(2, math.ceil(shape[0] / grain_px) + 1)
    coarse = rng.standard_normal((size[1], size[0]), np.float32)
    return np.asarray(cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)
