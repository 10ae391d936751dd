"""Runs the image with podman in the network of the host, behind Caddy with the Caddyfile of docs/running. Prints the size,
the times of a start and a restart, the rights of the process, and the longest wait of a client.

Needs root, podman with runc, caddy, the image of build.sh, and the ports 8080, 8443 and 8880.
"""

import json
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

IMAGE = "localhost/enmusubi"
NAME = "enmusubi-image-test"
PODMAN = ["podman", "--runtime=runc", "--cgroup-manager=cgroupfs"]
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
OWN_URL = "http://127.0.0.1:8080"
PUBLIC_URL = "https://localhost:8443"
# The ids belong to no LINE channel. The server calls LINE only when it needs it, so it starts all the same.
SETTINGS = {
    "LIFF_ID": "1234567890-AbcdEfgh",
    "LINE_CHANNEL_ID": "1234567890",
    "LINE_BOT_ID": "@123abcde",
    "PUBLIC_BASE_URL": PUBLIC_URL,
    "TRUSTED_PROXIES": "127.0.0.1",
}
CADDY_OPTIONS = "{\n\thttp_port 8880\n\thttps_port 8443\n\tadmin off\n\tskip_install_trust\n}\n"
WRITE_OUTSIDE = "touch /srv/enmusubi/x /usr/local/bin/x /etc/x 2>&1; touch data/x && rm data/x && echo data"


def podman(*arguments: str) -> str:
    done = subprocess.run([*PODMAN, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"podman {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def is_ready() -> bool:
    try:
        with urllib.request.urlopen(f"{OWN_URL}/readyz", timeout=1) as answer:
            return answer.status == 200
    except OSError:
        return False


def wait_until_ready(start: float) -> float:
    """Returns the seconds since the start."""
    while not is_ready():
        if time.monotonic() - start > 30:
            sys.exit(f"The server is not ready after 30 seconds:\n{podman('logs', '--tail=20', NAME)}")
        time.sleep(0.01)
    return time.monotonic() - start


def create(data: pathlib.Path) -> None:
    environment = [f"--env={name}={value}" for name, value in SETTINGS.items()]
    podman(
        "create", f"--name={NAME}", "--network=host", "--read-only", "--tmpfs=/tmp", "--cap-drop=all",
        "--security-opt=no-new-privileges", "--ulimit=nofile=16384:16384", "--ulimit=nproc=4096:4096",
        "--stop-timeout=15", f"--volume={data}:/srv/enmusubi/data", *environment, IMAGE,
    )


def start() -> float:
    began = time.monotonic()
    podman("start", NAME)
    return wait_until_ready(began)


def stop() -> float:
    began = time.monotonic()
    podman("stop", NAME)
    code = podman("inspect", "--format={{.State.ExitCode}}", NAME)
    if code != "0":
        sys.exit(f"The server ended with {code}")
    return time.monotonic() - began


class Caddy:
    """The Caddy of docs/running/Caddyfile, with a certificate of its own and other ports."""

    def __init__(self, folder: pathlib.Path) -> None:
        written = (REPOSITORY / "docs/running/Caddyfile").read_text()
        own = CADDY_OPTIONS + written.replace("enmusubi.example.com", "localhost")
        (folder / "Caddyfile").write_text(own)
        self.authority = folder / "caddy/pki/authorities/local/root.crt"
        self.log = (folder / "log").open("w")
        self.process = subprocess.Popen(
            ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"],
            env={**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
            stdout=self.log, stderr=self.log,
        )

    def get(self, path: str, seconds: float = 15) -> tuple[int, str]:
        trust = ssl.create_default_context(cafile=str(self.authority))
        with urllib.request.urlopen(f"{PUBLIC_URL}{path}", timeout=seconds, context=trust) as answer:
            return answer.status, answer.read().decode(errors="replace")

    def wait(self) -> None:
        for _ in range(200):
            try:
                self.get("/readyz", seconds=1)
                return
            except OSError:
                time.sleep(0.1)
        sys.exit("Caddy does not answer over https")

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()
        self.log.close()


def visit(caddy: Caddy, waits: list[float], failures: list[str], ended: threading.Event) -> None:
    """Calls until the end, one call after the other."""
    while not ended.is_set():
        began = time.monotonic()
        try:
            caddy.get("/config.json")
        except OSError as error:
            failures.append(str(error))
        waits.append(time.monotonic() - began)


def measure_restart(caddy: Caddy) -> str:
    waits: list[float] = []
    failures: list[str] = []
    ended = threading.Event()
    visitors = [threading.Thread(target=visit, args=(caddy, waits, failures, ended)) for _ in range(4)]
    for visitor in visitors:
        visitor.start()
    time.sleep(2)
    stopped = stop()
    started = start()
    # Caddy asks every five seconds whether the server is ready.
    time.sleep(8)
    ended.set()
    for visitor in visitors:
        visitor.join()
    counts = f"{len(waits)} calls, {len(failures)} failed, the longest took {max(waits):.1f} s"
    reasons = "".join(f"\n  {reason}" for reason in sorted(set(failures)))
    line = f"A restart behind Caddy: stopped in {stopped:.1f} s, ready after {started:.1f} s; {counts}{reasons}"
    if failures:
        sys.exit(line)
    return line


def check_rights() -> None:
    status = podman("exec", NAME, "cat", "/proc/1/status")
    shown = [line for line in status.splitlines() if line.split(":")[0] in {"Uid", "CapEff", "NoNewPrivs"}]
    print("The process: " + ", ".join(" ".join(line.split()) for line in shown))
    written = podman("exec", NAME, "bash", "-c", WRITE_OUTSIDE)
    refused = written.count("Read-only file system")
    if refused != 3 or not written.endswith("data"):
        sys.exit(f"The process writes elsewhere than in its data:\n{written}")
    print("It writes to its data, and not to the image")


def main() -> None:
    folder = pathlib.Path(tempfile.mkdtemp(prefix="enmusubi-image-"))
    folder.chmod(0o755)
    data = folder / "data"
    data.mkdir(mode=0o700)
    os.chown(data, 10001, 10001)
    caddy = None
    try:
        size = int(podman("image", "inspect", "--format={{.Size}}", IMAGE))
        print(f"The image: {size / 1e6:.0f} MB")
        create(data)
        print(f"The first start, with an empty folder: ready after {start():.2f} s")
        print(f"SIGTERM: ended in {stop():.2f} s")
        print(f"The next start: ready after {start():.2f} s")
        check_rights()
        podman("healthcheck", "run", NAME)
        print("The health check passes")
        used = json.loads(podman("stats", "--no-stream", "--format=json", NAME))[0]
        print(f"Memory: {used['mem_usage'].split(' / ')[0]}")
        caddy = Caddy(folder)
        caddy.wait()
        status, page = caddy.get("/")
        if status != 200 or "<html" not in page:
            sys.exit("Caddy does not serve the page")
        print("Caddy serves the page over https")
        print(measure_restart(caddy))
    finally:
        if caddy:
            caddy.end()
        subprocess.run([*PODMAN, "rm", "--force", "--ignore", NAME], capture_output=True, check=False)
        shutil.rmtree(folder)


main()
