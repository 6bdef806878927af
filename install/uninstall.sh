#!/bin/sh
# Takes back what ./run install did. Games, settings and the config file stay, unless --purge is given.
#
#   ./run uninstall [options]
#
#   --dry-run      only say what would be done
#   --purge        remove games, settings, the config file and the system user too
#   --user NAME    whose desktop it starts with (usual: who runs this)
#   --root DIR     where it was installed with --root DIR
set -eu
source=$(cd "$(dirname "$0")/.." && pwd -P)
# shellcheck source=install/common.sh
. "$source/install/common.sh"

purge=
arguments=$*
while [ $# -gt 0 ]; do
    case $1 in
    --dry-run) dry_run=yes ;;
    --purge) purge=yes ;;
    --user)
        [ $# -gt 1 ] || fail "--user needs a name."
        desktop_user=$2
        shift
        ;;
    --root)
        [ -d "${2:-}" ] || fail "--root needs a folder that is there."
        root=$(cd "$2" && pwd -P)
        shift
        ;;
    --help)
        sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    *) fail "There is no option '$1'; ./run uninstall --help tells them." ;;
    esac
    shift
done
# shellcheck disable=SC2086 # the options, each a word
need_root $arguments
set_places
[ -z "$dry_run" ] || say "Nothing is changed; this is what would be done."

if [ -e "$system_units/$unit" ]; then
    on_this_system && systemd_runs && act systemctl stop "$unit" finstere-flure-power-off.path finstere-flure-stick.path finstere-flure-install.path
    act systemctl ${root:+"--root=$root"} disable -q "$unit"
fi
kept="$state $config"
if [ -e "$user_units/$unit" ]; then
    find_desktop_home
    of_the_user stop "$unit" finstere-flure-power-off.path
    gone "$autostart" "$root$desktop_home/.local/state/$name/trial"
    kept="$desktop_config $root$desktop_home/.local/state/$name"
fi
for folder in "$system_units" "$user_units"; do
    for file in "$unit" $system_helpers; do
        gone "$folder/$file"
    done
done
gone "$opt" "$cache" "$pam" "$sysusers" "$watchdog" "$state/trial" "$root/var/lib/finstere-flure-stick"
if [ "$(readlink "$command" 2>/dev/null)" = "/opt/$name/current/bin/companion" ]; then
    gone "$command"
fi
on_this_system && systemd_runs && act systemctl daemon-reload
if [ "$purge" ]; then
    for folder in $kept; do
        gone "$folder"
    done
    if on_this_system && getent passwd "$service_user" >/dev/null; then
        act userdel "$service_user"
    fi
else
    say "Games, settings and the config file stay (--purge removes them too): $kept"
fi
say "Done. The packages that apt installed stay, as other programs may need them."
