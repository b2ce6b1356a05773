"""Calls to the system that fail, are the last one, or during which another program changes a file (faults.c)."""

import collections
import errno
import os
import re
import shlex
import shutil
import signal
import subprocess
import time

from testing import ROOT, is_record, is_stray, tree

# What calls fail with, in turn; the first of those that are not listed.
ERRORS = collections.defaultdict(lambda: ["EIO", "EACCES"], {
    "open": ["EACCES", "EMFILE", "EIO", "EROFS"], "openat": ["EACCES", "ENFILE", "EIO", "EROFS"],
    "write": ["ENOSPC", "EIO", "EDQUOT"], "pwrite": ["ENOSPC", "EIO", "EFBIG"], "read": ["EIO"], "pread": ["EIO"],
    "ftruncate": ["ENOSPC", "EFBIG", "EINVAL"], "copy_file_range": ["ENOSPC", "EIO", "EXDEV", "EINVAL", "EOPNOTSUPP"],
    "link": ["EACCES", "ENOSPC", "EPERM"], "linkat": ["EACCES", "ENOSPC", "EPERM", "EROFS"],
    "unlink": ["EACCES", "EROFS", "EIO"], "mkdir": ["EACCES", "ENOSPC", "EROFS"], "mkdirat": ["EACCES", "ENOSPC", "EROFS"],
    "mmap": ["ENOMEM", "ENODEV"], "fsetxattr": ["ENOSPC", "ENOTSUP"], "fgetxattr": ["EIO", "ENOTSUP"],
    "flistxattr": ["EIO", "ENOTSUP"], "rename": ["EACCES", "EIO", "EROFS"], "renameat": ["EACCES", "EIO"],
    "renameat2": ["EACCES", "EIO", "EINVAL"], "fsync": ["EIO", "ENOSPC", "EINVAL"], "fdatasync": ["EIO", "EINVAL"],
    "syncfs": ["EIO", "ENOSPC"], "close": ["EIO"], "flock": ["ENOLCK", "ENOTSUP"],
    "posix_spawn": ["EAGAIN", "ENOMEM"], "fork": ["EAGAIN", "ENOMEM"], "socketpair": ["EMFILE"], "pipe2": ["EMFILE"],
    "pthread_create": ["EAGAIN"], "poll": ["EINTR"], "waitpid": ["EINTR"], "malloc": ["ENOMEM"], "sendmsg": ["EPIPE"], "recvmsg": ["ECONNRESET", "ENOMEM"]})
# What may end early: less than all bytes, or by a signal. The program goes on as if nothing had been.
SHORT = {"read", "pread", "write", "pwrite", "copy_file_range"}
INTERRUPTED = {"read", "pread", "write", "pwrite", "copy_file_range", "open", "openat", "ftruncate", "fsync"}
NEEDS_ROOM = {"open", "openat", "write", "pwrite", "ftruncate", "fsync", "copy_file_range", "link", "linkat", "mkdir",
              "mkdirat", "fsetxattr"}
# What changes the disk: a program that is killed between two others leaves the same as before the second one.
CHANGES_DISK = NEEDS_ROOM | {"unlink", "unlinkat", "rmdir", "rename", "renameat", "renameat2", "syncfs", "fchmod", "fchown",
                             "futimens", "flock"}
# What takes names away; where it fails, a hidden name stays until the next run.
REMOVES = {"unlink", "unlinkat", "rmdir"}
# What may fail without harm to the result, or in a way that is tried again: nothing has to be said.
SILENT = {"close", "flistxattr", "fgetxattr", "fsetxattr", "fchmod", "fchown", "fcntl", "lseek", "access"}

# What other programs do to a file, or to a folder of outputs. Times are fixed, as archives have them in them.
CHANGES = {
    "shorter": "truncate -s 1000 {path}", "longer": "printf 12345678 >> {path}; touch -d @1600000100 {path}",
    "other": "cp {other}/$(case {path} in *.mov) echo clip-h264-fragmented.mov;; *.jpg) echo coast.avif;; "
             "*) echo landscape-tiled.heic;; esac) {path}.new && mv {path}.new {path}",
    "written": "printf 12345678 | dd of={path} bs=1 seek=40 conv=notrunc; touch -d @1600000100 {path}",
    "gone": "rm -f {path}", "swapped": "mv {folder}/out/sub {folder}/moved && ln -s {outside} {folder}/out/sub",
    "swapped input": "mv {folder}/in/sub {folder}/moved && ln -s {elsewhere} {folder}/in/sub",
}
# Files that are in no folder which a command was given.
ELSEWHERE = {"b.heic": "landscape-tiled.heic", "b.jpg": "coast.avif"}

# What the message has to say about an error (Sources/Bytes/FieldCoding/SystemErrorText.swift).
WORDS = {"EACCES": "there is no permission", "EPERM": "there is no permission", "ENOSPC": "the disk is full",
         "EDQUOT": "the space that this user may use is full", "EROFS": "the disk can only be read",
         "EIO": "the disk reports an error", "EFBIG": "the file would be too large", "EMFILE": "too many files are open",
         "ENFILE": "too many files are open", "ENOMEM": "there is not enough memory"}


