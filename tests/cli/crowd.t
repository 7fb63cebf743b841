# More than 64 threads: covered, found, recorded and told as few are.
$ for f in apart two; do heddle test --json -o none -s optimal tests/cases/crowd-$f.c | grep '^  "\(executions\|verdict\|threads\)"'; done
$ heddle test --brief -s random -n 20 -o $TMP/a.rec tests/cases/crowd-deadlock.c
$ heddle replay --brief $TMP/a.rec
$ heddle show $TMP/a.rec
$ heddle test --brief -o none -s stateful tests/cases/crowd-two.c

# a thousand at a time
$ heddle test --brief -s random -n 2 -o none tests/cases/crowd-thousand.c
$ cd $TMP; printf '#define BARE 700\n#include "%s/tests/cases/crowd-thousand.c"\n' "$OLDPWD" >bare.c; heddle test --brief --minimise none -s random -n 2 -o b.rec bare.c; heddle replay --brief b.rec
$ cd $TMP; printf '#define WAKE pthread_cond_signal\n#include "%s/tests/cases/crowd-broadcast.c"\n' "$OLDPWD" >one.c; heddle test --brief --minimise none -s random -n 4 -o c.rec one.c | cut -c 1-60
