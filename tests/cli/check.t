# What a protocol designer sees first.
$ heddle check models/pi1.hed
models/pi1.hed:*:9: warning: 'm1' is received by P1, but nobody sends it
*|   3: P2?m1 -> 0
      |         ^~
1 warning
models/pi1.hed: 11 findings in 28 states, 38 transitions (* s, everything explored)

  deadlock     P1 at 2, P2 at 2, all channels empty                  4 steps
  deadlock     P1 at 2, P2 at 1, all channels empty                  8 steps
  blocking     P1 at 2, P2 at 1, P1->P2 holds m3                     3 steps
  blocking     P1 at 2, P2 at 1, P1->P2 holds m3 m3                 10 steps
  unspecified  P2 at 1 cannot receive m3 from P1                     3 steps
  unspecified  P2 at 0 cannot receive m3 from P1                     7 steps
  overflow     P1 at 1 sends m3 into the full P1->P2                 4 steps
  never taken  P1 1 P2?m4 -> 3
  never taken  P1 3 P2?m1 -> 0
  never taken  P2 2 P1?m1 -> 3
  never taken  P2 3 P1!m4 -> 2

A shortest run to the first deadlock:

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

--html report.html draws all of them, --record run.rec keeps this one to be replayed
[1]

# Nothing wrong.
$ heddle check tests/models/final.hed
tests/models/final.hed: no errors in 5 states, 4 transitions (* s, everything explored)

# Misspelt.
$ heddle check modles/pi1.hed
heddle: cannot read 'modles/pi1.hed': no such file
[2]
$ heddle chekc models/pi1.hed
heddle: unknown command 'chekc' (did you mean 'check'?)
[2]
$ heddle check --jsno models/pi1.hed
heddle: unknown option '--jsno' (did you mean '--json'?)
heddle: try 'heddle check --help'
[2]
$ heddle check --find deadlok models/pi1.hed
heddle: unknown kind of finding 'deadlok' (did you mean 'deadlock'?)
[2]
$ heddle check --find , models/pi1.hed
heddle: unknown kind of finding ''; these are there: deadlock, *, unexecutable*
[2]
$ heddle check --strategy ful tests/models/final.hed 2>&1 | sed 2d | head -n 2
heddle: unknown strategy 'ful' (did you mean 'full'?); these are there:
  full             every step of every process, one at a time
[2]
$ heddle check --scheme lifo models/pi1.hed
heddle: unknown scheme 'lifo': async, fifo, causal or mailbox
[2]
$ heddle check -D N models/phils.hed
heddle: '-D N': expected NAME=NUMBER
[2]
$ heddle check -D M=3 models/phils.hed
models/phils.hed: error: there is no parameter 'M' to change
1 error
[2]
$ heddle check --states many models/pi1.hed
heddle: option '--states' needs a number, not 'many'
heddle: try 'heddle check --help'
[2]
$ heddle check --time 1x models/pi1.hed
heddle: option '--time' needs a time such as 60, 1.5s or 2m, not '1x'
heddle: try 'heddle check --help'
[2]
$ heddle check --memory 12Q models/pi1.hed
heddle: option '--memory' needs a size such as 512M or 4G, not '12Q'
heddle: try 'heddle check --help'
[2]
$ heddle check --time
heddle: option '--time' needs a time such as 60, 1.5s or 2m
heddle: try 'heddle check --help'
[2]
$ heddle check
heddle: which model?
heddle: try 'heddle check --help'
[2]
$ heddle check models/pi1.hed models/pi2.hed
heddle: one model at a time
heddle: try 'heddle check --help'
[2]

# Some kinds only.
$ heddle check -s full --find deadlock models/pi1.hed 2>/dev/null | head -n 4
models/pi1.hed: 2 findings in 28 states, 38 transitions (* s, everything explored)

  deadlock     P1 at 2, P2 at 2, all channels empty                  4 steps
  deadlock     P1 at 2, P2 at 1, all channels empty                  8 steps
[1]
$ heddle check -s full --find=unspecified,overflow models/pi1.hed 2>/dev/null | head -n 5
models/pi1.hed: 3 findings in 28 states, 38 transitions (* s, everything explored)

  unspecified  P2 at 1 cannot receive m3 from P1                     3 steps
  unspecified  P2 at 0 cannot receive m3 from P1                     7 steps
  overflow     P1 at 1 sends m3 into the full P1->P2                 4 steps
[1]
$ heddle check -s full --find property models/pi1.hed 2>/dev/null
models/pi1.hed: no errors in 28 states, 38 transitions (* s, everything explored)

