#!/bin/sh
# Installs the companion on a Raspberry Pi, or brings it up to date; games and settings stay. Can be run at any time.
#
#   ./run install [options]
#
#   --back         run the version before this one again
#   --from PLACE   update from an archive that ./run bundle made, or from the newest in a folder
#   --dry-run      only say what would be done
#   --desktop      start with the desktop of a user (usual where there is a desktop)
#   --lite         start on the screen alone, without a desktop (usual where there is none)
#   --user NAME    with --desktop: whose (usual: who runs this)
#   --python FILE  the Python to use (usual: /usr/bin/python3; apt's camera package works with no other)
#   --root DIR     put everything below DIR and leave the running system alone, to try it out
set -eu
source=$(cd "$(dirname "$0")/.." && pwd -P)
# shellcheck source=install/common.sh
. "$source/install/common.sh"
# shellcheck source=install/versions.sh
. "$source/install/versions.sh"

python=/usr/bin/python3
# The service user and everybody else must be able to read what is installed, whatever root's own umask is.
umask 022

read_options() {
    while [ $# -gt 0 ]; do
        case $1 in
        --dry-run) dry_run=yes ;;
        --back) back=yes ;;
        --desktop) mode=desktop ;;
        --lite) mode=lite ;;
        --user)
            [ $# -gt 1 ] || fail "--user needs a name."
            desktop_user=$2
            shift
            ;;
        --python)
            [ "${2:-}" ] || fail "--python needs a file."
            python=$2
            shift
            ;;
        --root)
            [ "${2:-}" ] || fail "--root needs a folder."
            mkdir -p "$2"
            root=$(cd "$2" && pwd -P)
            shift
            ;;
        --help)
            sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
            exit 0
            ;;
        *) fail "There is no option '$1'; ./run install --help tells them." ;;
        esac
        shift
    done
}

check_python() {
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        fail "Python 3.11 or newer is needed (Raspberry Pi OS bookworm or later); $python is not."
}

# The constraints that keep NumPy and OpenCV in step with the system's camera package.
find_constraints() {
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null || true)
    constraints=$source/install/constraints-$release.txt
    [ -f "$constraints" ] || constraints=$source/constraints.txt
}

wanted_packages() { awk -v mode="$mode" '!/^#/ && ($2 == "all" || $2 == mode) { printf "%s ", $1 }' "$source/install/apt.txt"; }
what_is_lost() { sed -n "s/^$1  *[a-z]*  *//p" "$source/install/apt.txt"; }

