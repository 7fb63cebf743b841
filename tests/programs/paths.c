/* Runs the threads its argument describes, with inputs: see symbolic.c.
 *
 *   iR    register R = an input from 0 to 2
 *   gRK   register R = input K of main (K is 0 or 1), asked for before
 *   wVR   variable V = register R         rVR  register R = variable V
 *   +RK   register R += K                 xRS  register R ^= register S
 *   *RK   register R *= K
 *   >RKN  if R > K skip N operations      =RKN if R == K skip N
 *   tRN   skip N if table[R & 3] is odd   sRN  skip R & 1 operations or N
 *   aRK   assert(R != K)                  lN uN  lock N, unlock N
 *
 * Threads are separated by '/'.  Every way that is gone is printed, so that
 * the output of a run tells its path. */
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { VARIABLES = 4, LOCKS = 2, THREADS = 4, REGISTERS = 3 };

static atomic_int variable[VARIABLES];
static pthread_mutex_t locks[LOCKS] = {PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static int given[2];
static const unsigned char table[4] = {2, 3, 5, 8};
static const char *text[THREADS];

static unsigned digit(const char *at, int i) {
  return (unsigned)(at[i] - '0');
}

static int length(char op) {
  return op == '>' || op == '=' ? 4 : op == 'i' || op == 'l' || op == 'u' ? 2
                                                                          : 3;
}

static const char *skip(const char *at, unsigned n) {
  while (n-- && *at && *at != '/')
    at += length(*at);
  return at;
}

static const char *way(const char *at, int yes, unsigned n) {
  putchar(yes ? 'y' : 'n');
  heddle_note(yes ? "yes" : "no"); /* of this thread */
  return yes ? skip(at, n) : at;
}

static const char *act(const char *at, int reg[REGISTERS]) {
  const char *next = at + length(*at);
  int *r = &reg[digit(at, 1) % REGISTERS];
  switch (*at) {
  case 'i':
    *r = (int)heddle_input("own", 0, 2);
    break;
  case 'g':
    *r = given[digit(at, 2) % 2];
    break;
  case 'w':
    variable[digit(at, 1) % VARIABLES] = reg[digit(at, 2) % REGISTERS];
    break;
  case 'r':
    reg[digit(at, 2) % REGISTERS] = variable[digit(at, 1) % VARIABLES];
    break;
  case '+':
    *r += (int)digit(at, 2);
    break;
  case '*':
    *r *= (int)digit(at, 2);
    break;
  case 'x':
    *r ^= reg[digit(at, 2) % REGISTERS];
    break;
  case '>':
    return *r > (int)digit(at, 2) ? way(next, 1, digit(at, 3))
                                  : way(next, 0, 0);
  case '=':
    return *r == (int)digit(at, 2) ? way(next, 1, digit(at, 3))
                                   : way(next, 0, 0);
  case 't':
    /* an element of a constant array: no path of its own */
    return table[*r & 3] % 2 ? way(next, 1, digit(at, 2)) : way(next, 0, 0);
  case 's':
    switch (*r & 3) {
    case 0:
      return way(next, 1, 1);
    case 2:
      putchar('c');
      heddle_note("c");
      return way(next, 1, digit(at, 2));
    default:
      return way(next, 0, 0);
    }
  case 'a':
    assert(*r != (int)digit(at, 2));
    break;
  case 'l':
    pthread_mutex_lock(&locks[digit(at, 1) % LOCKS]);
    break;
  case 'u':
    pthread_mutex_unlock(&locks[digit(at, 1) % LOCKS]);
    break;
  }
  return next;
}

static void *run(void *me) {
  int reg[REGISTERS] = {0};
  const char *at = text[(intptr_t)me];
  while (*at && *at != '/')
    at = act(at, reg);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[THREADS];
  intptr_t count = 0;
  if (argc < 2)
    return 0;
  for (const char *at = argv[1]; at; at = strchr(at, '/') ? strchr(at, '/') + 1
                                                         : NULL)
    text[count++] = at;
  if (strchr(argv[1], 'g')) {
    given[0] = (int)heddle_input("first", 0, 2);
    given[1] = (int)heddle_input("second", 0, 2);
  }
  for (intptr_t i = 0; i < count; i++)
    pthread_create(&threads[i], NULL, run, (void *)i);
  for (intptr_t i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
