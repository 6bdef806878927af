#!/bin/sh
# Installs the companion on a Raspberry Pi, or brings it up to date; games and settings stay. Can be run at any time.
#
#   ./run install [options]
#
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

python=/usr/bin/python3
# The service user and everybody else must be able to read what is installed, whatever root's own umask is.
umask 022

read_options() {
    while [ $# -gt 0 ]; do
        case $1 in
        --dry-run) dry_run=yes ;;
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

install_packages() {
    wanted="python3-venv python3-picamera2 python3-lgpio python3-spidev libzbar0 espeak-ng fonts-wqy-microhei"
    # cage does not start without Xwayland, though nothing here needs it.
    [ "$mode" = desktop ] || wanted="$wanted cage xwayland libpam-systemd procps"
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

what_is_lost() {
    case $1 in
    python3-venv) say "nothing works without it." ;;
    python3-picamera2) say "cameras on the Raspberry Pi's own connector will not work." ;;
    python3-lgpio) say "buttons and LEDs on pins will not work." ;;
    python3-spidev) say "a ring over SPI will not work." ;;
    libzbar0) say "the second reader for tags is missing; the first reads on." ;;
    espeak-ng) say "nothing will be said aloud." ;;
    fonts-wqy-microhei) say "Chinese cannot be shown." ;;
    *) say "the screen without a desktop will not work." ;;
    esac
}

# A name for exactly this program with exactly these dependencies.
fingerprint() {
    (
        cd "$source"
        "$python" --version
        cat pyproject.toml "$constraints"
        find companion engine hardware vision -type f ! -name '*.pyc' ! -path '*/__pycache__/*' -exec sha256sum {} + | sort
    ) | sha256sum | cut -c1-12
}

# Each version has a folder; "current" is switched to the new one when that is complete.
install_program() {
    version=$(fingerprint)
    new=$opt/versions/$version
    if [ -e "$new/complete" ] && [ "$(readlink "$opt/current" 2>/dev/null)" = "versions/$version" ]; then
        say "Program: up to date in $opt/current."
        return
    fi
    say "Program: into $new, with $(basename "$constraints")"
    if [ ! -e "$new/complete" ]; then
        gone "$new"
        act mkdir -p "$opt/versions"
        act "$python" -m venv --system-site-packages "$new"
        # Built from a copy: building leaves things behind, and the source may belong to somebody else.
        copy=$new/source
        act mkdir "$copy"
        for part in pyproject.toml README.md LICENSE companion engine hardware vision; do
            act cp -R "$source/$part" "$copy"
        done
        pip="$new/bin/python -m pip install -q --disable-pip-version-check"
        { act $pip --require-hashes -r "$constraints" && act $pip --no-deps --no-build-isolation "$copy"; } || {
            gone "$new"
            fail "The Python packages could not be installed; is there a connection to the network? What was there stays."
        }
        gone "$copy"
        check_program
        act touch "$new/complete"
    fi
    act ln -sfn "versions/$version" "$opt/current.new"
    act mv -T "$opt/current.new" "$opt/current"
    # So that everybody can say: companion config --check
    if [ ! -e "$command" ] && [ ! -L "$command" ]; then
        act mkdir -p "$(dirname "$command")"
        act ln -s "/opt/$name/current/bin/companion" "$command"
    fi
}

check_program() {
    quietly "$new/bin/companion" --version || {
        gone "$new"
        fail "The new version does not start; what was there stays."
    }
    if [ ! "$dry_run" ] && "$new/bin/python" -c 'import importlib.util as i, sys; sys.exit(not i.find_spec("picamera2"))'; then
        "$new/bin/python" -c 'import picamera2' >/dev/null 2>&1 ||
            say "  python3-picamera2 is there but cannot be loaded: docs/install.md, \"The camera's Python package\"."
    fi
}

# check_as USER: whether the companion starts for who will run it, not for root alone.
check_as() {
    on_this_system || return 0
    quietly runuser -u "$1" -- "$opt/current/bin/companion" --version ||
        fail "The companion does not start for the user $1: may that user read $opt?"
}

remove_old_versions() {
    for old in "$opt"/versions/*; do
        [ -d "$old" ] && [ "$old" != "$opt/versions/$version" ] && gone "$old"
    done
    return 0
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

start_without_desktop() {
    say "Start: with the machine, on the screen alone"
    put "$source/systemd/$name.sysusers" "$sysusers"
    act systemd-sysusers ${root:+"--root=$root"} "$sysusers"
    put "$source/systemd/$name.pam" "$pam"
    for file in "$unit" finstere-flure-power-off.path finstere-flure-power-off.service; do
        put "$source/systemd/$file" "$system_units/$file"
    done
    gone "$user_units/$unit" "$user_units/finstere-flure-power-off.path" "$user_units/finstere-flure-power-off.service"
    first_config "$config/config.toml"
    check_as "$service_user"
    act systemctl ${root:+"--root=$root"} enable -q "$unit"
    if on_this_system; then
        act systemctl daemon-reload
        act systemctl try-restart "$unit"
    fi
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
        gone "$system_units/$unit" "$system_units/finstere-flure-power-off.path" "$system_units/finstere-flure-power-off.service"
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
    of_the_user daemon-reload
    of_the_user try-restart "$unit"
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
    case $(tr -d '\0' <"$root/proc/device-tree/model" 2>/dev/null || true) in
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

read_options "$@"
need_root "$@"
set_places
choose_mode
[ "$mode" = lite ] || find_desktop_home
check_python
find_constraints
[ -z "$dry_run" ] || say "Nothing is changed; this is what would be done."
install_packages
install_program
if [ "$mode" = lite ]; then start_without_desktop; else start_with_desktop; fi
remove_old_versions
explain_firmware
say "Done. To start now: $again. Games and settings stay where they are whenever this is run again."
