// must: the assertion fails in one order (or incomplete, by name)
// expect: violated assertion
// expect: incomplete open
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void put(char c) { int f = open("log.txt", O_WRONLY|O_APPEND); write(f, &c, 1); close(f); }
static void *a(void *u) { put('a'); return 0; }
int main(void) { pthread_t t; char b[3] = ""; close(open("log.txt", O_CREAT|O_TRUNC|O_WRONLY, 0644)); pthread_create(&t, 0, a, 0); put('b'); pthread_join(t, 0); int f = open("log.txt", 0); read(f, b, 2); assert(b[0] == 'b'); return 0; }
