"""The program as people start it: a process of its own, with its memory, its time and its pages."""

import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

PROJECT = Path(__file__).parents[2]
START_S = 60.0
SECURE = re.compile(r'href="(https://[^"/]+)/camera/phone"')


def free_port():
    """A port that nobody listens on just now, nor on the one for https above it."""
    while True:
        with socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
            try:
                other.bind(("127.0.0.1", port + 443))
            except (OSError, OverflowError):
                continue
            return port


def unverified():
    """TLS as a browser has it whose user waved the warning away."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Program:
    """`qwirkle play` over a folder, until it is ended."""

    def __init__(self, folder, *words, source="none", env=None):
        self.folder = folder
        self.port = free_port()
        self.said, self.peak_mb = "", 0.0
        self.address, self.key = f"http://127.0.0.1:{self.port}", ""
        command = [sys.executable, "-u", "-m", "assistant", "play", "--source", source]
        command += ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(folder), *words]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=PROJECT,
            env={**os.environ, "LANG": "C.UTF-8", **(env or {})},
        )
        self._welcomed = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for text in self.process.stdout:
            self.said += text
            if found := re.search(r"http://localhost:(\d+)/join\?key=(\S+)", text):
                self.port, self.key = int(found[1]), found[2]
                self.address = f"http://127.0.0.1:{self.port}"
            if text.startswith("Ctrl-C"):
                self._welcomed.set()
        self._welcomed.set()

    def wait(self):
        """Until it is there, or has said why not; whether it is there."""
        self._welcomed.wait(START_S)
        return self.is_there

    @property
    def is_there(self):
        return bool(self.key) and self.process.poll() is None

    @property
    def secure(self):
        """The address by https."""
        return SECURE.search(self.page("/camera/phone"))[1]

    def ask(self, path, told=None, *, key=None, timeout_s=30, method=None, raw=None, of=None):
        """The status of an answer, and its body; 0 where none came."""
        body = raw if told is None else json.dumps(told).encode()
        headers = {"Origin": self.address, "Cookie": f"qwirkle_key={key or self.key}"}
        if told is not None:
            headers["Content-Type"] = "application/json"
        if of is not None:
            headers["Content-Type"] = of
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout_s)
        try:
            line.request(method or ("GET" if body is None else "POST"), path, body, headers)
            answer = line.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            line.close()

    def join(self):
        """The key of one more phone."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request("GET", f"/join?key={self.key}")
            cookie = line.getresponse().getheader("Set-Cookie", "")
        finally:
            line.close()
        return re.search(r"qwirkle_key=([^;]+)", cookie)[1]

    def page(self, path):
        return self.ask(path)[1].decode()

    @property
    def state(self):
        status, body = self.ask("/api/state")
        return json.loads(body) if status == 200 else {}

    def do(self, **told):
        """The status of a deed on the table as it is now, and what was said of it."""
        status, body = self.ask("/api/do", {"expected": self.state.get("revision", 0), **told})
        try:
            return status, json.loads(body)
        except ValueError:
            return status, {}

    def adjust(self, points=1, player="Anna"):
        """One small deed; whether it was acknowledged."""
        told = {"player": player, "adjusted": points, "reason": "a bet"}
        return self.do(tell=told)[0] == 200

    def begin(self, players=("Anna", "Chris")):
        return self.do(begin={"rules": "classic", "players": list(players)})[0]

    def total(self, player="Anna"):
        game = self.state.get("game") or {"players": []}
        return next((one["total"] for one in game["players"] if one["name"] == player), None)

    # What the system knows of it

    @property
    def memory_mb(self):
        """What it holds of the computer's memory just now."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
            found = re.search(r"VmRSS:\s+(\d+)", status)
            now = int(found[1]) / 1024 if found else 0.0
        except OSError:
            asked = ["ps", "-o", "rss=", "-p", str(self.process.pid)]
            said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
            now = int(said.strip() or 0) / 1024
        self.peak_mb = max(self.peak_mb, now)
        return now

    @property
    def processor_s(self):
        """How long it has kept a processor busy."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    # Its end

    def kill(self):
        self.process.kill()
        self.process.wait()

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def end(self, patience_s=15):
        """Ask it to end; its status, or None where it had to be killed."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self.kill()
            return None

    def __enter__(self):
        return self

    def __exit__(self, *failed):
        self.end()
        self.process.stdout.close()


class Watched:
    """Looks at a program's memory several times a second, for its peak."""

    def __init__(self, program, every_s=0.2):
        self._program, self._every_s = program, every_s
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def _look(self):
        while not self._over.wait(self._every_s) and self._program.process.poll() is None:
            _ = self._program.memory_mb

    def __enter__(self):
        self._thread.start()
        return self._program

    def __exit__(self, *failed):
        self._over.set()
        self._thread.join()


def eventually(is_so, within_s=20.0, every_s=0.1):
    """After how many seconds it is so; None where it never is."""
    began_s = time.monotonic()
    while time.monotonic() - began_s < within_s:
        if is_so():
            return time.monotonic() - began_s
        time.sleep(every_s)
    return None