class Fault:
    def __init__(self, number, function, what, code="", more=None):
        self.number, self.function, self.what, self.code, self.more = number, function, what, code, more or {}

    def __str__(self):
        return f"{self.what} at call {self.number}, {self.function}{' with ' + self.code if self.code else ''}"

    @property
    def variables(self):
        values = {"FAULTS_AT": str(self.number), **self.more}
        if self.code:
            values["FAULTS_ERROR"] = str(getattr(errno, self.code))
        if self.what in ("kill", "full", "short"):
            values["FAULTS_" + self.what.upper()] = "1"
        return values

    @property
    def is_transparent(self):
        """Whether the program goes on as if nothing had been, as if a signal comes too late."""
        return self.what == "short" or not self.number or self.code == "EINTR" and self.function in INTERRUPTED


class Calls:
    """Each call fails, ends early, or is the last one; those that need room also begin a full disk."""
    name = "calls"
    # Whether commands that only read are tested, too.
    reads = False
    # Variables of faults.c that choose the calls.
    variables = {}
    # Whether it matters for calls that change nothing that they are the last ones.
    kills_anywhere = False

    def __init__(self, tester, sample, has_all_codes=False):
        self.tester, self.sample, self.has_all_codes = tester, sample, has_all_codes
        self.turns = collections.Counter()

    def reference(self, command):
        return self.tester.reference(command, self.variables)

    def faults(self, calls, sample):
        counts, totals = collections.Counter(), collections.Counter(calls)
        for index, function in enumerate(calls):
            counts[function] += 1
            # The first ones and the last ones; half as many of those that change nothing.
            most = sample if function in CHANGES_DISK else (sample + 1) // 2
            if most and most // 2 < counts[function] <= totals[function] - (most + 1) // 2:
                continue
            faults = list(self.faults_of(index + 1, function, counts[function]))
            # Of a sample, one kind for each call, in turn.
            if self.sample:
                self.turns[function] += 1
                faults = [faults[self.turns[function] % len(faults)]]
            yield from faults

    def faults_of(self, number, function, count):
        codes = ERRORS[function]
        for code in codes if self.has_all_codes or self.sample else [codes[count % len(codes)]]:
            yield Fault(number, function, "error", code, self.variables)
        if function in SHORT:
            yield Fault(number, function, "short", more=self.variables)
        if function in INTERRUPTED:
            yield Fault(number, function, "error", "EINTR", self.variables)
        if function in CHANGES_DISK or self.kills_anywhere:
            yield Fault(number, function, "kill", more=self.variables)
        if function in NEEDS_ROOM:
            yield Fault(number, function, "full", "ENOSPC", self.variables)

    def cases(self, command, reference):
        for fault in self.faults(reference.calls, self.sample or command.sample):
            yield (lambda folder, fault=fault: self.test(command, reference, folder, fault)), str(fault)

    def test(self, command, reference, folder, fault, seconds=None, end=signal.SIGKILL):
        self.tester.prepare(command, folder)
        result = self.tester.run(command, folder, command.arguments, fault.variables if seconds is None else None, seconds, end)
        after = tree(folder)
        # Threads and processes make their calls in another order each time.
        planned = fault.function
        if 0 < fault.number <= len(result.calls):
            fault.function = result.calls[fault.number - 1]
        is_ended = result.returncode == -end and fault.what == "kill"
        is_killed = is_ended and end == signal.SIGKILL
        found = self.tester.problems(
            command, reference, result, after, is_ended, is_unlinked=not is_killed and fault.function not in REMOVES)
        text = result.stderr + result.stdout
        if is_ended and "No such file" in text:
            found.append(f"ended by a signal, and says: {result.stderr.strip()[-300:]}")
        if not is_ended and result.returncode not in (None, reference.code):
            if fault.is_transparent:
                found.append(f"exit code {result.returncode} though nothing failed: {result.stderr.strip()[-300:]}")
            elif not self.names_cause(fault, text):
                found.append(f"exit code {result.returncode} without the cause: {result.stderr.strip()[-300:]}")
        if not found and self.tester.needs_second_run(reference, after):
            found += self.tester.second_run(command, folder, reference)
        shutil.rmtree(folder, ignore_errors=True)
        return found if fault.function == planned else [f"{fault.function}: {words}" for words in found]

    def names_cause(self, fault, text):
        return WORDS.get(fault.code, "") in text or fault.function in SILENT


class WorkerCalls(Calls):
    """The same in boxwalk-codec, where calls for any file count."""
    name = "worker"
    variables = {"FAULTS_PROGRAM": "boxwalk-codec"}
    kills_anywhere = True

    def faults(self, calls, sample):
        # A picture is written in thousands of calls.
        return super().faults(calls, sample or 20)


