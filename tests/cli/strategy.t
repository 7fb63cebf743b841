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
$ heddle check --strategy lra models/pi1.hed 2>/dev/null | head -n 4
models/pi1.hed: 6 findings in 19 states, 21 transitions (* s) (incomplete: strategy lra does not preserve unspecified, overflow, unexecutable)
  strategy lra
  it cannot tell how many: unspecified >= 2, overflow ?, unexecutable ?

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
$ heddle check --strategy sra models/leader.hed
heddle: sra does not apply to models/leader.hed: it is for processes that communicate by channels only, and there is 'node[0].in'
[2]
$ heddle check --strategy bsra models/phils.hed
heddle: bsra does not apply to models/phils.hed: it is for processes that only pass messages, and 'fork[0]' is shared
[2]

# What does not preserve what is asked for is incomplete, in every output.
$ heddle check --strategy lra --find overflow,deadlock models/leader.hed
models/leader.hed: no errors so far in 29 states, 28 transitions (* s) (incomplete: strategy lra does not preserve overflow)
  strategy lra
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
lra               exact     exact     at least     at least  at least  at least   at least  not       not       not       not
bsra              exact     exact     at least     at least  exact     at least   at least  not       not       not       not
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
