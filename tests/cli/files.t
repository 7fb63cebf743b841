# JSON: what the issue promises, and nothing else on standard output.
$ heddle check --json models/pi1.hed 2>/dev/null | grep -E '^  "' | sed 's/:.*//' | tr -d ' \n'
"schema""name""verdict""because""under""model""strategy""complete""stopped""states""stands_for""transitions""depth""terminated""blocking""deadlocks""state_bits""store_bytes""memo_bytes""moves_computed""bytes_per_state""seconds""cpu_seconds""jobs""scheme""parameters""counts""exact""findings"[1]
$ heddle check --json models/pi1.hed 2>/dev/null | grep -E '^  "(schema|model|verdict|strategy|complete|stopped|states|transitions|deadlocks|blocking|terminated|scheme)"'
  "schema": "heddle.check/1",
  "verdict": "violated",
  "model": "models/pi1.hed",
  "strategy": "full",
  "complete": true,
  "stopped": "everything explored",
  "states": 28,
  "transitions": 38,
  "terminated": 0,
  "blocking": 4,
  "deadlocks": 2,
  "scheme": "fifo",
[1]
$ heddle check --json models/pi1.hed 2>/dev/null | grep -c '"kind": "'
11
[1]
$ heddle check --json models/pi1.hed 2>/dev/null | grep '"kind"' | sort | uniq -c | sed 's/^ *//'
2       "kind": "blocking",
2       "kind": "deadlock",
1       "kind": "overflow",
4       "kind": "unexecutable",
2       "kind": "unspecified",
[1]
$ heddle check --json --find overflow models/pi1.hed 2>/dev/null | sed -n '/"findings"/,$p'
  "findings": [
    {
      "kind": "overflow",
      "process": "P1",
      "state": "1",
      "message": "m3",
      "object": "P1->P2",
      "where": "P1 at 1 sends m3 into the full P1->P2",
      "length": 4,
      "run": [
        {
          "process": "P1",
          "step": "P2!m1",
          "edge": "P2!m1 -> 1",
          "line": 12,
          "object": "P1->P2",
          "changed": {
            "P1->P2": "m1"
          }
        },
        {
          "process": "P1",
          "step": "P2!m3",
          "edge": "P2!m3 -> 2",
          "line": 14,
          "object": "P1->P2",
          "changed": {
            "P1->P2": "m1 m3"
          }
        },
        {
          "process": "P2",
          "step": "P1!m2",
          "edge": "P1!m2 -> 1",
          "line": 22,
          "object": "P2->P1",
          "changed": {
            "P2->P1": "m2"
          }
        },
        {
          "process": "P1",
          "step": "P2?m2",
          "edge": "P2?m2 -> 1",
          "line": 17,
          "object": "P2->P1",
          "sender": "P2",
          "changed": {
            "P2->P1": ""
          }
        }
      ]
    }
  ]
}
[1]
# The messages of a port come from anyone: who sent them is told.
$ heddle check --json --scheme async --find unspecified tests/models/unspecified_port.hed 2>/dev/null | sed -n '/"run"/,$p'
      "run": [
        {
          "process": "B",
          "step": "A.in!small(3)",
          "edge": "A.in!small(3) -> 0",
          "line": 12,
          "object": "A.in",
          "changed": {
            "A.in": "small(3)"
          }
        },
        {
          "process": "A",
          "step": "in?small(3), which no edge receives",
          "object": "A.in",
          "sender": "B",
          "changed": {}
        }
      ]
    }
  ]
}
[1]
$ heddle check --json --find deadlock,property tests/models/final.hed | sed -n '/"counts"/,$p'
  "counts": {
    "deadlock": 0,
    "property": 0
  },
  "exact": {
    "deadlock": true,
    "property": true
  },
  "findings": []
}
$ heddle check --json --find unexecutable tests/models/unexecutable.hed | sed -n '/"findings"/,$p'
  "findings": [
    {
      "kind": "unexecutable",
      "process": "A",
      "state": "0",
      "file": "tests/models/unexecutable.hed",
      "line": 6,
      "column": 6,
      "where": "A 0 when n > 1 -> 0",
      "edge": "when n > 1 -> 0"
    }
  ]
}
[1]
$ heddle check --json --find assertion tests/models/notheld.hed | grep -E '^      "(kind|failure|file|line|column|where|length)"'
      "kind": "assertion",
      "file": "tests/models/notheld.hed",
      "line": 4,
      "column": 36,
      "where": "tests/models/notheld.hed:4:36: unlock of a lock that the thread does not hold in a",
      "failure": "unlock of a lock that the thread does not hold",
      "length": 3,
