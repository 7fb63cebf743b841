// expect: holds
// Texts that the library keeps for each thread, and h_errno: another thread's
// call does not change this one's.
#include <arpa/inet.h>
#include <assert.h>
#include <locale.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>

static locale_t locale;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void check(int error, const char *says, in_addr_t address,
                  const char *written) {
  const char *why = strerror(error);
  const char *where = inet_ntoa((struct in_addr){htonl(address)});
  h_errno = error;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  assert(!strcmp(why, says) && !strcmp(where, written));
  assert(h_errno == error);
  assert(strerror_l(error, locale) == why);
}

static void *other(void *arg) {
  check(70000, "Unknown error 70000", 0x01020304, "1.2.3.4");
  return arg;
}

int main(void) {
  locale = newlocale(LC_ALL_MASK, "C", 0);
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  check(80000, "Unknown error 80000", 0x05060708, "5.6.7.8");
  pthread_join(t, 0);
  assert(strerror(1) == strerror(1));
}
