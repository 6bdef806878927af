#!/bin/sh
# Updates from an archive that ./run bundle made: copies and checks it, and runs the installer within.
#
#   ./run install --from PLACE [options]      PLACE: the archive, or a folder with some, of which the newest is taken
#                 --trust                     also if nobody known here has signed it, or if it is older
set -eu
name=finstere-flure-companion

fail() {
    printf '%s\n' "$*" >&2
    exit 2
}

place=
root=
trust=
before=
# The other options are the installer's: each is put back at the end.
for word in "$@"; do
    shift
    if [ "$place" = next ]; then
        place=$word
        continue
    fi
    case $word in
    --from) place=next ;;
    --trust) trust=--trust ;;
    *) set -- "$@" "$word" ;;
    esac
    [ "$before" != --root ] || root=$word
    before=$word
done
case $place in '' | next) fail "--from needs an archive or a folder." ;; esac
archive=$place
if [ -d "$place" ]; then
    archive=$(python3 -E -s -B "$(dirname "$0")/archive.py" newest "$place") || exit 2
    [ "$archive" ] || fail "There is no $name-VERSION.tar in $place."
fi
[ -f "$archive" ] || fail "There is no file $archive."
# On newer systems /tmp is in memory.
work=$(mktemp -d -p /var/tmp)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
tree=$(python3 -E -s -B "$(dirname "$0")/archive.py" take "$archive" "$work" "$root/opt/$name/current" $trust) || exit 2
sh "$tree/install/install.sh" "$@"