# The first one only; with depth first the run may be longer.
$ heddle check --first tests/models/deadlock.hed
tests/models/deadlock.hed: 1 finding in 1 state, 0 transitions (* s, not everything explored: stopped at the first finding)

  deadlock     A at 0, B at 0, all channels empty                    0 steps

A shortest run to the first deadlock:

  A             B
  0             0

  A  waits for m
  B  waits for m

--html report.html draws it, --record run.rec keeps it to be replayed
[1]
$ heddle check -s full --first --find deadlock models/pi1.hed 2>/dev/null | head -n 4
models/pi1.hed: 1 finding in * states, * transitions (* s, not everything explored: stopped at the first finding)

  deadlock     P1 at 2, P2 at 2, all channels empty                  4 steps

[1]
$ heddle check -s full --depth-first --find deadlock models/pi1.hed 2>/dev/null | head -n 1
models/pi1.hed: 2 findings in 28 states, 38 transitions (* s, everything explored)
[1]

# The number of cores changes nothing.
$ for j in 1 2 3; do heddle check --jobs $j --runs models/pi1.hed 2>/dev/null | sed 1d | cksum; done | uniq | wc -l
1
[1]

# Parameters and schemes.
$ heddle check -D N=2 -D RIGHT=0 models/phils.hed
models/phils.hed: 1 finding in 10 states, 14 transitions (* s, everything explored)

  deadlock     phil[0] at *, phil[1] at *, fork[0] held by phil[0], ...    2 steps

A shortest run to the first deadlock:

  phil[0]       phil[1]
  lock fork[0]
                lock fork[1]

  phil[0]  waits for lock fork[1], holds lock fork[0]
  phil[1]  waits for lock fork[0], holds lock fork[1]

--html report.html draws it, --record run.rec keeps it to be replayed
[1]
$ heddle check --define K=5 tests/models/overflow.hed | head -n 1
tests/models/overflow.hed: 1 finding in 6 states, 10 transitions (* s, everything explored)
[1]
$ heddle check -q --scheme async tests/models/schemes.hed
$ heddle check --scheme async tests/models/schemes.hed
tests/models/schemes.hed: no errors in 11 states, 14 transitions (* s, everything explored)
$ heddle check --scheme causal tests/models/schemes.hed
tests/models/schemes.hed: 2 findings in 10 states, 12 transitions (* s, everything explored)

  never taken  M3 0 T3?z -> 1
  never taken  M3 1 T3?x -> 2
[1]

# Every run.
$ heddle check -s full --runs --find unspecified models/pi1.hed 2>/dev/null
models/pi1.hed: 2 findings in 28 states, 38 transitions (* s, everything explored)

  unspecified  P2 at 1 cannot receive m3 from P1                     3 steps
  unspecified  P2 at 0 cannot receive m3 from P1                     7 steps

unspecified: P2 at 1 cannot receive m3 from P1

  P1            P2
  0             0
  |             P1!m2 -----.
  |             1          |
  P2?m2 <------------------'
  1             |
  P2!m3 ..>     |
  2             |

  P1  waits for m2
  P2  waits for m1

unspecified: P2 at 0 cannot receive m3 from P1

  P1            P2
  0             0
  P2!m1 -----.  |
  1          |  |
  P2!m3 ---. |  |
  2        | |  P1!m2 -----.
  |        | |  1          |
  P2?m2 <--|-|-------------'
  1        | '> P1?m1
  P2!m3 ..>|    2
  2        '--> P1?m3
  |             0

  P1  waits for m2
[1]

# Limits: 3 when nothing was found before, 1 otherwise.
$ heddle check -s full --states 10 --find deadlock models/pi1.hed 2>/dev/null
models/pi1.hed: no errors so far in * states, * transitions (* s) (incomplete: the limit of * states)
[3]
$ heddle check -s full --depth 3 --find deadlock models/pi1.hed 2>/dev/null
models/pi1.hed: no errors so far in * states, * transitions (* s) (incomplete: the limit of depth *)
[3]
$ heddle check -s full --depth 4 --find deadlock models/pi1.hed 2>/dev/null | head -n 3
models/pi1.hed: 1 finding in * states, * transitions (* s) (incomplete: the limit of depth *)

  deadlock     P1 at 2, P2 at 2, all channels empty                  4 steps
[1]
$ heddle check -s full --depth 10 --find deadlock models/pi1.hed 2>/dev/null | head -n 1
models/pi1.hed: 2 findings in 28 states, 38 transitions (* s, everything explored)
[1]
$ heddle check --time 0.000001 models/token.hed 2>/dev/null | head -n 1
models/token.hed: no errors so far in * states, * transitions (* s) (incomplete: the time is over)
[3]
$ heddle check --memory 1 models/token.hed 2>/dev/null | head -n 1
models/token.hed: no errors so far in * states, * transitions (* s) (incomplete: the memory is used up)
[3]

