# a story: what is wrong, then what happened, a column for each thread
$ heddle test -o $TMP/a.rec programs/bugs/assertion.c | sed -n '3,/^heddle/p' | grep -v '^heddle'
  assertion failed: assert(total == 2), main at assertion.c:28
    total: 1, last written by add_one 1 at line 17

  assertion.c                                   main              add_one 1         add_one 2
  24  pthread_create(&a, NULL, add_one, NULL);  create add_one 1
  25  pthread_create(&b, NULL, add_one, NULL);  create add_one 2
  15  int seen = total;                                           read total -> 0
                                                                * switch to add_one 2 here
  15  int seen = total;                                                             read total -> 0
  17  total = seen + 1;                                                             write total <- 1
  17  total = seen + 1;                                           write total <- 1
                                                                    overwrites the 1 of add_one 2
  26  pthread_join(a, NULL);                    join add_one 1
  27  pthread_join(b, NULL);                    join add_one 2
  28  assert(total == 2);                       assertion failed

  * had add_one 1 run one step longer, this would not have happened (checked)

[1]

# the same from the recording, from anywhere
$ cd / && heddle show $TMP/a.rec
  assertion failed: assert(total == 2), main at assertion.c:28
    total: 1, last written by add_one 1 at line 17

  assertion.c                                   main              add_one 1         add_one 2
  24  pthread_create(&a, NULL, add_one, NULL);  create add_one 1
  25  pthread_create(&b, NULL, add_one, NULL);  create add_one 2
  15  int seen = total;                                           read total -> 0
                                                                * switch to add_one 2 here
  15  int seen = total;                                                             read total -> 0
  17  total = seen + 1;                                                             write total <- 1
  17  total = seen + 1;                                           write total <- 1
                                                                    overwrites the 1 of add_one 2
  26  pthread_join(a, NULL);                    join add_one 1
  27  pthread_join(b, NULL);                    join add_one 2
  28  assert(total == 2);                       assertion failed

  * had add_one 1 run one step longer, this would not have happened (checked)

