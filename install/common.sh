# Where things go, and how steps are told and done; read by install.sh and uninstall.sh.
# shellcheck shell=sh disable=SC2034 # what is set here is used there

name=finstere-flure-companion
unit=$name.service
service_user=finstere-flure
system_helpers="finstere-flure-power-off.path finstere-flure-power-off.service finstere-flure-stick.path finstere-flure-stick.service finstere-flure-install.path finstere-flure-install.service"
groups="video render gpio spi input audio"

# Values that the command line may change.
dry_run=
back=
root=
mode=
desktop_user=${SUDO_USER:-}

set_places() {
    opt=$root/opt/$name
    command=$root/usr/local/bin/companion
    state=$root/var/lib/$name
    cache=$root/var/cache/$name
    config=$root/etc/$name
    system_units=$root/etc/systemd/system
    user_units=$root/etc/systemd/user
    # Of versions that had a session of their own by PAM.
    pam=$root/etc/pam.d/$name
    sysusers=$root/etc/sysusers.d/$name.conf
    desktop=$root/etc/systemd/system/display-manager.service
    watchdog=$root/etc/systemd/system.conf.d/$name.conf
}

say() { printf '%s\n' "$*"; }
fail() {
    printf '%s\n' "$*" >&2
    exit 2
}

# act COMMAND...: runs it, or with --dry-run says it.
act() {
    if [ "$dry_run" ]; then
        say "  would run: $*"
    else
        "$@"
    fi
}

# quietly COMMAND...: the same without what the command prints.
quietly() {
    if [ "$dry_run" ]; then
        act "$@"
    else
        "$@" >/dev/null
    fi
}

# put FILE PLACE [MODE]: copies a file into its place, unless it is there already just so; never leaves half a file.
put() {
    if [ -f "$2" ] && cmp -s "$1" "$2"; then
        return
    fi
    act install -D -m "${3:-644}" "$1" "$2.new"
    act mv -T "$2.new" "$2"
}

# link TARGET PLACE: lets the link PLACE lead to TARGET, at one moment.
link() {
    act ln -sfn "$1" "$2.new"
    act mv -T "$2.new" "$2"
}

# keep_on_disk PATH: what was written there survives a plug that is pulled now.
keep_on_disk() {
    on_this_system || return 0
    act sync -f "$1"
}

# gone PATH...: removes what is there.
gone() {
    for path in "$@"; do
        if [ -e "$path" ] || [ -L "$path" ]; then
            act rm -rf "$path"
        fi
    done
}

# What only the running system can do is left out when installing below another root.
on_this_system() { [ -z "$root" ]; }

# False where an image is made: there the system is still to be started.
systemd_runs() { [ -d /run/systemd/system ]; }

need_root() {
    if [ "$dry_run" ] || [ "$root" ] || [ "$(id -u)" = 0 ]; then
        return
    fi
    command -v sudo >/dev/null 2>&1 || fail "This changes the system: run it as root."
    exec sudo -- sh "$0" "$@"
}

choose_mode() {
    if [ "$mode" ]; then
        return
    fi
    # Debian wants a desktop also where none is installed: what shows one tells.
    if on_this_system && [ "$(systemctl get-default 2>/dev/null)" = graphical.target ] && [ -e "$desktop" ]; then
        mode=desktop
    else
        mode=lite
    fi
}

# The folder of the user whose desktop it is.
find_desktop_home() {
    [ "$desktop_user" ] || desktop_user=$(id -un)
    if [ "$desktop_user" = root ]; then
        fail "For which user's desktop? Say --user NAME, or --lite for a Raspberry Pi without a desktop."
    fi
    desktop_home=$(getent passwd "$desktop_user" | cut -d: -f6)
    [ "$desktop_home" ] || fail "There is no user '$desktop_user'; say --user NAME."
    autostart=$root$desktop_home/.config/autostart/$name.desktop
    desktop_config=$root$desktop_home/.config/$name
}

# of_the_user COMMAND...: systemctl for the user's own units, while that user is logged in.
of_the_user() {
    if on_this_system && [ -d "/run/user/$(id -u "$desktop_user")" ]; then
        act systemctl --user --machine="$desktop_user@.host" "$@" || say "  (not done; it will be at the next login)"
    fi
}
