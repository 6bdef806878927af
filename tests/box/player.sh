# First process of the machine whose plug is pulled, in the player's folder: no systemd, so that a start takes seconds.
set -u
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy PYTHONDONTWRITEBYTECODE=1
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs run /run
mount -t tmpfs tmp /tmp
mkdir /run/kept
modprobe -a virtio_console xhci_pci usb_storage sd_mod
/opt/finstere-flure-companion/current/bin/python -m tests.box.player /dev/sda /run/kept /dev/hvc0 >/dev/hvc0 2>&1
sleep infinity
