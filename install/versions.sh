# The versions below /opt: each has a folder, "current" leads to the one that runs, "previous" to the one before it.
# A new version is on trial: it has a file "tried" in its own folder, which it cannot write to, and a folder among the
# trials with three files, of which start.sh takes one away at each start. When it has run well, the companion renames
# that folder to VERSION.passed. In it is a folder "sweep" until the trial has failed. Deleting works on a full disk too.
# Read by install.sh.
# shellcheck shell=sh disable=SC2154 # what is used here is set in common.sh and install.sh

# The service counts its starts, so the folder is among what it may write.
trial_folder() {
    trial=$state/trial
    [ "$mode" = lite ] || trial=$root$desktop_home/.local/state/$name/trial
}

# version_of LINK: the name of the version that the link leads to, or nothing.
version_of() { basename "$(readlink "$opt/$1" 2>/dev/null)"; }

# An archive brings the checksums of its files.
check_sources() {
    [ -e "$source/SHA256SUMS" ] || return 0
    (cd "$source" && sha256sum --check --quiet --strict SHA256SUMS >/dev/null 2>&1) ||
        fail "Files of this version are damaged or missing: copy it again. What was there stays."
}

# on_trial VERSION: it has not passed its trial; start.sh says the same.
on_trial() {
    [ -d "$trial/$1" ] || { [ -e "$opt/versions/$1/tried" ] && [ -d "$trial" ] && [ ! -d "$trial/$1.passed" ]; }
}

# A name for exactly this program with exactly these dependencies.
fingerprint() {
    sed -n 's/^version = "\(.*\)"/\1-/p' "$source/pyproject.toml" | tr -d '\n'
    (
        cd "$source" || exit
        "$python" --version
        cat pyproject.toml "$constraints"
        find companion engine hardware vision -type f ! -name '*.pyc' ! -path '*/__pycache__/*' -exec sha256sum {} + | sort
    ) | sha256sum | cut -c1-12
}

# Each version has a folder; "current" is switched to the new one when that is complete and has passed its check.
install_program() {
    version=$(fingerprint)
    new=$opt/versions/$version
    check_scripts
    if [ -e "$new/complete" ] && [ "$(version_of current)" = "$version" ]; then
        if on_trial "$version"; then
            say "Program: $version is tried again."
            begin_trial
        else
            say "Program: up to date in $opt/current."
        fi
        put_scripts
        [ "$dry_run" ] || put_signers "$new"
        return
    fi
    say "Program: into $new, with $(basename "$constraints")"
    [ -e "$new/complete" ] || build_program
    put_scripts
    [ "$dry_run" ] || put_signers "$new"
    take_version
    # So that everybody can say: companion config --check
    if [ ! -e "$command" ] && [ ! -L "$command" ]; then
        act mkdir -p "$(dirname "$command")"
        act ln -s "/opt/$name/current/bin/companion" "$command"
    fi
}

# What starts the table and updates it belongs to no version: nothing would take a broken one back.
put_scripts() {
    for script in start update; do
        put "$source/install/$script.sh" "$opt/$script" 755
    done
    for script in archive stick; do
        put "$source/install/$script.py" "$opt/$script.py"
    done
    # Of versions that asked nobody.
    gone "$opt/stick"
}

# The keys that the next archive may be signed with: a version's makers', and the one that its own archive was signed with.
put_signers() {
    python3 -E -s -B "$source/install/archive.py" signers "$source" >"$1/signers.new"
    mv -T "$1/signers.new" "$1/signers"
}

# The scripts of this version must start a version, the one before it when its trial is over, say that a folder has no
# archive, and answer a wish.
check_scripts() {
    [ -z "$dry_run" ] || return 0
    try=$opt/try
    gone "$try"
    trap 'gone "$try"' EXIT
    for stand_in in current previous; do
        mkdir -p "$try/versions/$stand_in/bin"
        printf '#!/bin/sh\necho %s\n' "$stand_in" >"$try/versions/$stand_in/bin/companion"
        chmod 755 "$try/versions/$stand_in/bin/companion"
        ln -s "versions/$stand_in" "$try/$stand_in"
    done
    for script in start update; do
        install -m 755 "$source/install/$script.sh" "$try/$script"
    done
    cp "$source/install/archive.py" "$source/install/stick.py" "$try"
    mkdir -p "$try/state/trial/current"
    touch "$try/state/trial/current/1"
    said=$(tried_scripts 2>/dev/null) || true
    gone "$try"
    trap - EXIT
    [ "$said" = "current previous 2 answered" ] || fail "The new version's scripts do not work; what was there stays."
}

