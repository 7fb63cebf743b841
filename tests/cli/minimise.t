# the failing run is made small before it is recorded and told
$ heddle test -s random -o $TMP/w.rec programs/bugs/work-stealing.c | grep minimised
  minimised: 20 of 20 events, 1 preemption of 8 (fewer do not do it); * runs
[1]
$ heddle replay --brief -n 100 $TMP/w.rec
*/w.rec: assertion failed came 100 times of 100*
[1]

# what other threads do meanwhile is left out
$ heddle test -s random -D BUSY -o $TMP/b.rec programs/bugs/deadlock.c programs/bugs/busy.c | grep minimised
  minimised: 32 of * events, 1 preemption of *; * runs*
[1]
$ grep -c choices $TMP/b.rec && grep 'option stop' $TMP/b.rec
1
option stop
$ heddle replay --brief -n 100 $TMP/b.rec
*/b.rec: deadlock came 100 times of 100*
[1]

# also of threads that wait in vain for what others could do
$ heddle test -s random -D BUSY -o $TMP/l.rec programs/bugs/lost-signal.c programs/bugs/busy.c | grep minimised
  minimised: 35 of * events, 0 preemptions of *; * runs
[1]
$ heddle replay --brief -n 100 $TMP/l.rec
*/l.rec: deadlock came 100 times of 100*
[1]

# none: as it was found
$ heddle test -s random --minimise none -o none programs/bugs/work-stealing.c | grep -c minimised
0
[1]
$ heddle test --minimise soon programs/bugs/race.c
heddle: *minimise*
heddle: try 'heddle test --help'
[2]

# for machines: what is left, what it cost, and what decided it
$ heddle test -s random --json -o none programs/bugs/work-stealing.c | grep -E '"(first_run_events|first_run_preemptions|preemptions|least|stops|change|from|to|instead|execution)"'
      "execution": 20,
      "first_run_events": 20,
      "preemptions": 1,
        "first_run_events": 20,
        "first_run_preemptions": 8,
        "preemptions": 1,
        "least": true,
        "stops": true,
          "change": "*",
          "from": *,
          "to": *,
          "instead": *,
[1]

# models too
$ heddle test -s random -o $TMP/m.rec models/dining.hed | grep minimised
  minimised: 4 of * events, 1 preemption* (fewer do not do it); * runs
[1]
$ heddle replay --brief $TMP/m.rec
*/m.rec: deadlock again
[1]

# inputs of a model: each as simple as it can be with the others as they are
$ for s in 'optimal' 'random' 'random --seed 3'; do heddle test -s $s -o none tests/models/inputs.hed | sed -n 's/.*\(input [-0-9]*\)$/\1/p'; done
input 5
input 0
input 5
input 0
input 4
input 6
[1]

# a loop in which threads take turns: the way there and the round
$ heddle test --steps 200 -o $TMP/s.rec tests/programs/last-word.c | sed -n '/^  a loop/,/^heddle/p;/minimised/p' | grep -v ^heddle
  a loop that does not end, left at last-word.c:9
    left, right go round in lines 9 to 16 for ever: after event 11 all is as it was before event 8

  last-word.c                                 main            left             right
  22  pthread_create(&a, NULL, left, NULL);   create left
  23  pthread_create(&b, NULL, right, NULL);  create right
   9  word = 1;                                               write word <- 1
  15  word = 2;                                                                write word <- 2
  10  while (word != 1);                                      read word -> 2
                                                            \* the round begins here
   9  word = 1;                                               write word <- 1
  16  while (word != 2);                                                       read word -> 1
  15  word = 2;                                                                write word <- 2
                                                                             \* switch to left here
  10  while (word != 1);                                      read word -> 2
                                                              ... and so on for ever: all is as it
                                                              was before event 8

  \* had right run one step longer, this would not have happened (checked)

  minimised: 11 of 11 events, 4 preemptions; * runs
[1]
$ heddle replay --brief -n 100 $TMP/s.rec
*/s.rec: a loop that does not end came 100 times of 100*
[1]

# inputs that a solver found: the nearest to 0, within their ranges; what the user fixed stays
$ heddle test --symbolic -o $TMP/w.rec tests/programs/wide-inputs.c | grep -o 'input [vw] .*'
input v = 1667
input w = -78
[1]
$ heddle replay --brief -n 100 $TMP/w.rec
*/w.rec: assertion failed came 100 times of 100*
[1]
$ heddle test --symbolic --input v=9999 -o none tests/programs/wide-inputs.c | grep -o 'input [vw] .*'
input v = 9999
input w = -78
[1]
