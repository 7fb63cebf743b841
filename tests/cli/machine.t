# What the machine may do beside the schedule: memory that is refused.

$ heddle test -s optimal --malloc-may-fail --record "$TMP/null.rec" tests/cases/malloc-may-fail.c
tests/cases/malloc-may-fail.c: crash by a signal after 2 executions (*)

  crash by a signal: Segmentation fault at address 0x0, main at malloc-may-fail.c:11

  malloc-may-fail.c                                 main
   8  int *first = malloc(sizeof *first);           input malloc-fails = 0
   9  int *second = first ? calloc(1, sizeof *se..  input malloc-fails = 1
  11  *second = *first = 1;                         crash by a signal

heddle replay */null.rec    runs it again
heddle show --html page.html */null.rec    steps through it
heddle replay --gdb */null.rec    stops in gdb at the failure

  2 executions (optimal): 1 complete, 1 failed
  minimised: 2 of 2 events, 0 preemptions; * runs
  under sequential consistency, no spurious wake-ups, virtual clocks
  at most 10,000 steps a run (never reached); 1 thread
[1]
$ heddle replay "$TMP/null.rec"
*/null.rec: crash by a signal again

  crash by a signal: Segmentation fault at address 0x0, main at malloc-may-fail.c:11

  malloc-may-fail.c                                 main
   8  int *first = malloc(sizeof *first);           input malloc-fails = 0
   9  int *second = first ? calloc(1, sizeof *se..  input malloc-fails = 1
  11  *second = *first = 1;                         crash by a signal
[1]
$ heddle test -s optimal --malloc-may-fail -i malloc-fails=0 --brief tests/cases/malloc-may-fail.c
tests/cases/malloc-may-fail.c: no failure, every schedule covered (*), under sequential consistency, no spurious wake-ups, virtual clocks

# And parts of what is read and written.

$ heddle test -s optimal --partial-io --record "$TMP/part.rec" tests/cases/partial-read.c
tests/cases/partial-read.c: assertion failed after 2 executions (*)

  assertion failed: assert(read(ends[0], text, 4) == 4), main at partial-read.c:13

  partial-read.c                            main
  13  assert(read(ends[0], text, 4) == 4);  input part = 1
  13  assert(read(ends[0], text, 4) == 4);  assertion failed

heddle replay */part.rec    runs it again
heddle show --html page.html */part.rec    steps through it
heddle replay --gdb */part.rec    stops in gdb at the failure

  2 executions (optimal): 1 complete, 1 failed
  minimised: 1 of 1 event, 0 preemptions; * runs
  under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks, reads and writes of all, of one byte, or of all but one
  at most 10,000 steps a run (never reached); 1 thread
[1]
$ heddle replay "$TMP/part.rec"
*/part.rec: assertion failed again

  assertion failed: assert(read(ends[0], text, 4) == 4), main at partial-read.c:13

  partial-read.c                            main
  13  assert(read(ends[0], text, 4) == 4);  input part = 1
  13  assert(read(ends[0], text, 4) == 4);  assertion failed
[1]
$ heddle test -s optimal --brief --partial-io tests/cases/partial-io-twin.c
tests/cases/partial-io-twin.c: no failure, every schedule covered (*), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks, reads and writes of all, of one byte, or of all but one
