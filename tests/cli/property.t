# Properties of programs: --never, --always, heddle_always, at().
$ heddle test -o $TMP/r.heddle --always 'free_slots + used == SLOTS || busy' programs/slots.c
programs/slots.c: a violated property after 1 execution (* to build)

  a violated property: always free_slots + used == SLOTS || busy, give
    used: 0, last written by give at line 25
    busy: 0, last written by take 1 at line 18
    free_slots: 2, last written by take 1 at line 16

  slots.c                           main            take 1                  give
  33  pthread_create(&a, NULL, t..  create take 1
  14  pthread_mutex_lock(&lock);                    lock lock
  15  busy = 1;                                     write busy <- 1 [lock]
  16  free_slots--;                                 read free_slots -> 3,
                                                      write <- 2 [lock]
  17  used++;                                       read used -> 0,
                                                      write <- 1 [lock]
  18  busy = 0;                                     write busy <- 0 [lock]
  19  pthread_mutex_unlock(&lock);                  unlock lock
  34  pthread_join(a, NULL);        join take 1
  35  pthread_create(&a, NULL, t..  create take 2
  36  pthread_create(&b, NULL, g..  create give
  24  pthread_mutex_lock(&lock);                                            lock lock
  25  used--;                                                               read used -> 1,
                                                                              write <- 0 [lock]
  25  used--;                                                               note: always free_slots
                                                                              + used == SLOTS ||
                                                                              busy
                                                                            a violated property

  * no other choice at any one place avoids it (2 runs checked)

heddle replay */r.heddle    runs it again
heddle show --html page.html */r.heddle    steps through it
heddle replay --gdb */r.heddle    stops in gdb at the failure

  1 execution (auto): 0 complete, 1 failed
  found by optimal; optimal 1
  5 of 16 pairs of accesses seen in both orders
  minimised: 20 of 36 events, 0 preemptions; 105 runs
  under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
  at most 10,000 steps a run (never reached); 4 threads
[1]
$ heddle replay $TMP/r.heddle | head -n 4
*/r.heddle: a violated property again

  a violated property: always free_slots + used == SLOTS || busy, give
    used: 0, last written by give at line 25
[1]
$ heddle test --brief -o none --always 'free_slots >= 0 && used >= 0' programs/slots.c
programs/slots.c: no failure, every schedule covered (*), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
$ heddle test --brief -o none --never 'at(1, slots.c:16) && at(2, slots.c:26)' programs/slots.c
programs/slots.c: no failure, every schedule covered (*), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
# Table 8.2 of Kähkönen: the Fibonacci programs, the first property of Updater
$ heddle test --brief --no-races -o none --minimise none -s unfold --never 'i >= 32 || j >= 32' programs/fib1.c
programs/fib1.c: a violated property after 8 executions* a violated property: never i >= 32 || j >= 32, add_to_j
[1]
$ heddle test --brief --no-races -o none -s optimal --never 'i >= 144 || j >= 144' programs/fib1.c
programs/fib1.c: no failure, every schedule covered (*), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
$ heddle test --brief --no-races -o none --minimise none --never 'i >= 144 || j >= 144' --never 'i > 144 || j > 144' -s optimal programs/fib2.c
programs/fib2.c: a violated property after 13,411 executions* a violated property: never i >= 144 || j >= 144, add_to_j
[1]
$ heddle test --brief --no-races -o none --minimise none --symbolic --never 'left + right > 200' programs/updater1.c
programs/updater1.c: a violated property after 2 executions* a violated property: never left + right > 200, replacer
[1]
# Figure 6.1
$ heddle test --brief --symbolic -s unfold -o none --minimise none --never 'X > 40 && Y == 15' programs/fig61.c
programs/fig61.c: a violated property after 4 executions* a violated property: never X > 40 && Y == 15, second
[1]
$ heddle test --brief --symbolic -s unfold -o none --minimise none --never 'X > 40 && Y == 10' programs/fig61.c
programs/fig61.c: no failure, every path of the inputs and every local state covered (*), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
# What cannot be looked at is refused
$ heddle test --never 'none == 1' programs/slots.c 2>&1 | head -n 1
--never:1:28: error: use of undeclared identifier 'none'*
[2]
$ heddle test --never 'at(1, 15)' programs/slots.c
heddle: 'at(1, 15)': where a thread is is asked as at(THREAD, FILE:LINE), like at(1, queue.c:20)
[2]
$ heddle test --never '*(int *)&used == 1 && *(int *)(long)used' programs/slots.c
heddle-cc: a property at line 1 reads through a pointer, and what it reads must be known: variables, their elements and members
[2]
$ heddle test --never 'take(0)' programs/slots.c
heddle-cc: a property at line 1 calls a function, and only variables and at() are known: take
[2]
$ heddle test --never 'used++' programs/slots.c
heddle-cc: a property at line 1 changes something
[2]
$ heddle test --brief -o none --never 'at(1, slots.c:1)' programs/slots.c
programs/slots.c: no failure so far, not everything covered (*) (incomplete: at(): no step is at slots.c:1)
[3]
$ heddle test --symbolic --never 'at(1, slots.c:16)' programs/slots.c
heddle: at() does not go with --symbolic: it is looked at when all threads stand still, which is no step of any of them
[2]
$ heddle test -s reach --never 'at(1, slots.c:16)' programs/slots.c
heddle: reach does not apply to at(): it does not order what is sent; optimal does
[2]
$ heddle test --never 'used == 1' models/writes.hed
heddle: --never and --always are for sources of a program: a model says itself what never or always is so
[2]
$ heddle cc --heddle-never='used == 2' -o $TMP/slots programs/slots.c && heddle test --brief -o none --minimise none $TMP/slots
*/slots: a violated property after 1 execution (* s): a violated property: never used == 2, take 2
[1]
$ heddle test --never 'used == 2' $TMP/slots
heddle: --never and --always are for sources of a program: it is built with them (heddle cc --heddle-never=EXPR)
[2]

# Without an order for the property, and a solver that looks for the state: fewer executions.
$ printf '#include <pthread.h>\nint x, y;\nstatic void *a(void *p) { x = 1; x = 0; return p; }\nstatic void *b(void *p) { y = 1; y = 0; return p; }\nint main(void) { pthread_t s, t; pthread_create(&s, 0, a, 0); pthread_create(&t, 0, b, 0); pthread_join(s, 0); return pthread_join(t, 0); }\n' > $TMP/xy.c
$ for how in dependence constraints; do heddle test -s unfold --properties $how --json -o none --never 'x + y > 2' $TMP/xy.c | grep -E '"(verdict|executions)"'; done
  "verdict": "holds",
  "executions": 6,
  "verdict": "holds",
  "executions": 1,
$ for s in unfold contextual; do heddle test -s $s --properties constraints --brief -o none --minimise none --never 'x == 1 && y' $TMP/xy.c; done
*/xy.c: a violated property after 2 executions (* s, and * to build): a violated property: never x == 1 && y, b
*/xy.c: a violated property after 2 executions (* s, and * to build): a violated property: never x == 1 && y, b
[1]
$ heddle test -s unfold --properties constraints --never 'at(1, slots.c:16)' programs/slots.c
heddle: --properties constraints does not go with at(); dependence does
[2]
