"""kill -9 while a file is saved: it is the old one or the new one, as a whole.

    saves.py HEDDLE FOLDER TIMES"""
import http.client
import os
import random
import signal
import subprocess
import sys
import threading
import time

heddle, folder, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
name = os.path.join(folder, "killed.hed")
failed = killed_inside = 0


def content(n):
    return (f"// version {n}\n" * 40000).encode()


def save_on(port, token, versions, from_n):
    """Saves one version after the other, until nobody answers."""
    n = from_n
    try:
        c = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        while True:
            versions.append(n)
            c.request("PUT", "/api/files/killed.hed", content(n),
                      {"Authorization": f"Bearer {token}", "If-Match": "*"})
            c.getresponse().read()
            n += 1
    except (OSError, http.client.HTTPException):
        pass


random.seed(7)
n = 1
open(name, "wb").write(content(0))
for i in range(times):
    server = subprocess.Popen([heddle, "serve", "--no-open", folder],
                              stdout=subprocess.PIPE)
    link = server.stdout.readline().decode().strip()
    port = int(link.split(":")[2].split("/")[0])
    versions = []
    saver = threading.Thread(target=save_on, args=(
        port, link.split("token=")[1], versions, n))
    saver.start()
    while len(versions) < 2:  # at least one is through
        time.sleep(0.001)
    time.sleep(random.random() * 0.02)
    server.send_signal(signal.SIGKILL)
    server.wait()
    saver.join()
    got = open(name, "rb").read()
    allowed = [content(v) for v in versions[-2:]]
    if got not in allowed:
        failed += 1
        print(f"failed: after kill {i}: {len(got)} bytes, {got[:30]!r}")
    killed_inside += any(f.endswith(".saving") for f in os.listdir(folder))
    for f in os.listdir(folder):
        if f.endswith(".saving"):
            os.unlink(os.path.join(folder, f))
    n = versions[-1] + 1
print(f"{times} kills, {killed_inside} of them in the middle of writing, "
      f"{failed} failed")
sys.exit(failed > 0)
