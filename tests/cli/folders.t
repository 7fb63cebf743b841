# Objects that were compiled in other folders: the lines of their sources are
# found, and two files of one name are told apart.
$ mkdir -p $TMP/a $TMP/b; printf 'struct queue { int pad[8], count; };\nextern struct queue *shared;\nvoid *push(void *u) {\n  shared->count++;\n  return u;\n}\n' >$TMP/a/q.c; printf '#include <pthread.h>\n#include <stdlib.h>\nstruct queue { int pad[8], count; };\nstruct queue *shared;\nvoid *push(void *u);\nint main(void) {\n  pthread_t t;\n  shared = calloc(1, sizeof *shared);\n  pthread_create(&t, NULL, push, NULL);\n  shared->count--;\n  pthread_join(t, NULL);\n}\n' >$TMP/b/q.c
$ (cd $TMP/a && heddle cc -c ./q.c) && (cd $TMP/b && heddle cc -c q.c) && heddle cc -o $TMP/queue $TMP/a/q.o $TMP/b/q.o
$ cd $TMP; heddle test --record none queue | grep -oE 'shared->count(--|\+\+);' | sort -u
shared->count++;
shared->count--;
[1]
$ heddle test --record none $TMP/queue | grep -oE 'shared->count(--|\+\+);' | sort -u
shared->count++;
shared->count--;
[1]
$ cd $TMP; heddle test --json --record none queue | grep -o '"file": "[ab]/q.c"' | sort -u
"file": "a/q.c"
"file": "b/q.c"
[1]
