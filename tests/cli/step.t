# A model by hand and at random.

$ printf '1\n2\nback\nforward\nstate\nrun\nsave %s\n9\nfoo\nquit\nlist\n' $TMP/s.rec | heddle step -D N=2 -D RIGHT=0 models/phils.hed
after 0 steps:
   1  phil[0]  lock fork[0]
   2  phil[1]  lock fork[1]
after 1 step:
   1  phil[0]  lock fork[1]
   2  phil[1]  lock fork[1]
after 2 steps:
nothing can move: deadlock; 'run' draws how it came to that, 'back' takes a step back
after 1 step:
   1  phil[0]  lock fork[1]
   2  phil[1]  lock fork[1]
after 2 steps:
nothing can move: deadlock; 'run' draws how it came to that, 'back' takes a step back
  phil[0] at 16.2
  phil[1] at 16.2
  fork[0] held by phil[0]
  fork[1] held by phil[1]
  phil[0]       phil[1]
  lock fork[0]
                lock fork[1]

  phil[0]  waits for lock fork[1], holds lock fork[0]
  phil[1]  waits for lock fork[0], holds lock fork[1]
saved: heddle replay */s.rec
no step '9': nothing can move
unknown command 'foo'; 'help' lists them
$ heddle replay --brief $TMP/s.rec
*/s.rec: deadlock comes out again: phil[0] at 16.2, phil[1] at 16.2, fork[0] held by phil[0], fork[1] held by phil[1]
[1]
$ printf '1\nback 5\nback\nb\nf 2\nforward\n2\nf\nsave\nsave /no/such/folder/x\n' | heddle step -D N=2 -D RIGHT=0 models/phils.hed
after 0 steps:
   1  phil[0]  lock fork[0]
   2  phil[1]  lock fork[1]
after 1 step:
   1  phil[0]  lock fork[1]
   2  phil[1]  lock fork[1]
after 0 steps:
   1  phil[0]  lock fork[0]
   2  phil[1]  lock fork[1]
this is the beginning
after 0 steps:
   1  phil[0]  lock fork[0]
   2  phil[1]  lock fork[1]
this is the beginning
after 0 steps:
   1  phil[0]  lock fork[0]
   2  phil[1]  lock fork[1]
after 1 step:
   1  phil[0]  lock fork[1]
   2  phil[1]  lock fork[1]
nothing was taken back
after 1 step:
   1  phil[0]  lock fork[1]
   2  phil[1]  lock fork[1]
after 2 steps:
nothing can move: deadlock; 'run' draws how it came to that, 'back' takes a step back
nothing was taken back
after 2 steps:
nothing can move: deadlock; 'run' draws how it came to that, 'back' takes a step back
save needs a file
heddle: cannot write '/no/such/folder/x': no such folder
# a run that shows nothing is a recording too
$ printf '1\nsave %s\n' $TMP/p.rec | heddle step models/pi1.hed 2> $TMP/warnings
after 0 steps:
   1  P1  P2!m1
   2  P2  P1!m2
after 1 step:
   1  P1  P2!m3
   2  P2  P1!m2
   3  P2  P1?m1
saved: heddle replay */p.rec
$ heddle replay $TMP/p.rec
   1  P1           P2!m1
      P1 at 1, P2 at 0, P1->P2 holds m1
*/p.rec: run comes out again: P1 at 1, P2 at 0, P1->P2 holds m1
$ heddle show $TMP/p.rec
models/pi1.hed: run: P1 at 1, P2 at 0, P1->P2 holds m1

  P1            P2
  0             0
  P2!m1 ..>     |
  1             |
# ends: a step that fails, a violated property, everything has ended
$ printf '1\n1\nback\n1\n' | heddle step tests/cases/assert-first.hed
after 0 steps:
it fails before its first step: assertion failed, line 6
no step '1': nothing can move
no step '1': nothing can move
this is the beginning
after 0 steps:
it fails before its first step: assertion failed, line 6
no step '1': nothing can move
$ printf '1\n2\nsave %s\n1\n1\n' $TMP/v.rec | heddle step tests/cases/property.hed; heddle replay --brief $TMP/v.rec
after 0 steps:
   1  a  x = 1
   2  b  y = 1
