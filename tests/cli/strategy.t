# Without --find everything is asked for: full.
$ heddle check models/pi3.hed 2>/dev/null | head -n 2
models/pi3.hed: 5 findings in 17 states, 25 transitions (* s, everything explored)

[1]

# Less is asked for, more is left out.
$ heddle check --find blocking models/pi2.hed 2>/dev/null
models/pi2.hed: no errors in 1 state, 0 transitions (* s, everything explored)
  strategy bsra-ample: it preserves every blocking state, and nothing else is asked for
$ heddle check --find property models/leader.hed
models/leader.hed: no errors in * states, * transitions (* s, everything explored)
  strategy bsra: it preserves blocking states and properties, and nothing else is asked for
$ heddle check --find deadlock --depth 3 models/leader.hed
models/leader.hed: no errors so far in * states, * transitions (* s) (incomplete: the limit of depth *)
[3]

# A strategy that was chosen says what it cannot count.
$ heddle check --strategy bsra-ample models/pi1.hed 2>/dev/null | head -n 4
models/pi1.hed: 5 findings in 14 states, 16 transitions (* s) (incomplete: strategy bsra-ample does not preserve unspecified, overflow, unexecutable)
  strategy bsra-ample
  it cannot tell how many: unspecified >= 1, overflow ?, unexecutable ?

[1]

# Simultaneous and leaping analysis find every kind of error, if asked for it.
$ heddle check --strategy lra models/pi1.hed 2>/dev/null | head -n 1; heddle check --strategy sra models/pi1.hed 2>/dev/null | head -n 1
models/pi1.hed: 11 findings in 28 states, 38 transitions (* s, everything explored)
models/pi1.hed: 11 findings in 28 states, 48 transitions (* s, everything explored)
[1]
$ heddle check --strategy lra --find unspecified models/pi1.hed 2>/dev/null | head -n 1; heddle check --strategy sra --find overflow models/pi1.hed 2>/dev/null | head -n 1
models/pi1.hed: 2 findings in 27 states, 35 transitions (* s, everything explored)
models/pi1.hed: 1 finding in 28 states, 48 transitions (* s, everything explored)
[1]
$ for k in unspecified overflow unexecutable; do heddle check --strategy bsra --find $k models/pi1.hed 2>/dev/null | head -n 1; done
models/pi1.hed: 2 findings in 22 states, 29 transitions (* s, everything explored)
models/pi1.hed: 1 finding in 28 states, 41 transitions (* s, everything explored)
models/pi1.hed: 4 findings in 21 states, 30 transitions (* s, everything explored)
[1]
# Who goes round for ever after a choice keeps nobody from moving.
$ printf 'channel P1 -> P2 [1]\nnever P1 at 1\nprocess P1 {\n  0: -> 1\n  1: P2!m -> 2\n  2:\n}\nprocess P2 {\n  0: -> 1\n     -> 2\n  1: -> 1\n  2: -> 2\n}\n' >$TMP/round.hed; heddle check --find property $TMP/round.hed 2>/dev/null | head -n 1
*/round.hed: 1 finding in * states, * transitions (* s, everything explored)
[1]
$ printf 'channel P1 -> P2 [1]\nnever P1 at 1\nprocess P1 {\n  0: -> 1\n  1: P2!m -> 2\n  2:\n}\nprocess P2 {\n  0: -> 1\n     -> 2\n  1: -> 3\n  2: -> 3\n  3: -> 1\n}\n' >$TMP/round.hed; heddle check --find property $TMP/round.hed 2>/dev/null | head -n 1
*/round.hed: 1 finding in * states, * transitions (* s, everything explored)
[1]
$ printf 'channel P1 -> P2 [1]\nprocess P1 {\n  0: -> 1\n  1: P2!m -> 0\n}\nprocess P2 {\n  0: -> 1\n     -> 2\n  1: -> 1\n  2: -> 2\n}\n' >$TMP/round.hed; for s in full sra lra bsra ample; do heddle check -s $s --find overflow $TMP/round.hed 2>/dev/null | head -n 1 | sed 's/ in .*//'; done
*/round.hed: 1 finding
*/round.hed: 1 finding
*/round.hed: 1 finding
*/round.hed: 1 finding
*/round.hed: 1 finding
[1]
$ heddle check --strategy era-peng --find deadlock models/pi1.hed 2>/dev/null
models/pi1.hed: no errors so far in 4 states, 4 transitions (* s) (incomplete: strategy era-peng does not preserve deadlock)
  strategy era-peng
  it misses errors, and is there to be studied
