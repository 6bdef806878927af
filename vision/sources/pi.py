"""The camera on a Raspberry Pi's own connector, through picamera2.

picamera2 comes with Raspberry Pi OS (``apt install python3-picamera2``); it is loaded when such a camera is opened. It
raises nothing when the camera hangs or is pulled out, so that every call that waits is given a time.
"""

import contextlib
import importlib
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from vision.errors import CameraError, CameraFault, error_text
from vision.sources.camera import SMALL_WIDTH_PX, Camera, Frame
from vision.sources.flicker import pi_controls
from vision.sources.mains import DEFAULT_MAINS_HZ

Size = tuple[int, int]

#: A frame that takes longer does not come any more (seconds).
PATIENCE_S = 3.0
#: Focusing takes no longer (seconds).
FOCUS_S = 8.0
#: In dim light nothing is found to focus on: then the lens is set to a camera 45 cm above the board (dioptres).
DEFAULT_FOCUS = 2.2
#: Frames come so often, which leaves room for long exposures in dim light (microseconds).
FRAME_US = 100_000
#: One buffer being filled, one waiting, one being copied: more would take memory that small Pis do not have.
BUFFERS = 3
#: Exposure and white balance are settled when they change by less than this share for so many frames; at the latest
#: after `MOST_SETTLING_FRAMES` frames they are taken as they are.
SETTLED_CHANGE = 0.02
SETTLED_FRAMES = 4
MOST_SETTLING_FRAMES = 30
#: Mean of the small picture below which a lamp was switched off: exposure is settled anew.
DARKEST = 25.0
#: Mean of the small picture above which a lamp was switched on: exposure is settled anew.
BRIGHTEST = 225.0
#: Time between two such settlings, at least (seconds).
RESETTLE_S = 10.0
#: A frame's own time is believed if it is at most this old (seconds).
OLDEST_FRAME_S = 5.0

#: libcamera's AfModeManual.
_FOCUS_BY_HAND = 0


def load_picamera2() -> Any:
    """Return the class Picamera2. Raises CameraError if it is not installed."""
    try:
        return importlib.import_module("picamera2").Picamera2
    except Exception as error:
        # ValueError: built for another version of numpy; RuntimeError, OSError: libcamera cannot be started.
        raise CameraError(
            f"the Raspberry Pi's camera needs picamera2, which cannot be loaded ({error_text(error)}); "
            "sudo apt install python3-picamera2, and make the virtual environment with --system-site-packages.",
            CameraFault.UNUSABLE,
        ) from None


