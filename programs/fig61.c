/* Figure 6.1 of Kähkönen 2015: no run that tries each way of the branches once
 * comes to X > 40 with Y = 15, but there is one.
 *
 *     heddle test --symbolic --never 'X > 40 && Y == 15' programs/fig61.c
 */
#include <heddle/rt.h>
#include <limits.h>
#include <pthread.h>

static int X, Y;

static void *first(void *unused) {
  int a = (int)heddle_input("a", INT_MIN, INT_MAX);
  if (a > 10)
    X = a;
  return unused;
}

static void *second(void *unused) {
  int b = (int)heddle_input("b", INT_MIN, INT_MAX);
  if (b > 10)
    Y = b;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
