# Temporal properties, fairness, circles.

# runs that go on for ever: a stem and a circle
$ heddle check tests/models/live_starve_weak.hed
tests/models/live_starve_weak.hed: 2 findings in 7 states, 8 transitions (* s, everything explored)

  liveness     forall i: 0..1: always eventually in[i] (i = 0)       4 steps, the last 4 for ever
  liveness     forall i: 0..1: always eventually in[i] (i = 1)       4 steps, the last 4 for ever

A run that shows the first liveness:

  p[0]          p[1]
              * from here on again and again
                lock l
                in[1] = 1
                in[1] = 0
                unlock l
  ... and on with step 1: for ever

--html report.html draws all of them, --record run.rec keeps this one to be replayed
[1]
$ heddle check --find property --first tests/models/live_busy.hed --record $TMP/l.rec > $TMP/l.txt; heddle replay $TMP/l.rec
      from here on again and again:
   1  a            read done (0)
      a at 4, b at 5, done = 0
*/l.rec: liveness comes out again: eventually ended(a)
[1]
$ sed -i 's/^circle 1/circle 0/' $TMP/l.rec; heddle replay --brief $TMP/l.rec
heddle: '*/l.rec' does not come out as recorded: the run has no circle, and could go on
[4]
$ heddle check --json --find circle tests/models/live_polite.hed | grep -A4 '"where"'
      "where": "a circle without progress, and everybody moves who can",
      "length": 8,
      "stem": 2,
      "circle": 6,
      "run": [
[1]
$ heddle check --brief --find liveness -s ample tests/models/live_busy_fair.hed
tests/models/live_busy_fair.hed: no errors so far in 3 states, 3 transitions (* s) (incomplete: strategy ample does not preserve liveness)
[3]
$ heddle check --brief -s sleep tests/models/live_busy_fair.hed
tests/models/live_busy_fair.hed: no errors so far in 3 states, 3 transitions (* s) (incomplete: strategy sleep does not preserve liveness)
[3]
$ heddle check --brief tests/models/live_reset_repair.hed
tests/models/live_reset_repair.hed: 1 finding in 3 states, 5 transitions (* s, everything explored)
[1]
$ heddle check tests/models/live_wakeup.hed
tests/models/live_wakeup.hed: 2 findings in 12 states, 14 transitions (* s, everything explored)

  deadlock     sleeper at 7, waker at end, ready = 1, asleep = 1     4 steps
  liveness     eventually ended(sleeper)                             4 steps

A shortest run to the first deadlock:

  sleeper         waker
  read ready (0)
                  ready = 1
                  asleep = 0
  asleep = 1

  sleeper  waits for its guard
  waker    ended

--html report.html draws all of them, --record run.rec keeps this one to be replayed
[1]
$ heddle check --svg $TMP/l.svg -q tests/models/live_starve_weak.hed; grep -c "again and again" $TMP/l.svg
1
$ heddle test --brief tests/models/live_wakeup_atomic.hed | head -n 1
tests/models/live_wakeup_atomic.hed: no failure so far, not everything covered (*) (incomplete: 'eventually ended(sleeper)', which is for heddle check at live_wakeup_atomic.hed:13)
[3]

# what is not a property, and who cannot be fair
$ printf 'process p { 0: -> 0\n progress 7 }\nfair q\nalways 1 + (eventually p at 0)\neventually possibly p at 0\nfair p.x\n' > $TMP/bad.hed; heddle check $TMP/bad.hed
*/bad.hed:2:11: error: unknown state '7' of process 'p'
    2 |  progress 7 }
      |           ^
*/bad.hed:3:6: error: unknown process 'q'
    3 | fair q
      |      ^
*/bad.hed:4:13: error: 'eventually' is about runs: it has no value
    4 | always 1 + (eventually p at 0)
      |             ^~~~~~~~~~ it goes with !, &&, ||, =>, forall and exists
*/bad.hed:5:12: error: 'possibly' stands behind 'always', and nowhere else
    5 | eventually possibly p at 0
      |            ^~~~~~~~ always possibly p
*/bad.hed:6:8: error: fairness is for processes and edges
    6 | fair p.x
      |        ^ fair P, fair node[1]
5 errors
[2]

# never claims, accept and progress labels of Promela; weak fairness
$ heddle check tests/promela/claimend.pml --record $TMP/c.rec
tests/promela/claimend.pml: 1 finding in 13 states, 12 transitions (* s, everything explored)

  liveness     never claim                                           6 steps