install_packages() {
    wanted=$(wanted_packages)
    if ! on_this_system || ! command -v apt-get >/dev/null 2>&1; then
        say "Packages that must be there (not installed by this run): $wanted"
        return
    fi
    missing=
    for package in $wanted; do
        if [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" != installed ]; then
            missing="$missing $package"
        fi
    done
    if [ -z "$missing" ]; then
        say "Packages: all are there."
        return
    fi
    say "Packages:$missing"
    act env DEBIAN_FRONTEND=noninteractive apt-get update -q || say "  apt's lists could not be brought up to date; trying with the old ones."
    for package in $missing; do
        # One after the other: picamera2 is in Raspberry Pi OS only, and must not keep the others out.
        act env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$package" ||
            say "  $package could not be installed; $(what_is_lost "$package")"
    done
}

# check_as USER: whether the companion starts for who will run it, not for root alone.
check_as() {
    on_this_system || return 0
    quietly runuser -u "$1" -- "$opt/current/bin/companion" --version ||
        fail "The companion does not start for the user $1: may that user read $opt?"
}

# first_config FILE: a config file for the wiring in the docs, where there is none; else whether it is still right.
first_config() {
    if [ -e "$1" ]; then
        say "Config: $1 stays as it is."
        [ "$dry_run" ] || "$opt/current/bin/companion" config --check "$1" >/dev/null ||
            say "  Please mend it; until then the usual values hold where it is wrong."
        return
    fi
    say "Config: $1, for a box wired as docs/wiring.md shows"
    quietly "$opt/current/bin/companion" config --wired --write "$1"
    act chmod 644 "$1"
}

# A table that is running goes on with what was installed; its games are on disk.
restart() {
    if [ "$mode" = desktop ]; then
        of_the_user daemon-reload
        of_the_user try-restart "$unit"
    elif on_this_system && { [ "$dry_run" ] || systemd_runs; }; then
        act systemctl daemon-reload
        act systemctl try-restart "$unit"
    fi
}

start_without_desktop() {
    say "Start: with the machine, on the screen alone"
    put "$source/systemd/$name.sysusers" "$sysusers"
    act systemd-sysusers ${root:+"--root=$root"} "$sysusers"
    gone "$pam"
    for file in "$unit" $system_helpers; do
        put "$source/systemd/$file" "$system_units/$file"
    done
    put "$source/systemd/watchdog.conf" "$watchdog"
    gone "$user_units/$unit" "$user_units/finstere-flure-power-off.path" "$user_units/finstere-flure-power-off.service"
    first_config "$config/config.toml"
    check_as "$service_user"
    act systemctl ${root:+"--root=$root"} enable -q "$unit"
    restart
    again="sudo systemctl start $name, or switch the machine off and on"
}

start_with_desktop() {
    say "Start: with the desktop of $desktop_user"
    for group in $groups; do
        if on_this_system && getent group "$group" >/dev/null && ! id -nG "$desktop_user" | grep -qw "$group"; then
            act usermod -aG "$group" "$desktop_user"
        fi
    done
    if [ -e "$system_units/$unit" ]; then
        act systemctl ${root:+"--root=$root"} disable -q "$unit"
        on_this_system && act systemctl stop "$unit"
        for file in "$unit" $system_helpers; do
            gone "$system_units/$file"
        done
        gone "$watchdog"
    fi
    for file in "$unit" finstere-flure-power-off.service; do
        put "$source/systemd/user/$file" "$user_units/$file"
    done
    put "$source/systemd/finstere-flure-power-off.path" "$user_units/finstere-flure-power-off.path"
    put "$source/systemd/user/$name.desktop" "$autostart"
    first_config "$desktop_config/config.toml"
    if [ "$(id -u)" = 0 ] || [ "$dry_run" ]; then
        act chown "$desktop_user:" "$root$desktop_home/.config" "$(dirname "$autostart")" "$autostart" "$desktop_config" "$desktop_config/config.toml"
    fi
    check_as "$desktop_user"
    restart
    again="log in again, or switch the machine off and on"
}

# The firmware's settings belong to whoever owns the machine: they are explained, never edited.
explain_firmware() {
    firmware=$root/boot/firmware/config.txt
    [ -f "$firmware" ] || firmware=$root/boot/config.txt
    if [ ! -f "$firmware" ]; then
        say "Firmware: this is no Raspberry Pi (there is no /boot/firmware/config.txt); nothing to set there."
        return
    fi
    say "Firmware ($firmware is yours; nothing was changed in it):"
    settled=yes
    if ! grep -Eq '^[[:space:]]*dtparam=spi=on' "$firmware"; then
        settled=
        say "  For a ring of lights over SPI add the line    dtparam=spi=on"
    fi
    case $({ tr -d '\0' <"$root/proc/device-tree/model" || true; } 2>/dev/null) in
    *"Pi 3"* | *"Zero 2"*) clock=core_freq=250 ;;
    *"Pi 4"*) clock=core_freq_min=500 ;;
    *) clock= ;;
    esac
    if [ "$clock" ] && ! grep -q "^[[:space:]]*$clock" "$firmware"; then
        settled=
        say "  If such a ring flickers add                   $clock"
    fi
    if ! grep -Eq '^[[:space:]]*(camera_auto_detect=1|dtoverlay=(imx|ov))' "$firmware"; then
        settled=
        say "  For a camera on the Pi's own connector add    camera_auto_detect=1    (or its dtoverlay=imx708, ...)"
    fi
    if [ "$settled" ]; then
        say "  SPI and camera are switched on."
    else
        say "  and then start the machine again."
    fi
}

for option in "$@"; do
    [ "$option" != --from ] || exec sh "$source/install/update.sh" "$@"
done
read_options "$@"
need_root "$@"
set_places
choose_mode
[ "$mode" = lite ] || find_desktop_home
trial_folder
if [ "$back" ]; then
    go_back
    restart
    exit 0
fi
check_python
find_constraints
check_sources
[ -z "$dry_run" ] || say "Nothing is changed; this is what would be done."
install_packages
install_program
if [ "$mode" = lite ]; then start_without_desktop; else start_with_desktop; fi
remove_old_versions
explain_firmware
say "Done. To start now: $again. Games and settings stay where they are whenever this is run again."
