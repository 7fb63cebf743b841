# networks whose machines have choices: what is allowed, and what follows
$ heddle derive --tests - networks/lossy.hed
networks/lossy.hed: not deterministic (6 choices, the first at line 23), no livelock, strongly connected, no dead transition
  6 stable states, 16 unstable, 16 observable transitions
140 mutants: 120 killed by 1 test (average length 4.0), 20 conform (proved)
  6 of the killed by a single run of a test, 114 when tests are run until all answers were seen; 1 test is adaptive
put/(done: put/(done: #1 put/done|- | -: #2 timeout/(done|repeated: #1 | -: stop)) | -: #2)
$ heddle derive --tap - networks/lossy.hed | tail -n 1
ok 1 - put/(done: put/(done: #1 put/done|- | -: #2 timeout/(done|repeated: #1 | -: stop)) | -: #2) # length 4, kills 120
$ heddle derive --mode paper networks/lossy.hed | tail -n 2
140 mutants: 32 killed by 1 test (average length 4.0), 108 conform (proved)
  1 of the killed by a single run of a test, 31 when tests are run until all answers were seen; 1 test is adaptive
$ heddle derive --brief networks/lossy.hed
networks/lossy.hed: not deterministic (6 choices, the first at line 23), no livelock, strongly connected, no dead transition; 140 mutants: 120 killed by 1 test (average length 4.0), 20 conform (proved)
$ heddle derive --json networks/lossy.hed | grep -E '"(deterministic|choices|fair|sure|adaptive|engine)"'
  "engine": "sets",
  "deterministic": false,
  "choices": 6,
  "fair": false,
  "sure": 6,
  "adaptive": 1,
      "adaptive": true,
$ heddle derive --html $TMP/l.html networks/lossy.hed >/dev/null; grep -c 'single run' $TMP/l.html
1
$ heddle derive --matrix 140 networks/lossy.hed | grep -c ': conforms'
20
$ heddle derive --all-tests --tests - networks/lossy.hed | wc -l
11
$ for e in explicit mdd-bfs mdd-sat; do heddle derive --engine $e networks/lossy.hed 2>&1 | head -n 1; done
heddle: engine 'explicit' takes deterministic networks only, and 'line' has a choice for 'frame0' in 'up' (line 23): use sets or auto
heddle: engine 'mdd-bfs' takes deterministic networks only, and 'line' has a choice for 'frame0' in 'up' (line 23): use sets or auto
heddle: engine 'mdd-sat' takes deterministic networks only, and 'line' has a choice for 'frame0' in 'up' (line 23): use sets or auto
[2]
$ heddle derive --engine sets -q networks/lossy.hed; heddle derive --verify --engine sets networks/abp.hed
networks/abp.hed: deterministic, no livelock, strongly connected, no dead transition
  48 stable states, 80 unstable, 200 observable transitions

# a fixed test where there is one, an adaptive one where there is none
$ printf 'machine m {\n  a: x / y -> b\n     x / z -> c\n  b: go / yes -> a\n  c: stop / no -> a\n}\n' >$TMP/a.hed; heddle derive --tests - $TMP/a.hed | tail -n 2
  2 of the killed by a single run of a test, 20 when tests are run until all answers were seen; 1 test is adaptive
x/(y: go/yes #1 x/y|z | z: stop/no #1)
$ printf 'machine m {\n  a: x / y -> b\n     x / z -> c\n  b: go / yes -> a\n  c: go / yes -> a\n}\n' >$TMP/f.hed; heddle derive --tests - $TMP/f.hed | tail -n 2
  2 of the killed by a single run of a test, 12 when tests are run until all answers were seen; 0 tests are adaptive
x/y|z go/yes x/y|z
$ heddle derive --json $TMP/a.hed | sed -n '/"tests"/,/livelock_seq/p'
  "tests": [
    {
      "text": "x/(y: go/yes #1 x/y|z | z: stop/no #1)",
      "adaptive": true,
      "steps": [
        {
          "input": "x",
          "allowed": [
            {
              "output": "y",
              "next": 1
            },
            {
              "output": "z",
              "next": 2
            }
          ]
        },
        {
          "input": "go",
          "allowed": [
            {
              "output": "yes",
              "next": 3
            }
          ]
        },
        {
          "input": "stop",
          "allowed": [
            {
              "output": "no",
              "next": 3
            }
          ]
        },
        {
          "input": "x",
          "allowed": [
            {
              "output": "y"
            },
            {
              "output": "z"
            }
          ]
        }
      ],
      "kills": 22
    }
  ],
  "livelock_sequences": [],

# fewer choices conform, and are another network
$ printf 'machine m {\n  a: x / y -> b\n  b: go / yes -> a\n}\n' >$TMP/g.hed; heddle derive --equal $TMP/g.hed $TMP/a.hed | sed "s|$TMP/||g"
a.hed and g.hed differ after: x
  a.hed answers 'y' or 'z'
  g.hed answers 'y'
[1]
$ heddle derive --equal $TMP/g.hed --json $TMP/a.hed | sed "s|$TMP/||g" | sed -n '/inputs/,$p'
  "inputs": [
    "x"
  ],
  "seen": [],
  "answers": [
    {
      "file": "a.hed",
      "answer": "output",
      "outputs": [
        "y",
        "z"
      ]
    },
    {
      "file": "g.hed",
      "answer": "output",
      "outputs": [
        "y"
      ]
    }
  ]
}
[1]
$ heddle derive --mutate missing $TMP/f.hed | tail -n 2
4 mutants: 2 killed by 1 test (average length 2.0), 2 conform (proved)
  0 of the killed by a single run of a test, 2 when tests are run until all answers were seen; 0 tests are adaptive

# a circle that can be left
$ printf 'machine a {\n  s: go / ping -> s\n     pong / ping -> s\n     pong / done -> s\n}\nmachine b {\n  t: ping / pong -> t\n}\n' >$TMP/l.hed; heddle derive $TMP/l.hed
*/l.hed: not deterministic (1 choice, the first at line 4), 1 livelock, strongly connected, no dead transition
  livelock after go: ping pong for ever
  1 stable state, 2 unstable, 1 observable transition
3 mutants: 0 killed by 0 tests, 3 conform (proved)
[1]
$ heddle derive --fair --tests - $TMP/l.hed
*/l.hed: not deterministic (1 choice, the first at line 4), no livelock, strongly connected, no dead transition
  1 stable state, 2 unstable, 1 observable transition
3 mutants: 1 killed by 1 test (average length 1.0), 2 conform (proved)
  1 of the killed by a single run of a test, 0 when tests are run until all answers were seen; 0 tests are adaptive
go/done

# declared symbols that no transition uses
$ printf 'machine m {\n  inputs reset\n  outputs error, -\n  a: x / y -> a\n}\n' >$TMP/d.hed; heddle derive --tests - $TMP/d.hed
*/d.hed: deterministic, no livelock, strongly connected, no dead transition
  1 stable state, 0 unstable, 1 observable transition
2 mutants: 2 killed by 1 test (average length 1.0)
x/y
$ printf 'machine m {\n  a: x / y -> a\n     reset / ok -> a\n}\n' >$TMP/r.hed; heddle derive --equal $TMP/r.hed $TMP/d.hed | sed "s|$TMP/||g"
d.hed and r.hed differ after: reset
  d.hed does not take it
  r.hed answers 'ok'
[1]
$ printf 'machine m {\n  a: x / ask -> a\n}\nmachine n {\n  inputs ask\n  b:\n}\n' >$TMP/s.hed; heddle derive $TMP/s.hed
*/s.hed: deterministic, no livelock, strongly connected, 1 stuck reception, no dead transition
  stuck after x: n in 'b' cannot receive 'ask'
  1 stable state, 1 unstable, 0 observable transitions
0 mutants: 0 killed by 0 tests
[1]
$ printf 'machine m {\n  inputs x y\n  a: x / y -> a\n}\n' >$TMP/e.hed; cd $TMP; heddle derive e.hed
e.hed:2:12: error: ',' or the end of the line expected, not 'y'
    2 |   inputs x y
      |            ^
1 error
[2]
$ printf 'machine m {\n  a: x / y -> a\n}\nmachine n {\n  inputs x\n  b:\n}\n' >$TMP/e.hed; cd $TMP; heddle derive e.hed
e.hed:5:10: error: machines 'm' and 'n' both read 'x'
    5 |   inputs x
      |          ^ a symbol has one reader; rename it in one of them
1 error
[2]
