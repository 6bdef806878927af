"""The commands of the platform: one file each, found by `companion.main`."""