class PiCamera(Camera):
    """Raspberry Pi camera: full resolution as YUV420, and a lower stream for motion.

    Everything automatic is locked once it has settled.
    """

    def __init__(
        self,
        number: int = 0,
        size_px: Size | None = None,
        *,
        mains_hz: int = DEFAULT_MAINS_HZ,
        load: Callable[[], Any] = load_picamera2,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`number` counts the connected cameras; `size_px`: None for the sensor's highest.

        `mains_hz`: lamps on mains of this frequency draw no stripes; 0: whatever they draw. Raises CameraError.
        """
        self._name = f"camera pi:{number}"
        self._clock, self._mains_hz = clock, mains_hz
        picamera2 = load()
        logging.getLogger("picamera2").setLevel(logging.CRITICAL)
        try:
            self._device = picamera2(camera_num=number)
        except (IndexError, RuntimeError, OSError) as error:
            raise self._not_opened(error) from None
        try:
            self._configure(size_px)
            self._device.start()
            self._focus()
            self._settle()
        except (RuntimeError, OSError, ValueError, KeyError) as error:
            self.close()
            raise self._not_set_up(error) from None

    # --- setting up ---------------------------------------------------------------------------------------------

    def _configure(self, size_px: Size | None) -> None:
        device = self._device
        main = _even(size_px or device.sensor_resolution)
        times = -(-main[0] // SMALL_WIDTH_PX)
        device.configure(
            device.create_video_configuration(
                main={"size": main, "format": "YUV420"},
                lores={"size": _even((main[0] // times, main[1] // times)), "format": "YUV420"},
                raw=None,
                buffer_count=BUFFERS,
                # A frame that waited before it was asked for would be old.
                queue=False,
                sensor=_sensor_mode(device.sensor_modes, main),
                controls={"FrameDurationLimits": (FRAME_US, FRAME_US)},
            )
        )
        # libcamera may have chosen other sizes.
        configured = device.camera_configuration()
        self._main_size: Size = tuple(configured["main"]["size"])
        self._lower_size: Size = tuple(configured["lores"]["size"])

    def _focus(self) -> None:
        """Focus once and lock the focus.

        A lens that hunts blurs the tags, and hands would draw it to them.
        """
        if "AfMode" not in self._device.camera_controls:
            return
        try:
            found = self._device.autofocus_cycle(wait=FOCUS_S)
        except TimeoutError:
            # It still hunts; whether pictures come at all is seen next.
            self._device.cancel_all_and_flush()
            found = False
        position = self._metadata().get("LensPosition", DEFAULT_FOCUS) if found else DEFAULT_FOCUS
        self._set({"AfMode": _FOCUS_BY_HAND, "LensPosition": position})

    def _settle(self) -> None:
        """Let exposure and white balance find their values, then lock them.

        A sleeve then changes nothing.
        """
        # An exposure time or gain of 0 gives it back to the automatic.
        automatic = {"AeEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0, "AwbEnable": True}
        self._set({**automatic, **pi_controls(self._mains_hz)})
        before = self._metadata()
        still = 0
        for _ in range(MOST_SETTLING_FRAMES):
            metadata = self._metadata()
            still = still + 1 if _same_exposure(before, metadata) else 0
            before = metadata
            if still == SETTLED_FRAMES:
                break
        locked = {name: before[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in before}
        self._set({"AeEnable": False, "AwbEnable": False, **locked})
        self._settled_s = self._clock()

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Set the controls that this camera has.

        Without a motor it has no focus, without colour no white balance.
        """
        known = self._device.camera_controls
        self._device.set_controls({name: value for name, value in controls.items() if name in known})

    def _metadata(self) -> Mapping[str, Any]:
        metadata: Mapping[str, Any] = self._device.capture_metadata(wait=PATIENCE_S)
        return metadata

    # --- frames -------------------------------------------------------------------------------------------------

    def latest(self) -> Frame:
        """Return the first frame that comes after the call. Raises CameraError."""
        try:
            frame = self._capture()
            if not DARKEST <= frame.small.mean() <= BRIGHTEST and self._clock() - self._settled_s > RESETTLE_S:
                self._settle()
                frame = self._capture()
        except TimeoutError:
            raise CameraError(
                f"{self._name} gives no pictures any more; check its cable.", CameraFault.SILENT
            ) from None
        except (RuntimeError, OSError) as error:
            raise CameraError(f"{self._name} fails: {error_text(error)}.", CameraFault.UNUSABLE) from None
        return frame

    def _capture(self) -> Frame:
        # The buffers are copied here, once: the camera needs them back. Nothing else is, for the grey pictures.
        (main, lower), metadata = self._device.capture_arrays(["main", "lores"], wait=PATIENCE_S)
        width, height = self._lower_size
        time_s = self._clock()
        taken_s = metadata.get("SensorTimestamp", 0) / 1e9
        if not time_s - OLDEST_FRAME_S <= taken_s <= time_s:
            taken_s = time_s
        return Frame(np.asarray(main, np.uint8), taken_s, self._main_size, lower[:height, :width])

    def close(self) -> None:
        """Let go of the camera. May block for good if the camera hangs; see `SteadyCamera`."""
        # In this order a camera that has been pulled out can be closed.
        for step in (self._device.cancel_all_and_flush, self._device.stop, self._device.close):
            with contextlib.suppress(Exception):
                step()

    # --- what goes wrong ----------------------------------------------------------------------------------------

    def _not_opened(self, error: Exception) -> CameraError:
        cause = f"{error} {error.__cause__ or ''}".lower()
        if isinstance(error, IndexError) or "no camera" in cause:
            return CameraError(
                f"{self._name} is not there; check its cable, or see which there are with companion cameras.",
                CameraFault.MISSING,
            )
        if "busy" in cause or "did not complete" in cause:
            return CameraError(
                f"{self._name} cannot be had; another program may be using it ({error_text(error)}).", CameraFault.BUSY
            )
        return CameraError(f"{self._name} cannot be opened: {error_text(error)}.", CameraFault.UNUSABLE)

    def _not_set_up(self, error: Exception) -> CameraError:
        if isinstance(error, TimeoutError):
            return CameraError(f"{self._name} gives no pictures; check its cable.", CameraFault.SILENT)
        if isinstance(error, OSError):
            return CameraError(
                f"{self._name} finds too little memory ({error_text(error)}); "
                "ask for a lower resolution, such as pi@2304x1296.",
                CameraFault.UNUSABLE,
            )
        return CameraError(f"{self._name} cannot be set up: {error_text(error)}.", CameraFault.UNUSABLE)


def _even(size: Size) -> Size:
    return size[0] // 2 * 2, size[1] // 2 * 2


def _sensor_mode(modes: list[dict[str, Any]], size: Size) -> dict[str, Any]:
    """Return the sensor's mode of just this size, as deep as there is.

    Otherwise libcamera chooses, perhaps a mode that is cropped.
    """
    depths = [mode["bit_depth"] for mode in modes if mode.get("size") == size]
    return {"output_size": size, "bit_depth": max(depths)} if depths else {}


def _same_exposure(before: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return True if exposure and white balance are the same in both, except for a small change."""

    def values(metadata: Mapping[str, Any]) -> list[float]:
        exposure = metadata.get("ExposureTime", 0.0) * metadata.get("AnalogueGain", 1.0)
        return [exposure, *metadata.get("ColourGains", ())]

    pairs = zip(values(before), values(other), strict=False)
    return all(abs(a - b) <= SETTLED_CHANGE * max(abs(a), abs(b)) for a, b in pairs)