[3]

# What does not apply is refused.
$ heddle check --strategy fra models/pi2.hed 2>&1 | tail -n 1
heddle: fra does not apply to models/pi2.hed: it is for multi-cyclic protocols, and the channels do not connect all processes strongly; the components are {P1}, {P2}, {P3, P4}
[2]
$ heddle check --strategy fra models/differs/fra_rings.hed 2>&1 | tail -n 1
heddle: fra does not apply to models/differs/fra_rings.hed: it is for multi-cyclic protocols, and 'P1->P2' lies on more than one ring
[2]
$ heddle check --strategy sra models/phils.hed
heddle: sra does not apply to models/phils.hed: it is for processes that only pass messages, and 'fork[0]' is shared
[2]
$ heddle check --strategy bsra models/phils.hed
heddle: bsra does not apply to models/phils.hed: it is for processes that only pass messages, and 'fork[0]' is shared
[2]

# What does not preserve what is asked for is incomplete, in every output.
$ heddle check --strategy bsra-ample --find overflow,deadlock models/leader.hed
models/leader.hed: no errors so far in 2 states, 1 transition (* s) (incomplete: strategy bsra-ample does not preserve overflow)
  strategy bsra-ample
  it cannot tell how many: overflow ?
[3]
$ heddle check --strategy leap models/pi1.hed 2>&1 | grep -A 3 unknown
heddle: unknown strategy 'leap' (did you mean 'lra'?); these are there:
  auto             the best of these for what is asked
  full             every step of every process, one at a time
  ample            partial-order reduction: steps that commute in one order
[2]

# Sleep sets: by themselves all states, the same runs, fewer transitions; with
# ample sets and leaps fewer states, for blocking states only.
$ heddle check --strategy sleep models/pi1.hed 2>/dev/null | head -n 4
models/pi1.hed: 11 findings in 28 states, 28 transitions (* s, everything explored)
  strategy sleep

  deadlock     P1 at 2, P2 at 2, all channels empty                  4 steps
[1]
$ heddle check --strategy ample-sleep -D N=3 --find blocking models/readers.hed
models/readers.hed: no errors in * states, * transitions (* s, everything explored)
  strategy ample-sleep
$ heddle check --strategy bsra-ample-sleep -j 2 --find deadlock -D N=2 models/mutex.hed
models/mutex.hed: no errors in 20 states, 19 transitions (* s, everything explored)
  strategy bsra-ample-sleep
$ heddle check --strategy bsra-sleep --depth-first --find blocking models/pi1.hed 2>/dev/null | head -n 2
models/pi1.hed: 4 findings in 1* states, 1* transitions (* s, everything explored)
  strategy bsra-sleep
[1]
$ heddle check --strategy ample-sleep --find property models/leader.hed
models/leader.hed: no errors so far in 49 states, 48 transitions (* s) (incomplete: strategy ample-sleep does not preserve property)
  strategy ample-sleep
  it cannot tell how many: property ?
[3]