# Quiet says it by the exit code.
$ heddle check --quiet models/pi1.hed 2>/dev/null
[1]
$ heddle check -q tests/models/final.hed

# A port that grows for ever is named, whatever the scheme.
$ heddle check tests/models/grows.hed
tests/models/grows.hed: no errors so far in * states, * transitions (* s) (incomplete: A.in grows without bound at grows.hed:14)
[3]
$ heddle check --depth-first --brief tests/models/grows.hed
tests/models/grows.hed: no errors so far in * states, * transitions (* s) (incomplete: A.in grows without bound at grows.hed:14)
[3]
$ heddle check --scheme causal -j 2 --json tests/models/grows.hed | sed -n '/"verdict"/,/]/p'
  "verdict": "incomplete",
  "because": [
    {
      "why": "bound",
      "name": "A.in grows without bound",
      "file": "tests/models/grows.hed",
      "line": 14
    }
  ],
[3]
$ heddle check --quiet --junit - --scheme async tests/models/grows.hed | grep "<skipped"
      <skipped message="incomplete: A.in grows without bound at grows.hed:14"/>
[3]
$ heddle check --brief -D MIX=1 tests/models/grows.hed
tests/models/grows.hed: no errors so far in * states, * transitions (* s) (incomplete: A.in with more than 512 messages at grows.hed:14)
[3]

# A thread that fails before its first step, and one that has not begun.
$ heddle check --find assertion tests/models/start_fails.hed
tests/models/start_fails.hed: 2 findings in 1 state, 0 transitions (* s, everything explored)
  strategy ample: it preserves what is asked for

  assertion    tests/models/start_fails.hed:6:3: assertion failed in a    0 steps
  assertion    tests/models/start_fails.hed:11:3: assertion failed in b    0 steps

A run to the first assertion:

  a             b             c

  a  assertion failed before its first step, line 6
  b  assertion failed before its first step, line 11
  c  has not begun

--html report.html draws all of them, --record run.rec keeps this one to be replayed
[1]

# Threads that go round for ever and never come to their ends.
$ heddle check tests/models/spins.hed
tests/models/spins.hed: 2 findings in 1 state, 1 transition (* s, everything explored)

  endless      a at 6 can no longer come to its end                  0 steps
  endless      b at 7 can no longer come to its end                  0 steps

A shortest run to the first endless:

  a             b

--html report.html draws all of them, --record run.rec keeps this one to be replayed
[1]
$ heddle check --find endless tests/models/polling.hed
tests/models/polling.hed: no errors in 9 states, 14 transitions (* s, everything explored)
  strategy ample: it preserves what is asked for
$ heddle check --brief -s lra tests/models/polling.hed
tests/models/polling.hed: no errors so far in 9 states, 14 transitions (* s) (incomplete: strategy lra does not preserve endless)
[3]
$ heddle check --record $TMP/e.rec tests/models/trapped.hed | head -n 5; heddle replay $TMP/e.rec | tail -n 3
tests/models/trapped.hed: 3 findings in 380 states, 1,352 transitions (* s, everything explored)

  endless      a at 9 can no longer come to its end                  1 step
  endless      d at 16.2 can no longer come to its end               2 steps
  endless      e at 17.2 can no longer come to its end               2 steps
   1  b            input 0
      a at 9, b at end (y = 0), c at 15, d at 16, e at 17, go = 0, x = 0
*/e.rec: endless comes out again: a at 9 can no longer come to its end
[1]
$ heddle check --json tests/models/spins.hed | grep -A12 '"findings"'
  "findings": [
    {
      "kind": "endless",
      "process": "a",
      "state": "6",
      "where": "a at 6 can no longer come to its end",
      "length": 0,
      "run": []
    },
    {
      "kind": "endless",
      "process": "b",
      "state": "7",
[1]

# The values that a step has changed stand beside it, and are in JSON.
$ heddle check --find overflow models/window.hed | sed -n '9,14p'
  sender                                       receiver
  run                                          ready
  when used < W { buffer[(first + used) ..     |            used = 1, next = 1
  run                                          |
  when used < W { buffer[(first + used) ..     |            used = 2, next = 2, buffer[1] = 1
  run                                          |
[1]
$ heddle check --json --find overflow models/window.hed >$TMP/w.json; grep -A4 -m2 '"changed"' $TMP/w.json
          "changed": {
            "sender.used": 1,
            "sender.next": 1
          }
        },
--
          "changed": {
            "sender.used": 2,
            "sender.next": 2,
            "sender.buffer[1]": 1
          }
