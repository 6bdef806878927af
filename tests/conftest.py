"""What all tests share: how hypothesis runs."""

from hypothesis import settings

# No deadline: a busy machine is no failure.
settings.register_profile("project", deadline=None)
settings.load_profile("project")
