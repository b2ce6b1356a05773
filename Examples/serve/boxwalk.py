"""A client of `boxwalk serve`, for programs in Python.

    with Boxwalk(root="/photos") as boxwalk:
        print(boxwalk.inspect(path="IMG_1234.HEIC")["summary"]["size"])
        thumbnail = boxwalk.start("thumbnail", path="IMG_1234.HEIC", output="IMG_1234.jpg", size=320)
        ...                         # other requests meanwhile
        print(thumbnail.result())   # or thumbnail.cancel()

Each request has a future of `concurrent.futures`; a failed one raises `BoxwalkError`. The client can be used by many threads.
"""

import concurrent.futures
import itertools
import json
import subprocess
import threading


class BoxwalkError(Exception):
    """Why a request has no result; `code` is that of JSON-RPC, `path` the file that it is about."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.path = error.get("data", {}).get("path")


class Request(concurrent.futures.Future):
    """The result of a request that is on its way."""

    def __init__(self, client, number):
        super().__init__()
        self._client, self._number = client, number
        self.set_running_or_notify_cancel()

    def cancel(self):
        """Asks for an end; `result` raises then, unless the result comes first."""
        self._client.notify("cancel", id=self._number)
        return True


class Boxwalk:
    def __init__(self, program="boxwalk", root=None, jobs=None, options=()):
        arguments = [program, "serve", *options]
        if root is not None:
            arguments += ["--root", str(root)]
        if jobs is not None:
            arguments += ["--jobs", str(jobs)]
        self._process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._numbers = itertools.count(1)
        self._requests = {}
        self._lock = threading.Lock()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Waits for all requests, and ends the process."""
        self._process.stdin.close()
        self._reader.join()
        self._process.wait()

    def __getattr__(self, method):
        """`client.verify(path=...)` is the result of the method `verify`."""
        if method.startswith("_"):
            raise AttributeError(method)
        return lambda **parameters: self.start(method, **parameters).result()

    def start(self, method, **parameters):
        """Begins a request, and returns its future."""
        with self._lock:
            request = Request(self, next(self._numbers))
            self._requests[request._number] = request
            self._send({"jsonrpc": "2.0", "id": request._number, "method": method, "params": parameters})
        return request

    def notify(self, method, **parameters):
        """Sends a request that is not answered."""
        with self._lock:
            self._send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def _send(self, message):
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _read(self):
        for line in self._process.stdout:
            answer = json.loads(line)
            with self._lock:
                request = self._requests.pop(answer["id"], None)
            if request is None:
                continue
            if "error" in answer:
                request.set_exception(BoxwalkError(answer["error"]))
            else:
                request.set_result(answer["result"])
        with self._lock:
            left, self._requests = self._requests, {}
        for request in left.values():
            request.set_exception(BoxwalkError({"code": -32603, "message": "boxwalk serve has ended"}))