[1]
$ heddle check --json -D RIGHT=0 -D N=2 models/phils.hed | grep -A 3 '"parameters"'
  "parameters": {
    "N": 2,
    "RIGHT": 0
  },
[1]

# A page; it needs nothing but itself.
$ heddle check --html $TMP/pi1.html models/pi1.hed >/dev/null 2>&1
[1]
$ head -c 15 $TMP/pi1.html | tr a-z A-Z; grep -c '<svg' $TMP/pi1.html; grep -cE '(src|href)="(http|/)' $TMP/pi1.html
<!DOCTYPE HTML>8
0
[1]
$ ls $TMP
pi1.html

# Pictures: the first run, or a folder with all of them.
$ heddle check -q --svg $TMP/one.svg models/pi1.hed 2>/dev/null
[1]
$ head -c 4 $TMP/one.svg; tail -n 1 $TMP/one.svg
<?xm</svg>
$ heddle check -q --svg $TMP/all models/pi1.hed 2>/dev/null
[1]
$ ls $TMP/all
01-deadlock.svg
02-deadlock.svg
03-blocking.svg
04-blocking.svg
05-unspecified.svg
06-unspecified.svg
07-overflow.svg
$ heddle check -q --svg - models/pi1.hed 2>/dev/null | cmp - $TMP/one.svg
[1]