# a signal that nobody received
$ heddle test -o $TMP/s.rec programs/bugs/lost-signal.c >$TMP/out; heddle show $TMP/s.rec
  deadlock
    main waits at line 29 for waiter to end
    waiter waits at line 16 for a signal of arrived
    main signalled arrived at line 27, when nobody waited: that signal is lost

  lost-signal.c                               main                     waiter
  23  pthread_create(&a, NULL, waiter, NUL..  create waiter
                                            * main goes here, not waiter
  25  pthread_mutex_lock(&lock);              lock lock
  26  there = 1;                              write there <- 1 [lock]
  27  pthread_cond_signal(&arrived);          signal arrived,
                                                nobody waits
  28  pthread_mutex_unlock(&lock);            unlock lock
  12  pthread_mutex_lock(&lock);                                       lock lock
  16  pthread_cond_wait(&arrived, &lock);                              wait arrived, unlock lock
  29  pthread_join(a, NULL);                  waits for waiter to end
  16  pthread_cond_wait(&arrived, &lock);                              waits for a signal of arrived

  * had waiter gone here instead of main, this would not have happened (checked)

# who freed it, and when
$ heddle test -o $TMP/f.rec programs/bugs/shutdown-free.c >$TMP/out; heddle show $TMP/f.rec
  use of freed memory: read of 4 bytes at offset 0 of a freed block of 8 bytes, allocated at
    shutdown-free.c:28, worker at shutdown-free.c:21
    log was freed by main at line 36 (event 4); worker uses it at event 5

  shutdown-free.c                                   main                  worker
  29  pthread_create(&a, NULL, worker, log);        create worker
                                               * main goes here, not worker
  31  log->stop = 1;                                write log->stop <- 1
  36  free(log);                                    free log
  21  for (int i = 0; i < 2 \* TIMES && !log->stop;                        read log->stop
        i++)
                                                                            use of freed memory:
                                                                            freed by main at line 36

  \* had worker gone ahead of main here, this would not have happened (checked)

# a loop that waits for a write
$ heddle test -o $TMP/l.rec programs/bugs/livelock.c >$TMP/out; heddle show $TMP/l.rec
  a loop that does not end: a loop waits for a write that never comes, worker at livelock.c:11
    main waits at line 24 for worker to end
    worker waits at line 11 for go to change; it is 0, written by main at line 22

  livelock.c                                   main                     worker
  18  pthread_create(&a, NULL, worker, NULL);  create worker
  20  go = 1;                                  write go <- 1
                                             \* main goes on here, not worker
  22  go = 0;                                  write go <- 0
  11  while (!go)                                                       read go -> 0
  24  pthread_join(a, NULL);                   waits for worker to end
  11  while (!go)                                                       waits for go to change

  \* had worker gone ahead of main here, this would not have happened (checked)

# members of variables have their names, locks are in brackets
$ heddle test -o $TMP/m.rec programs/bugs/string-append.c >$TMP/out; heddle show $TMP/m.rec | tail -n +5
  string-append.c                           main                         cutter
  63  pthread_create(&a, NULL, cutter, N..  create cutter
  37  pthread_mutex_lock(&to->lock);        lock target.lock
  23  pthread_mutex_lock(&b->lock);         lock source.lock
  24  size_t len = b->len;                  read source.len -> 3
                                              [target.lock,
                                              source.lock]
  25  pthread_mutex_unlock(&b->lock);       unlock source.lock
  47  get_chars(from, len, to->at +         read target.len -> 0
        to->len);                             [target.lock]
                                          * switch to cutter here
  55  pthread_mutex_lock(&source.lock);                                  lock source.lock
  56  source.len = 0;                                                    write source.len <- 0
                                                                           [source.lock]
  57  pthread_mutex_unlock(&source.lock);                                unlock source.lock
  30  pthread_mutex_lock(&b->lock);         lock source.lock
  31  assert(len <= b->len);                read source.len -> 0
                                              [target.lock,
                                              source.lock]
                                              was 3 at line 24; changed by cutter
  31  assert(len <= b->len);                assertion failed

  * had main run one step longer, this would not have happened (checked)

# a picture, a page, and the same for machines
$ heddle show --svg $TMP/a.svg $TMP/a.rec && grep -c 'overwrites the 1 of add_one 2' $TMP/a.svg
2
$ heddle show --html $TMP/a.html $TMP/a.rec && grep -c 'https\?://[^w]' $TMP/a.html; grep -c '<tr id="s' $TMP/a.html
0
9
$ heddle show --json $TMP/a.rec | sed -n 2,9p
  "schema": "heddle.story/1",
  "name": "*/a.rec",
  "finding": "assertion",
  "headline": "assertion failed: assert(total == 2)",
  "where": "main at assertion.c:28",
  "decisive": "had add_one 1 run one step longer, this would not have happened (checked)",
  "evidence": [
    "total: 1, last written by add_one 1 at line 17"
$ heddle test -o none --html $TMP/b.html --svg $TMP/b.svg programs/bugs/deadlock.c >$TMP/out; grep -c '<svg' $TMP/b.html $TMP/b.svg | sed 's,.*/,,'
b.html:1
b.svg:1
# without a finding the page has the verdict, and a picture nothing to show
$ heddle test -o none --html $TMP/no.html --svg $TMP/no.svg programs/bugs/deadlock-fixed.c >$TMP/out; grep -o 'holds</span> – every schedule covered' $TMP/no.html; ls $TMP/no.svg
heddle: nothing was found: '*/no.svg' is not written
holds</span> – every schedule covered
ls: cannot access '*/no.svg': No such file or directory
[2]

# the source may be gone, or newer than the program
$ cp programs/bugs/busy.h $TMP && cp programs/bugs/race.c $TMP/gone.c && heddle cc -o $TMP/gone $TMP/gone.c && rm $TMP/gone.c && heddle test -o $TMP/g.rec $TMP/gone | sed -n '/^  gone/,/^heddle/p' | grep -v ^heddle
  gone.c      main               worker
  23          create worker
  26          > read ready -> 0
  16                             write result <- 42
  17                             > write ready <- 1
              ... 1 more event after this

  \* no other choice at any one place avoids it (2 runs checked)

  the source '*/gone.c' is not here: its lines are given by number

[1]
$ cp programs/bugs/race.c $TMP/gone.c && touch -d '2100-01-01' $TMP/gone.c && heddle show $TMP/g.rec | tail -n 2

  '*/gone.c' is newer than the program: its lines may have moved

# models of threads are told alike
$ heddle test -D N=2 -o $TMP/d.rec models/dining.hed >$TMP/out; heddle show $TMP/d.rec
  deadlock
    phil[0], phil[1] wait for each other:
    phil[0] holds fork[0] (line 12) and waits at line 13 for fork[1], held by phil[1] since line 12
    phil[1] holds fork[1] (line 12) and waits at line 13 for fork[0], held by phil[0] since line 12

  dining.hed                      phil[0]            phil[1]
  12  lock fork[p]                                   lock fork[1]
                                                   * switch to phil[0] here
  12  lock fork[p]                lock fork[0]
  13  lock fork[(p + N - 1) % N]  waits for fork[1]
  13  lock fork[(p + N - 1) % N]                     waits for fork[0]

  * had phil[1] run one step longer, this would not have happened (checked)

# many threads: one column with their names
$ printf '#include <pthread.h>\n#include <assert.h>\nstatic _Atomic int n;\nstatic void *add(void *u) {\n  int seen = n;\n  n = seen + 1;\n  return u;\n}\nint main(void) {\n  pthread_t t[7];\n  for (int i = 0; i < 7; i++)\n    pthread_create(&t[i], 0, add, 0);\n  for (int i = 0; i < 7; i++)\n    pthread_join(t[i], 0);\n  assert(n == 7);\n}\n' >$TMP/many.c; heddle test -s optimal -o $TMP/y.rec $TMP/many.c >$TMP/out; heddle show $TMP/y.rec | sed -n 4,8p
  many.c
  12  pthread_create(&t[i], 0, add, 0);  main   create add 1, add 2, add 3, add 4, add 5, add 6,
                                                  add 7
   5  int seen = n;                      add 1  read n -> 0
   6  n = seen + 1;                      add 1  write n <- 1

# mistakes
$ heddle show
heddle: which recording?
heddle: try 'heddle show --help'
[2]
$ heddle show --html /nosuch/x.html $TMP/a.rec
heddle: cannot write '/nosuch/x.html': no such folder
[2]
$ heddle show $TMP/a.rec programs/bugs/deadlock-fixed.c
heddle: the program has changed since '*/a.rec' was recorded:
  programs/bugs/deadlock-fixed.c has changed:
    deadlock-fixed.c lines 1-2 changed
      - int seen = total;
      - total = seen + 1;
      + #define FIXED
      + #include "deadlock.c"
heddle: '*/a.rec' does not come out as recorded: expected 'assertion failed'
[2]

# what a loop waits for is what it saw, and what it would take to go on
$ heddle test -o none programs/bugs/dekker-insist.c | grep -E 'waits at|longer'
    main waits at line 60 for left to end
    left waits at line 27 for wants[1] to change; it is 1, written by right at line 38
    right waits at line 47 for wants[0] to change; it is 1, written by left at line 26
  \* had left run one step longer, this would not have happened (checked)
[1]

# a thread that does nothing has the name of what it would run
$ heddle test -o none programs/bugs/join.c | grep -E 'create|twice'
  misuse of a lock or thread: worker is joined twice, clean_up 2 at join.c:22
  31  pthread_create(&worker_..  create worker
  31  pthread_create(&worker_..  write worker_thread
  32  pthread_create(&a, NULL..  create clean_up 1
  33  pthread_create(&b, NULL..  create clean_up 2
                                                                                 twice
[1]

# who waits meanwhile; lines that say more than their step are not cut off
$ heddle test -s optimal -o none programs/bugs/ticket-wrap.c | sed -n '/^  ticket/,/failed/p'
  ticket-wrap.c           main               customer 1         customer 2         customer 3
  38  pthread_create(&..  create customer 1
  39  pthread_create(&..  create customer 2
  40  pthread_create(&..  create customer 3
  25  unsigned mine =                        update
        next_ticket++ %                        next_ticket
        TICKETS;                               <- 1
  26  while (serving !=                      read serving -> 0
        mine)
  28  int before =                           update inside
        inside++;                              <- 1
                                           \* switch to customer 2 here
  25  unsigned mine =                                           update
        next_ticket++ %                                           next_ticket
        TICKETS;                                                  <- 2
  25  unsigned mine =                                                              update
        next_ticket++ %                                                              next_ticket
        TICKETS;                                                                     <- 3
  26  while (serving !=                                                            read serving -> 0
        mine)
  28  int before =                                                                 update inside
        inside++;                                                                    <- 2
  29  assert(before ==                                                             assertion failed
[1]
$ heddle test -o none programs/bugs/first-reader.c | grep -A 2 'sem_wait(&room); .*waits'
  25  sem_wait(&room);                       waits for a V of
                                               room

[1]

# a wait for a signal is not a wait for the lock after it
$ heddle test -o none programs/bugs/one-condition.c | sed -n '3,6p'
  deadlock
    main waits at line 27 for a signal of changed
    consumer 2 waits at line 27 for a signal of changed
    consumer 1 signalled changed at line 20 and woke consumer 2
[1]

# what goes on in other files and does not matter is counted
$ heddle test -s random -o none -D BUSY programs/bugs/lost-update.c programs/bugs/busy.c | grep -c 'steps in busy.c'
4
[1]

# values of enumerations are told by their names: of variables, members, elements, on the heap too
$ printf '#include <pthread.h>\n#include <stdlib.h>\nenum state { IDLE, BUSY = 5, LOCKED = -1 };\ntypedef enum { RED, GREEN } colour;\nstruct door { int n; enum state st; colour paint[2]; };\nstruct door front;\nstatic _Atomic colour shade;\nint number;\nvoid *opener(void *arg) {\n  struct door *d = arg;\n  d->st = LOCKED;\n  front.st = BUSY;\n  front.paint[1] = GREEN;\n  front.st = (enum state)7;\n  shade = GREEN;\n  number = 5;\n  return 0;\n}\nint main(void) {\n  pthread_t t;\n  struct door *d = calloc(1, sizeof *d);\n  pthread_create(&t, 0, opener, d);\n  int seen = number;\n  pthread_join(t, 0);\n  free(d);\n  return seen > 9;\n}\n' > $TMP/enum.c; heddle test -o none $TMP/enum.c | sed -n 's/.*write /write /p;s/.*read number/read number/p'
read number -> 0, holding no lock
write number <- 5, holding no lock
read number -> 0
write d->st <- LOCKED
write front.st <- BUSY
write front.paint[1] <- GREEN
write front.st <- 7
write shade <- GREEN
write number <- 5
[1]
$ printf '#include <thread>\nenum class Light : unsigned char { Red, Amber = 200 };\nnamespace other { struct Lamp { int on; Light l; }; }\nstruct Lamp { Light l; int on; };\nother::Lamp a; Lamp b;\nint main() {\n  std::thread t([] { a.on = 1; a.l = Light::Amber; b.l = Light::Amber; b.on = 0; });\n  int seen = b.on;\n  t.join();\n  return seen > 9;\n}\n' > $TMP/enum.cpp; heddle test -o none $TMP/enum.cpp | sed -n 's/.*write /write /p'
write b.on <- 0, holding no lock
write a.on <- 1,
write a.l <- Amber,
write b.l <- Amber
write b.on <- 0
[1]

# the same run in another order: a lock that was waited for comes first
$ heddle test --brief -o $TMP/d.rec programs/bugs/deadlock.c
programs/bugs/deadlock.c: deadlock after 3 executions (* s, and * s to build): deadlock*
[1]
$ heddle replay --move 7:5 $TMP/d.rec
*d.rec: in the other order it does not fail
  1 step of it could not be taken there
$ heddle replay --brief --move 5:4 -o $TMP/e.rec $TMP/d.rec
*d.rec: in the other order it still fails: deadlock

heddle replay */e.rec    runs it again
[1]
$ heddle replay --brief $TMP/e.rec
*e.rec: deadlock again
[1]
$ heddle replay --json --move 7:5 $TMP/d.rec | grep -E '"(near|left_out|executions)"'
  "near": "nothing",
  "left_out": 1,
  "executions": 2,

# orders that there are not
$ heddle replay --move 4:5 $TMP/d.rec
heddle: there is no such order: event 4 comes before event 5 already
[2]
$ heddle replay --move 6:4 $TMP/d.rec
heddle: there is no such order: event 6 comes by itself, with the step after it
[2]
$ heddle replay --move 99:1 $TMP/d.rec
heddle: there is no such order: the run has events 0 to 8, and no 99
[2]
$ heddle replay --move 7 $TMP/d.rec
heddle: --move needs N:M, as in 7:5
heddle: try 'heddle replay --help'
[2]

# Who fails before its first step has a name, too.
$ printf 'shared x = 0\nthread a { var k: int; k = x; assert k == 0 }\nthread b { var k: int; assert k != 0; x = 1 }\n' >$TMP/b.hed; heddle test --brief -o none $TMP/b.hed
*/b.hed: assertion failed after 1 execution (* s): assertion failed, b at b.hed:3
[1]
