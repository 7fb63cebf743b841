/* Inputs, branches and locks in no particular order: the first of the programs
 * Synthetic of Kähkönen 2015, Table 8.1, for `heddle test --symbolic`. */
#include "synthetic.h"

static void *worker(void *unused) {
  c = 1;
  b = (unsigned)input("b");
  unsigned seen_b = b, seen_c = c;
  if ((int)(seen_c + seen_b) > 10) {
    pthread_mutex_lock(&one);
    pthread_mutex_lock(&two);
    c = seen_b * 5;
    pthread_mutex_unlock(&two);
    pthread_mutex_unlock(&one);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  (void)atomic_load(&a);
  b = 1;
  if (!(input("way") > 10)) {
    pthread_mutex_lock(&two);
    pthread_mutex_lock(&one);
    pthread_mutex_unlock(&one);
    pthread_mutex_unlock(&two);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