# The graph of all states: 28 nodes and 38 edges.
$ heddle check -q --dot $TMP/pi1.dot models/pi1.hed 2>/dev/null
[1]
$ head -n 1 $TMP/pi1.dot; grep -c -- ' -> ' $TMP/pi1.dot; grep -cE '^ *n[0-9]+ \[' $TMP/pi1.dot
digraph "models/pi1.hed" {
38
28
$ heddle check -q --graph $TMP/pi1.svg models/pi1.hed 2>/dev/null
[1]
$ grep -c '<rect' $TMP/pi1.svg
28
$ heddle check -q --dot $TMP/big.dot -D N=8 models/phils.hed
heddle: no graph written: it has more than a person can look at, or was not explored to the end
$ heddle check -q --dot $TMP/big.dot -D N=8 -D RIGHT=0 models/phils.hed
heddle: no graph written: it has more than a person can look at, or was not explored to the end
[1]
$ ls $TMP | grep big
[1]

# Nothing to draw.
$ heddle check --svg $TMP/none.svg tests/models/final.hed
tests/models/final.hed: no errors in 5 states, 4 transitions (* s, everything explored)
heddle: no run to write to '*/none.svg'
$ ls $TMP | grep none
[1]

# Recordings of version 1, which had no kind, of each sort.
$ heddle replay tests/replay/old/states.rec | tail -n 1
tests/replay/old/states.rec: deadlock comes out again: P1 at 2, P2 at 2, all channels empty
[1]
$ heddle replay tests/replay/old/threads.rec | head -n 1
tests/replay/old/threads.rec: assertion failed again
[1]
$ heddle replay tests/replay/old/program.rec | head -n 1
tests/replay/old/program.rec: assertion failed again
[1]

# Recordings: replayed, drawn.
$ heddle check -q --record $TMP/run.rec models/pi1.hed 2>/dev/null
[1]
$ cat $TMP/run.rec
heddle recording 2
kind states
model models/pi1.hed
digest *
scheme fifo
finding deadlock
where P1 at 2, P2 at 2, all channels empty
facts 4294967295 4294967295 4294967295 4294967295 4294967295 0 0 0 0
step 0 0 0 0 P2!m1
step 1 0 0 1 P1!m2
step 0 3 0 1 P2?m2
step 1 2 0 0 P1?m1
end 4
$ heddle replay $TMP/run.rec
   1  P1           P2!m1
   2  P2           P1!m2
   3  P1           P2?m2
   4  P2           P1?m1
      P1 at 2, P2 at 2
*/run.rec: deadlock comes out again: P1 at 2, P2 at 2, all channels empty
[1]
$ heddle replay --brief $TMP/run.rec
*/run.rec: deadlock comes out again: P1 at 2, P2 at 2, all channels empty
[1]
$ heddle replay --json $TMP/run.rec
{
  "schema": "heddle.replay/1",
  "model": "models/pi1.hed",
  "finding": "deadlock",
  "where": "P1 at 2, P2 at 2, all channels empty",
  "steps": 4,
  "reproduced": true
}
[1]
$ heddle show $TMP/run.rec
models/pi1.hed: deadlock: P1 at 2, P2 at 2, all channels empty

  P1            P2
  0             0
  P2!m1 -----.  |
  1          |  P1!m2 -----.
  |          |  1          |
  P2?m2 <----|-------------'
  2          '> P1?m1
  |             2

  P1  waits for m2
  P2  waits for m3 or m1
$ heddle show --svg $TMP/shown.svg $TMP/run.rec && cmp $TMP/shown.svg $TMP/one.svg
$ heddle show --html $TMP/shown.html $TMP/run.rec && grep -c '<svg' $TMP/shown.html
1
$ heddle check -q --record $TMP/recs models/pi1.hed 2>/dev/null
[1]
$ for r in $TMP/recs/*.rec; do heddle replay --brief $r; done | sed 's/.*recs.//'
01-deadlock.rec: deadlock comes out again: P1 at 2, P2 at 2, all channels empty
02-deadlock.rec: deadlock comes out again: P1 at 2, P2 at 1, all channels empty
03-blocking.rec: blocking comes out again: P1 at 2, P2 at 1, P1->P2 holds m3
04-blocking.rec: blocking comes out again: P1 at 2, P2 at 1, P1->P2 holds m3 m3
05-unspecified.rec: unspecified comes out again: P2 at 1 cannot receive m3 from P1
06-unspecified.rec: unspecified comes out again: P2 at 0 cannot receive m3 from P1
07-overflow.rec: overflow comes out again: P1 at 1 sends m3 into the full P1->P2
[1]
$ heddle check -q --record $TMP/assert.rec tests/models/assertion.hed
[1]
$ heddle replay $TMP/assert.rec
   1  add[0]       read total (0)
   2  add[1]       read total (0)
   3  add[0]       total = 1
   4  add[0]       atomic
   5  add[1]       total = 1
   6  add[1]       atomic
   7  judge        await ended == 2
   8  judge        read total (1)
      add[0] at end, add[1] at end, judge at 10, total = 1, ended = 2
*/assert.rec: assertion comes out again: tests/models/assertion.hed:10:3: assertion failed in judge
[1]
$ heddle check -q -D N=2 -D RIGHT=0 --record $TMP/phils.rec models/phils.hed
[1]
$ heddle show $TMP/phils.rec
models/phils.hed: deadlock: phil[0] at *, phil[1] at *, fork[0] held by phil[0], fork[1] held by phil[1]

  phil[0]       phil[1]
  lock fork[0]
                lock fork[1]

  phil[0]  waits for lock fork[1], holds lock fork[0]
  phil[1]  waits for lock fork[0], holds lock fork[1]
$ cd $TMP && cp run.rec elsewhere.rec && heddle replay --brief elsewhere.rec
heddle: cannot read 'models/pi1.hed': no such file
heddle: the model of this recording, 'models/pi1.hed', cannot be read any more
[2]

# The model of a recording may lie beside it.
$ cp models/pi1.hed $TMP && cd $TMP && heddle replay --brief run.rec
run.rec: deadlock comes out again: P1 at 2, P2 at 2, all channels empty
[1]
$ heddle replay
heddle: which recording?
heddle: try 'heddle replay --help'
[2]
$ heddle show $TMP/run.rec $TMP/run.rec
heddle: one recording at a time
heddle: try 'heddle show --help'
[2]
# Standard output by another name is what it goes to; a link stays one.
$ ln -s /proc/self/fd/1 $TMP/stdout; heddle check --brief --no-warnings --markdown $TMP/stdout models/pi1.hed >$TMP/both; readlink $TMP/stdout; grep -c '^## heddle check\|findings in 28' $TMP/both; echo old >$TMP/there; chmod 600 $TMP/there; ln -s there $TMP/link; heddle check -q --no-warnings --markdown $TMP/link models/pi1.hed; stat -c %a $TMP/there; head -1 $TMP/there | tr -d "#"; readlink $TMP/link
/proc/self/fd/1
2
600
 heddle check: models/pi1.hed
there
