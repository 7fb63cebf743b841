# A crash inside the C library says so, and inside which call: one that the
# runtime stands in for, one whose effects it knows, one that calls back.
$ printf '#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nstatic char *s;\nvoid *f(void *a) {\n  CALL;\n  return a;\n}\nint main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, f, 0);\n  pthread_join(t, 0);\n}\n' >$TMP/x.c
$ heddle cc -DCALL='a = (void *)strlen(s)' -o $TMP/x $TMP/x.c; heddle test --brief --record none $TMP/x
*/x: crash by a signal after 1 execution (* s): crash by a signal: Segmentation fault at address 0x0 inside strlen(), f at x.c:7
[1]
$ heddle cc -DCALL='a = strchr(s, 1)' -o $TMP/x $TMP/x.c; heddle test --brief --record none $TMP/x
*/x: crash by a signal after 1 execution (* s): crash by a signal: Segmentation fault at address 0x0 inside strchr(), f at x.c:7
[1]
$ heddle cc -DCALL='qsort(s + 8, 9, 4, (void *)f)' -o $TMP/x $TMP/x.c; heddle test --brief --record none $TMP/x
*/x: crash by a signal after 1 execution (* s): crash by a signal: Segmentation fault at address 0x8 inside qsort(), f at x.c:7
[1]
$ heddle cc -DCALL='free((void *)8)' -o $TMP/x $TMP/x.c; heddle test --brief --record none $TMP/x
*/x.c:7:3: warning: attempt to call free on non-heap object '(void *)8' [-Wfree-nonheap-object]
    7 |   CALL;
      |   ^
<command line>:1:19: note: expanded from macro 'CALL'
    1 | #define CALL free((void *)8)
      |                   ^
1 warning generated.
*/x: crash by a signal after 1 execution (* s): crash by a signal: Segmentation fault at address 0x0 inside free(), thread 1 at x.c:7
[1]
$ heddle cc -DCALL='fputs("x", (FILE *)8)' -o $TMP/x $TMP/x.c; heddle test --brief --record none $TMP/x
*/x: crash by a signal after 1 execution (* s): crash by a signal: Segmentation fault at address 0x8 inside fputs(), thread 1 at x.c:7
[1]
# The program's own is not.
$ heddle cc -DCALL='*s = 1' -o $TMP/x $TMP/x.c; heddle test --brief --record none $TMP/x
*/x: crash by a signal after 1 execution (* s): crash by a signal: Segmentation fault at address 0x0, f at x.c:7
[1]
