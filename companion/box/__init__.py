"""The box the companion runs on: its config, settings, folders, devices, service, and the doctor's checks."""
