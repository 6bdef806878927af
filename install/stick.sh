#!/bin/sh
# Does with a USB stick what was chosen on the screen: installs the archive on it, or writes a report to it. Without a
# stick it installs the archive that lies on the card. Started as root by finstere-flure-stick.service; the wish and its
# answer are files in the companion's runtime folder.
set -u
name=finstere-flure-companion
service_user=finstere-flure
folder=${RUNTIME_FOLDER:-/run/$name}
# For a try without a stick: a folder in its place, and options of the installer.
stick=${STICK_FOLDER:-}
# On the card's boot partition, which every computer can write.
card=${CARD_FOLDER:-/boot/firmware/$name}
work=

answer() {
    printf '%s' "$1" >"$folder/stick-answer.new"
    mv -f "$folder/stick-answer.new" "$folder/stick-answer"
}

finish() {
    answer "$1"
    exit 0
}

# Called when the script ends.
# shellcheck disable=SC2317
leave() {
    if [ "$work" ]; then
        umount -q "$work/stick" 2>/dev/null
        rm -rf --one-file-system "$work"
    fi
}

# By the kernel's path: what lsblk calls HOTPLUG no stick is for util-linux 2.41 where a socket says nothing of itself.
on_usb() {
    case $(readlink -f "/sys/class/block/${1##*/}") in
    */usb[0-9]*) return 0 ;;
    *) return 1 ;;
    esac
}

# mount_stick WAY: the first partition on USB that is not in use, if there is one. WAY: ro or rw.
mount_stick() {
    [ -z "$stick" ] || return 0
    mkdir "$work/stick"
    for device in $(lsblk -rnpo NAME,FSTYPE,MOUNTPOINT | awk -F '[ ]' '$2 != "" && $3 == "" { print $1 }'); do
        if on_usb "$device" && mount -o "$1,nosuid,nodev,noexec" "$device" "$work/stick" 2>/dev/null; then
            stick=$work/stick
            return 0
        fi
    done
    return 1
}

has_archive() { [ "$(find "$1" -maxdepth 1 -name "$name-*.tar" 2>/dev/null | wc -l)" -gt 0 ]; }

# The doctor has the rights of the companion, and a copy of its journal, which the companion is writing to.
examine() {
    mkdir "$work/state"
    cp /var/lib/$name/games.sqlite* /var/lib/$name/settings.toml "$work/state" 2>/dev/null
    set -- env "HOME=$work" "STATE_DIRECTORY=$work/state" "CONFIGURATION_DIRECTORY=/etc/$name" SDL_VIDEODRIVER=dummy \
        "$(dirname "$0")/current/bin/companion" doctor --report "$work/doctor.txt"
    if getent passwd "$service_user" >/dev/null; then
        chown "$service_user:" "$work" "$work/state" "$work"/state/*
        set -- runuser -u "$service_user" -- "$@"
    fi
    "$@" >/dev/null 2>&1
}

wish=$(cat "$folder/stick")
# First of all, or the path unit would start this again and again.
rm -f "$folder/stick"
trap leave EXIT
work=$(mktemp -d -p /var/tmp)
case $wish in
update)
    # As on an image of install/image.
    [ -w "$(dirname "$0")" ] || finish read-only
    if mount_stick ro; then
        has_archive "$stick" || finish no-archive
    else
        has_archive "$card" || finish no-stick
        stick=$card
    fi
    # shellcheck disable=SC2086 # several options
    sh "$(dirname "$0")/update" --from "$stick" ${INSTALL_OPTIONS:---lite} || finish not-installed
    finish installed
    ;;
report)
    mount_stick rw || finish no-stick
    report=$stick/$name-$(date +%Y%m%d-%H%M%S)
    examine
    {
        mkdir "$report" && cp "$work/doctor.txt" "$report" &&
            journalctl -u "$name" -n 5000 --no-pager >"$report/log.txt" && sync -f "$stick"
    } 2>/dev/null || finish not-written
    finish written
    ;;
*) finish "" ;;
esac