after 1 step:
   1  a  x = 0
   2  b  y = 1
after 2 steps:
   1  a  x = 0
   2  b  y = 0
violated here: never x == 1 && y == 1
saved: heddle replay */v.rec
after 3 steps:
   1  b  y = 0
after 4 steps:
the end: everything has ended
*/v.rec: property comes out again: never x == 1 && y == 1
[1]
$ printf '1\n1\n2\n1\n' | heddle step tests/cases/property.hed | tail -n 2
after 3 steps:
   1  b  y = 0
$ printf '1\nback\n1\n1\n1\n' | heddle step tests/models/assertion.hed
after 0 steps:
   1  add[0]  read total (0)
   2  add[1]  read total (0)
after 1 step:
   1  add[0]  total = 1
   2  add[1]  read total (0)
after 0 steps:
   1  add[0]  read total (0)
   2  add[1]  read total (0)
after 1 step:
   1  add[0]  total = 1
   2  add[1]  read total (0)
after 2 steps:
   1  add[0]  atomic
   2  add[1]  read total (1)
after 3 steps:
   1  add[1]  read total (1)
# through a terminal there is a prompt
$ printf '2\nquit\n' | script -qec "heddle step -D N=2 -D RIGHT=0 models/phils.hed" /dev/null | grep -c "choose a number, or 'help'>"
2
$ printf '1\n1\nquit\n' | script -qec "heddle step tests/promela/meet.pml" /dev/null | grep -c "choose a number, or 'help'>"
3
# at random, through a terminal too
$ script -qec "heddle run --brief --seed 3 -D N=3 -D RIGHT=0 models/phils.hed" /dev/null </dev/null | tr -d '\r'
models/phils.hed, seed 3: deadlock after 3 steps
[1]
# at random; the same seed gives the same run
$ heddle run --brief --seed 3 -D N=3 -D RIGHT=0 models/phils.hed
models/phils.hed, seed 3: deadlock after 3 steps
[1]
$ heddle run --steps 3 tests/models/live_reset.hed
tests/models/live_reset.hed, seed 1: it could go on after 3 steps

  p
  idle
  -> work
  work
  -> broken
  broken
  -> broken
  broken
$ heddle run --brief --steps 50 --seed 9 -o $TMP/r.rec models/token.hed; heddle replay --brief $TMP/r.rec; heddle run --brief --steps 60 --follow $TMP/r.rec models/token.hed
models/token.hed, seed 9: it could go on after 50 steps
*/r.rec: run comes out again: node[0] at idle (seen = 1, number = 0, lost = 1), node[1] at critical (seen = 1, number = 1, lost = 1), node[2] at idle (seen = 0, number = 0, lost = 1), node[2].in holds pong(1) from node[1]
models/token.hed, seed 1: it could go on after 60 steps
$ heddle run --json --steps 2 tests/models/live_reset.hed
{
  "schema": "heddle.run/1",
  "model": "tests/models/live_reset.hed",
  "seed": 1,
  "end": "it could go on",
  "error": false,
  "state": "p at broken",
  "length": 2,
  "run": [
    {
      "process": "p",
      "step": "-> work"
    },
    {
      "process": "p",
      "step": "-> broken"
    }
  ]
}
$ heddle run --follow $TMP/r.rec models/phils.hed
heddle: '*/r.rec' is of another model, or of this one before it changed, or with other parameters
[2]
$ heddle run --brief tests/models/start_fails.hed
tests/models/start_fails.hed, seed 1: assertion failed after 0 steps
[1]
$ heddle run
heddle: which model?
heddle: try 'heddle run --help'
[2]
