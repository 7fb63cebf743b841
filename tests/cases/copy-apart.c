// The twin of copy-overlaps.c: memmove may overlap, memcpy may be beside, and
// of nothing, and a struct may be assigned to itself.
// expect: holds
#include <pthread.h>
#include <string.h>
#include <wchar.h>

struct big {
  char text[40];
};
static char line[64] = "abcdefgh";
static wchar_t wide[16] = L"abcd";
static struct big bigs[2], *one = &bigs[0], *other = &bigs[0];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *shifts(void *by) {
  pthread_mutex_lock(&m);
  memmove(line, line + (size_t)by, 8);
  memcpy(line, line + 8, 8);
  memcpy(line + 1, line, 0);
  strcpy(line + 30, line + 20);
  strncpy(line + 40, line, 3);
  strcat(line + 50, "x");
  stpcpy(line + 20, "y");
  memccpy(line + 32, line, 'c', 8);
  wmemcpy(wide + 4, wide, 4);
  wmemmove(wide + 1, wide, 4);
  *one = *other;
  one = &bigs[1];
  *one = *other;
  pthread_mutex_unlock(&m);
  return NULL;
}

static int own(int n) {
  char mine[32] = "0123456789";
  struct big some[3] = {{"a"}};
  memcpy(mine + n, mine, 8);
  memmove(mine + 1, mine, 8);
  some[n % 3] = some[n % 2];
  return mine[9] + some[n % 3].text[0];
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, shifts, (void *)1);
  shifts((void *)3);
  pthread_join(t, NULL);
  return own(8) == 0;
}
