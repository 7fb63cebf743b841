/* What every program made of library-uses.txt begins with (library.c). */
#define _GNU_SOURCE
#include <argz.h>
#include <arpa/inet.h>
#include <ctype.h>
#include <err.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <grp.h>
#include <heddle/rt.h>
#include <inttypes.h>
#include <libgen.h>
#undef basename
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

char *basename(const char *path);
int __xpg_strerror_r(int number, char *text, size_t room);

static char a[64] = "12 ab", b[64] = "no-such", c[64] = "x,y";
static char *p, *q = c;
static wchar_t w[32] = L"12 ab", v[32] = L"ab", u[32], *wp, k;
static int i, j, ints[4] = {3, 1, 2}, fd;
static unsigned n, n2, n3;
static long l;
static double x = 1, x2 = 2;
static float f;
static long double y;
static struct tm tm;
static time_t t;
static struct timespec ts;
static struct tms tms;
static unsigned short s[8];
static struct drand48_data d48;
static mbstate_t mb;
static sigset_t ss;
static struct stat sb;
static struct utsname un;
static struct rlimit rl;
static regex_t re;
static struct in_addr ia;
static struct ether_addr ea;
static pthread_attr_t at;
static pthread_mutexattr_t ma;
static pthread_condattr_t ca;
static size_t size;
static __thread volatile long result; /* so that it is not left out */
static FILE *file;
static fpos_t pos;

static int by_value(const void *one, const void *other) {
  (void)one, (void)other;
  return 0;
}

/* Making a file takes longer than all the rest of a run. */
static void prepare(int files) {
  if (files) {
    file = tmpfile();
    fputs("12 34\n", file);
    rewind(file);
    fd = dup(fileno(tmpfile()));
    write(fd, "abcdefgh", 8);
    lseek(fd, 0, SEEK_SET);
  }
  srand(1);
  pthread_attr_init(&at);
  pthread_mutexattr_init(&ma);
  hcreate(4);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*one)(void), (*other)(void);
static int locked;

static void *go(void *which) {
  if (locked)
    pthread_mutex_lock(&lock);
  (which ? one : other)();
  if (locked)
    pthread_mutex_unlock(&lock);
  return NULL;
}

struct use {
  void (*one)(void), (*other)(void);
  int files;
};
extern const struct use uses[];

int main(void) {
  pthread_t first, second;
  int number = (int)heddle_input("use", 0, 4000);
  locked = (int)heddle_input("locked", 0, 1);
  one = uses[number].one;
  other = uses[number].other;
  prepare(uses[number].files);
  pthread_create(&first, NULL, go, &locked);
  pthread_create(&second, NULL, go, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
