"""Fifty clients that ask for the status of jobs for a minute, a thousand times
a second in all: none is lost, and the server's memory stays as it is.

    load.py PORT TOKEN PID"""
import http.client
import sys
import threading
import time

port, token, pid = int(sys.argv[1]), sys.argv[2], sys.argv[3]
CLIENTS, RATE, SECONDS = 50, 1000, 60
answered = [0] * CLIENTS
lost = [0] * CLIENTS


def resident():
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1])


def client(i):
    c = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    begin = time.monotonic()
    for k in range(RATE * SECONDS // CLIENTS):
        wait = begin + k * CLIENTS / RATE - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        c.request("GET", "/api/jobs", headers={
            "Authorization": f"Bearer {token}"})
        r = c.getresponse()
        body = r.read()
        if r.status == 200 and body.rstrip().endswith(b"}"):
            answered[i] += 1
        else:
            lost[i] += 1


threads = [threading.Thread(target=client, args=(i,)) for i in range(CLIENTS)]
begin = time.monotonic()
for t in threads:
    t.start()
time.sleep(10)
early = resident()
for t in threads:
    t.join()
late = resident()
print(f"{sum(answered)} answered, {sum(lost)} lost in "
      f"{time.monotonic() - begin:.0f} s; {early} kB after ten seconds, "
      f"{late} kB at the end")
sys.exit(sum(lost) > 0 or sum(answered) != RATE * SECONDS
         or late > early * 1.2 + 1024)
