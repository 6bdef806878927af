"""Run pip in the environment of this Python, whatever its user's settings say about where packages go.

    .venv/bin/python install/run_pip.py install -r FILE

From pip's configuration files and environment variables only those settings are kept by which packages are fetched:
`user`, `target` or `prefix` would put them elsewhere, and a file that cannot be read would end pip.
"""

import ast
import os
import subprocess
import sys
from collections.abc import Iterable

#: Settings that say how and from where packages are fetched.
FETCHING = frozenset(
    [
        "index-url",
        "extra-index-url",
        "find-links",
        "no-index",
        "trusted-host",
        "cert",
        "client-cert",
        "proxy",
        "timeout",
        "default-timeout",
        "retries",
        "cache-dir",
        "no-cache-dir",
        "keyring-provider",
    ]
)
#: Isolated, pip counts nothing as installed that lies in another folder, such as one on PYTHONPATH.
PIP = (sys.executable, "-I", "-m", "pip")
#: Named as pip's configuration file, it makes pip read none.
NO_FILE = os.devnull


def fetch_settings(lines: Iterable[str]) -> dict[str, str]:
    """Return the environment variables for the settings in `FETCHING` among the lines of ``pip config list``.

    The lines are like ``global.index-url='https://...'``; later ones win.
    """
    settings = {}
    for line in lines:
        key, _, value = line.partition("=")
        name = key.rpartition(".")[2]
        if name in FETCHING:
            # One per line in a file, one per word in a variable.
            settings[f"PIP_{name.upper().replace('-', '_')}"] = " ".join(ast.literal_eval(value).split())
    if "PIP_FIND_LINKS" not in settings:
        # Nothing at all could be fetched.
        settings.pop("PIP_NO_INDEX", None)
    return settings


def listed_settings() -> list[str]:
    """Return the lines of ``pip config list``; those of the variables alone if a file cannot be used."""
    for variables in (os.environ, {**os.environ, "PIP_CONFIG_FILE": NO_FILE}):
        listed = subprocess.run(
            [*PIP, "config", "list"],
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if not listed.returncode:
            return listed.stdout.splitlines()
    return []


def main() -> int:
    """Run pip with the arguments of the command line; return its exit status."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    kept |= {"PIP_CONFIG_FILE": NO_FILE, **fetch_settings(listed_settings())}
    return subprocess.run([*PIP, *sys.argv[1:]], env=kept, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