# Which tells what.
$ heddle check --strategies | head -n 6
strategy          deadlock  blocking  unspecified  overflow  property  assertion  range     endless   liveness  circle    unexecutable
full              exact     exact     exact        exact     exact     exact      exact     exact     exact     exact     exact
ample             exact     exact     exact        exact     exact     exact      exact     exact     not       not       exact
lra               exact     exact     exact        exact     exact     exact      exact     not       not       not       exact
bsra              exact     exact     exact        exact     exact     exact      exact     not       not       not       exact
bsra-ample        exact     exact     at least     at least  at least  at least   at least  not       not       not       not
$ heddle check --strategies --json | sed -n '/"era-peng"/,/^    }/p'
      "name": "era-peng",
      "summary": "as era, as first published; misses deadlocks, for study",
      "sound": false,
      "tells": {
        "deadlock": "at least",
        "blocking": "at least",
        "unspecified": "at least",
        "overflow": "at least",
        "property": "at least",
        "assertion": "at least",
        "range": "at least",
        "endless": "not",
        "liveness": "not",
        "circle": "not",
        "unexecutable": "not"
      }
    }

# Of states that differ only in who is who one is stored; it is said for how many
# they stand, and ends are counted as often as there are states like them.
$ heddle check -s symmetry tests/models/alike_sem.hed
tests/models/alike_sem.hed: 1 finding in 26 states that stand for 99, 37 transitions (* s, everything explored)
  strategy symmetry

  deadlock     user[0] at 9, user[1] at 9, user[2] at 9, permits = 0    3 steps

A shortest run to the first deadlock:

  user[0]       user[1]       user[2]
  P permits
                P permits
                              P permits

  user[0]  waits for P permits
  user[1]  waits for P permits
  user[2]  waits for P permits

--html report.html draws it, --record run.rec keeps it to be replayed
[1]
$ printf 'shared a[3]: 0..2\nlock l, m\nthread w[i: 0..2] { var x: 0..2\n lock l; x = a[i]; a[i] = x + 1; lock m; unlock m }\nnever (count i: 0..2: a[i] == 2) > 0\n' > $TMP/w.hed; heddle check -s symmetry --find deadlock,property $TMP/w.hed
*/w.hed: 3 findings in 6 states that stand for 16, 5 transitions (* s, everything explored)
  strategy symmetry

  deadlock     w[0] at end (x = 0), w[1] at 4 (x = 0), w[2] at 4 (x = 0), ...    5 steps
  deadlock     ... and 2 more, most of them alike but for who is who

A shortest run to the first deadlock:

  w[0]           w[1]          w[2]
  lock l
  read a[0] (0)
  a[0] = 1
  lock m
  unlock m

  w[0]  holds lock l, ended
  w[1]  waits for lock l
  w[2]  waits for lock l

--html report.html draws it, --record run.rec keeps it to be replayed
[1]
$ heddle check --json -s symmetry --find deadlock,property $TMP/w.hed | grep -E '"(states|stands_for|deadlock|blocking)"'
  "states": 6,
  "stands_for": 16,
  "blocking": 3,
    "deadlock": 3,
    "deadlock": true,
      "kind": "deadlock",
[1]
$ heddle check --brief -s symmetry --find deadlock,property --record $TMP/w.rec $TMP/w.hed; heddle replay --brief $TMP/w.rec
*/w.hed: 3 findings in 6 states that stand for 16, 5 transitions (* s, everything explored)
*/w.rec: deadlock comes out again: w[0] at end (x = 0), w[1] at 4 (x = 0), w[2] at 4 (x = 0), a[0] = 1, a[1] = 0, a[2] = 0, l held by w[0]
[1]
$ heddle check --brief -s symmetry -j 2 --find blocking models/rw.hed
models/rw.hed: no errors in 786 states that stand for 2,468, 1,110 transitions (* s, everything explored)
# What tells them apart is named: a number, an order, a neighbour, an initial
# value, another process, a property.
$ heddle check -s symmetry models/pi1.hed
models/pi1.hed:18:9: warning: 'm1' is received by P1, but nobody sends it
   18 |   3: P2?m1 -> 0
      |         ^~
