/* What the programs Synthetic of Kähkönen 2015, Table 8.1, share: three
 * variables, two locks, inputs of 32 bits. */
#include <heddle/rt.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint a, b, c;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t two = PTHREAD_MUTEX_INITIALIZER;

static int input(const char *name) {
  return (int)heddle_input(name, INT_MIN, INT_MAX);
}
