"""Build the disk of the virtual machine: Debian with the companion.

The companion is put there by install/install.sh.

It is kept in build/box/: the system until its packages change, the disk until the companion changes. What is there is
used without a network. mmdebstrap and chroot need root.
"""

import hashlib
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from install.archive import NAME
from tools.arm64_wheels import RELEASES
from tools.bundle import download_wheels, tracked_sources, write_archive

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "box"
MIRROR = "http://deb.debian.org/debian"
#: What the card of a Raspberry Pi brings besides the packages that the installer wants.
SYSTEM = (
    "systemd-sysv dbus udev kmod linux-image-amd64 initramfs-tools ca-certificates iproute2 cloud-init alsa-utils"
    " console-setup e2fsprogs openssh-server"
)
#: What install/install.sh takes from the archive: the disk is made anew when any of it changes.
INSTALLED = ("companion/", "engine/", "hardware/", "vision/", "install/", "systemd/", "pyproject.toml", "constraints")
#: Nobody reads these in the machine, and a small disk is made sooner.
LEFT_OUT = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*")
#: All that finds the disk, and the watchdog, which a Raspberry Pi's kernel has within. A small initrd is quick to read.
MODULES = "virtio_pci virtio_blk ext4 i6300esb"
#: Size of the disk, in megabytes: the system takes a third, a second version of the companion and games the rest.
DISK_MB = 6144
#: The root user's, on the serial console.
PASSWORD = "box"
#: As Raspberry Pi OS trixie has it.
CLOUD = """datasource_list: [NoCloud, None]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
"""
#: Shell commands that run others below another root, in a mount namespace of their own.
ENTER = """root=$1; shift
for name in dev proc sys; do mount --rbind "/$name" "$root/$name"; done
exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
"""


@dataclass(frozen=True)
class Image:
    """Files that the machine is started from."""

    disk: Path
    kernel: Path
    initrd: Path


def packages() -> list[str]:
    """Return the packages of the system: its own, and those of the installer in Debian."""
    lines = (ROOT / "install" / "apt.txt").read_text().splitlines()
    wanted = [line.split()[0] for line in lines if not line.startswith("#")]
    # Raspberry Pi OS alone has these.
    return [*SYSTEM.split(), *(name for name in wanted if name not in ("python3-picamera2", "python3-lgpio"))]


def fingerprint(*parts: str | Path) -> str:
    """Return a checksum of these words and files' contents."""
    total = hashlib.sha256()
    for part in parts:
        total.update(part.read_bytes() if isinstance(part, Path) else f"{part}\0".encode())
    return total.hexdigest()


@contextmanager
def made_once(path: Path, mark: str) -> Iterator[bool]:
    """Give True if `path` must be made anew; note `mark` beside it once it has been."""
    note = path.with_name(f"{path.name}.made")
    if path.exists() and note.exists() and note.read_text() == mark:
        yield False
        return
    note.unlink(missing_ok=True)
    yield True
    note.write_text(mark)


def build_system(release: str) -> Path:
    """Make the Debian system below build/box/RELEASE/system; return its folder."""
    system = BUILD / release / "system"
    with made_once(system, fingerprint(*packages(), MODULES)) as missing:
        if missing:
            system.parent.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(system, ignore_errors=True)
            left_out = [f"--dpkgopt=path-exclude={path}" for path in LEFT_OUT]
            run(
                "mmdebstrap",
                "--variant=minbase",
                *left_out,
                f"--include={','.join(packages())}",
                release,
                system,
                MIRROR,
            )
            make_initrd(system)
    return system


def make_initrd(system: Path) -> None:
    """Make the initrd of the system anew, with `MODULES` alone."""
    settings = system / "etc" / "initramfs-tools"
    (settings / "conf.d" / "box").write_text("MODULES=list\n")
    (settings / "modules").write_text("\n".join(MODULES.split()) + "\n")
    in_system(system, "update-initramfs", "-u")


def make_archive(release: str, folder: Path) -> Path:
    """Make the archive that installs this companion there, as ./run bundle does."""
    version = next(replace(known, machine="x86_64") for known in RELEASES if known.name == release)
    wheels = download_wheels(version, ROOT / "build" / "wheels" / f"{version.name}-{version.machine}")
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / f"{NAME}-0.tar"
    write_archive(archive, f"{NAME}-0", {**tracked_sources(ROOT), **wheels})
    return archive


