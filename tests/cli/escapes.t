# Code that was not built by heddle cc is called, and the verdict says so: in
# one line, in JSON, in JUnit, by the exit code; with --jobs and after --resume
# and from a cache, too.
$ cc -c -o $TMP/library.o tests/cases/beside/library.c; for n in callback callback-race; do heddle cc -g -o $TMP/$n tests/cases/library-$n.c $TMP/library.o; done
$ heddle test --brief --record none $TMP/callback
*/callback: no failure so far, not everything covered (*) (incomplete: library_each at library-callback.c:17)
[3]
$ heddle test --brief --record none -s optimal -j 2 $TMP/callback
*/callback: no failure so far, not everything covered (*) (incomplete: library_each at library-callback.c:17)
[3]
$ heddle test --json --record none $TMP/callback | sed -n '/"because"/,/\]/p'
  "because": [
    {
      "why": "library",
      "name": "library_each",
      "file": "tests/cases/library-callback.c",
      "line": 17,
      "count": 12
    }
  ],
[3]
$ heddle test --brief --record none --junit $TMP/callback.xml $TMP/callback >/dev/null; grep skipped $TMP/callback.xml | tail -n 1
      <skipped message="incomplete: library_each at library-callback.c:17"/>
$ heddle test --brief -s optimal --record none -n 1 --cache $TMP/kept $TMP/callback
*/callback: no failure so far, not everything covered (*) (incomplete: library_each at library-callback.c:17, 1 more)
[3]
$ heddle test --brief -s optimal --record none --resume --cache $TMP/kept $TMP/callback
*/callback: no failure so far, not everything covered (*) (incomplete: library_each at library-callback.c:17)
[3]
$ heddle test --brief -s optimal --record none --cache $TMP/kept $TMP/callback
*/callback: no failure so far, not everything covered (*) (incomplete: library_each at library-callback.c:17)
[3]
# A finding after such a call says so wherever it is told.
$ heddle test --brief --record $TMP/race.rec $TMP/callback-race
*/callback-race: data race after 1 execution and after library_each at library-callback-race.c:14; 2 findings in all (* s): data race, after library_each at library-callback-race.c:14, which was not looked into, work at library-callback-race.c:9 and main at library-callback-race.c:9
[1]
$ heddle test --brief -s optimal -j 2 --record none $TMP/callback-race
*/callback-race: data race after 1 execution and after library_each at library-callback-race.c:14; 2 findings in all (* s): data race, after library_each at library-callback-race.c:14, which was not looked into, work at library-callback-race.c:9 and main at library-callback-race.c:9
[1]
$ heddle test --json --record none $TMP/callback-race | grep -A 2 '"after": \[' | head -n 3
      "after": [
        "library_each"
      ],
[1]
$ heddle test --brief --record none --junit $TMP/race.xml $TMP/callback-race >/dev/null; grep -o 'failure type="race" message="[^"]*"' $TMP/race.xml | head -n 1
failure type="race" message="data race, after library_each at library-callback-race.c:14, which was not looked into, work at library-callback-race.c:9 and main at library-callback-race.c:9"
$ heddle replay --brief $TMP/race.rec
*/race.rec: data race again, after library_each at library-callback-race.c:14
[1]
$ heddle replay $TMP/race.rec | sed -n 3p
  data race, after library_each at library-callback-race.c:14, which was not looked into
[1]
$ heddle replay --json $TMP/race.rec | grep -A 2 '"after": \['
  "after": [
    "library_each"
  ],
[1]
$ heddle show $TMP/race.rec | sed -n 1p
  data race, after library_each at library-callback-race.c:14, which was not looked into
$ heddle show --json $TMP/race.rec | grep -A 2 '"after": \['
  "after": [
    "library_each"
  ],
# The same for calls without a model, and for assembly.
$ printf '#include <pthread.h>\n#include <unistd.h>\nint x, p[2];\nvoid *f(void *a) {\n  CALL;\n  x++;\n  return a;\n}\nint main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, f, 0);\n  f(0);\n  pthread_join(t, 0);\n}\n' >$TMP/x.c
$ heddle cc -DCALL='sync()' -o $TMP/x $TMP/x.c; heddle test --brief --record $TMP/x.rec -s optimal $TMP/x; heddle replay --brief $TMP/x.rec
*/x: data race after 1 execution and after sync at x.c:5; 2 findings in all (* s): data race, after sync at x.c:5, which was not looked into, main at x.c:6 and f at x.c:6
*/x.rec: data race again, after sync at x.c:5
[1]
$ heddle cc -DCALL='__asm__ volatile("incl %0" : "+m"(p[0]))' -o $TMP/x $TMP/x.c; heddle test --brief --record $TMP/x.rec -s optimal $TMP/x; heddle replay --brief $TMP/x.rec
*/x: data race after 1 execution and after assembly at x.c:5; 2 findings in all (* s): data race, after assembly at x.c:5, which was not looked into, main at x.c:6 and f at x.c:6
*/x.rec: data race again, after assembly at x.c:5
[1]
# Of a search that was left off, too.
$ heddle test --brief -s optimal -a --record none -n 1 --cache $TMP/kept $TMP/x; heddle test --json -s optimal -a --record none --resume --cache $TMP/kept $TMP/x | grep -A 2 '"after": \['
*/x: data race after 1 execution and after assembly at x.c:5; 2 findings in all (* s): data race, after assembly at x.c:5, which was not looked into, main at x.c:6 and f at x.c:6
      "after": [
        "assembly"
      ],
--
      "after": [
        "assembly"
      ],
[1]
# Inside of such a call nothing is a finding.
$ printf '#include <spawn.h>\nint main(void) {\n  return posix_spawn(0, (char *)8, 0, 0, 0, 0);\n}\n' >$TMP/inside.c; heddle test --brief --record none $TMP/inside.c
*/inside.c:3:42: warning: null passed to a callee that requires a non-null argument [-Wnonnull]
    3 |   return posix_spawn(0, (char *)8, 0, 0, 0, 0);
      |                                          ^
1 warning generated.
*/inside.c: no failure so far, not everything covered (* s, and * s to build) (incomplete: posix_spawn at inside.c:3)
[3]
# What depends on more than choices cannot be searched: it says where runs
# differ and what was called since, and goes on at random.
$ heddle test --brief --record none --no-races -s optimal -n 200 tests/cases/differs.c
heddle: tests/cases/differs.c: something survives from one run to the next; each run gets a process of its own, which is slower
heddle: tests/cases/differs.c: cannot be tested by optimal: the same choices led to different steps at differs.c:*, after syscall at differs.c:14, which has no model; random is used instead
tests/cases/differs.c: no failure so far, not everything covered (* s*) (incomplete: *, 3 more)
[3]

# The end of standard input is new to every run.
$ heddle test --record none tests/cases/stdin-reset.c 2>&1 </dev/null | grep -c "two different"
0
[1]
