# the answer first
$ heddle derive networks/abp.hed
networks/abp.hed: deterministic, no livelock, strongly connected, no dead transition
  48 stable states, 80 unstable, 200 observable transitions
238 mutants: 238 killed by 21 tests (average length 4.1)
$ heddle derive networks/heating.hed | head -n 3
networks/heating.hed: deterministic, no livelock, strongly connected, 6 dead transitions
  controller closing --need/---> closing     never: nothing sends 'need' while controller is in 'closing'
  controller closing --enough/---> closing   never: nothing sends 'enough' while controller is in 'closing'
$ heddle derive --verify networks/heating.hed | tail -n 1
  9 stable states, 35 unstable, 26 observable transitions
[1]
$ heddle derive --mode paper networks/abp.hed | tail -n 1
238 mutants: 234 killed by 35 tests (average length 4.2), 4 equivalent (proved)
$ heddle derive --mutate initial networks/abp.hed | tail -n 1
8 mutants: 8 killed by 2 tests (average length 1.0)
$ heddle derive --mutate missing networks/abp.hed | tail -n 1
36 mutants: 36 killed by 17 tests (average length 3.3)
$ heddle derive --mutate typo networks/abp.hed
heddle: unknown operator 'typo': initial, output, destination, missing or all
heddle: try 'heddle derive --help'
[2]
$ heddle derive --engine fast networks/abp.hed
heddle: unknown engine 'fast': explicit, mdd-bfs, mdd-sat or auto
heddle: try 'heddle derive --help'
[2]
$ heddle derive --mode loud networks/abp.hed
heddle: unknown mode 'loud': quiet or paper
heddle: try 'heddle derive --help'
[2]
$ heddle derive
heddle: which network? (networks/ has some)
heddle: try 'heddle derive --help'
[2]
$ heddle derive networks/none.hed
heddle: cannot read 'networks/none.hed': no such file
[2]

# the tests
$ printf 'machine m {\n  a: x / y -> b\n  b: x / z -> a\n}\n' >$TMP/m.hed; heddle derive --tests - $TMP/m.hed
*/m.hed: deterministic, no livelock, strongly connected, no dead transition
  2 stable states, 0 unstable, 2 observable transitions
5 mutants: 5 killed by 1 test (average length 3.0)
x/y x/z x/y
$ heddle derive --tap - $TMP/m.hed | tail -n 3
TAP version 13
1..1
ok 1 - x/y x/z x/y # length 3, kills 5
$ heddle derive --json $TMP/m.hed | grep -vE '"file"|seconds|bytes'
{
  "schema": "heddle.derive/1",
  "name": "*/m.hed",
  "verdict": "holds",
  "because": [],
  "under": [],
  "engine": "explicit",
  "mode": "quiet",
  "machines": 1,
  "stable": 2,
  "unstable": 0,
  "observable": 2,
  "livelocks": 0,
  "stuck": 0,
  "dead": 0,
  "strongly_connected": true,
  "mutants": 5,
  "examined": 5,
  "nonequivalent": 5,
  "equivalent": 0,
  "average_length": 3,
  "tests": [
    {
      "inputs": [
        "x",
        "x",
        "x"
      ],
      "outputs": [
        "y",
        "z",
        "y"
      ],
      "kills": 5
    }
  ],
  "livelock_sequences": [],
  "stuck_receptions": [],
  "dead_transitions": [],
  "counts": {
    "findings": 0
  },
  "exact": {
    "findings": true
  },
  "findings": []
}
$ heddle derive --html $TMP/m.html $TMP/m.hed >/dev/null; grep -c '<svg' $TMP/m.html
2

# which test kills which mutant
$ printf 'machine lamp {\n  off: press / light -> on\n  on: press / dark -> off\n      hold / blink -> on\n}\n' >$TMP/k.hed; heddle derive --matrix 99 --mutate initial,destination,missing $TMP/k.hed | tail -n 7
  1 initial: lamp starts in 'on': killed by 1, 2
  2 destination: lamp off --press/light--> on leads to 'off': killed by 1, 2
  3 destination: lamp on --press/dark--> off leads to 'on': killed by 1
  4 destination: lamp on --hold/blink--> on leads to 'off': killed by 2
  5 missing: lamp off --press/light--> on is missing: killed by 1, 2
  6 missing: lamp on --press/dark--> off is missing: killed by 1, 2
  7 missing: lamp on --hold/blink--> on is missing: killed by 2