def build_image(release: str = "trixie") -> Image:
    """Make the machine's disk, unless it is there with exactly this companion."""
    sources = {name: path for name, path in tracked_sources(ROOT).items() if name.startswith(INSTALLED)}

    def furnish(root: Path) -> None:
        install_companion(root, make_archive(release, BUILD / release))
        draw_without_cage(root)

    return build_disk(release, "disk.raw", fingerprint(*sources, *sources.values()), furnish)


def build_card(release: str) -> Image:
    """Make the disk of a machine as a freshly written card leaves it."""
    return build_disk(release, "card.raw", "", set_up_card)


def build_disk(release: str, name: str, mark: str, furnish: Callable[[Path], None]) -> Image:
    """Make a disk of the system and what `furnish` adds, unless it has this mark."""
    folder = BUILD / release
    image = Image(folder / name, folder / "vmlinuz", folder / "initrd.img")
    system = build_system(release)
    with made_once(image.disk, fingerprint(*packages(), MODULES, mark, Path(__file__))) as missing:
        if missing:
            root = folder / "root"
            shutil.rmtree(root, ignore_errors=True)
            run("cp", "-a", system, root)
            set_up_console(root)
            furnish(root)
            run("cp", "-L", root / "vmlinuz", image.kernel)
            run("cp", "-L", root / "initrd.img", image.initrd)
            image.disk.unlink(missing_ok=True)
            run("mkfs.ext4", "-q", "-L", "box", "-d", root, image.disk, f"{DISK_MB}M")
            shutil.rmtree(root)
    return image


def install_companion(root: Path, archive: Path) -> None:
    """Unpack the archive in the system and run its installer."""
    run("tar", "-x", "-f", archive, "-C", root / "var" / "tmp")
    in_system(root, "sh", f"/var/tmp/{archive.stem}/install/install.sh", "--lite")
    shutil.rmtree(root / "var" / "tmp" / archive.stem)


def set_up_console(root: Path) -> None:
    """Add what a card has from its owner: a name, a password, a network."""
    run("chroot", root, "chpasswd", given=f"root:{PASSWORD}\n")
    (root / "etc" / "hostname").write_text("box\n")
    (root / "etc" / "fstab").write_text("/dev/vda / ext4 defaults,noatime 0 1\n")
    network = "[Match]\nName=en* eth*\n[Network]\nAddress=10.0.2.15/24\nGateway=10.0.2.2\n"
    (root / "etc" / "systemd" / "network" / "box.network").write_text(network)
    run("chroot", root, "systemctl", "enable", "-q", "systemd-networkd.service")


def set_up_card(root: Path) -> None:
    """Add what Raspberry Pi OS has for cloud-init; the boot partition is a disk of its own.

    The packages that the installer wants are there, so apt has nowhere to ask.
    """
    (root / "etc" / "cloud" / "cloud.cfg.d" / "99_raspberry-pi.cfg").write_text(CLOUD)
    mounted = root / "etc" / "systemd" / "system" / "cloud-init-main.service.d"
    mounted.mkdir(parents=True)
    (mounted / "boot.conf").write_text("[Unit]\nRequiresMountsFor=/boot/firmware\n")
    (root / "boot" / "firmware").mkdir()
    with (root / "etc" / "fstab").open("a") as mounts:
        mounts.write("/dev/vdb /boot/firmware auto defaults 0 2\n")
    (root / "etc" / "apt" / "sources.list").unlink()
    draw_without_cage(root)


def draw_without_cage(root: Path) -> None:
    """Let SDL draw on the screen itself, by the drop-in that ./run install leaves to choose.

    The machine's screen has no graphics processor. Under cage SDL crashes there when it opens its window.
    """
    drop_ins = root / "etc" / "systemd" / "system" / f"{NAME}.service.d"
    drop_ins.mkdir(parents=True)
    shutil.copy(ROOT / "systemd" / "kmsdrm.conf", drop_ins)


def in_system(root: Path, *command: str) -> None:
    """Run a command as root of that system, which has the kernel's folders meanwhile."""
    run("unshare", "--mount", "sh", "-euc", ENTER, "sh", root, *command)


def run(*command: str | Path, given: str | None = None) -> None:
    """Run a command; end with its words if it fails."""
    done = subprocess.run(
        command, input=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}:\n{done.stdout[-2000:]}")
