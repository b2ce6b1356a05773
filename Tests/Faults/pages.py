"""Pages of inputs, or of what was written, that cannot be read, by a file system that fails (passthrough.c)."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import time

from testing import NotRun, Reference, compile_c, tree

PAGE = 4096
# Which reads of a page fail, by the names of these modes. The system tries some reads twice.
MODES = {"always": [], "once": ["last=1"], "twice": ["last=2"], "later": ["first=2"]}
# What messages say about it (Sources/Bytes/FieldCoding/SystemErrorText.swift); that of `rescue`, too.
CAUSE = re.compile("the disk reports an error|bytes unreadable")


def build_passthrough(work):
    """The program for file systems; None if there is no FUSE here."""
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "fuse3"], capture_output=True, text=True)
    if flags.returncode or not os.access("/dev/fuse", os.R_OK | os.W_OK):
        return None
    program = os.path.join(work, "passthrough")
    compile_c("passthrough.c", program, *flags.stdout.split())
    return program


class Mount:
    """A folder, `source`, that is seen at another path through the program."""

    def __init__(self, program, source, folder, *options):
        self.call, self.folder, self.failed = [program, source, folder, *options], folder, None

    def __enter__(self):
        self.process = subprocess.Popen(self.call, stdout=subprocess.PIPE, text=True, start_new_session=True)
        if self.process.stdout.readline() != "ready\n":
            self.process.kill()
            raise NotRun(f"{self.folder} cannot be mounted")
        while not os.path.ismount(self.folder):
            time.sleep(0.001)
        return self

    def __exit__(self, *_):
        # What was asked before is answered before this.
        os.statvfs(self.folder)
        self.process.send_signal(signal.SIGTERM)
        self.failed = int(self.process.stdout.read() or 0)
        self.process.wait()
        self.process.stdout.close()


class Pages:
    name = "pages"
    # Whether commands that only read are tested, too.
    reads = True

    def __init__(self, tester, program, sample, is_brief):
        self.tester, self.program, self.sample, self.is_brief, self.count = tester, program, sample, is_brief, 0

    @contextlib.contextmanager
    def placed(self, command, folder):
        """The folder of the files before the command, which it will see mounted at `folder`."""
        source = folder + ".files"
        os.makedirs(folder, exist_ok=True)
        self.tester.prepare(command, folder, source, lambda: Mount(self.program, source, folder))
        try:
            yield source
        finally:
            shutil.rmtree(source)
            os.rmdir(folder)

    def reference(self, command):
        if command.is_far:
            return None
        folder = os.path.join(self.tester.work, command.name)
        with self.placed(command, folder) as source:
            before = tree(source, folder)
            sizes = {path: os.path.getsize(os.path.join(source, path)) for path in before}
            with Mount(self.program, source, folder):
                result = self.tester.run(command, folder, command.arguments)
            after = tree(source, folder)
            self.tester.require_right(command, before, result, after)
            return Reference(before, after, result.returncode, result.stdout, sizes)

    def cases(self, command, reference):
        for page in range(self.sample or 4) if command.writes else []:
            for mode in ["always", "later"]:
                yield (lambda folder, page=page, mode=mode: self.test(command, reference, folder, None, page, mode)
                       ), f"what it wrote, page {page} {mode}"
        for path, size in reference.calls.items():
            for page in chosen((size + PAGE - 1) // PAGE, self.sample):
                # Briefly, one mode for each page, in turn.
                self.count += 1
                for mode in list(MODES)[self.count % len(MODES):][:1] if self.is_brief else MODES:
                    yield (lambda folder, path=path, page=page, mode=mode:
                           self.test(command, reference, folder, path, page, mode)
                           ), f"{path} page {page} {mode}"

    def test(self, command, reference, folder, path, page, mode):
        with self.placed(command, folder) as source:
            files = f"file={path}" if path else "new"
            with Mount(self.program, source, folder, files, f"page={page}", *MODES[mode]) as mount:
                result = self.tester.run(command, folder, command.arguments)
            after = tree(source, folder)
            found = self.tester.problems(command, reference, result, after)
            text = result.stderr + result.stdout
            if result.returncode != reference.code:
                if not mount.failed:
                    found.append(f"no read failed, but exit code {result.returncode}: {result.stderr.strip()[-300:]}")
                elif not (CAUSE.search(text) and os.path.basename(path or "") in text):
                    found.append(f"exit code {result.returncode} without the cause: {result.stderr.strip()[-300:]}")
            if not found and self.tester.needs_second_run(reference, after):
                with Mount(self.program, source, folder):
                    found += self.tester.second_run(command, folder, reference)
        return found


def chosen(count, sample):
    """The numbers below `count`, or so many of them, with the first one and the last one."""
    if not sample or count <= sample:
        return range(count)
    return sorted({round(index * (count - 1) / max(1, sample - 1)) for index in range(sample)})
