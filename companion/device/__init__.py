"""Machine that the companion runs on: config, settings, folders, devices, service, checks."""