1 warning
heddle: symmetry does not apply to models/pi1.hed: there is no array of processes
[2]
$ heddle check -s symmetry models/peterson.hed
heddle: symmetry does not apply to models/peterson.hed: no two processes are alike: p[0] and p[1] differ at line 9: a number depends on the index
[2]
$ heddle check -s symmetry models/phils.hed
heddle: symmetry does not apply to models/phils.hed: no two processes are alike: phil[0] and phil[1] differ at line 16: fork[2] cannot take the place of fork[1]
[2]
$ heddle check -s symmetry tests/models/alike_not.hed
heddle: symmetry does not apply to tests/models/alike_not.hed: no two processes are alike: user[0] and user[1] differ at line 8: the property 'never ended(user[0]) && !ended(user[1])' tells them apart
[2]
$ printf 'shared s: 0..1\nthread w[i: 0..1] { if i < 1 { s = 1 } }\n' > $TMP/n.hed; heddle check -s symmetry $TMP/n.hed
heddle: symmetry does not apply to */n.hed: no two processes are alike: w[0] and w[1] differ at line 2: they have different variables, states or edges
[2]
$ printf 'shared s: 0..2\nthread w[i: 0..2] { var x: 0..2 = i\n s = x }\n' > $TMP/n.hed; heddle check -s symmetry $TMP/n.hed
heddle: symmetry does not apply to */n.hed: no two processes are alike: w[0] and w[1] differ at line 2: they have different variables, states or edges
[2]
$ printf 'shared a[2]: 0..1\nthread w[i: 0..1] { a[i] = 1 }\nthread o { var x: 0..1\n x = a[0]; assert !x }\n' > $TMP/n.hed; heddle check -s symmetry $TMP/n.hed
heddle: symmetry does not apply to */n.hed: no two processes are alike: w[0] and w[1] differ at line 4: o treats them differently
[2]
$ heddle check -s symmetry --scheme causal models/readers.hed
heddle: symmetry does not apply to models/readers.hed: under causal order server.read remembers what came before
[2]
$ heddle check -s symmetry models/workers.hed
heddle: symmetry does not apply to models/workers.hed: boss.results has no bound
[2]
$ heddle check -s symmetry models/readers.hed
heddle: symmetry does not apply to models/readers.hed: no two processes are alike: client[0] and client[1] differ at line 28: a number depends on the index
[2]
$ heddle check --brief -s symmetry --states 100 models/rw.hed
models/rw.hed: no errors so far in 1* states that stand for at least 2*, 1* transitions (* s) (incomplete: the limit of 100 states)
[3]

# an unfolding is not asked to learn from runs that are too long for it
$ printf '#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x, y; static void *f(void *u) { for (int i = 0; i < N; i++) x++; for (int i = 0; i < 5; i++) y++; return u; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (int i = 0; i < 5; i++) y++; pthread_join(t, 0); return y != 10; }\n' >$TMP/long.c
$ for n in 400 40000; do heddle test --record none --steps 50000 -n 40 -D N=$n $TMP/long.c | grep -c contextual; done
1
0
[1]

# races of short runs are reversed where they are run: fewer hand-overs, and the same runs however they are made; and when it was left off among them
$ for how in "-j 1" "-j 2" --fork; do heddle test -s optimal --all --record none $how --json programs/bench/philosophers3.c | grep -E '^ *"(executions|deadlocked|redundant|batches)"' | tr -d '\n '; echo; done
"executions":7,"deadlocked":1,"redundant":0,"batches":2,
"executions":7,"deadlocked":1,"redundant":0,"batches":2,
"executions":7,"deadlocked":1,"redundant":0,"batches":2,
$ heddle test -s optimal --all --record none --json programs/bench/counter23.c | grep -E '^ *"(executions|redundant|batches)"' | tr -d '\n '; echo
"executions":20,"redundant":0,"batches":1,
$ for n in 3 3 9; do heddle test -s optimal --all --record none --brief --resume --cache $TMP/foreseen -n $n --json programs/bench/philosophers3.c | grep -E '^ *"(executions|redundant)"' | tr -d '\n '; done; echo
"executions":3,"redundant":0,"executions":6,"redundant":0,"executions":7,"redundant":0,