class Memory(Calls):
    """Libraries that are loaded at run time get no memory."""
    name = "memory"
    variables = {"FAULTS_MEMORY": "1"}

    def __init__(self, tester, sample, chance):
        super().__init__(tester, sample)
        self.chance = chance

    def faults(self, calls, sample):
        for number in sorted(self.chance.sample(range(1, len(calls) + 1), min(len(calls), sample))):
            yield Fault(number, "malloc", "error", "ENOMEM", self.variables)

    def names_cause(self, fault, text):
        # Libraries have other words, which are passed on with their names; and some crash, which is said.
        return re.search("memory|malloc|alloc|crashed|lib[a-z0-9-]+|hevc:", text, re.IGNORECASE)


class WorkerMemory(Memory):
    name = "worker's memory"
    variables = {"FAULTS_MEMORY": "1", "FAULTS_PROGRAM": "boxwalk-codec"}


class Kills(Calls):
    """Kills at moments that may be in the middle of a call."""
    name = "kills"
    signals = [signal.SIGKILL]

    def __init__(self, tester, share, chance):
        super().__init__(tester, 0)
        self.share, self.chance = share, chance

    def cases(self, command, reference):
        folder = os.path.join(self.tester.work, command.name)
        self.tester.prepare(command, folder)
        start = time.monotonic()
        self.tester.run(command, folder, command.arguments)
        seconds = time.monotonic() - start
        for _ in range(self.share()):
            moment, end = self.chance.uniform(0, seconds), self.chance.choice(self.signals)
            yield (lambda folder, moment=moment, end=end:
                   self.test(command, reference, folder, Fault(0, "", "kill"), moment, end)), f"{end.name} at {moment:.4f} s"


class Ends(Kills):
    """Signals that ask the command to end: nothing is left."""
    name = "ends"
    signals = [signal.SIGTERM, signal.SIGINT]


class Changes(Calls):
    """Another program changes a file at a random call."""
    name = "changes"

    def __init__(self, tester, share, chance):
        super().__init__(tester, 0)
        self.share, self.chance = share, chance

    def cases(self, command, reference):
        paths, calls = [path for path in reference.before if not is_record(path)], reference.calls
        for _ in range(self.share()):
            change, path, number = self.chance.choice(list(CHANGES)), self.chance.choice(paths), self.chance.randint(1, len(calls))
            yield (lambda folder, change=change, path=path, number=number:
                   self.change(command, number, path, CHANGES[change], reference, folder)
                   ), f"{path} {change} at call {number}, {calls[number - 1]}"

    def change(self, command, number, path, words, reference, folder):
        """What is wrong when another program changes a file at a call.

        Each file is one of what it was, or is when all is done, with the change before, after or without it: no output is
        made of both contents, and what the other program did is not lost."""
        outside, elsewhere = folder + "-outside", folder + "-elsewhere"
        for target, files in ((outside, {}), (elsewhere, ELSEWHERE)):
            os.makedirs(target, exist_ok=True)
            for name, sample in files.items():
                shutil.copyfile(os.path.join(ROOT, "SampleMedia", sample), os.path.join(target, name))
        untouched = tree(elsewhere)
        change = words.format(path=shlex.quote(os.path.join(folder, path)), folder=shlex.quote(folder),
                              outside=shlex.quote(outside), elsewhere=shlex.quote(elsewhere),
                              other=shlex.quote(os.path.join(ROOT, "SampleMedia")))
        allowed = [reference.before, reference.after]
        for is_first in (True, False):
            self.tester.prepare(command, folder)
            if is_first:
                subprocess.run(["sh", "-c", change], stderr=subprocess.DEVNULL)
                allowed.append(tree(folder))
            self.tester.run(command, folder, command.arguments)
            if not is_first:
                subprocess.run(["sh", "-c", change], stderr=subprocess.DEVNULL)
            allowed.append(tree(folder))
        self.tester.prepare(command, folder)
        result = self.tester.run(command, folder, command.arguments, {"FAULTS_AT": str(number), "FAULTS_RUN": change})
        found = []
        if result.returncode not in (0, 1, 2, 3):
            found.append(f"exit code {result.returncode}: {result.stderr.strip()[-300:]}")
        found += [f"{name} was left in the folder for temporary files" for name in result.left]
        # What the change itself made of a file is there, unless the command was done with it or moves it away.
        after = tree(folder).get(path)
        for name, content in tree(folder).items():
            # A page shows several readings of a file: it says so, and has no link to a file that is gone.
            tells = name.endswith(command.tells) and (result.returncode or after is None)
            if is_stray(name):
                found.append(f"{name} was left")
            elif not is_record(name) and not tells and all(other.get(name) != content for other in allowed):
                found.append(f"{name} is of no content that was there")
        if after not in [other.get(path) for other in allowed[2:]]:
            found.append(f"{path} is as if it had not been changed")
        if os.listdir(outside):
            found.append(f"{', '.join(os.listdir(outside))} was written outside")
        if tree(elsewhere) != untouched:
            found.append("files outside were changed")
        for target in (folder, outside, elsewhere):
            shutil.rmtree(target, ignore_errors=True)
        return found
