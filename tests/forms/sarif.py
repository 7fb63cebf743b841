"""What the schema of SARIF 2.1.0 requires of the parts that heddle writes.

    sarif.py FILE RULE RESULTS FLOWS
fails unless the file is such a log with so many results, the first of this
rule, and so many of them with a code flow."""
import json
import re
import sys

file, rule, results, flows = sys.argv[1:]
log = json.load(open(file, encoding="utf-8"))


def need(value, kind, *keys):
    assert isinstance(value, kind), f"{value!r} is no {kind.__name__}"
    for key in keys:
        assert key in value, f"'{key}' is missing in {value!r}"


def message(value):
    need(value, dict, "text")
    need(value["text"], str)
    assert value["text"]


def location(value):
    need(value, dict)
    assert set(value) <= {"physicalLocation", "message"}
    if "message" in value:
        message(value["message"])
    if "physicalLocation" in value:
        physical = value["physicalLocation"]
        need(physical, dict, "artifactLocation")
        uri = physical["artifactLocation"]["uri"]
        assert re.fullmatch(r"(file://)?[A-Za-z0-9/._~%-]+", uri), uri
        region = physical.get("region", {"startLine": 1})
        for key in region:
            assert key in ("startLine", "startColumn"), key
            assert type(region[key]) is int and region[key] >= 1


need(log, dict, "$schema", "version", "runs")
assert log["version"] == "2.1.0"
assert len(log["runs"]) == 1
run = log["runs"][0]
need(run, dict, "tool", "results", "invocations")
driver = run["tool"]["driver"]
need(driver, dict, "name", "rules")
ids = [r["id"] for r in driver["rules"]]
assert len(set(ids)) == len(ids), "rules are unique"
for r in driver["rules"]:
    message(r["shortDescription"])
for invocation in run["invocations"]:
    need(invocation["executionSuccessful"], bool)
    for note in invocation.get("toolExecutionNotifications", []):
        message(note["message"])
        assert note["level"] in ("none", "note", "warning", "error")
seen = 0
for r in run["results"]:
    need(r, dict, "ruleId", "message", "locations")
    assert ids[r["ruleIndex"]] == r["ruleId"]
    assert r["level"] == "error"
    message(r["message"])
    for at in r["locations"] + r.get("relatedLocations", []):
        location(at)
    for flow in r.get("codeFlows", []):
        seen += 1
        need(flow, dict, "threadFlows")
        for thread in flow["threadFlows"]:
            need(thread, dict, "locations")
            assert thread["locations"], "a flow has a place"
            for at in thread["locations"]:
                location(at["location"])
assert len(run["results"]) == int(results), len(run["results"])
assert seen == int(flows), seen
assert int(results) == 0 or run["results"][0]["ruleId"] == rule