# tried_scripts: in one line, what start says at a trial's last start and at the next, how update ends, what stick did.
tried_scripts() {
    patience_s=${COMPANION_SCRIPT_S:-20}
    first=$(STATE_DIRECTORY=$try/state timeout "$patience_s" "$try/start")
    second=$(STATE_DIRECTORY=$try/state timeout "$patience_s" "$try/start")
    timeout "$patience_s" "$try/update" --from "$try" && ended=0 || ended=$?
    mkdir "$try/run" "$try/answers"
    printf nothing >"$try/run/stick"
    RUNTIME_FOLDER=$try/run ANSWER_FOLDER=$try/answers KEPT_FOLDER=$try/kept timeout "$patience_s" python3 -E -s -B "$try/stick.py"
    [ ! -e "$try/answers/answer" ] || answered=answered
    echo "$first $second $ended ${answered:-}"
}

run_pip() {
    act "$new/bin/python" "$source/install/run_pip.py" install -q --disable-pip-version-check "$@"
}

# What most likely kept pip from it: what it wrote to, what it read, else the network.
why_no_packages() {
    free_kb=$(df -Pk "$new" | awk 'NR == 2 { print $4 }')
    if ! (: >"$new/written") 2>/dev/null; then
        echo "nothing can be written to $new: is the disk full, or not yours?"
    elif [ "$free_kb" -lt 102400 ]; then
        echo "the disk has only $((free_kb / 1024)) MB left: free some."
    elif [ -d "$wheels" ]; then
        echo "the archive's own packages did not fit: fetch it anew."
    else
        echo "is there a connection to the network?"
    fi
}

build_program() {
    gone "$new"
    # Whatever fails from here on, such as a full disk: nothing half made stays.
    trap 'gone "$new"' EXIT
    act mkdir -p "$opt/versions"
    act "$python" -m venv --system-site-packages "$new"
    # Built from a copy: building leaves things behind, and the source may belong to somebody else.
    copy=$new/source
    act mkdir "$copy"
    for part in pyproject.toml README.md LICENSE companion engine hardware vision; do
        act cp -R "$source/$part" "$copy"
    done
    # From a checkout; an archive has it there.
    if [ ! "$dry_run" ] && [ -e "$source/.git" ] &&
        commit=$(git -c "safe.directory=$source" -C "$source" rev-parse --verify -q HEAD 2>/dev/null); then
        echo "$commit" >"$copy/companion/commit.txt"
    fi
    # An archive brings the packages of Raspberry Pi OS along.
    wheels=$source/wheels/$release-$(uname -m)
    set -- --require-hashes -r "$constraints"
    [ ! -d "$wheels" ] || set -- --no-index --find-links "$wheels" "$@"
    { run_pip "$@" && run_pip --no-deps --no-build-isolation "$copy"; } ||
        fail "The Python packages could not be installed; $(why_no_packages) What was there stays."
    gone "$copy"
    check_program
    keep_on_disk "$opt"
    act touch "$new/complete"
    trap - EXIT
}

# alone SECONDS COMMAND...: runs it quietly at most so long, with a home of its own, without screen and sound.
alone() {
    seconds=$1
    shift
    quietly env "HOME=$room" "XDG_STATE_HOME=$room" "XDG_CONFIG_HOME=$room" "XDG_CACHE_HOME=$room" \
        SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy timeout -k 5 "$seconds" "$@" </dev/null
}

