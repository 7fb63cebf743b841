# What no schedule avoids is told by its calls and the lines there: of one
# thread, of several, after a crash; and where who goes first matters it is not.
$ printf '#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\nstatic int x, *p;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic void check(int v) {\n  CHECK;\n}\nstatic void *f(void *a) {\n  pthread_mutex_lock(&m);\n  x++;\n  pthread_mutex_unlock(&m);\n  return a;\n}\nint main(void) {\n  pthread_t t, u;\n  pthread_create(&t, 0, f, 0);\n  pthread_create(&u, 0, f, 0);\n  FIRST;\n  pthread_join(t, 0);\n  pthread_join(u, 0);\n  check(x);\n}\n' >$TMP/always.c
$ heddle cc -g -DFIRST= -DCHECK='assert(v == 3)' -o $TMP/always $TMP/always.c; heddle test -o $TMP/always.rec $TMP/always | sed -n 2,14p; heddle show $TMP/always.rec | tail -n 3

  assertion failed: assert(v == 3), main at always.c:7
      in check (always.c:7)
      in main (always.c:22)

       5  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
       6  static void check(int v) {
  >    7    CHECK;
       8  }
       9  static void \*f(void \*a) {

  \* it comes whoever goes first (checked)

       9  static void \*f(void \*a) {

  \* it comes whoever goes first (checked)
$ heddle cc -g -DFIRST= -DCHECK='*p = v' -o $TMP/always $TMP/always.c; heddle test -o none $TMP/always | sed -n 2,12p

  crash by a signal: Segmentation fault at address 0x0, main at always.c:7
      in check (always.c:7)
      in main (always.c:22)

       5  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
       6  static void check(int v) {
  >    7    CHECK;
       8  }
       9  static void \*f(void \*a) {

[1]
$ heddle cc -g -DFIRST='p = malloc(4)' -DCHECK='assert(v == 2); free(p); *p = v' -o $TMP/always $TMP/always.c; heddle test -o none $TMP/always | sed -n 2,16p

  use of freed memory: write of 4 bytes at offset 0 of a freed block of 4 bytes, allocated at
    always.c:19, main at always.c:7
      in check (always.c:7)
      in main (always.c:22)

       5  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
       6  static void check(int v) {
  >    7    CHECK;
       8  }
       9  static void \*f(void \*a) {

  \* it comes whoever goes first (checked)

  1 execution (auto): 0 complete, 1 failed
[1]
$ heddle cc -g -DFIRST='pthread_mutex_lock(&m); check(x); pthread_mutex_unlock(&m)' -DCHECK='assert(v != 1)' -o $TMP/always $TMP/always.c; heddle test -o none $TMP/always | grep 'would not have'
  \* had * gone here instead of *, this would not have happened (checked)
[1]
