"""The words that the JSON of every command shares.

    words.py COMMAND VERDICT FINDINGS STEPS <FILE
fails unless it is such a result with so many findings, so many steps in the run
of the first, and no name twice in any object."""
import json
import sys

command, verdict, findings, steps = sys.argv[1:]


def once(pairs):
    names = [name for name, value in pairs]
    assert len(names) == len(set(names)), f"a name twice: {names}"
    return dict(pairs)


def place(value):
    assert "line" not in value or value["line"] > 0
    assert "column" not in value or value["column"] > 0


r = json.load(sys.stdin, object_pairs_hook=once)
for name, kind in (("name", str), ("verdict", str), ("because", list),
                   ("counts", dict), ("exact", dict), ("findings", list)):
    assert isinstance(r[name], kind), name
assert r["schema"] == f"heddle.{command}/1", r["schema"]
assert r["verdict"] == verdict, r["verdict"]
assert bool(r["because"]) or verdict != "incomplete"
assert r["counts"].keys() == r["exact"].keys()
for because in r["because"]:
    assert because["why"]
assert len(r["findings"]) == int(findings), len(r["findings"])
for f in r["findings"]:
    assert f["kind"] and f["where"]
    place(f)
    if "run" not in f:
        continue
    assert f["length"] == len(f["run"])
    assert "circle" not in f or f["stem"] + f["circle"] == f["length"]
    for step in f["run"]:
        assert step["process"] and step["step"]
        place(step)
if r["findings"]:
    assert r["findings"][0]["length"] == int(steps), r["findings"][0]["length"]
