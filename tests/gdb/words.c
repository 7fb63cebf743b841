/* Fails when its first argument is a certain one with blanks and quotes, and
 * the thread was first. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *say(void *name) {
  char first = ((const char *)name)[0];
  int mine = first != 0;
  pthread_mutex_lock(&lock);
  count += mine;
  pthread_mutex_unlock(&lock);
  return name;
}

int main(int argc, char **argv) {
  pthread_t t;
  char word[32] = "";
  double share = 0.5;
  if (argc == 4 && !*argv[3])
    strncpy(word, argv[1], sizeof word - 1);
  pthread_create(&t, NULL, say, argc > 2 ? argv[2] : "?");
  pthread_mutex_lock(&lock);
  int seen = count;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  assert(!(seen * share > 0) || strcmp(word, "a \"b\" 'c' $d"));
  return 0;
}
