"""Where frames come from: cameras of many kinds, pictures and videos, each with the face of `vision.camera.Camera`."""
