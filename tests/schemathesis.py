"""Makes calls generated from the OpenAPI document, with an ID token and with a member's session.

`schemathesis.py SERVER SCHEMATHESIS N_EXAMPLES`. All checks run except two:
- `positive_data_acceptance`: the OpenAPI document does not repeat the rules of a profile, which core checks;
- `ignored_auth`: a valid session is enough even beside an invalid ID token.
"""

import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib

server, schemathesis, n_examples = sys.argv[1:]
user = "U" + "1" * 32
# These two calls would end the session that the other calls need.
keep_session = ["--exclude-operation-id", "delete_user", "--exclude-operation-id", "delete_session"]


def call(path, body=None, **headers):
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    if data is not None:
        headers.setdefault("Content-Type", "application/json")
    with urllib.request.urlopen(urllib.request.Request(base + path, data, headers)) as answer:
        return json.load(answer)


def pixel():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(b"\0\1\2\3")), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def register(id_token):
    """Registers a member and returns the token of their session."""
    registration_token = call("/api/user/registration", {"account": user}, X_Line_Id_Token=id_token)["token"]
    bearer = {"Authorization": "Bearer " + registration_token}
    part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%s\r\n--x--\r\n'
    form = {"Content-Type": "multipart/form-data; boundary=x"}
    photo = call("/api/file/tempUpload", part % pixel(), **bearer, **form)["fileName"]
    with open(os.path.join(os.path.dirname(__file__), "vectors", "base.json")) as file:
        payload = json.load(file)
    payload.update(account=user, password=user, photoNameList=[photo])
    call("/api/user-profile", payload, **bearer)
    login = {"account": user, "password": user}
    return call("/api/user/login", login, X_Line_Id_Token=id_token)["token"]


def run(header, *more):
    checks = ["--checks", "all", "--exclude-checks", "positive_data_acceptance,ignored_auth"]
    examples = ["--max-examples", n_examples, "--continue-on-failure", "--no-color"]
    command = [schemathesis, "run", base + "/openapi.json", *checks, *examples, "-H", header, *more]
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL).returncode


with tempfile.TemporaryDirectory() as folder:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        listen = "127.0.0.1:%d" % free.getsockname()[1]
    base = "http://" + listen
    settings = {"MOCK_ENABLE": "true", "RATE_LIMIT": "off", "LISTEN": listen, "RUST_LOG": "error"}
    # The sources of the web app have an index.html, even if the app was not built.
    settings["WEB_ROOT"] = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "web")
    process = subprocess.Popen([server], cwd=folder, env={**os.environ, **settings})
    try:
        for _ in range(200):
            try:
                call("/readyz")
                break
            except OSError:
                time.sleep(0.1)
        id_token = call("/api/mock/id-token?userId=" + user)["idToken"]
        failed = run("X-Line-Id-Token: " + id_token)
        failed |= run("Authorization: Bearer " + register(id_token), *keep_session)
    finally:
        process.terminate()
        process.wait()
sys.exit(failed)
