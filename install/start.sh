#!/bin/sh
# Starts the version that was installed last. If it is on trial and has failed three times: the one before it.
set -u
opt=$(cd "$(dirname "$0")" && pwd -P)
name=finstere-flure-companion
chosen=$opt/current
version=$(basename "$(readlink "$chosen")")
trial=${STATE_DIRECTORY:-${HOME:-}/.local/state/$name}/trial/$version
if [ -d "$trial" ] && [ -x "$opt/previous/bin/companion" ]; then
    left=$(find "$trial" -type f | head -n 1)
    if [ "$left" ]; then
        # Taken away before the start: a version that hangs or falls over cannot be asked afterwards.
        rm -f "$left"
        export COMPANION_TRIAL="$trial"
    else
        chosen=$opt/previous
    fi
fi
# A disk that lost the program's files may still have those of the version before.
[ -x "$chosen/bin/companion" ] || chosen=$opt/previous
if [ "$chosen" = "$opt/previous" ]; then
    echo "<4>version $version does not run; $(basename "$(readlink "$chosen")") runs in its place" >&2
    export COMPANION_GIVEN_UP="$version"
fi
exec "$chosen/bin/companion" "$@"
