#!/bin/sh
# Starts the version that was installed last. If it is on trial and has failed three times: the one before it.
set -u
opt=$(cd "$(dirname "$0")" && pwd -P)
name=finstere-flure-companion
chosen=$opt/current
version=$(basename "$(readlink "$chosen")")
state=${STATE_DIRECTORY:-${HOME:-}/.local/state/$name}
trial=$state/trial/$version
# A trial that is neither under way nor passed: the version deleted its files. Without any trials the games are new here.
lost() { [ -e "$chosen/tried" ] && [ -d "$state/trial" ] && [ ! -d "$trial.passed" ]; }
if { [ -d "$trial" ] || lost; } && [ -x "$opt/previous/bin/companion" ]; then
    left=$(find "$trial" -type f 2>/dev/null | head -n 1)
    if [ "$left" ]; then
        # Taken away before the start: a version that hangs or falls over cannot be asked afterwards.
        rm -f "$left"
        export COMPANION_TRIAL="$trial"
    else
        chosen=$opt/previous
        # Once: what filled the disk while it was on trial goes, so that games can be kept again.
        if rmdir "$trial/sweep" 2>/dev/null && [ "$(df --output=avail -m "$state" | tail -n 1)" -lt 50 ]; then
            # What was there before the trial stays, also if it has been written to since.
            # shellcheck disable=SC2016 # the inner shell's
            find "$state" -xdev -type f -size +10M ! -name 'games.*' \
                -exec sh -c 'test "$(stat -c %.9W "$0" | tr -d .)" -ge "$(stat -c %.9Y "$1" | tr -d .)"' {} "$opt/current" \; \
                -printf '<4>%p filled the disk and is deleted\n' -delete >&2
        fi
    fi
fi
# A disk that lost the program's files may still have those of the version before.
[ -x "$chosen/bin/companion" ] || chosen=$opt/previous
if [ "$chosen" = "$opt/previous" ]; then
    echo "<4>version $version does not run; $(basename "$(readlink "$chosen")") runs in its place" >&2
    export COMPANION_GIVEN_UP="$version"
fi
exec "$chosen/bin/companion" "$@"
