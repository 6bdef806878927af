#!/bin/sh
# On a card that ./run card prepared: at the first start of the Raspberry Pi it leaves a unit that installs the companion
# as soon as there is a network, and tells on the screen how far it is.
#
#   sh first-start.sh              leaves the unit and starts it
#   sh first-start.sh --later      leaves it for the next start
#   sh first-start.sh --install    what the unit does
#   --root DIR --python FILE       below another root, to try it out
set -eu
name=finstere-flure-companion
here=$(cd "$(dirname "$0")" && pwd -P)
unit=finstere-flure-first-start.service
do=start
root=
while [ $# -gt 0 ]; do
    case $1 in
    --install) do=install ;;
    --later) do=later ;;
    --root)
        root=$2
        shift
        ;;
    --python)
        python=$2
        shift
        ;;
    esac
    shift
done

# say WORDS...: on the screen, in the system's log, and on the card, where any computer can read it.
say() {
    printf '%s\n' "$*"
    printf '%s\n' "$*" >>"$here/first-start.log" 2>/dev/null || true
    # What others write on the screen meanwhile is cleared away.
    said="$said$*
"
    [ "$root" ] || printf '\033c%s' "$said" 2>/dev/null >/dev/tty1 || true
}
said=

# The screen shows letters to be read from a table.
enlarge_letters() {
    [ -z "$root" ] || return 0
    chvt 1 2>/dev/null || true
    setfont -C /dev/tty1 Lat15-TerminusBold32x16 2>/dev/null || true
}

leave_unit() {
    mkdir -p "$root/etc/systemd/system"
    cat >"$root/etc/systemd/system/$unit" <<END
[Unit]
Description=Installing the companion of the table
ConditionPathExists=$here/first-start.sh
Wants=network-online.target
After=network-online.target getty@tty1.service
Conflicts=getty@tty1.service
Before=$name.service

[Service]
Type=oneshot
# apt over a slow network takes its time.
TimeoutStartSec=infinity
ExecStart=/bin/sh $here/first-start.sh --install
StandardInput=null
# A network that comes late, an archive that was copied again: it is tried until it is done.
Restart=on-failure
RestartSec=30

[Install]
WantedBy=multi-user.target
END
    systemctl ${root:+"--root=$root"} enable -q "$unit"
    if [ "$do" = start ] && [ -z "$root" ]; then
        systemctl daemon-reload
        systemctl start --no-block "$unit"
    fi
}

# The system's own packages come by the network.
wait_for_packages() {
    tries=0
    until apt-get update -q >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 20 ] || return 0
        [ "$tries" -gt 1 ] || say "There is no network yet: plug in a network cable, or give this card a Wi-Fi in Raspberry Pi Imager."
        sleep "${COMPANION_WAIT_S:-15}"
    done
}

install() {
    enlarge_letters
    say "This Raspberry Pi becomes the companion of your table."
    say "It takes a few minutes; do not switch it off."
    say "Step 1 of 3: looking for the network"
    wait_for_packages
    say "Step 2 of 3: unpacking"
    work=$(mktemp -d -p "$root/var/tmp")
    trap 'rm -rf "$work"' EXIT
    (cd "$here" && sha256sum --check --status "$name"-*.tar.sha256) ||
        stop "The archive on the card is damaged: run ./run card again, on the computer that wrote the card."
    tar -x -f "$here/$name"-*.tar -C "$work" --no-same-owner || stop "The card is full: use one of 8 GB or more."
    say "Step 3 of 3: installing"
    user=$(getent passwd 1000 | cut -d: -f1)
    [ "$root" ] || [ "$(systemctl get-default)" != graphical.target ] || set -- --user "$user"
    sh "$work/$name"-*/install/install.sh "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >>"$here/first-start.log" || true
        stop "It could not be installed: $(tail -n 1 "$work/log")"
    }
    cat "$work/log" >>"$here/first-start.log" || true
    systemctl ${root:+"--root=$root"} disable -q "$unit"
    mv "$here/first-start.sh" "$here/first-start.done"
    rm -f "$here/$name"-*.tar "$here/$name"-*.tar.sha256
    say "Done. The Raspberry Pi starts again, with the companion."
    [ "$root" ] || systemctl --no-block reboot
}

stop() {
    say "$*"
    say "What happened stands in $name/first-start.log on the card. It is tried again in half a minute."
    exit 1
}

if [ "$do" = install ]; then
    if [ "$root" ]; then set -- --lite --root "$root" --python "$python"; else set --; fi
    install "$@"
else
    leave_unit
fi
