# More than 64 threads: covered, found, recorded and told as few are.
$ for f in apart two; do heddle test --json -o none -s optimal tests/cases/crowd-$f.c | grep '^  "\(executions\|verdict\|threads\)"'; done
  "verdict": "holds",
  "executions": 1,
  "threads": 71,
  "verdict": "holds",
  "executions": 2,
  "threads": 67,
$ heddle test --brief -s random -n 20 -o $TMP/a.rec tests/cases/crowd-deadlock.c
tests/cases/crowd-deadlock.c: deadlock after 2 executions (*): deadlock, work 71 at crowd-deadlock.c:14, work 91 at crowd-deadlock.c:14
[1]
$ heddle replay --brief $TMP/a.rec
*/a.rec: deadlock again
[1]
$ heddle show $TMP/a.rec
  deadlock
    work 71, work 91 wait for each other:
    work 71 holds a (line 13) and waits at line 14 for b, held by work 91 since line 13
    work 91 holds b (line 13) and waits at line 14 for a, held by work 71 since line 13
    main waits at line 34 for work 1 to end

  crowd-deadlock.c                   main                     work 71             work 91
  32  pthread_create(&t[i], NULL,..  create work 1, work 2,
                                       work 3, work 4,
                                       work 5, work 6,
                                       work 7, work 8,
                                       work 9, work 10,
                                       work 11, work 12,
                                       work 13, work 14,
                                       work 15, work 16,
                                       ... work 100
  20  own[i]++;                                                                   read own[90] -> 0,
                                                                                    write <- 1
  13  pthread_mutex_lock(first);                                                  lock b
                                                                            * switch to work 71 here
  20  own[i]++;                                               read own[70] -> 0,
                                                                write <- 1
  13  pthread_mutex_lock(first);                              lock a
  34  pthread_join(t[i], NULL);      waits for work 1 to end
  14  pthread_mutex_lock(second);                             waits for b
  14  pthread_mutex_lock(second);                                                 waits for a

  * had work 91 run one step longer, this would not have happened (checked)
$ heddle test --brief -o none -s stateful tests/cases/crowd-two.c
heddle: tests/cases/crowd-two.c: cannot be tested by stateful: it has more than 64 threads at a time; optimal applies; optimal is used instead
tests/cases/crowd-two.c: no failure, every schedule covered (*), under *

# a thousand at a time
$ heddle test --brief -s random -n 2 -o none tests/cases/crowd-thousand.c
tests/cases/crowd-thousand.c: no failure so far, not everything covered (*) (incomplete: 2 runs, 1 more)
[3]
$ cd $TMP; printf '#define BARE 700\n#include "%s/tests/cases/crowd-thousand.c"\n' "$OLDPWD" >bare.c; heddle test --brief --minimise none -s random -n 2 -o b.rec bare.c; heddle replay --brief b.rec
bare.c: data race after 1 execution; 2 findings in all (*): data race, work 282 at crowd-thousand.c:18 and work 701 at crowd-thousand.c:18
b.rec: data race again
[1]
$ cd $TMP; printf '#define WAKE pthread_cond_signal\n#include "%s/tests/cases/crowd-broadcast.c"\n' "$OLDPWD" >one.c; heddle test --brief --minimise none -s random -n 4 -o c.rec one.c | cut -c 1-60
one.c: deadlock after 1 execution (*
[1]
