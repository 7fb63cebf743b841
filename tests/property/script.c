/* Threads that do what a script says, with properties of what they share:
 *
 *     script WANTED THREAD...
 *
 * A thread is a number of operations in hexadecimal digits, the first one done
 * last: 1vk v = k, 2v0 v = v + 1, 3vw v = w, 400 takes the lock, 500 gives it
 * back, 6v0 v is not 0: the next one is left out, 7v0 v is an input from 0 to
 * 3.  WANTED: for a, b and c a digit, the value that all three must have at a
 * time, or 'x': any.  With ASK, also that the threads "1" and "2" are both about
 * to write a constant. */
#include <heddle/rt.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { ANY = -1, WRITES = 35 };
static int v[3], wanted[3], armed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

heddle_never(armed && (wanted[0] == ANY || v[0] == wanted[0]) &&
             (wanted[1] == ANY || v[1] == wanted[1]) &&
             (wanted[2] == ANY || v[2] == wanted[2])
#ifdef ASK
             && heddle_thread_at("1", "script.c", WRITES) &&
             heddle_thread_at("2", "script.c", WRITES)
#endif
);

static void *run(void *argument) {
  uint64_t left = (uint64_t)argument;
  for (; left; left >>= 12) {
    unsigned to = left >> 4 & 15, k = left & 15;
    switch (left >> 8 & 15) {
    case 1:
      v[to] = (int)k;
      _Static_assert(__LINE__ == WRITES + 1, "the line that is asked for");
      break;
    case 2:
      v[to]++;
      break;
    case 3:
      v[to] = v[k];
      break;
    case 4:
      pthread_mutex_lock(&lock);
      break;
    case 5:
      pthread_mutex_unlock(&lock);
      break;
    case 7:
      v[to] = (int)heddle_input("value", 0, 3);
      break;
    default:
      if (v[to])
        left >>= 12;
    }
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[4];
  for (int i = 0; i < 3; i++)
    wanted[i] = argv[1][i] == 'x' ? ANY : argv[1][i] - '0';
  uint64_t scripts[4];
  for (int i = 2; i < argc; i++)
    scripts[i - 2] = strtoull(argv[i], NULL, 16);
  armed = 1;
  for (int i = 2; i < argc; i++)
    pthread_create(&threads[i - 2], NULL, run, (void *)scripts[i - 2]);
  for (int i = 2; i < argc; i++)
    pthread_join(threads[i - 2], NULL);
  return 0;
}
