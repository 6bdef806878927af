#!/bin/sh
# Updates from an archive that ./run bundle made: checks it, unpacks it and runs the installer within.
#
#   ./run install --from PLACE [options]      PLACE: the archive, or a folder with some, of which the newest is taken
set -eu
name=finstere-flure-companion

fail() {
    printf '%s\n' "$*" >&2
    exit 2
}

place=
# The other options are the installer's: each is put back at the end.
for word in "$@"; do
    shift
    if [ "$place" = next ]; then
        place=$word
    elif [ "$word" = --from ]; then
        place=next
    else
        set -- "$@" "$word"
    fi
done
case $place in '' | next) fail "--from needs an archive or a folder." ;; esac
archive=$place
if [ -d "$place" ]; then
    archive=$(find "$place" -maxdepth 1 -name "$name-*.tar" | sort -V | tail -n 1)
    [ "$archive" ] || fail "There is no $name-VERSION.tar in $place."
fi
[ -f "$archive" ] || fail "There is no file $archive."
if [ -f "$archive.sha256" ]; then
    (cd "$(dirname "$archive")" && sha256sum --check --status "$(basename "$archive").sha256") ||
        fail "$archive is damaged: copy it again. What was there stays."
fi
# On newer systems /tmp is in memory.
work=$(mktemp -d -p /var/tmp)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
tar -x -f "$archive" -C "$work" --no-same-owner 2>/dev/null ||
    fail "$archive cannot be unpacked: it is cut off, or the disk is full. What was there stays."
set -- "$work/$name"-*/install/install.sh "$@"
[ -f "${1%/install/install.sh}/SHA256SUMS" ] || fail "$archive is no archive of the companion. What was there stays."
sh "$@"