A run that shows the first liveness:

  A(0)
  x < 5
  x++
  x < 5
  x++
  x < 5
  x++
[1]
$ heddle replay --brief $TMP/c.rec
*/c.rec: liveness comes out again: never claim
[1]
$ heddle check --json tests/promela/unfair.pml --record $TMP/u.rec | grep -A4 '"where"'; heddle replay --brief $TMP/u.rec
      "where": "a circle without progress",
      "length": 1,
      "stem": 0,
      "circle": 1,
      "run": [
*/u.rec: circle comes out again: a circle without progress
[1]
$ heddle check --brief --fair tests/promela/unfair.pml
tests/promela/unfair.pml: no errors in 8 states, 10 transitions (* s, everything explored)
$ sed 's/x = 2;/x = 1;/' tests/promela/accept.pml > $TMP/a.pml; heddle check --brief --record $TMP/a.rec $TMP/a.pml; heddle replay --brief $TMP/a.rec
*/a.pml: 1 finding in 3 states, 4 transitions (* s, everything explored)
*/a.rec: liveness comes out again: no accept label again and again
[1]

# every error of a text at once; a name that is not there is said once
$ printf 'chan q = [1] of { bite };\nproctype A() {\n  x = 1;\n  if :: x > 0 -> y = 1 fi;\n  q!1; y = ;\n  run B()\n}\ninit { A(1) }\nnever { do :: x = 1 od }\n' > $TMP/bad.pml; heddle check $TMP/bad.pml 2>&1 | grep error
*/bad.pml:1:19: error: expected a type, found 'bite'
*/bad.pml:3:3: error: unknown name 'x'
*/bad.pml:4:18: error: unknown name 'y'
*/bad.pml:8:8: error: unknown name 'A'
*/bad.pml:6:7: error: unknown proctype 'B'
5 errors
[2]
$ printf 'chan c = [1] of { byte };\ntypedef T { byte a[2] };\nproctype B(T t) { skip }\nactive proctype A() { c?_pid }\n' > $TMP/bad.pml; heddle check $TMP/bad.pml 2>&1 | grep error
*/bad.pml:3:14: error: a structure with an array cannot be a parameter
*/bad.pml:4:25: error: '_pid' cannot be changed: to receive only what equals it, write 'eval(_pid)'
2 errors
[2]
$ printf 'byte x;\nactive proctype A() { byte k; x = k }\nnever { byte k; do :: x == k od }\n' > $TMP/bad.pml; heddle check $TMP/bad.pml 2>&1 | grep error
*/bad.pml:3:14: error: a never claim has no variables of its own
1 error
[2]
# and what is refused by name: embedded C and priorities
$ printf 'byte x;\nactive proctype A() { x = 1; c_code { now.x = 2; } }\nactive proctype B() priority 3 { x = 3 }\n' > $TMP/bad.pml; heddle check $TMP/bad.pml 2>&1 | grep error
*/bad.pml:2:30: error: embedded C code is not read
*/bad.pml:3:21: error: priorities are not read
2 errors
[2]
$ printf 'byte x;\nactive proctype A() { x = 1 }\nnever { do :: x = 2 od }\n' > $TMP/bad.pml; heddle check $TMP/bad.pml
*/bad.pml:3:15: error: a never claim is read only if it changes nothing: conditions, else, assert and jumps
    3 | never { do :: x = 2 od }
      |               ^
1 error
[2]

# The number of workers makes no difference.
$ printf 'param N = 6\nlock f[N]\nshared eats: 0..1\nstrong fair phil\nthread phil[p: 0..N-1] { while true {\n if p == N-1 { lock f[0]; lock f[p]; unlock f[p]; unlock f[0] } else {\n lock f[p]; lock f[(p+1)%%N]\n if p == 0 { eats = 1; eats = 0 }\n unlock f[(p+1)%%N]; unlock f[p] } } }\nalways eventually eats == 1\nalways eventually always eats == 0\n' > $TMP/p.hed; for j in 1 2 3; do heddle check --json -j $j --find liveness,circle $TMP/p.hed | grep -v -E 'seconds|jobs|bytes|computed|bits' | md5sum; done | uniq | wc -l
1
[1]
$ heddle check --brief -j 2 --find liveness $TMP/p.hed
*/p.hed: 1 finding in 948 states, 3,810 transitions (* s, everything explored)
[1]
