"""Makes calls generated from the OpenAPI document: with an ID token, as a member in review, and as a member with a match.

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
couple = {"U" + "2" * 32: "FEMALE", "U" + "3" * 32: "MALE"}
# These two calls would end the session that the other calls need.
keep_session = ["delete_user", "delete_session", "delete_all_sessions"]
# These calls would end the match that the other calls need.
keep_match = ["leave_match", "create_block", "create_report"]


def call(path, body=None, method=None, **headers):
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    if data is not None:
        headers.setdefault("Content-Type", "application/json")
    with urllib.request.urlopen(urllib.request.Request(base + path, data, headers, method=method)) as answer:
        return json.load(answer)


def pixel():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(b"\0\1\2\3")), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def register(user, gender):
    """Registers a member who would like to meet the other gender, and returns the headers of a session."""
    id_token = call("/api/mock/id-token?userId=" + user)["idToken"]
    registration_token = call("/api/user/registration", {"account": user}, X_Line_Id_Token=id_token)["token"]
    bearer = {"Authorization": "Bearer " + registration_token}
    part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%s\r\n--x--\r\n'
    form = {"Content-Type": "multipart/form-data; boundary=x"}
    photo = call("/api/file/tempUpload", part % pixel(), **bearer, **form)["fileName"]
    with open(os.path.join(os.path.dirname(__file__), "vectors", "base.json")) as file:
        payload = json.load(file)
    wanted = "FEMALE" if gender == "MALE" else "MALE"
    payload.update(account=user, password=user, photoNameList=[photo], gender=gender, matchGender=wanted, valueItem=[])
    call("/api/user-profile", payload, **bearer)
    login = {"account": user, "password": user}
    return {"Authorization": "Bearer " + call("/api/user/login", login, X_Line_Id_Token=id_token)["token"]}


def match(sessions):
    """Approves and introduces the two members, lets both say yes, and returns the id of the match."""
    for user in couple:
        approval = [server, "review", "approve", user, "--employer-name", "A bakery"]
        subprocess.run(approval, cwd=folder, env=environment, check=True)
    subprocess.run([server, "introduce"], cwd=folder, env=environment, check=True)
    for session in sessions:
        introductions = call("/api/introductions", **session)["introductions"]
        path = "/api/introductions/%s/answer" % introductions[0]["introductionId"]
        answer = call(path, {"answer": "YES"}, method="PUT", **session)
    return answer["matchId"]


# The default list lacks 413, with which the server refuses a part of a form that is too large before it reads the part.
CHECKS = """[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
"""


def run(header, excluded=(), parameters=""):
    with open(os.path.join(folder, "schemathesis.toml"), "w") as file:
        file.write(CHECKS + parameters)
    more = [word for name in excluded for word in ("--exclude-operation-id", name)]
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
    environment = {**os.environ, **settings}
    process = subprocess.Popen([server], cwd=folder, env=environment)
    try:
        for _ in range(200):
            try:
                call("/readyz")
                break
            except OSError:
                time.sleep(0.1)
        id_token = call("/api/mock/id-token?userId=" + user)["idToken"]
        failed = run("X-Line-Id-Token: " + id_token)
        member = register(user, "MALE")
        failed |= run("Authorization: " + member["Authorization"], keep_session)
        sessions = [register(*person) for person in couple.items()]
        match_id = match(sessions)
        # Without the id, nearly all calls would be about a match that does not exist.
        parameters = '[parameters]\nmatchId = "%s"\nintroductionId = "%s"\n' % (match_id, match_id)
        failed |= run("Authorization: " + sessions[0]["Authorization"], keep_session + keep_match, parameters)
    finally:
        process.terminate()
        process.wait()
sys.exit(failed)
