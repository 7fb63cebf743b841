/* The second and third of the programs Synthetic of Kähkönen 2015, Table 8.1,
 * which differ in what one of their four threads stores: STORED(i), of its
 * input i. */
#include "synthetic.h"

static void *first(void *unused) {
  a = (unsigned)input("a");
  unsigned seen_b = b, seen_c = c;
  if ((int)(seen_c + seen_b) > (int)a) {
    pthread_mutex_lock(&one);
    pthread_mutex_lock(&two);
    c = seen_b * 5;
    pthread_mutex_unlock(&two);
    pthread_mutex_unlock(&one);
  }
  return unused;
}

static void *second(void *unused) {
  c = (unsigned)input("c");
  return unused;
}

static void *third(void *unused) {
  unsigned sum = (unsigned)input("sum"), seen_a = a, seen_c = c;
  if (sum == seen_a + seen_c)
    b = sum;
  return unused;
}

static void *fourth(void *unused) {
  int i = input("i");
  if (i > (int)c % 48)
    b = STORED(i);
  return unused;
}

int main(void) {
  void *(*const starts[])(void *) = {first, second, third, fourth};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, starts[i], NULL);
  (void)atomic_load(&a);
  b = 1;
  if (input("way") > 10) {
    (void)atomic_load(&c);
  } else {
    pthread_mutex_lock(&two);
    pthread_mutex_lock(&one);
    pthread_mutex_unlock(&one);
    pthread_mutex_unlock(&two);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
