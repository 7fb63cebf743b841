# What heddle cc has not built is recognised, not started.
$ printf '#!/bin/sh\ntouch %s/started\n' $TMP >$TMP/script; chmod +x $TMP/script; heddle test $TMP/script; ls $TMP/started
heddle: '*/script' was not built with heddle cc, and was not started: 'heddle cc' builds it from its sources, 'make CC=heddle-cc' a project
*No such file*
[2]
$ cp /bin/touch $TMP/touch; cd $TMP; heddle test ./touch -- started; ls started
heddle: './touch' was not built with heddle cc, and was not started: 'heddle cc' builds it from its sources, 'make CC=heddle-cc' a project
*No such file*
[2]
$ head -c 3000 /bin/touch >$TMP/touch; heddle test $TMP/touch
heddle: '*/touch' was not built with heddle cc, and was not started: 'heddle cc' builds it from its sources, 'make CC=heddle-cc' a project
[2]
$ heddle cc -o $TMP/race programs/bugs/race.c; strip $TMP/race; heddle test --brief --record none $TMP/race
*/race: data race after 1 execution (* s): data race, main at race.c:26 and worker at race.c:17
[1]
$ cp $TMP/race $TMP/other; offset=$(grep -obUaP '\x07\0\0\0\x04\0\0\0\x01\0\0\0heddle' $TMP/other | cut -d: -f1); printf '\xff\xff\xff\xff' | dd of=$TMP/other bs=1 seek=$((offset + 20)) conv=notrunc status=none; heddle test $TMP/other
heddle: '*/other' was not built with this heddle's cc but with that of another version: build it again
[2]
$ heddle test $TMP
heddle: cannot read '*/tmp': is a directory
[2]

# Standard streams that are closed or full, few descriptors, few addresses.
$ heddle test --record none $TMP/race >/dev/full
heddle: cannot write to standard output: no space left on device
[2]
$ heddle test --record none $TMP/race >&-
heddle: cannot write to standard output: bad file descriptor
[2]
$ heddle test --record none --brief $TMP/race 2>&-
*/race: data race after 1 execution (* s): data race, main at race.c:26 and worker at race.c:17
[1]
$ heddle test --record none --brief $TMP/race <&- 2>&-
*/race: data race after 1 execution (* s): data race, main at race.c:26 and worker at race.c:17
[1]
$ heddle test --record none $TMP/race <&- >&- 2>&-
[2]
$ ulimit -n 8; heddle test --record none --brief $TMP/race
*/race: data race after 1 execution (* s): data race, main at race.c:26 and worker at race.c:17
[1]

# Sources that are no C.
$ cd $TMP; echo 'int z;' >d.inc; touch e.m; for f in e.m d.inc; do heddle cc -c $f; echo $?; done; ls *.o
heddle: 'e.m' is Objective-C, and only C and C++ can be instrumented: compile it with its own compiler and give the object to the linker; what it does to shared memory is then not seen
2
heddle: 'd.inc' is no C source by its name: -x c, or -x c++, says that it is
2
ls: cannot access '*.o': No such file or directory
[2]
$ cd $TMP; printf '#define NAME seven\n.globl NAME\nNAME: movl $7, %%eax\nret\n.section .note.GNU-stack\n' >c.S; sed '1d; s/NAME/seven/' c.S >b.s; for f in b.s c.S '-x assembler-with-cpp c.S -o d.o'; do heddle cc -c $f; done; ls *.o; rm b.o d.o
b.o
c.o
d.o
$ cd $TMP; echo 'int seven(void); int main(void) { return seven() != 7; }' >m.c; heddle cc m.c c.o -o m; heddle test --record none --brief m; rm c.o m.c m
m: no failure so far, not everything covered (* s) (incomplete: seven at m.c:1)
$ cd $TMP; heddle cc -c -x c d.inc; ls *.o
d.o

# A program that fails before its first step.
$ printf '#include <assert.h>\nint main(int n, char **v) {\n  assert(n > 1 || !v);\n}\n' >$TMP/first.c; heddle test --record none $TMP/first.c
*/first.c: assertion failed after 1 execution (* s, and * s to build)

  assertion failed: assert(n > 1 || !v), main at first.c:3
      in main (first.c:3)

       1  #include <assert.h>
       2  int main(int n, char **v) {
  >    3    assert(n > 1 || !v);
       4  }

  1 execution (auto): 0 complete, 1 failed
  found by optimal; optimal 1
  minimised: 0 of 0 events, 0 preemptions; * runs
  under sequential consistency, *
  at most 10,000 steps a run (never reached); 1 thread
[1]
$ printf '#include <stdlib.h>\nint main(void) {\n  abort();\n}\n' >$TMP/first.c; heddle test --record none --brief $TMP/first.c
*/first.c: the program aborted after 1 execution (* s, and * s to build): the program aborted: abort() was called, main at first.c:3
[1]
$ printf 'int main(void) {\n  return 3;\n}\n' >$TMP/first.c; heddle test --record none --brief $TMP/first.c
*/first.c: exit with a non-zero code after 1 execution (* s, and * s to build): exit with a non-zero code: exit code 3, main
[1]
$ printf 'int main(void) {\n  return *(volatile int *)8;\n}\n' >$TMP/first.c; heddle test --record none --brief $TMP/first.c
*/first.c: crash by a signal after 1 execution (* s, and * s to build): crash by a signal: Segmentation fault at address 0x8, main at first.c:2
[1]