$ heddle derive --matrix 2 --mutate output --json $TMP/k.hed | sed -n '/"matrix"/,/^  \],/p' | tail -n 17
    {
      "operator": "output",
      "machine": "lamp",
      "from": "off",
      "input": "press",
      "output": "light",
      "to": "on",
      "line": 2,
      "becomes": "blink",
      "text": "lamp off --press/light--> on answers 'blink'",
      "fate": "killed",
      "tests": [
        1,
        2
      ]
    }
  ],
$ heddle derive --matrix 2 --mutate output --json $TMP/k.hed | grep -c '"operator"'
2
# equivalent ones, and what was not looked at
$ printf 'machine a {\n  s: go / ok -> s\n     no / ok -> s\n  u: go / ok -> u\n}\n' >$TMP/e.hed; heddle derive --matrix 3 --first 2 --mutate initial,destination $TMP/e.hed | grep -E '^  [0-9] [a-z]+:'
  1 initial: a starts in 'u': killed by 1
  2 destination: a s --go/ok--> s leads to 'u': killed by 1
[3]
$ heddle derive --matrix 9 --mutate destination --json $TMP/e.hed | grep -A1 '"fate": "equivalent"' | head -n 2
      "fate": "equivalent",
      "tests": []

# a livelock, with the way to it
$ printf 'machine a {\n  s: go / ping -> s\n     pong / ping -> s\n}\nmachine b {\n  t: ping / pong -> t\n}\n' >$TMP/l.hed; heddle derive $TMP/l.hed
*/l.hed: deterministic, 1 livelock, strongly connected, no dead transition
  livelock after go: ping pong for ever
  1 stable state, 2 unstable, 0 observable transitions
0 mutants: 0 killed by 0 tests
[1]
# a reception that gets stuck, and no way back
$ printf 'machine a {\n  s: go / ping -> u\n  u:\n}\nmachine b {\n  t: stop / ok -> v\n  v: ping / pong -> v\n}\n' >$TMP/s.hed; heddle derive $TMP/s.hed
*/s.hed: deterministic, no livelock, not strongly connected, 1 stuck reception, no dead transition
  stuck after go: b in 't' cannot receive 'ping'
  no way back to the start after stop
  3 stable states, 2 unstable, 2 observable transitions
7 mutants: 5 killed by 1 test (average length 2.0), 2 equivalent (proved)
[1]
# everything unreachable
$ printf 'machine a {\n  s:\n  u: go / ok -> u\n}\n' >$TMP/u.hed; heddle derive --verify $TMP/u.hed
*/u.hed: deterministic, no livelock, strongly connected, 1 dead transition
  a u --go/ok--> u   never: a is never in 'u'
  1 stable state, 0 unstable, 0 observable transitions
[1]

# comparing
$ printf 'machine m {\n  a: x / y -> b\n  b: x / y -> a\n}\n' >$TMP/n.hed; heddle derive --equal $TMP/n.hed $TMP/m.hed | sed "s|$TMP/||g"
m.hed and n.hed differ after: x x
  m.hed answers 'z'
  n.hed answers 'y'
[1]
$ heddle derive --equal $TMP/m.hed $TMP/m.hed | sed "s|$TMP/||g"
m.hed and m.hed are equivalent
$ heddle derive --equal $TMP/n.hed --json $TMP/m.hed | sed "s|$TMP/||g"
{
  "schema": "heddle.equal/1",
  "file": "m.hed",
  "other": "n.hed",
  "verdict": "violated",
  "because": [],
  "under": [],
  "mode": "quiet",
  "inputs": [
    "x",
    "x"
  ],
  "answers": [
    {
      "file": "m.hed",
      "answer": "output",
      "output": "z"
    },
    {
      "file": "n.hed",
      "answer": "output",
      "output": "y"
    }
  ]
}
[1]
$ heddle derive --equal $TMP/m.hed --json $TMP/m.hed | sed "s|$TMP/||g"
{
  "schema": "heddle.equal/1",
  "file": "m.hed",
  "other": "m.hed",
  "verdict": "holds",
  "because": [],
  "under": [],
  "mode": "quiet"
}
$ printf 'machine m {\n  a: x / y -> b\n  b: x / z -> a\n     w / v -> a\n}\n' >$TMP/w.hed; heddle derive --equal $TMP/w.hed --json $TMP/m.hed | grep -A30 inputs | sed "s|$TMP/||g"
  "inputs": [
    "x",
    "w"
  ],
  "answers": [
    {
      "file": "m.hed",
      "answer": "undefined"
    },
    {
      "file": "w.hed",
      "answer": "output",
      "output": "v"
    }
  ]
}
[1]
# a limit is one, in text and JSON
$ heddle derive --memory 1K --equal networks/bgp.hed networks/bgp.hed
networks/bgp.hed and networks/bgp.hed do not differ so far, not everything compared (incomplete: the memory is used up)
[3]
$ heddle derive --memory 1K --equal networks/bgp.hed --json networks/bgp.hed
{
  "schema": "heddle.equal/1",
  "file": "networks/bgp.hed",
  "other": "networks/bgp.hed",
  "verdict": "incomplete",
  "because": [
    {
      "why": "memory"
    }
  ],
  "under": [],
  "mode": "quiet"
}
[3]
$ heddle derive --first 10 --json networks/abp.hed | grep -A9 verdict
  "verdict": "incomplete",
  "because": [
    {
      "why": "bound",
      "name": "mutants beyond the first 10",
      "count": 228
    }
  ],
  "under": [],
  "file": "networks/abp.hed",
