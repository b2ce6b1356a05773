"""Runs a command with a fault, and tells what is wrong afterwards."""

import collections
import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from commands import LONGER, PHOTO

FAULTS = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(FAULTS))
TIME = 1_600_000_000
# The longest that a command may take, in seconds.
PATIENCE = float(os.environ.get("PATIENCE", 30))

# What is there before and after an undisturbed run, how it ends, what it prints, and its calls.
Reference = collections.namedtuple("Reference", "before after code printed calls")


class NotRun(Exception):
    """A command that does not even run undisturbed."""


def is_record(path):
    """Journals and manifests, which say when something was done."""
    return path.startswith(".boxwalk/") or "/.boxwalk/" in path or path in ("undo.txt", "page.html", "merged.jsonl")


def is_stray(path):
    return re.search(r"(^|/)\.[^/]*\.boxwalk(/|$)", path) is not None


def without_records(tree):
    """Without what runs note, and without empty folders, which may have been there."""
    return {path: content for path, content in tree.items()
            if not is_record(path) and (is_stray(path) or not path.endswith("/"))}


def without_strays(tree):
    return {path: content for path, content in without_records(tree).items() if not is_stray(path)}


def difference(tree, expected):
    tree, expected = without_records(tree), without_records(expected)
    words = [f"{path} is missing" for path in expected if path not in tree]
    words += [f"{path} is there" for path in tree if path not in expected]
    words += [f"{path} differs" for path in tree if path in expected and tree[path] != expected[path]]
    return ", ".join(words)


def tree(folder, shown=None):
    """The contents of all files of a folder, which the command may know by another path."""
    found = {}
    for parent, folders, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            if os.path.islink(path):
                continue
            with open(path, "rb") as file:
                # Pages name the files that they show; the folder is another one each time.
                content = file.read().replace(os.fsencode(shown or folder), b"{}")
            found[os.path.relpath(path, folder)] = hashlib.sha256(content).hexdigest()
        # Folders that are being made count, too, and empty ones.
        for name in folders:
            path = os.path.relpath(os.path.join(parent, name), folder)
            if is_stray(path) or not os.listdir(os.path.join(parent, name)):
                found[path + "/"] = ""
    return found


def copy_files(source, target):
    """Copies files with their times, which not every file system keeps exactly, and without their modes."""
    for parent, _, names in os.walk(source):
        there = os.path.join(target, os.path.relpath(parent, source))
        os.makedirs(there, exist_ok=True)
        for name in names:
            shutil.copyfile(os.path.join(parent, name), os.path.join(there, name))
            times = os.stat(os.path.join(parent, name))
            os.utime(os.path.join(there, name), ns=(times.st_atime_ns, times.st_mtime_ns))


def names_folder(source, folder):
    """Whether a file has the path of a folder in it."""
    for parent, _, names in os.walk(source):
        for name in names:
            with open(os.path.join(parent, name), "rb") as file:
                if os.fsencode(folder) in file.read():
                    return True
    return False


def running(session):
    """The processes of a session that have not ended, with their names."""
    found = {}
    for number in map(int, filter(str.isdigit, os.listdir("/proc"))):
        with contextlib.suppress(OSError):
            if os.getsid(number) != session:
                continue
            # A process whose first thread has ended may have others.
            for task in os.listdir(f"/proc/{number}/task"):
                with open(f"/proc/{number}/task/{task}/stat", errors="replace") as file:
                    name, _, rest = file.read().partition("(")[2].rpartition(")")
                if rest.split()[0] not in "ZX":
                    found[number] = name
    return found


def kill_all(session):
    for number in running(session):
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)


def compile_c(source, output, *flags):
    subprocess.run(["cc", "-Wall", "-O1", "-o", output, os.path.join(FAULTS, source), *flags], check=True)


