#!/usr/bin/env python3
"""Plays a stream in Chromium without a window, and prints how that went, as JSON.

    Tests/Browser/play.py FOLDER

The folder has a multivariant.m3u8; player.html feeds its first variant to Media Source Extensions, and plays it to the end.
"""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

PAGE = Path(__file__).with_name("player.html")
NAMES = ["chromium", "chromium-browser", "google-chrome"]


class Handler(http.server.BaseHTTPRequestHandler):
    """Gives the page, and files of the folder, of which parts can be asked for."""

    def do_GET(self):
        name = os.path.basename(self.path)
        path = PAGE if name == "" else Path(self.server.folder) / name
        if not path.is_file():
            return self.send_error(404)
        data, status = path.read_bytes(), 200
        part = self.headers.get("Range")
        if part:
            first, last = part.removeprefix("bytes=").split("-")
            data, status = data[int(first):int(last) + 1], 206
        self.send_response(status)
        self.send_header("Content-Type", "text/html" if path == PAGE else "application/octet-stream")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        self.server.result = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        self.server.done.set()

    def log_message(self, *arguments):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.folder, server.result, server.done = sys.argv[1], None, threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    program = next(name for name in NAMES if subprocess.run(
        ["which", name], stdout=subprocess.DEVNULL).returncode == 0)
    # What the browser started writes there a moment longer.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio",
             "--no-first-run", "--autoplay-policy=no-user-gesture-required", f"--user-data-dir={profile}",
             f"http://127.0.0.1:{server.server_port}/"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # A browser that ends says nothing any more.
        while not server.done.wait(1) and browser.poll() is None:
            pass
        browser.terminate()
        browser.wait()
    print(json.dumps(server.result or {"error": "the browser ended"}))


if __name__ == "__main__":
    main()