[3]

# mistakes: .hed
$ printf 'machine m {\n  a: x / y -> bb\n  b: x / y -> a\n}\n' >$TMP/e.hed; cd $TMP; heddle derive e.hed
e.hed:2:15: error: machine 'm' has no state 'bb'
    2 |   a: x / y -> bb
      |               ^~
1 error
[2]
$ printf 'machine m {\n  a: x / y -> a\n     x / z -> a\n}\n' >$TMP/e.hed; cd $TMP; heddle derive e.hed
e.hed:3:6: error: machine 'm' is not deterministic: a second transition for 'x' in state 'a'
    3 |      x / z -> a
      |      ^~~~~~~~~~ line 2 has x / y -> a
1 error
[2]
$ printf 'machine m {\n  a: x / y -> a\n}\nmachine n {\n  a: x / z -> a\n}\n' >$TMP/e.hed; cd $TMP; heddle derive e.hed
e.hed:5:6: error: machines 'm' and 'n' both read 'x'
    5 |   a: x / z -> a
      |      ^~~~~~~~~~ a symbol has one reader; rename it in one of them
1 error
[2]
$ printf 'machine m {\n  a: x / y -> a\n}\nexternal z\n' >$TMP/e.hed; cd $TMP; heddle derive e.hed
e.hed:4:10: error: unknown symbol 'z': no machine reads it
    4 | external z
      |          ^
1 error
[2]
$ printf 'machine m {\n  a: x y -> a\n}\n' >$TMP/e.hed; cd $TMP; heddle derive e.hed
e.hed:2:8: error: '/' and an output expected, not 'y'
    2 |   a: x y -> a
      |        ^
1 error
[2]
$ printf 'machine m {\n  a: x / y ->\n}\n' >$TMP/e.hed; cd $TMP; heddle derive e.hed
e.hed:2:14: error: a state expected, not the end of the line
    2 |   a: x / y ->
      |              ^
1 error
[2]
$ printf 'machine m {\n  a: x / y -> a\n' >$TMP/e.hed; cd $TMP; heddle derive e.hed
e.hed:3:1: error: a state, an input or '}' expected, not the end of the file
1 error
[2]
$ : >$TMP/e.hed; cd $TMP; heddle derive e.hed
e.hed: error: no machine in this file
1 error
[2]
$ head -c 300 /dev/zero >$TMP/e.hed; cd $TMP; heddle derive e.hed
e.hed:1:1: error: 'machine' or 'external' expected, not byte 0x00
    1 |                                                                                                                                                                 
      | ^
1 error
[2]

# limits are verdicts
$ heddle derive --memory 4K networks/train5.hed
networks/train5.hed: deterministic, no livelock, strongly connected, no dead transition
  976 stable states, 4,911 unstable, 1,940 observable transitions
218,832 mutants: * killed by * tests (average length *), * not decided
the tests so far are valid (incomplete: the memory is used up)
[3]
$ heddle derive --memory 4K --engine explicit networks/train5.hed
networks/train5.hed: deterministic, no livelock, strongly connected, no dead transition
  976 stable states, 4,911 unstable, 1,940 observable transitions
218,832 mutants: * killed by * tests (average length *), * not decided
the tests so far are valid (incomplete: the memory is used up)
[3]
$ heddle derive --memory 50K --engine mdd-sat networks/train3.hed
networks/train3.hed: not verified (incomplete: the memory is used up)
[3]
$ heddle derive --engine mdd-bfs networks/heating.hed | tail -n 2
  9 stable states, 35 unstable, 26 observable transitions
369 mutants: 295 killed by 10 tests (average length 5.4), 74 equivalent (proved)
$ heddle derive --engine mdd-sat networks/heating.hed | tail -n 2
  9 stable states, 35 unstable, 26 observable transitions
369 mutants: 295 killed by 10 tests (average length 5.4), 74 equivalent (proved)