class Tester:
    def __init__(self, boxwalk, library, work, server):
        self.boxwalk, self.library, self.work, self.server = boxwalk, library, work, server
        # Commands that are prepared, each with a copy of its folder.
        self.prepared = {}

    def run(self, command, folder, arguments, fault=None, seconds=None, end=signal.SIGKILL):
        """Runs the program with variables of faults.c, or ends it by a signal after a time."""
        environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(folder, ".boxwalk/cache"), TZ="UTC")
        # Calls for temporary files do not count as calls for the folder, so that this is not in it.
        count, temporary = folder + ".count", tempfile.mkdtemp(dir=self.work)
        environment["TMPDIR"] = folder if command.is_far else temporary
        if fault is not None:
            environment.update({"LD_PRELOAD": self.library, "FAULTS_FOLDER": folder, "FAULTS_COUNT": count,
                                "FAULTS_LOG": folder + ".log"}, **fault)
        call = [self.boxwalk] + [self.filled(argument, folder) for argument in arguments]
        requests = self.filled(command.requests, folder)
        with subprocess.Popen(call, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True) as process:
            if seconds is not None:
                threading.Timer(seconds, process.send_signal, [end]).start()
            try:
                output, errors = process.communicate(requests, timeout=PATIENCE)
                code = process.returncode
            except subprocess.TimeoutExpired:
                code = None
                kill_all(process.pid)
                output, errors = process.communicate()
        behind = self.left_behind(process.pid)
        if behind and code is not None:
            code, errors = None, errors + f"{', '.join(behind)} was left behind"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(count)
        calls = self.calls(folder + ".log")
        left = os.listdir(temporary)
        shutil.rmtree(temporary, ignore_errors=True)
        if requests and code == 0:
            # A request that failed is as a command that failed.
            output = "".join(sorted(output.splitlines(keepends=True)))
            failures = [line for line in output.splitlines() if re.search('"error":|"type":"unread"', line)]
            code, errors = (2, errors + "\n".join(failures)) if failures else (0, errors)
        result = subprocess.CompletedProcess(call, code, output.replace(folder, ""), errors.replace(folder, ""))
        result.left, result.calls = left, calls
        return result

    @staticmethod
    def calls(log):
        """The names of the calls of a run, in their order."""
        # A command may do without the program.
        if not os.path.exists(log):
            return []
        calls = []
        with open(log, "rb") as file:
            while (name := file.read(16).rstrip(b"\0")):
                calls.append(name.decode())
        os.unlink(log)
        return calls

    def filled(self, text, folder):
        return text.replace("{}", folder).replace("{server}", self.server)

    @staticmethod
    def left_behind(session):
        """The names of processes of the command that are there after some seconds, and are killed then."""
        for _ in range(1000):
            found = running(session)
            if not found:
                break
            time.sleep(0.01)
        kill_all(session)
        return list(found.values())

    def put(self, command, folder):
        """Makes the folder with the files of a command."""
        for path, sample in command.files.items():
            target = os.path.join(folder, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            zeros = 64 if sample == LONGER else 0
            with open(os.path.join(ROOT, "SampleMedia", PHOTO if zeros else sample), "rb") as file:
                data = file.read()
            with open(target, "wb") as file:
                file.write(data + bytes(zeros))
            os.utime(target, (TIME, TIME))

    def prepare(self, command, folder, source=None, seen=contextlib.nullcontext):
        """Makes the folder as it is before the command.

        source: where its files are, if they are seen at another path while there is what `seen` makes."""
        source = source or folder
        shutil.rmtree(source, ignore_errors=True)
        if command.name in self.prepared:
            copy_files(self.prepared[command.name], source)
            return tree(source, folder)
        self.put(command, source)
        if command.prepare:
            with seen():
                for arguments in command.prepare:
                    result = self.run(command, folder, arguments)
                    if result.returncode not in (0, 1):
                        raise NotRun(f"{' '.join(arguments)} ended with {result.returncode}: {result.stderr.strip()}")
        # What has the path of the folder in it is made anew each time.
        if not names_folder(source, folder):
            kept = os.path.join(self.work, command.name + ".prepared")
            copy_files(source, kept)
            self.prepared[command.name] = kept
        return tree(source, folder)

    def reference(self, command, variables=None):
        folder = os.path.join(self.work, command.name)
        before = self.prepare(command, folder)
        result = self.run(command, folder, command.arguments, variables or {})
        after = tree(folder)
        self.require_right(command, before, result, after)
        shutil.rmtree(folder)
        return Reference(before, after, result.returncode, result.stdout, result.calls)

    @staticmethod
    def require_right(command, before, result, after):
        if result.returncode not in (0, 1):
            raise NotRun(f"ended with {result.returncode}: {result.stderr}")
        if (command.writes and without_records(before) == without_records(after)
                and not any(map(is_record, after))):
            raise NotRun("nothing was written")

    def problems(self, command, reference, result, after, is_ended=False, is_unlinked=True):
        """What is wrong after a fault; nothing if all is well.

        is_ended: whether a signal ended the program, as it should; is_unlinked: whether it could remove names."""
        before, expected, code = reference.before, reference.after, reference.code
        text, found = result.stderr.strip(), []
        if result.returncode is None:
            found.append(f"does not end: {text[-300:]}")
        elif not is_ended and result.returncode not in (0, 1, 2, 3):
            found.append(f"exit code {result.returncode}: {text[-300:]}")
        if is_unlinked:
            strays = {re.match(r"(.*?/)?\.[^/]*\.boxwalk(?=/|$)", path)[0] for path in after if is_stray(path)}
            found += [f"{path} was left" for path in sorted(strays)]
            found += [f"{name} was left in the folder for temporary files" for name in result.left]
        for path, content in after.items():
            if is_stray(path):
                continue
            elif path.endswith("/"):
                if is_unlinked and path not in before and path not in expected:
                    found.append(f"{path} was left empty")
            elif result.returncode and path.endswith(command.tells):
                continue
            elif not is_record(path) and content not in (before.get(path), expected.get(path)):
                found.append(f"{path} is neither the original nor the output, exit code {result.returncode}: {text[-300:]}")
        for path in before:
            if path in after or is_record(path):
                continue
            if path not in command.moves and path in expected:
                found.append(f"{path} is gone")
            elif path in command.moves:
                there = command.moves[path]
                contents = [before[path]] if there is None else [expected[there]]
                if not any(content in contents for content in after.values()):
                    found.append(f"{path} is gone, and nothing replaces it")
        is_whole = without_strays(after) == without_strays(expected)
        if result.returncode == code and not is_whole:
            found.append(f"exit code {code}, and the outputs are not there: {difference(after, expected)} {text[-200:]}")
        if (command.requests or not command.writes) and result.returncode == code and result.stdout != reference.printed:
            found.append(f"exit code {code}, and other words are printed: {text[-200:]}")
        if not is_ended and result.returncode is not None and result.stdout.count('{"jsonrpc"') < command.requests.count("\n"):
            found.append(f"exit code {result.returncode}, and requests are not answered: {text[-300:]}")
        if result.returncode and result.returncode > code and not (text or result.stdout.strip()):
            found.append(f"exit code {result.returncode}, and nothing is said")
        return found

    def needs_second_run(self, reference, after):
        return without_strays(after) != without_strays(reference.after) or any(map(is_stray, after))

    def second_run(self, command, folder, reference):
        """What is wrong when the command runs again without a fault, or is undone."""
        before, expected = reference.before, reference.after
        is_whole = without_strays(tree(folder)) == without_strays(expected)
        arguments, expected = (command.undo, before) if command.undo else (command.arguments, expected)
        if command.undo and without_records(tree(folder)) == without_records(before):
            return []
        result = self.run(command, folder, arguments)
        if result.returncode not in (0, 1) and command.again:
            result = self.run(command, folder, command.again)
        after = tree(folder)
        # What was whole is not made twice: a picture would be turned once more.
        if without_records(after) == without_records(expected) or is_whole and not any(map(is_stray, after)):
            return []
        return [f"after a second run, with exit code {result.returncode}: {difference(after, expected)} "
                + result.stderr.strip()[-300:]]


@contextlib.contextmanager
def samples_at_an_address(work):
    """The address of a server that gives the samples, and ends with this program."""
    call = [sys.executable, os.path.join(ROOT, "Tests", "FarServer", "serve.py"), os.path.join(ROOT, "SampleMedia"), os.path.join(work, "log")]
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/plain"
        process.stdin.close()
