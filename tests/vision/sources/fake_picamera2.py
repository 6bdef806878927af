"""Stand-in for picamera2, as far as we use it: takes pictures, and fails in its ways."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.uint8]

#: A Camera Module 3.
MODES = [
    {"size": (1536, 864), "bit_depth": 10, "fps": 120.1},
    {"size": (2304, 1296), "bit_depth": 10, "fps": 56.0},
    {"size": (4608, 2592), "bit_depth": 10, "fps": 14.4},
]
#: Rows of a plane are padded to whole multiples of this.
ALIGNED = 64


class FakePicamera2:
    """Single camera; `brightness` is that of the table, `exposed` that of the picture."""

    def __init__(self, *, motor: bool = True) -> None:
        self.sensor_resolution = (4608, 2592)
        self.sensor_modes = MODES
        self.camera_controls: dict[str, Any] = dict.fromkeys(
            ["AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "FrameDurationLimits"], (0, 1, 0)
        )
        if motor:
            self.camera_controls |= dict.fromkeys(["AfMode", "LensPosition", "AfTrigger"], (0, 1, 0))
        self.set: dict[str, Any] = {}
        self.configuration: dict[str, Any] = {}
        self.calls: list[str] = []
        self.started = False
        self.hangs = False
        self.brightness = 100.0
        self.exposure_us = 1000.0
        self.now_s = 100.0
        self.focused = 0
        #: What focusing comes to: whether it succeeds, or None if it does not end.
        self.focusing: bool | None = True

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, wanted: dict[str, Any]) -> None:
        assert not self.started
        self.configuration = {name: dict(wanted[name]) for name in ("main", "lores")} | {"wanted": wanted}
        for stream in ("main", "lores"):
            width, height = self.configuration[stream]["size"]
            assert width % 2 == height % 2 == 0

    def camera_configuration(self) -> dict[str, Any]:
        return self.configuration

    def start(self) -> None:
        self.started = True

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")

    def cancel_all_and_flush(self) -> None:
        self.calls.append("cancel")

    def set_controls(self, controls: dict[str, Any]) -> None:
        unknown = controls.keys() - self.camera_controls.keys()
        if unknown:
            raise RuntimeError(f"Control {unknown} is not advertised by libcamera")
        self.set |= controls

    def autofocus_cycle(self, *, wait: float) -> bool:
        self._let_pass(wait)
        if self.focusing is None:
            raise TimeoutError
        self.focused += 1
        return self.focusing

    def capture_metadata(self, *, wait: float) -> dict[str, Any]:
        self._let_pass(wait)
        if self.set.get("AeEnable", True):
            # Automatic exposure comes nearer to the middle with every frame.
            self.exposure_us *= 1 + 0.5 * (110.0 / self._exposed - 1)
        elif "ExposureTime" in self.set:
            self.exposure_us = self.set["ExposureTime"]
        return {
            "ExposureTime": round(self.exposure_us),
            "AnalogueGain": 2.0,
            "ColourGains": (1.9, 1.6),
            "LensPosition": 2.9,
            "SensorTimestamp": round(1e9 * (self.now_s - 0.04)),
        }

    def capture_arrays(self, names: list[str], *, wait: float) -> tuple[list[Array], dict[str, Any]]:
        metadata = self.capture_metadata(wait=wait)
        return [self._planes(*self.configuration[name]["size"]) for name in names], metadata

    @property
    def _exposed(self) -> float:
        return float(np.clip(self.brightness * self.exposure_us / 1000.0, 1, 255))

    def _let_pass(self, wait: float) -> None:
        assert 0 < wait <= 10
        if self.hangs:
            raise TimeoutError
        self.now_s += 0.1

    def _planes(self, width: int, height: int) -> Array:
        padded = -(-width // ALIGNED) * ALIGNED
        grey = np.full((height, padded, 3), self._exposed, np.uint8)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_BGR2YUV_I420), np.uint8)
