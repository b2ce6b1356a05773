"""File systems that lack what others have, that are full, or that can only be read."""

import contextlib
import glob
import os
import shutil
import subprocess
import time

from calls import WORDS
from pages import Mount
from testing import NotRun, tree

# What the program passthrough.c leaves out.
PASSING = {
    "nothing but names": ["no-links", "no-rename-flags", "no-modes", "clock=2", "fold", "name-length=255"],
    "no flags of rename": ["no-rename-flags"], "no links": ["no-links"],
    "fsync EINVAL": ["no-rename-flags", "fsync=22"], "fsync ENOSYS": ["no-links", "fsync=38"],
    "fsync ENOTSUP": ["fsync=95"],
    "clock ahead": ["no-links", "no-rename-flags", "clock=1", "skew=3600"], "clock behind": ["skew=-3600"],
}
# Of images: what makes them, and what mounts them, with the modes that files have elsewhere.
IMAGES = {
    "exFAT": ["mkfs.exfat", "mount.exfat-fuse -o fmask=0133,dmask=0022 {device} {folder}"],
    "NTFS": ["mkfs.ntfs -F -f -q", "ntfs-3g -o fmask=0133,dmask=0022 {device} {folder}"],
    "ext2": ["mkfs.ext2 -q", "mount {device} {folder}"], "XFS": ["mkfs.xfs -q", "mount {device} {folder}"],
    "Btrfs": ["mkfs.btrfs -q", "mount {device} {folder}"],
}
ROOM = 400 << 20


def call(words):
    if shutil.which(words.split()[0]) is None:
        return subprocess.CompletedProcess(words, 127, b"", b"")
    return subprocess.run(words.split(), stdin=subprocess.DEVNULL, capture_output=True)


def require(words):
    if call(words).returncode:
        raise NotRun(f"{words} failed")


@contextlib.contextmanager
def unmounted(folder):
    """Unmounts what is mounted at a folder in the end."""
    try:
        yield
    finally:
        call(f"umount -l {folder}")


def wait_for_fuse(folder):
    """Waits until files are gone that were open when others took their names: FUSE removes them after the program has ended."""
    end = time.monotonic() + 20
    while glob.glob(f"{folder}/**/.fuse_hidden*", recursive=True) and time.monotonic() < end:
        time.sleep(0.01)


class FileSystems:
    name = "file systems"
    reads = False

    def __init__(self, tester, program, sample):
        self.tester, self.program, self.sample, self.count = tester, program, sample, 0
        self.systems = [(name, self.passing(options), None) for name, options in PASSING.items()] if program else []
        if os.geteuid() == 0:
            images = [(name, self.image(make, mount), None) for name, (make, mount) in IMAGES.items()]
            for each in [("full tmpfs", self.full, "ENOSPC"), ("read-only", self.read_only, "EROFS"), *images]:
                if self.is_there(each[1]):
                    self.systems.append(each)
                else:
                    print(f"{each[0]} cannot be mounted here, and is left out", flush=True)

    def is_there(self, system):
        folder = os.path.join(self.tester.work, "trial")
        try:
            with system(folder, lambda: None):
                return True
        except NotRun:
            return False

    # Each makes a file system at a folder, calls `prepare`, and is ready for the command.

    def passing(self, options):
        @contextlib.contextmanager
        def system(folder, prepare):
            source = folder + ".files"
            os.makedirs(source)
            os.makedirs(folder)
            try:
                with Mount(self.program, source, folder, *options):
                    prepare()
                    yield
            finally:
                shutil.rmtree(source)
                os.rmdir(folder)
        return system

    def image(self, make, mount):
        @contextlib.contextmanager
        def system(folder, prepare):
            image = folder + ".image"
            os.makedirs(folder)
            with open(image, "wb") as file:
                file.truncate(ROOM)
            device = call(f"losetup -f --show {image}").stdout.decode().strip()
            try:
                with unmounted(folder):
                    require(f"{make} {device}")
                    require(mount.format(device=device, folder=folder))
                    prepare()
                    yield
            finally:
                call(f"losetup -d {device}")
                os.unlink(image)
                os.rmdir(folder)
        return system

    @contextlib.contextmanager
    def full(self, folder, prepare):
        os.makedirs(folder)
        try:
            with unmounted(folder):
                require(f"mount -t tmpfs none {folder}")
                prepare()
                space = os.statvfs(folder)
                size = max(1, space.f_blocks - space.f_bfree) * space.f_frsize
                require(f"mount -o remount,size={size} {folder}")
                yield
        finally:
            os.rmdir(folder)

    @contextlib.contextmanager
    def read_only(self, folder, prepare):
        os.makedirs(folder)
        try:
            prepare()
            require(f"mount --bind {folder} {folder}")
            with unmounted(folder):
                require(f"mount -o remount,bind,ro {folder}")
                yield
        finally:
            shutil.rmtree(folder)

    def reference(self, command):
        return self.tester.reference(command)

    def cases(self, command, reference):
        # Of a sample, the first one, and others in turn.
        chosen = self.systems
        if self.sample:
            chosen = self.systems[:1] + [self.systems[(self.count + index) % len(self.systems)] for index in range(1, self.sample)]
            self.count += self.sample - 1
        for name, system, refusal in chosen:
            yield (lambda folder, system=system, refusal=refusal: self.test(command, reference, folder, system, refusal)), name

    def test(self, command, reference, folder, system, refusal):
        with system(folder, lambda: self.tester.prepare(command, folder)):
            result = self.tester.run(command, folder, command.arguments)
            wait_for_fuse(folder)
            after = tree(folder)
        found = self.tester.problems(command, reference, result, after)
        if refusal is None and result.returncode != reference.code:
            found.append(f"exit code {result.returncode}: {result.stderr.strip()[-300:]}")
        if refusal and result.returncode != reference.code and WORDS[refusal] not in result.stderr + result.stdout:
            found.append(f"exit code {result.returncode} without the cause: {result.stderr.strip()[-300:]}")
        return found
