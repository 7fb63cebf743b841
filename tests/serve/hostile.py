"""Requests that mean harm, each with the status it must get.

    hostile.py PORT TOKEN

Sent byte by byte as they stand, since clients would tidy them up.  The folder
has pair.hed, sub/, .git/config, a pipe, and links that lead out."""
import socket
import sys
import time

port, token = int(sys.argv[1]), sys.argv[2]
bearer = f"Authorization: Bearer {token}\r\n"
ours = f"Host: 127.0.0.1:{port}\r\n"
count = failed = 0


def answer(raw, wait=20):
    """The status, and all of the answer; 0: the connection was closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=wait) as s:
        try:
            s.sendall(raw)
            got = b""
            while b"\r\n\r\n" not in got:
                piece = s.recv(65536)
                if not piece:
                    break
                got += piece
            if b"Transfer-Encoding" not in got:
                head, _, body = got.partition(b"\r\n\r\n")
                for line in head.split(b"\r\n"):
                    if line.lower().startswith(b"content-length:"):
                        size = int(line.split(b":")[1])
                        while len(body) < size:
                            piece = s.recv(65536)
                            if not piece:
                                break
                            body += piece
                got = head + b"\r\n\r\n" + body
        except (ConnectionResetError, BrokenPipeError):
            pass
    first = got.split(b" ", 2)
    return (int(first[1]) if len(first) > 1 else 0), got


def expect(what, wanted, method, path, headers=None, body=b""):
    global count, failed
    if headers is None:
        headers = ours + bearer
    if body and "Content-Length" not in headers and "chunked" not in headers:
        headers += f"Content-Length: {len(body)}\r\n"
    raw = f"{method} {path} HTTP/1.1\r\n{headers}\r\n".encode("latin-1") + body
    status, got = answer(raw)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    count += 1
    leak = b"secret\n" in got or b"hidden\n" in got or b"root:" in got
    if status not in wanted or leak:
        failed += 1
        print(f"failed: {what}: {status}, not {wanted}; {raw[:120]!r}"
              + ("; it leaked" if leak else ""))
    return got


# Paths that lead out, in every spelling.
for step in ("..", "%2e%2e", "%2E.", ".%2e", "..%2f..", "%2e%2e%2f", "....//",
             "..\\", "%5c..", "..;", "%c0%ae%c0%ae", "%252e%252e"):
    for tail in ("secret", "../secret", "../../../../etc/passwd"):
        expect("traversal", 404, "GET", f"/api/files/{step}/{tail}")
        expect("traversal below", 404, "GET", f"/api/files/sub/{step}/{tail}")
for path in ("/etc/passwd", "//etc/passwd", "%2fetc%2fpasswd", "./pair.hed",
             "sub/./../pair.hed", "sub//x", "pair.hed%00.txt", "%00", "%",
             "%2", "%zz", "pair.hed%0a", "pair.hed/", "pair.hed/x", "none/x",
             "~root/.bashrc", "file:///etc/passwd", ".git/config", ".git",
             "sub/.x", "link", "out/secret", "etc/passwd", "pipe", "link/x",
             "x" * 300, "x/" * 300, "x" * 5000):
    expect("a path that is not there", 404, "GET", f"/api/files/{path}")
    expect("a save there", 404, "PUT", f"/api/files/{path}", body=b"broken")
for path in ("", "sub", "sub/"):
    expect("a save over a folder", 404, "PUT", f"/api/files/{path}", body=b"x")

# Tokens.
for line in ("", "Authorization: Bearer\r\n", "Authorization: Bearer x\r\n",
             f"Authorization: Basic {token}\r\n", f"Cookie: token={token}\r\n",
             f"Authorization: Bearer {token[:-1]}\r\n",
             f"Authorization: Bearer {token}0\r\n",
             f"Authorization: Bearer {token[:-1]}g\r\n",
             f"Authorization: Bearer {token.upper()}x\r\n"):
    for method, path in (("GET", "/api/version"), ("PUT", "/api/files/x.hed"),
                         ("POST", "/api/jobs"), ("GET", "/api/none")):
        expect("a wrong token", 401, method, path, ours + line)
expect("a token in the address", 401, "GET", f"/api/version?token={token}", ours)

# Other names for this server, and other sites.
for host in ("example.org", "127.0.0.1", "localhost", f"127.0.0.1:{port + 1}",
             f"example.org:{port}", f"127.0.0.1.example.org:{port}",
             f"127.0.0.1:{port}.example.org", f"0.0.0.0:{port}", ""):
    for path in ("/", "/api/version"):
        expect("another host", (403, 400), "GET", path,
               f"Host: {host}\r\n" + bearer)
expect("no host", (400, 403), "GET", "/api/version", bearer)
for origin in ("http://example.org", "null", "https://127.0.0.1:%d" % port,
               "http://127.0.0.1", "http://127.0.0.1:%d" % (port + 1),
               "http://127.0.0.1:%d.example.org" % port, "file://"):
    for method, path in (("POST", "/api/jobs"), ("PUT", "/api/files/x.hed"),
                         ("GET", "/"), ("DELETE", "/api/jobs/1")):
        expect("another site", 403, method, path,
               ours + bearer + f"Origin: {origin}\r\n")
expect("asking beforehand", 403, "OPTIONS", "/api/jobs",
       ours + "Origin: http://example.org\r\n"
       "Access-Control-Request-Method: POST\r\n")

# Who asks is said once.
for twice in (f"Host: example.org:{port}\r\n", ours, "host: \xff\r\n",
              f"Origin: http://127.0.0.1:{port}\r\nOrigin: http://a.org\r\n",
              f"Authorization: Bearer {token}\r\n"):
    for first in (ours + bearer + twice, twice + ours + bearer):
        expect("a header twice", 400, "GET", "/api/files/", first)

# Methods and addresses that are not there.
for method in ("POST", "DELETE", "PATCH", "TRACE", "OPTIONS", "BREW"):
    expect("a method", (405, 501), method, "/api/version")
    expect("a method on the page", (405, 501), method, "/")
for path in ("/api", "/api/", "/page/", "/page/../main.js", "/codemirror",
             "/favicon.ico", "/..", "/etc/passwd", "/api/jobs/1/x"):
    expect("no such address", 404, "GET", path)
for path in ("0", "-1", "1e3", "99999999999999999999", "x", "1/events/x",
             "01", "%31%00"):
    expect("no such job", 404, "GET", f"/api/jobs/{path}")
    expect("no such job to stop", 404, "DELETE", f"/api/jobs/{path}")

# Tests of networks that are none.
lamp = b'"path": "l.hed", "text": "machine l { a: x / y -> a }"'
expect("a test of a network", 200, "POST", "/api/answers", ours + bearer,
       b"{" + lamp + b', "inputs": ["x", "x"]}')
for body in (b"", b"[]", b"{}", b'{"path": "l.hed"}', b"{" + lamp + b', "inputs": "x"}',
             b"{" + lamp + b', "inputs": [1]}', b"{" + lamp + b', "inputs": ["y"]}',
             b"{" + lamp + b', "inputs": ["x"], "options": {"mutant": 0}}',
             b"{" + lamp + b', "inputs": ["x"], "options": {"mutant": 99999999999}}',
             b"{" + lamp + b', "inputs": ["x"], "options": {"mutant": "1x"}}',
             b"{" + lamp + b', "inputs": ["x"], "options": {"mutate": "luck"}}',
             b"{" + lamp + b', "inputs": ["x"], "options": {"more": 1}}',
             b"{" + lamp + b', "inputs": ["x"], "options": []}',
             b'{"path": "l.hed", "text": "machine", "inputs": []}',
             b'{"path": "l.pml", "text": "init { skip }", "inputs": []}'):
    expect("no test of a network", 400, "POST", "/api/answers", ours + bearer, body)
expect("answers are asked for", 405, "GET", "/api/answers")

# Bodies that are no jobs.
for body in (b"", b"{", b"[]", b"null", b"1", b'"x"', b"{}", b"\xff\xfe",
             b'{"command": "check"}', b'{"command": "check", "files": []}',
             b'{"command": "check", "files": "pair.hed"}',
             b'{"command": "check", "files": [1]}',
             b'{"command": "serve", "files": ["pair.hed"]}',
             b'{"command": "cc", "files": ["pair.hed"]}',
             b'{"command": "check --html x", "files": ["pair.hed"]}',
             b'{"command": 1, "files": ["pair.hed"]}',
             b'{"command": "check", "files": ["pair.hed"]} x',
             b"[" * 100000, b'{"a":' * 5000, b'{"command": "\xff"}',
             b'{"command": "check", "files": ["pair.hed\\u0000"]}'):
    expect("no job", 400, "POST", "/api/jobs", body=body)
for name, value in (("html", '"/tmp/x"'), ("svg", '"x"'), ("record", '"x"'),
                    ("out", '"x"'), ("o", '"x"'), ("dot", '"x"'), ("", "true"),
                    ("jobs ", "1"), ("jobs=1", "true"), ("json", "false"),
                    ("strategy", "{}"), ("strategy", "null"), (" ", "1"),
                    ("run", '"touch x"'), ("cflag", '"-fplugin=x"'),
                    ("baseline", '"x"'), ("first strategy", "true")):
    for command in ("check", "test", "cover"):
        expect("an option that names a file, or none", 400, "POST",
               "/api/jobs", body=b'{"command": "%s", "files": ["pair.hed"], '
               b'"options": {"%s": %s}}' % (command.encode(), name.encode(),
                                            value.encode()))
for name in ("keep", "measure", "rank"):
    for value in ("true", '"/etc/passwd"', '"../secret"', '"link"', '"none"'):
        expect("a file that is not of the folder", 400, "POST", "/api/jobs",
               body=b'{"command": "cover", "files": ["pair.hed"], '
               b'"options": {"%s": %s}}' % (name.encode(), value.encode()))
for name in ("1/record", "x", "1", "99/../x", "/etc/passwd", "1//etc/passwd"):
    expect("what no job has written", 404, "POST", "/api/jobs",
           body=b'{"command": "replay", "written": ["%s"]}' % name.encode())
expect("arguments of no program", 400, "POST", "/api/jobs",
       body=b'{"command": "check", "files": ["pair.hed"], "arguments": ["x"]}')
for ticket in ("x", "0" * 32, "0" * 31, "0" * 32 + "/html",
               "0" * 32 + "/../../etc/passwd", token + "/html", "%00/html"):
    expect("no such ticket", 404, "GET", f"/view/{ticket}", ours)
expect("a ticket for reading only", 405, "POST", "/view/x/html", ours)
for path in ("../secret", "/etc/passwd", "link", "out/secret", "pipe", "sub",
             "--help", "-", ".git/config", "none.hed"):
    expect("a job on what is not there", 404, "POST", "/api/jobs",
           body=b'{"command": "check", "files": ["%s"]}' % path.encode())
for body in (b"", b"{}", b'{"path": 1, "text": ""}', b'{"path": "x.hed"}',
             b'{"path": "x.hed\\u0000", "text": ""}'):
    expect("nothing to read", 400, "POST", "/api/read", body=body)

    expect("nothing to step through", 400, "POST", "/api/steps", body=body)
expect("no model to step through", 400, "POST", "/api/steps",
       body=b'{"path": "x.hed", "text": "process {"}')
for path in ("1", "0", "x", "99999999999999999999", "1/recording"):
    for method in ("GET", "DELETE"):
        expect("no such stepping", 404, method, f"/api/steps/{path}")
    expect("no such stepping to move", 404, "POST", f"/api/steps/{path}",
           body=b'{"move": {"take": 1}}')
for define in (b"1", b'["N"]', b'["N="]', b'["N=x"]', b'["N=1", 2]', b'["M=1"]'):
    expect("no parameters", 400, "POST", "/api/steps",
           body=b'{"path": "x.hed", "text": "param N = 1\\nthread t { }", '
           b'"define": %s}' % define)
expect("a stepping", 201, "POST", "/api/steps",
       body=b'{"path": "x.hed", "text": "thread t { while true { skip } }"}')
for body in (b"{", b'{"move": {"take": 0}}', b'{"move": {"take": -1}}',
             b'{"move": {"random": 1e9}}', b'{"move": {"jump": 1}}',
             b'{"move": 1}', b'{"move": {"back": true}}',
             b'{"move": {"take": "1; rm"}}'):
    expect("no move", 400, "POST", "/api/steps/1", body=body)
for body in (b'{"move": {"back": 1}}', b'{"move": {"take": 5000}}', b"{}"):
    expect("a move that is not there", 409, "POST", "/api/steps/1", body=body)

# Bodies that are too large: said before they are sent, or while they come.
for path, method in (("/api/jobs", "POST"), ("/api/read", "POST"),
                     ("/api/files/x.hed", "PUT"), ("/api/version", "GET")):
    for size in (17 << 20, 1 << 40, (1 << 64) - 1):
        expect("a body that is said to be large", 413, method, path,
               ours + bearer + f"Content-Length: {size}\r\n")
expect("a length that is none", 400, "PUT", "/api/files/x.hed",
       ours + bearer + "Content-Length: x\r\n")
piece = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
expect("a body that comes to be large", 413, "POST", "/api/read",
       ours + bearer + "Transfer-Encoding: chunked\r\n",
       piece * 5 + b"0\r\n\r\n")
expect("a header without an end", (0, 413, 414, 431), "GET",
       "/" + "x" * 200000)
for raw in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00", b"\x00" * 100 + b"\r\n\r\n"):
    with socket.create_connection(("127.0.0.1", port), timeout=5) as s:
        s.sendall(raw)  # whatever it says, it says it and lives
    count += 1

# Clients that are slow keep nobody waiting.
slow = []
for _ in range(60):
    s = socket.create_connection(("127.0.0.1", port))
    s.sendall(b"PUT /api/files/slow.hed HTTP/1.1\r\n" + ours.encode()
              + bearer.encode() + b"Content-Length: 100\r\n\r\nx")
    slow.append(s)
before = time.monotonic()
expect("a request beside sixty slow ones", 200, "GET", "/api/version")
for s in slow:
    s.close()
expect("what they began", 404, "GET", "/api/files/slow.hed")

# And what must hold of every answer.
for path, wanted in (("/", 200), ("/api/version", 200), ("/none", 404)):
    head = expect("headers", wanted, "GET", path).split(b"\r\n\r\n")[0]
    for line in (b"Content-Security-Policy: default-src 'none'",
                 b"Referrer-Policy: no-referrer",
                 b"X-Content-Type-Options: nosniff"):
        count += 1
        if line not in head or b"unsafe-inline" in head:
            failed += 1
            print(f"failed: {path} has no {line!r}")
print(f"all: {count} requests, {failed} failed")
sys.exit(failed > 0 or count < 200)
