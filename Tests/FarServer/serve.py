#!/usr/bin/env python3
"""Serves the files of a folder by HTTP, well or badly, for tests.

  serve.py FOLDER LOG [CERTIFICATE KEY]

The first line of standard output is the port. The server ends when its standard input does. It listens on 127.0.0.1, or where FAR_SERVER_HOST says. Addresses are /WAY/NAME: the way says what the server does wrong. A line of
LOG says for each request its method, address, range, status, how many bytes of the body were sent, and the
number of the connection.
"""
import email.utils
import gzip
import hashlib
import http.server
import os
import socket
import ssl
import struct
import sys
import threading
import time

folder, log_path = sys.argv[1:3]
host = os.environ.get("FAR_SERVER_HOST", "127.0.0.1")
log = open(log_path, "a", buffering=1)
lock = threading.Lock()
counts = {}
connections = {}
handlers = []


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 0

    def setup(self):
        super().setup()
        # It is kept, so that no other one gets its number.
        handlers.append(self)

    def log_message(self, *arguments):
        pass

    def note(self, status, sent):
        with lock:
            connection = connections.setdefault(id(self), len(connections) + 1)
            asked = self.headers.get("Range", "-")
            log.write(f"{self.command} {self.path} {asked} {status} {sent} {connection}\n")

    def nth(self):
        """How often this address was asked for before."""
        with lock:
            counts[self.path] = counts.get(self.path, 0) + 1
            return counts[self.path] - 1

    def send(self, status, headers, body=b"", is_chunked=False):
        self.send_response(status)
        for name, values in headers.items():
            # Several values are several fields of one name.
            for value in values if isinstance(values, list) else [values]:
                self.send_header(name, value)
        self.end_headers()
        sent = 0
        try:
            for start in range(0, len(body), 1 << 16):
                part = body[start : start + (1 << 16)]
                self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part) if is_chunked else part)
                sent += len(part)
            if is_chunked:
                self.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.close_connection = True
        self.note(status, sent)

    def reset(self, body=b"", headers=None):
        """Ends the connection with a reset, behind a part of the answer."""
        if headers is not None:
            self.send_response(206)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
            time.sleep(0.05)
        self.note("reset", len(body))
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def raw(self, status, answer):
        """Sends these bytes, and nothing else."""
        self.wfile.write(answer)
        self.note(status, 0)

    def do_HEAD(self):
        self.send(405, {"Content-Length": "0"})

    def do_GET(self):
        way, _, name = self.path.split("?")[0].lstrip("/").partition("/")
        try:
            self.answer(way, name)
        except OSError:
            self.note("broken", 0)
            self.close_connection = True

    def answer(self, way, name):
        if way == "away":
            # /away/3/plain/a leads to /away/2/plain/a, and that at last to /plain/a.
            count, _, rest = name.partition("/")
            target = f"/away/{int(count) - 1}/{rest}" if int(count) > 1 else f"/{rest}"
            return self.send(302, {"Location": target, "Content-Length": "4"}, b"away")
        if way == "moved":
            # Documents were moved, with all that is beside them: here is nothing else.
            if not name.endswith((".m3u8", ".mpd", ".bin")):
                return self.send(404, {"Content-Length": "0"})
            return self.send(302, {"Location": f"/plain/{name}", "Content-Length": "0"})
        if way == "loop":
            return self.send(301, {"Location": self.path, "Content-Length": "0"})
        if way == "tofile":
            return self.send(302, {"Location": "file:///etc/passwd", "Content-Length": "0"})
        if way == "nowhere":
            return self.send(302, {"Content-Length": "0"})
        if way == "to":
            # /to/localhost:80/plain/a leads to another server.
            return self.send(302, {"Location": f"http://{name}", "Content-Length": "0"})
        if way == "lasting":
            return self.send(302, {"Location": f"/signed/{name}?{self.nth()}", "Content-Length": "0"})
        if way == "signed" and self.nth() >= 2:
            return self.send(403, {"Content-Length": "0"})
        if way == "headers":
            return self.endless_headers()
        if way == "switched":
            # What follows is of another protocol.
            return self.raw(101, b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\n\r\nother")
        if way == "jagged":
            # The line that ends the header is not empty.
            return self.raw(404, b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\rX: y\r\naway")
        if way == "silent" and self.nth() < 1:
            self.note("silent", 0)
            time.sleep(1000)
        if way == "busy" and self.nth() < 2:
            return self.send(503, {"Retry-After": "0", "Content-Length": "4"}, b"busy")
        if way == "always":
            return self.send(int(name.split("/")[0]), {"Content-Length": "0"})
        if way == "reset" and self.nth() < 1:
            return self.reset()
        if way == "notes":
            # What was asked of this server in its header, and nothing else.
            body = "".join(f"{k}: {v}\n" for k, v in self.headers.items()).encode()
            return self.send(200, {"Content-Length": str(len(body))}, body)
        if way == "member" and self.headers.get("Authorization") != "Bearer secret":
            return self.send(401, {"Content-Length": "0"})
        if way == "basic" and self.headers.get("Authorization") != "Basic bWU6c2VjcmV0":
            # me:secret
            return self.send(401, {"Content-Length": "0"})
        if way == "live" and name.endswith(".m3u8"):
            return self.live(name)
        path = os.path.join(folder, name)
        if not os.path.isfile(path):
            return self.send(404, {"Content-Length": "0"})
        with open(path, "rb") as file:
            self.serve(way, file, os.fstat(file.fileno()))

    def serve(self, way, file, status):
        count = status.st_size
        headers = {
            "Accept-Ranges": "bytes",
            "ETag": '"%s"' % hashlib.md5(f"{count}-{status.st_mtime_ns}".encode()).hexdigest(),
            "Last-Modified": email.utils.formatdate(status.st_mtime, usegmt=True),
        }
        if way == "untagged":
            del headers["ETag"]
        if way == "weak":
            headers["ETag"] = "W/" + headers["ETag"]
        if way == "plainest":
            del headers["ETag"], headers["Last-Modified"]
        if way == "changing":
            headers["ETag"] = '"%d"' % self.nth()
        if way == "growing":
            count += self.nth()

        asked = self.headers.get("Range", "")
        condition = self.headers.get("If-Range")
        matches = condition in (None, headers.get("ETag"), headers.get("Last-Modified"))
        if way == "blind":
            # It does not know If-Range, and has another file at the second time.
            matches = True
            headers["ETag"] = '"%d"' % self.nth()
        has_ranges = way not in ("whole", "endless", "unknown", "packed", "packed-twice", "packed-on-the-way", "cut", "drip", "negative", "page")
        if has_ranges and asked.startswith("bytes=") and matches:
            first, _, last = asked[6:].partition("-")
            first = int(first) if first else count - int(last)
            last = min(int(last) if last and asked[6:7] != "-" else count - 1, count - 1)
            if first >= count:
                return self.send(416, {"Content-Range": f"bytes */{count}", "Content-Length": "0"})
            return self.part(way, file, headers, first, last + 1, count)

        body = file.read()
        if way == "endless":
            return self.endless(headers)
        if way == "drip":
            return self.drip(headers, body)
        if way == "unknown":
            headers["Transfer-Encoding"] = "chunked"
            return self.send(200, headers, body, is_chunked=True)
        if way == "packed":
            headers["Content-Encoding"] = "gzip"
            body = gzip.compress(body)
        if way == "packed-twice":
            # The last field hides the first one, and the first one is too long to be kept.
            headers["Content-Encoding"] = ["gzip" + ", identity" * 20, "identity"]
            body = gzip.compress(body)
        if way == "packed-on-the-way":
            headers["Transfer-Encoding"] = "gzip, chunked"
            return self.send(200, headers, gzip.compress(body), is_chunked=True)
        if way == "page":
            # Who has to log in first gets this, with a status that says that all is well.
            body = b"<!DOCTYPE html><title>Log in</title>"
        headers["Content-Length"] = "-5" if way == "negative" else str(len(body))
        if way == "cut":
            self.close_connection = True
            return self.send(200, headers, body[: len(body) // 2])
        self.send(200, headers, body)

    def live(self, name):
        """A window of two segments of a playlist, which goes on by one each time, and begins anew at its end."""
        with open(os.path.join(folder, name)) as file:
            lines = file.read().splitlines()
        segments = [lines[i : i + 2] for i, line in enumerate(lines) if line.startswith("#EXTINF")]
        start = next(line for line in lines if line.startswith("#EXT-X-MAP"))
        first = self.nth()
        rows = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:1", "#EXT-X-INDEPENDENT-SEGMENTS",
                f"#EXT-X-MEDIA-SEQUENCE:{first}", f"#EXT-X-DISCONTINUITY-SEQUENCE:{first // len(segments)}", start]
        for number in (first, first + 1):
            if number > first and number % len(segments) == 0:
                rows.append("#EXT-X-DISCONTINUITY")
            rows += segments[number % len(segments)]
        body = ("\n".join(rows) + "\n").encode()
        self.send(200, {"Content-Length": str(len(body))}, body)

    def part(self, way, file, headers, first, end, count):
        if way == "small":
            end = min(end, first + 10_000)
        file.seek(first)
        body = file.read(end - first)
        total = {"starred": "*", "vast": str(1 << 59), "immense": str(1 << 62)}.get(way, str(count))
        start = first + 1 if way == "shifted" else first
        if way == "wider":
            # More than was asked for.
            start, body = 0, b"\0" * first + body + b"more"
        headers["Content-Range"] = f"bytes {start}-{start + len(body) - 1}/{total}"
        if way == "unranged":
            del headers["Content-Range"]
        if way == "parts":
            # As it is for several ranges, of which one was asked for.
            headers["Content-Type"] = "multipart/byteranges; boundary=x"
            body = b"--x\r\nContent-Range: %s\r\n\r\n%s\r\n--x--" % (headers.pop("Content-Range").encode(), body)
        if way == "packed-part":
            headers["Content-Encoding"] = "gzip"
        if way == "longer":
            headers["Transfer-Encoding"] = "chunked"
            return self.send(206, headers, body + b"x" * 100_000, is_chunked=True)
        if way == "shorter":
            headers["Transfer-Encoding"] = "chunked"
            return self.send(206, headers, body[:-1], is_chunked=True)
        headers["Content-Length"] = str(len(body))
        if way == "doubled":
            headers["Content-Length"] = [str(len(body)), str(len(body) - 1)]
        if way == "stalls" and self.nth() == 1:
            # The second answer stops in its middle.
            self.send(206, headers, body[: len(body) // 2])
            time.sleep(1000)
        if way == "broken":
            # Each answer breaks off half way.
            half = body[: (len(body) + 1) // 2]
            return self.reset(half, headers) if self.nth() % 2 == 0 else self.send(206, headers, body)
        if way == "held" and self.nth() > 0:
            self.note("held", 0)
            time.sleep(1000)
        if way == "mislaid":
            headers["Content-Length"] = str(len(body) + 5)
            self.close_connection = True
        self.send(206, headers, body)

    def endless(self, headers):
        headers["Transfer-Encoding"] = "chunked"
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        part = b"%x\r\n%s\r\n" % (1 << 16, b"\0" * (1 << 16))
        sent = 0
        try:
            while sent < 1 << 36:
                self.wfile.write(part)
                sent += 1 << 16
        except OSError:
            pass
        self.close_connection = True
        self.note(200, sent)

    def endless_headers(self):
        self.send_response(200)
        self.flush_headers()
        sent = 0
        try:
            while sent < 4 << 30:
                self.wfile.write(b"".join(b"X-%d: %s\r\n" % (sent, b"y" * 1000) for _ in range(64)))
                sent += 64_000
        except OSError:
            pass
        self.close_connection = True
        self.note("headers", sent)

    def drip(self, headers, body):
        headers["Content-Length"] = str(len(body))
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        sent = 0
        try:
            for byte in body:
                self.wfile.write(bytes([byte]))
                sent += 1
                time.sleep(0.05)
        except OSError:
            pass
        self.close_connection = True
        self.note(200, sent)


class Server(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, address):
        pass


server = Server((host, 0), Handler)
if len(sys.argv) > 4:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[3], sys.argv[4])
    server.socket = context.wrap_socket(server.socket, server_side=True)


def end_with_owner():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_owner, daemon=True).start()
print(server.server_address[1], flush=True)
server.serve_forever()
