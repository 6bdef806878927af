"""OpenCV's own lines reach no terminal."""

import os
import subprocess
import sys


def test_what_opencv_thinks_of_a_picture_or_a_camera_is_not_written() -> None:
    program = (
        "import vision, cv2; cv2.imread('/nowhere.png'); cv2.VideoCapture('/nowhere.avi'); cv2.VideoCapture(97);"
        "cv2.VideoCapture('http://127.0.0.1:9/')"
    )
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("OPENCV_")}
    done = subprocess.run([sys.executable, "-c", program], env=surroundings, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