# The new version's own check: the doctor finds its parts, a whole game plays itself, and every game that is kept is
# still read. It works on a copy of the journal. The slowest Raspberry Pi takes a tenth of the time that it is given.
check_program() {
    room=$(mktemp -d)
    said=
    alone 60 "$new/bin/companion" --version || said="does not start"
    [ "$said" ] || alone 300 "$new/bin/companion" doctor --program || said="is not whole"
    [ "$said" ] || alone 900 "$new/bin/companion" play --virtual --autoplay --headless --seed 5 --players 2 ||
        said="cannot play a game"
    [ "$said" ] || reads_journal || said="does not read the games that are kept"
    rm -rf "$room"
    [ -z "$said" ] || fail "The new version $said; what was there stays."
    if [ ! "$dry_run" ] && "$new/bin/python" -c 'import importlib.util as i, sys; sys.exit(not i.find_spec("picamera2"))'; then
        "$new/bin/python" -c 'import picamera2' >/dev/null 2>&1 ||
            say "  python3-picamera2 is there but cannot be loaded: docs/install.md, \"The camera's Python package\"."
    fi
}

# Whether the new version lists as many games as the old one; true where the old one lists none.
reads_journal() {
    [ ! "$dry_run" ] && [ -x "$opt/current/bin/companion" ] && [ -e "$(dirname "$trial")/games.sqlite" ] || return 0
    for who in old new; do
        mkdir "$room/$who"
        for file in "$(dirname "$trial")"/games.sqlite*; do
            # A pipe would be waited for.
            [ -f "$file" ] || continue
            as_owner timeout 120 cat "$file" >"$room/$who/$(basename "$file")" || return 0
        done
    done
    list="games --json --journal"
    # shellcheck disable=SC2086 # several words
    alone_said "$opt/current/bin/companion" $list "$room/old/games.sqlite" >"$room/old.json" || return 0
    # shellcheck disable=SC2086 # several words
    alone_said "$new/bin/companion" $list "$room/new/games.sqlite" >"$room/new.json" || return 1
    [ "$(grep -o '"started"' "$room/old.json" | wc -l)" = "$(grep -o '"started"' "$room/new.json" | wc -l)" ]
}

alone_said() { env "HOME=$room" "XDG_STATE_HOME=$room" "XDG_CONFIG_HOME=$room" timeout -k 5 120 "$@" 2>/dev/null </dev/null; }

# as_owner COMMAND...: as the user whose games they are. What lies in that user's folder may lead anywhere: root would
# follow it.
as_owner() {
    owner=0
    if [ "$mode" = lite ]; then
        owner=$(stat -c %u "$state" 2>/dev/null || echo 0)
    elif on_this_system; then
        owner=$(id -u "$desktop_user")
    fi
    if [ "$owner" = 0 ] || [ "$(id -u)" != 0 ]; then
        act "$@"
    else
        act setpriv --reuid="$owner" --regid="$(id -g "$owner" 2>/dev/null || echo "$owner")" --clear-groups -- "$@"
    fi
}

begin_trial() {
    # Without a version to go back to there is nothing to try.
    [ -x "$opt/previous/bin/companion" ] || return 0
    act touch "$opt/versions/$version/tried"
    as_owner rm -rf "$trial/$version" "$trial/$version.passed" "$trial/new"
    as_owner mkdir -p "$trial/new/sweep"
    as_owner touch "$trial/new/1" "$trial/new/2" "$trial/new/3"
    as_owner mv -T "$trial/new" "$trial/$version"
}

take_version() {
    old=$(version_of current)
    # A version that is still on trial is none to go back to.
    if [ -x "$opt/versions/$old/bin/companion" ] && ! on_trial "$old"; then
        link "versions/$old" "$opt/previous"
    fi
    begin_trial
    keep_on_disk "$opt"
    link "versions/$version" "$opt/current"
    keep_on_disk "$opt"
}

# Runs the version before again; what runs now can be had again by ./run install.
go_back() {
    before=$(version_of previous)
    old=$(version_of current)
    if [ ! -x "$opt/versions/$before/bin/companion" ] || [ "$before" = "$old" ]; then
        fail "There is no version to go back to."
    fi
    as_owner rm -rf "$trial"
    link "versions/$before" "$opt/current"
    link "versions/$old" "$opt/previous"
    keep_on_disk "$opt"
    say "$before runs again, in place of $old. Games and settings stay."
}

remove_old_versions() {
    for folder in "$opt"/versions/* "$trial"/*; do
        case $(basename "${folder%.passed}") in
        "$version" | "$(version_of current)" | "$(version_of previous)") continue ;;
        esac
        case $folder in
        "$trial"/*) as_owner rm -rf "$folder" || true ;;
        *) [ -d "$folder" ] && gone "$folder" ;;
        esac
    done
    return 0
}
