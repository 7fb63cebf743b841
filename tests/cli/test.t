# the answer first, then the evidence, then how to see it again
$ heddle test -o $TMP/d.rec programs/bugs/deadlock.c | grep .
programs/bugs/deadlock.c: deadlock after 3 executions (* s*)
  deadlock
    there, back wait for each other:
    there holds first (line 11) and waits at line 12 for second, held by back since line 11
    back holds second (line 11) and waits at line 12 for first, held by there since line 11
    main waits at line 43 for there to end
  deadlock.c                               main                    there             back
  41  pthread_create(&a, NULL, there, N..  create there
  42  pthread_create(&b, NULL, back, NU..  create back
  11  pthread_mutex_lock(a);                                       lock first
                                                                 * switch to back here
  11  pthread_mutex_lock(a);                                                         lock second
  43  pthread_join(a, NULL);               waits for there to end
  12  pthread_mutex_lock(b);                                       waits for second
  12  pthread_mutex_lock(b);                                                         waits for first
  * had there run one step longer, this would not have happened (checked)
heddle replay */d.rec    runs it again
heddle show --html page.html */d.rec    steps through it
heddle replay --gdb */d.rec    stops in gdb at the failure
  3 executions (auto): 2 complete, 1 deadlocked*
  found by optimal; optimal 2, pos 1
  4 of 4 pairs of accesses seen in both orders
  minimised: 6 of 6 events, 1 preemption (fewer do not do it); * runs
  under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
  at most 10,000 steps a run (never reached); 3 threads
[1]

# the recording runs again, from anywhere, as often as one likes
$ heddle replay --brief -n 10 $TMP/d.rec
*/d.rec: deadlock came 10 times of 10 (4 starts of the program)
[1]
$ cd / && heddle replay --brief $TMP/d.rec
*/d.rec: deadlock again
[1]
$ heddle replay $TMP/d.rec | grep .
*/d.rec: deadlock again
  deadlock
    there, back wait for each other:
    there holds first (line 11) and waits at line 12 for second, held by back since line 11
    back holds second (line 11) and waits at line 12 for first, held by there since line 11
    main waits at line 43 for there to end
  deadlock.c                               main                    there             back
  41  pthread_create(&a, NULL, there, N..  create there
  42  pthread_create(&b, NULL, back, NU..  create back
  11  pthread_mutex_lock(a);                                       lock first
                                                                 \* switch to back here
  11  pthread_mutex_lock(a);                                                         lock second
  43  pthread_join(a, NULL);               waits for there to end
  12  pthread_mutex_lock(b);                                       waits for second
  12  pthread_mutex_lock(b);                                                         waits for first
  \* had there run one step longer, this would not have happened (checked)
[1]
$ cp programs/bugs/busy.h $TMP && cp programs/bugs/deadlock.c $TMP/moved.c && heddle replay --brief $TMP/d.rec $TMP/moved.c
*/d.rec: deadlock again
[1]
$ heddle replay --brief $TMP/d.rec programs/bugs/deadlock-fixed.c
heddle: the program has changed since '*/d.rec' was recorded:
  programs/bugs/deadlock-fixed.c has changed:
    deadlock-fixed.c lines 1-2 changed
      - pthread_mutex_lock(a);
      + #define FIXED
      + #include "deadlock.c"
*/d.rec: deadlock did not come again
heddle: --try looks for it near the old schedule
[2]
$ heddle replay --json $TMP/d.rec | sed -n 1,6p
{
  "schema": "heddle.replay/1",
  "name": "*/d.rec",
  "finding": "deadlock",
  "reproduced": true,
  "times": 1,
[1]
$ sed 's/^choices.*/choices 9/;/^trail/d' $TMP/d.rec >$TMP/bad.rec; heddle replay --brief $TMP/bad.rec
*/bad.rec: deadlock did not come again
*/bad.rec:*:1: error: choice 1, *, cannot be made there
*| choices 9
      | ^ expected one of: *thread 1*
1 error
[2]
$ head -n 5 $TMP/d.rec >$TMP/cut.rec; heddle replay $TMP/cut.rec
*/cut.rec:5:1: error: the recording is cut off: expected 'end'
    5 | *
      | ^
1 error
[2]
$ heddle replay $TMP/nosuch.rec
heddle: cannot read '*/nosuch.rec': no such file*
[2]

# nothing wrong, and everything covered
$ heddle test programs/bugs/deadlock-fixed.c
programs/bugs/deadlock-fixed.c: no failure, every schedule covered (* s*)
  4 executions (auto): 4 complete*
  optimal 2, pos 1, random 1
  4 of 4 pairs of accesses seen in both orders
  under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
  at most 10,000 steps a run (never reached); 3 threads

# a built program, with arguments of its own
$ heddle cc -o $TMP/prog programs/bugs/assertion.c && heddle test -s optimal -o $TMP/p.rec $TMP/prog -- 1 2 | sed -n 1,1p
*/prog: assertion failed after 2 executions (* s*)
[1]
$ heddle replay --brief $TMP/p.rec
*/p.rec: assertion failed again
[1]

# a data race: both sides
$ heddle test -o none programs/bugs/race.c | sed -n 3,8p
  data race
    main at line 26: read ready -> 0, holding no lock
      in main (race.c:26)
    worker at line 17: write ready <- 1, holding no lock
      in worker (race.c:17)
    nothing orders the two: no lock is held at both, no join, signal or atomic lies between
[1]

# models run too
$ heddle test -o $TMP/m.rec models/dining.hed | sed -n 1,5p
models/dining.hed: deadlock after * executions (* s*)

  deadlock
    phil[0], phil[1], phil[2], phil[3] wait for each other:
    phil[0] holds fork[0] (line 12) and waits at line 13 for fork[3], held by phil[3] since line 12
[1]
$ heddle replay --brief $TMP/m.rec
*/m.rec: deadlock again
[1]
$ heddle test -o none -D N=3 --all models/dining.hed | sed -n 1,1p
models/dining.hed: deadlock after * executions (* s*)
[1]
$ heddle test models/pi2.hed 2>&1 | tail -n 4
models/pi2.hed:*: error: 'P1' is no thread, and test runs threads only
   * | process P1 {
      |         ^ heddle check explores its states
1 error, 2 warnings
[2]

# limits: not everything covered is exit code 3
$ heddle test -s optimal -n 10 programs/pairs.c | sed -n 1,3p
programs/pairs.c: no failure so far, not everything covered (* s*)
  10 executions (optimal): 10 complete*
  stopped: the number of runs is reached; * remain*
[3]
$ heddle test -s random -n 100 --seed 3 programs/pairs.c | sed -n 2,3p
  100 executions (random): 100 complete*
  stopped: the number of runs is reached
[3]
$ heddle test -s pct --depth 2 -n 100 programs/pairs.c | sed -n 2,3p
  100 executions (pct): 100 complete*
  stopped: the number of runs is reached
[3]
$ heddle test -s full --preemptions 0 -o none programs/parpi1.c | sed -n 1,2p
programs/parpi1.c: no failure, every schedule within the bounds covered (* s*)
  720 executions (full): 720 complete*

# numbers for machines
$ heddle test -s optimal --json --all -o none programs/dining1.c | grep -E '^  "(schema|verdict|strategy|executions|complete|deadlocked|redundant|failed)"'
  "schema": "heddle.test/1",
  "verdict": "violated",
  "strategy": "optimal",
  "executions": 831,
  "complete": 786,
  "deadlocked": 45,
  "redundant": 0,
  "failed": 0,
[1]
$ heddle test --json --all -o none -s dpor programs/pairs.c | grep -E '^  "(verdict|strategy|executions)"'
  "verdict": "holds",
  "strategy": "dpor",
  "executions": 16,
$ heddle test --json --all -o none -s reach models/program_m.hed | grep -E '^  "(verdict|strategy|executions|redundant)"'
  "verdict": "holds",
  "strategy": "reach",
  "executions": 4,
  "redundant": 0,
$ heddle test --brief -o none -s reach -j 2 tests/programs/dp4.c
tests/programs/dp4.c: no failure, every schedule covered*
$ heddle test --brief -o none -s reach --runs 100 models/dp.hed -D N=4
models/dp.hed: no failure so far, not everything covered*
[3]
$ heddle test --json --all -o none -s stateful models/writes.hed | grep -E '^  "(verdict|strategy|executions|redundant)"'
  "verdict": "holds",
  "strategy": "stateful",
  "executions": 1,
  "redundant": 0,
$ heddle test --all -o none -s stateful models/writes.hed | sed -n 2p
  1 execution (stateful): 1 complete; 2,916 events, 20,424 conditions, 8,268 cut-offs
$ heddle test --all -o none -s stateful tests/cases/atomic-independent.c | sed -n 2p
  * executions (stateful): *(as unfold: it has atomic blocks)*
$ heddle test --json --all -o none -s stateful-naive models/writes.hed | grep -E '^  "(verdict|strategy|executions|redundant)"'
  "verdict": "holds",
  "strategy": "stateful-naive",
  "executions": 1,
  "redundant": 0,
$ heddle test --json --all -o none -s stateful-runs models/writes.hed | grep -E '^  "(verdict|strategy|executions|redundant)"'
  "verdict": "holds",
  "strategy": "stateful-runs",
  "executions": 2775,
  "redundant": 0,
$ for exact in '' --exact-states; do heddle test --all -o none -s stateful-naive $exact models/writes.hed | sed -n 2p; done
  1 execution (stateful-naive): 1 complete; 2,917 states of the net
  1 execution (stateful-naive): 1 complete; 2,917 states of the net
$ heddle test --all -o none -s stateful-naive tests/cases/atomic-independent.c | sed -n 2p
  * executions (stateful-naive): * (as stateful-runs: it has atomic blocks)*
$ heddle test --all -o none -s stateful --exact-states models/writes.hed | sed -n 2p
  1 execution (stateful): 1 complete; 2,916 events, 20,424 conditions, 8,268 cut-offs
$ heddle test -s optimal --exact-states models/writes.hed
heddle: --exact-states is for --strategy stateful and stateful-naive
[2]
$ heddle test -s stateful --preemptions 1 models/writes.hed
heddle: stateful does not go with --preemptions or --delays: a state does not tell how it was reached
[2]
$ heddle test -s optimal -o none tests/models/select.hed
heddle: optimal does not apply to tests/models/select.hed: it waits for several things at once ('select'); full, random and pct do
[2]

# mistakes
$ heddle test
heddle: what is to be tested?
heddle: try 'heddle test --help'
[2]
$ heddle test nosuch.c
heddle: cannot read 'nosuch.c': no such file*
[2]
$ heddle test -s optmal programs/pairs.c
heddle: unknown strategy 'optmal' (did you mean 'optimal'?)
[2]
$ heddle test --input x programs/pairs.c
heddle: 'x' is no input: expected NAME=VALUE, INDEX=VALUE or THREAD.INDEX=VALUE
[2]
$ heddle test --volatile=plain programs/pairs.c
heddle: --volatile is 'atomic'; without it volatile accesses are plain
heddle: try 'heddle test --help'
[2]
$ heddle test --volatile=atomic models/fib1.hed
heddle: --volatile=atomic is for C sources: 'heddle cc --volatile=atomic' builds 'models/fib1.hed' so
heddle: try 'heddle test --help'
[2]
$ heddle test --volatile=atomic --brief -o none tests/cases/volatile-plain.c -I tests/cases
tests/cases/volatile-plain.c: no failure, every schedule covered (* s, and * s to build), under *
# a recording lists the headers, which clang is asked for without what is ours
$ heddle test --volatile=atomic --brief -o $TMP/v.rec tests/cases/volatile-atomic-race.c -I tests/cases
tests/cases/volatile-atomic-race.c: data race after 1 execution (* s, and * s to build): data race, a at *
[1]
$ printf '#define TWO 2\nTWO\n' >$TMP/e.c; heddle cc --volatile=atomic --heddle-symbolic -E $TMP/e.c | tail -n 1
2
$ heddle test --steps 0 programs/pairs.c
heddle: --steps needs a number from 1 to 16777216
heddle: try 'heddle test --help'
[2]
$ heddle test models/fib1.hed models/dining.hed
heddle: 'models/fib1.hed' and 'models/dining.hed' cannot be tested together: give one model, one program, or the sources of one program
[2]
$ heddle test /bin/true
heddle: '/bin/true' was not built with heddle cc, and was not started: *
[2]
$ echo 'int main( {' >$TMP/bad.c; heddle test $TMP/bad.c 2>&1 | sed -n 1,1p
*/bad.c:1:11: error: expected parameter declarator
[2]

# inputs of a model are tried one by one unless they are fixed
$ heddle test -s optimal --all -o none --json -D N=2 models/pairs.hed | grep '"executions"'
  "executions": 64,
$ heddle test -s optimal --all -o none --json -D N=2 -i 0.0=1 -i 3.0=0 models/pairs.hed | grep '"executions"'
  "executions": 16,
$ heddle test --all -o none -D N=2 -i 0.0=7 models/pairs.hed
heddle: models/pairs.hed: cannot be tested: an input is fixed to a value outside its range
[2]

# a run that is only long is no loop that does not end
$ heddle test -s random -n 2 --steps 10000 tests/programs/robust/long.c -- -1 | sed 's/(.*s to build)/()/'
tests/programs/robust/long.c: no failure so far, not everything covered () (incomplete: 10,000 steps at long.c:15, 2 more)
  2 executions (random): 0 complete, 2 cut off
  2 runs were cut off at 10,000 steps, doing something new to the last: --steps 100,000 lets them run longer
  stopped: the number of runs is reached
  the bound was in the way at long.c:* (* time*)
  under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
  at most 10,000 steps a run; 3 threads
[3]

# several accesses of one line are one place
$ printf '#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int a, b;\nstatic void *f(void *u) { while (!((a | b) & 1)) a += 2, b += 4; return u; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); }\n' >$TMP/line.c; heddle test -s random -n 30 --steps 1000 $TMP/line.c | grep 'in the way'
  the bound was in the way at line.c:4 (30 times)
[3]

$ heddle test -s random -n 2 --steps 30000 tests/programs/robust/long.c -- -1 | sed -n 2p
  2 executions (random): 2 complete
[3]

# a bound that nobody gave is raised where it is in the way, by the first runs
# or by the search
$ heddle test -s random -n 2 tests/programs/robust/long.c -- -1 | grep -E ' complete|a run'
  2 executions (random): 2 complete
  at most 80,004 steps a run (never reached); 3 threads
[3]
$ heddle test -s optimal tests/programs/robust/tail.c | grep -E 'complete|covered|steps'
tests/programs/robust/tail.c: no failure, every schedule covered (*)
  2 executions (optimal): 2 complete
  at most 80,000 steps a run (never reached); 2 threads
$ heddle test -s optimal --steps 10000 tests/programs/robust/tail.c | grep -E 'complete|covered|steps'
tests/programs/robust/tail.c: no failure so far, not everything covered (*) (incomplete: 10,000 steps at tail.c:*)
  2 executions (optimal): 1 complete, 1 cut off
  1 run was cut off at 10,000 steps, doing something new to the last: --steps 100,000 lets them run longer
  at most 10,000 steps a run; 2 threads
[3]

# where no run comes to its end, that is said, with the loop
$ heddle test -n 100 tests/programs/robust/tail.c -- -1 | grep -E ' complete|came|a run'
  100 executions (auto): 0 complete, 100 cut off
  no run came to its end: the loop around tail.c:* is in the way of most
  at most 10,000 steps a run; 2 threads
[3]

$ heddle test -s optimal -n 2 -o none --brief tests/programs/robust/long.c -- -2
tests/programs/robust/long.c: a loop that does not end after 1 execution (*): a loop that does not end, *
[1]

$ heddle test --steps 99999999 tests/programs/robust/long.c
heddle: --steps needs a number from 1 to 16777216
heddle: try 'heddle test --help'
[2]
