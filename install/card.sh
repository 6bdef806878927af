#!/bin/sh
# Prepares a freshly written card, so that the first switch-on of the Raspberry Pi installs the companion.
#
#   ./run card BOOTFS [ARCHIVE]    BOOTFS: where the card's boot partition is mounted; ARCHIVE: what ./run bundle made
#                                  (usual: the newest in dist/)
#
# Works on cards with Raspberry Pi OS trixie (by cloud-init) and bookworm (by firstrun.sh), also after Raspberry Pi Imager
# has put users and networks there. Can be run again.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd -P)
# shellcheck source=install/common.sh
. "$source/install/common.sh"

case ${1:-} in
'' | --help)
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
bootfs=$1
archive=${2:-$(python3 -E -s -B "$source/install/archive.py" newest "$source/dist")}
if [ ! -f "$bootfs/cmdline.txt" ] || [ ! -f "$bootfs/config.txt" ]; then
    fail "$bootfs is no boot partition of Raspberry Pi OS: cmdline.txt and config.txt are not there."
fi
[ -f "$archive" ] || fail "There is no archive${archive:+ $archive}; make one: ./run bundle"
grep -q '[^[:space:]]' "$bootfs/cmdline.txt" || fail "$bootfs/cmdline.txt is empty: write the card again."

# What runs on the Raspberry Pi; its boot partition is mounted there at this place.
folder=$bootfs/$name
start="sh /boot/firmware/$name/first-start.sh"
say "Archive: $archive"
mkdir -p "$folder"
rm -f "$folder/$name"-*.tar "$folder/$name"-*.tar.sha256 "$folder/first-start.log"
cp "$archive" "$folder/" || {
    rm -rf "$folder"
    fail "$bootfs has no room for the archive."
}
(cd "$folder" && sha256sum "$(basename "$archive")" >"$(basename "$archive").sha256")
cp "$source/install/first-start.sh" "$folder/"

if [ -f "$bootfs/meta-data" ]; then
    if [ -f "$bootfs/vendor-data" ] && ! grep -qF "$start" "$bootfs/vendor-data"; then
        fail "$bootfs/vendor-data belongs to something else; take it away first."
    fi
    printf '#!/bin/sh\n# What users and networks need stands in user-data and network-config.\nexec %s\n' "$start" >"$bootfs/vendor-data"
    say "First start: by cloud-init"
elif [ -f "$bootfs/firstrun.sh" ]; then
    # Raspberry Pi Imager wrote it; it removes itself at its end.
    grep -qF "$start" "$bootfs/firstrun.sh" || sed -i "1a $start --later" "$bootfs/firstrun.sh"
    say "First start: by firstrun.sh, with what Raspberry Pi Imager put there"
else
    cat >"$bootfs/firstrun.sh" <<END
#!/bin/sh
$start --later
rm -f /boot/firmware/firstrun.sh
sed -i 's| systemd\\.[^ ]*||g' /boot/firmware/cmdline.txt
exit 0
END
    grep -q 'systemd\.run=' "$bootfs/cmdline.txt" ||
        sed -i '1s|[[:space:]]*$| systemd.run=/boot/firmware/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target|' "$bootfs/cmdline.txt"
    say "First start: by firstrun.sh"
fi
# For the ring of lights. Whoever has a card prepared wants to type nothing later on.
if grep -q '^#dtparam=spi=on' "$bootfs/config.txt"; then
    sed -i 's/^#dtparam=spi=on/dtparam=spi=on/' "$bootfs/config.txt"
    say "Firmware: SPI is switched on in config.txt."
fi
sync -f "$bootfs" 2>/dev/null || sync
say "Done. Put the card into the Raspberry Pi, connect screen and network, and switch it on. It tells how far it is."
