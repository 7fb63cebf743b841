# The states as one set: --engine dd.

# What it finds is what the list of states shows, with runs as short.
$ heddle check --no-warnings --brief --engine dd models/pi1.hed
models/pi1.hed: 11 findings in 28 states, * nodes at most (* s, everything explored)
[1]
# Counts are exact, however many states there are.
$ heddle check --brief --engine dd -D N=40 models/ring.hed
models/ring.hed: no errors in 90,159,953,477,632 states, * nodes at most (* s, everything explored)
$ heddle check --brief --engine dd -D N=30 models/rwlock.hed
models/rwlock.hed: no errors in 1,073,741,854 states, * nodes at most (* s, everything explored)
$ heddle check --json --engine dd -D N=20 models/slotted.hed | grep -E '"(verdict|engine|states_exact)"'
  "verdict": "holds",
  "engine": "dd",
  "states_exact": "273199990096465494016",
# A run of many steps is as short as it can be, and can be replayed.
$ heddle check --engine dd --record $TMP/d.rec --json -D N=100 -D RIGHT=0 models/phils.hed | grep -E '"(states_exact|length|deadlocks)"'; heddle replay --quiet $TMP/d.rec
  "states_exact": "7725155762528195934947675683947736811870992494242998",
  "deadlocks": 1,
      "length": 100,
[1]
# What it does not do is refused by name.
$ heddle check --engine dd tests/promela/unfair.pml
heddle: --engine dd does not apply to tests/promela/unfair.pml: its steps are not made of edges and objects
[2]
$ heddle check --engine dd models/workers.hed
heddle: --engine dd does not apply to models/workers.hed: the port boss.results has no bound, and its contents might never end: give it one
[2]
$ heddle check --engine dd --first models/pi1.hed 2>&1 | tail -n 1
heddle: --engine dd does not go with --first: it has a set of states, and takes none by itself
[2]
$ heddle check --engine bdd models/peterson.hed
heddle: unknown engine 'bdd'; there are auto (the default), states and dd
[2]
# Runs that go on for ever are not looked at; that every state leads on is.
$ printf 'thread a { while true { x = 1; x = 0 } }\nshared x: 0..1 = 0\nalways eventually x == 1\n' >$TMP/live.hed; heddle check --brief --engine dd $TMP/live.hed
*/live.hed: no errors so far in 2 states, * nodes at most (* s) (incomplete: strategy --engine dd does not look for liveness)
[3]
$ printf 'thread a { x = 1; x = 2; await false }\nshared x: 0..2 = 0\nalways possibly x == 1\n' >$TMP/poss.hed; heddle check --brief --find liveness --engine dd $TMP/poss.hed
*/poss.hed: 1 finding in 3 states, * nodes at most (* s, everything explored)
[1]
# Limits are kept.
$ heddle check --brief --engine dd --memory 100K -D N=30 models/rwlock.hed
models/rwlock.hed: no errors so far in an unknown number of states, * nodes at most (* s) (incomplete: the memory is used up)
[3]
# Where nothing is said the list begins, and a set is tried once it is long.
$ heddle check --brief -D N=40 models/ring.hed
models/ring.hed: no errors in 90,159,953,477,632 states, * nodes at most (* s, everything explored)
$ heddle check -D N=100 -D RIGHT=0 models/phils.hed | head -n 4
models/phils.hed: 1 finding in 7,725,155,762,528,195,934,947,675,683,947,736,811,870,992,494,242,998 states, * nodes at most (* s, everything explored)
  engine dd: one set had all states when a list had *; --engine states goes on with the list

  deadlock     phil[0] at *  100 steps
[1]
$ for j in 1 2; do heddle check --json -j$j models/pairs.hed | grep -E '"(engine|listed_states|states_exact)"'; done
  "engine": "dd",
  "listed_states": *,
  "states_exact": "390625",
  "engine": "dd",
  "listed_states": *,
  "states_exact": "390625",
$ heddle check --brief --engine states models/pairs.hed
models/pairs.hed: no errors in 390,625 states, 2,250,000 transitions (* s, everything explored)
$ heddle check --brief --strategy full models/pairs.hed
models/pairs.hed: no errors in 390,625 states, 2,250,000 transitions (* s, everything explored)
# An order that does not suit is changed on the way.
$ heddle check --json --engine dd --find deadlock -D N=6 models/filesystem16.hed | grep -E '"(sifted|states_exact)"'
  "states_exact": "531441",
  "sifted": 1,
# Numbers that nobody would read are told shortly.
$ printf 'thread t[i: 0..349] { x[i] = 1; await false }\nshared x[350]: bool\n' >$TMP/many.hed; heddle check --brief --engine dd --find deadlock $TMP/many.hed; heddle check --json --engine dd --find deadlock $TMP/many.hed | sed -n 's/.*states_exact": "2293498615/all digits/p' | tr -d '0-9'
*/many.hed: 1 finding in 2.29 * 10^105 states, * nodes at most (* s, everything explored)
all digits",
[1]
# More than 64 bits count is at least so many, and not what is left of it: none.
$ printf 'thread t[i: 0..64] { x[i] = input; await false }\nshared x[65]: bool\n' >$TMP/more.hed; heddle check --brief --engine dd --find deadlock,unexecutable $TMP/more.hed
*/more.hed: at least 18,446,744,073,709,551,615 findings in * states, * nodes at most (* s, everything explored)
[1]
$ printf 'shared n: 0..32\nthread a[i: 0..15] { var v: 0..32; atomic { await n < 16; v = n; n++ }; await v < 0 && n < 0 }\nthread b[i: 0..15] { var v: 0..32; atomic { await n >= 16; v = n; n++ }; await v < 0 && n < 0 }\n' >$TMP/alike.hed; heddle check --brief -s symmetry --find deadlock $TMP/alike.hed; heddle check --json -s symmetry --find deadlock $TMP/alike.hed | grep -A1 '"exact"'
*/alike.hed: at least 18,446,744,073,709,551,615 findings in 33 states that stand for at least 18,446,744,073,709,551,615, 32 transitions (* s, everything explored)
  "exact": {
    "deadlock": false
[1]
# As many levels as diagrams have.
$ for n in 32765 32766 40000; do printf "shared x[$n]: bool\nthread t { x[0] = 1; x[$n - 1] = 1 }\n" >$TMP/wide.hed; heddle check --brief --find assertion,deadlock --engine dd $TMP/wide.hed; heddle check -q --find deadlock $TMP/wide.hed; done
*/wide.hed: no errors in 3 states, * nodes at most (* s, everything explored)
*/wide.hed: no errors in 3 states, * nodes at most (* s, everything explored)
heddle: --engine dd does not apply to */wide.hed: it has more than 32767 processes and objects
