/* One access beyond a variable each, or of a frame that has returned; `fixed`
 * as a second argument is the twin without it.  The last ones are correct, and
 * use the stack in ways that could mislead whoever watches it. */
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile int fix; /* 1: the twin */
static int numbers[4], *volatile to_numbers = numbers;
static char text[8], little[4];
static const int table[3] = {1, 2, 3};
static int matrix[3][4];
static struct {
  char tag[4];
  int money;
} account;
struct pair {
  int a[3];
  int after;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void both(void *(*run)(void *), void *argument) {
  pthread_t t;
  pthread_create(&t, 0, run, argument);
  run(argument);
  pthread_join(t, 0);
}

static void global_index(void) { numbers[4 - fix] = 1; }
static void global_negative(void) { numbers[fix - 1] = 1; }
static void global_pointer(void) { to_numbers[4 - fix] = 1; }
static void constant_index(void) { numbers[0] = table[3 - fix]; }
static void matrix_row(void) { matrix[1][4 - fix] = 1; }
static void member_global(void) { account.tag[4 - fix] = 1; }
static void member_heap(void) {
  struct pair *p = malloc(sizeof *p);
  p->a[3 - fix] = 1;
  free(p);
}

static int filled;
static void *fill_text(void *unused) {
  for (int i = 0; i < 5 - fix; i++) {
    pthread_mutex_lock(&lock);
    char *p = text;
    p[filled++] = 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
static void global_threads(void) { both(fill_text, 0); }

static int next = 3;
static void *check_then_act(void *unused) {
  pthread_mutex_lock(&lock);
  int room = next < 4;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (room && (!fix || next < 4))
    numbers[next++] = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void racing_index(void) { both(check_then_act, 0); }

static void stack_index(void) {
  int a[5] = {0};
  a[5 - fix] = 1;
  numbers[0] = a[0];
}
static void stack_pointer(void) {
  int a[5] = {0}, *p = a;
  for (int i = 0; i <= 5 - fix; i++)
    *p++ = i;
  numbers[0] = a[0];
}
static int before(int *p) { return p[fix - 1]; }
static void stack_negative(void) {
  int a[5] = {0};
  numbers[0] = before(a);
}
static void fill(char *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] = 0;
}
static void stack_passed(void) {
  char buffer[10];
  fill(buffer, 11 - fix);
}
static void *write_second(void *p) {
  ((int *)p)[1 - fix] = 1;
  return 0;
}
static void stack_thread(void) {
  int x = 0;
  pthread_t t;
  pthread_create(&t, 0, write_second, &x);
  pthread_join(t, 0);
}
static void variable_length(void) {
  int n = 3 + fix * 0, v[n];
  for (int i = 0; i < n + 1 - fix; i++)
    v[i] = i;
  numbers[0] = v[0];
}

static void alloca_index(void) {
  int n = 3 + fix * 0, *v = alloca((size_t)n * sizeof *v);
  for (int i = 0; i < n + 1 - fix; i++)
    v[i] = i;
  numbers[0] = v[0];
}
static void alloca_negative(void) {
  int *v = alloca(20);
  v[0] = 1;
  numbers[0] = before(v);
}
static void length_passed(void) {
  int n = 10 + fix * 0;
  char buffer[n];
  fill(buffer, 11 - fix);
}

/* at the end of a struct, or in a union, an array may be longer than it says,
 * but not than the local */
struct trailing {
  int count, at[3];
};
static void trailing_index(void) {
  struct trailing t = {0};
  volatile int i = 3 - fix;
  t.at[i] = 1;
  numbers[0] = t.count;
}
static void trailing_negative(void) {
  struct trailing t = {0};
  volatile int i = fix - 2;
  numbers[0] = t.at[i];
}
static void trailing_inner(void) {
  struct {
    char tag;
    struct trailing in;
  } t = {0};
  volatile int i = 3 - fix;
  t.in.at[i] = 1;
  numbers[0] = t.tag;
}
static void trailing_constant(void) {
  struct trailing t = {0};
  if (fix)
    t.at[2] = 1;
  else
    t.at[3] = 1;
  numbers[0] = t.count;
}
static void union_index(void) {
  union {
    long number;
    char bytes[8];
  } u = {0};
  volatile int i = 8 - fix;
  u.bytes[i] = 1;
  numbers[0] = (int)u.number;
}
static void address_taken(void) {
  int a[3] = {0};
  volatile int i = 3 - fix;
  int *p = &a[i];
  *p = 1;
  numbers[0] = a[0];
}

static void library_strcpy(void) { strcpy(little, fix ? "abc" : "abcd"); }
static void library_memset(void) { memset(text, 0, 9 - fix); }
static void library_memcpy(void) {
  char a[8], b[16] = {0};
  memcpy(a, b, 9 - fix);
  numbers[0] = a[0];
}
static void library_snprintf(void) {
  char a[8];
  snprintf(a, 9 - fix, "%s", fix ? "hi" : "12345678");
}

/* an object of the library is made where there is no room for all of it */
#define MADE(type, make)                                                       \
  do {                                                                         \
    type *x = malloc(sizeof *x - 1 + fix);                                     \
    make;                                                                      \
    free(x);                                                                   \
  } while (0)
static void made_mutex(void) {
  MADE(pthread_mutex_t, pthread_mutex_init(x, 0));
}
static void made_condition(void) {
  MADE(pthread_cond_t, pthread_cond_init(x, 0));
}
static void made_rwlock(void) {
  MADE(pthread_rwlock_t, pthread_rwlock_init(x, 0));
}
static void made_barrier(void) {
  MADE(pthread_barrier_t, pthread_barrier_init(x, 0, 1));
}
static void made_semaphore(void) { MADE(sem_t, sem_init(x, 0, 1)); }
static void made_spin(void) {
  MADE(int, pthread_spin_init((pthread_spinlock_t *)x, 0));
}

/* the zeros behind a short text are written, too */
static void library_strncpy(void) {
  char a[8];
  strncpy(a, "hi", 9 - fix);
}
/* what is stored through a pointer, or read, by what is modelled */
static void stored_value(void) {
  sem_t s;
  int a[2];
  sem_init(&s, 0, 3);
  sem_getvalue(&s, a + 2 - fix);
}
static void stored_time(void) {
  struct timespec a[1];
  clock_gettime(CLOCK_REALTIME, a + 1 - fix);
}
static void *nothing(void *p) { return p; }
static void stored_result(void) {
  pthread_t t;
  void *a[1];
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, a + 1 - fix);
}
static void read_time(void) {
  struct timespec a[1] = {{0}};
  nanosleep(a + 1 - fix, 0);
}

static int *leak(void) {
  int x = 1, *p = &x;
  return p;
}
static void returned(void) {
  int *p = leak();
  numbers[0] = *(fix ? numbers : p);
}
static int use(const int *p) {
  int z[4] = {0}, *q = z;
  q[0] = 1;
  return *p + q[0];
}
static void returned_deeper(void) {
  int *p = leak();
  numbers[0] = use(fix ? numbers : p);
}
static int *leak_alloca(int n) {
  int *p = alloca((size_t)n * sizeof *p);
  p[0] = 1;
  return p;
}
static void returned_alloca(void) {
  int *p = leak_alloca(4);
  numbers[0] = *(fix ? numbers : p);
}
static int *_Atomic shared;
static void publish(void) {
  int x = 1;
  shared = fix ? numbers : &x;
}
static void *publisher(void *unused) {
  publish();
  return unused;
}
static void returned_thread(void) {
  pthread_t t;
  pthread_create(&t, 0, publisher, 0);
  int *p = shared;
  if (p)
    *p = 2;
  pthread_join(t, 0);
}

/* --- correct ---------------------------------------------------------------- */

static void noise(void) {
  char a[4096], *p = a;
  memset(p, 1, sizeof a);
}
static int sum(int n, va_list l) {
  int s = 0;
  while (n--)
    s += va_arg(l, int);
  return s;
}
static int add(int n, ...) {
  va_list l;
  va_start(l, n);
  int s = sum(n, l);
  va_end(l);
  return s;
}
static void variadic(void) {
  noise();
  assert(add(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 45);
}
struct big {
  long a[8];
};
static long last(struct big b) {
  long *p = b.a;
  return p[7];
}
static void by_value(void) {
  struct big b = {{0}};
  b.a[7] = 3;
  noise();
  assert(last(b) == 3);
}
static int ascending(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
static void called_back(void) {
  int a[64];
  for (int i = 0; i < 64; i++)
    a[i] = 64 - i;
  noise();
  qsort(a, 64, sizeof *a, ascending);
  assert(a[0] == 1 && a[63] == 64);
}
static jmp_buf back;
static void deep(int n) {
  char a[64], *p = a;
  memset(p, n, sizeof a);
  if (n)
    deep(n - 1);
  else
    longjmp(back, 1);
}
static int count(void) {
  int z[40], *p = z;
  for (int i = 0; i < 40; i++)
    p[i] = i;
  return p[39];
}
static void jumped(void) {
  if (!setjmp(back))
    deep(5);
  assert(count() == 39);
}
static int allocate(int n) {
  char *p = alloca((size_t)n);
  memset(p, 2, (size_t)n);
  return p[n - 1];
}
static void by_alloca(void) {
  noise();
  assert(allocate(300) == 2);
}
static int lengths(int n) {
  int s = 0;
  for (int k = 1; k <= n; k++) {
    char v[k * 3], *p = v;
    memset(p, k, sizeof v);
    s += p[k * 3 - 1] + add(2, k, p[0]);
  }
  return n ? s + lengths(n - 1) : s;
}
static void by_length(void) {
  assert(lengths(4) == 60);
  noise();
  assert(add(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 45 && count() == 39);
}
struct flexible {
  int n, a[];
};
struct old_style {
  int n, a[1];
};
static void flexible(void) {
  struct old_style *p = malloc(sizeof *p + 12);
  struct flexible *q = malloc(sizeof *q + 8);
  int s[3], *end = &s[3];
  p->a[3] = 1;
  q->a[1] = 2;
  assert(end - s == 3 && p->a[3] + q->a[1] == 3);
  free(p);
  free(q);
}
static int walk(int n, const int *up) {
  int here = n;
  if (up)
    here += *up;
  return n ? walk(n - 1, &here) : here;
}
static void recursion(void) {
  assert(walk(10, 0) == 55);
  assert(walk(20, 0) == 210);
}
static void scopes(void) {
  int *p, s = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    p = &x;
    s += *p;
  }
  {
    char b[8];
    strcpy(b, "1234567");
    s += b[0];
  }
  assert(s == 3 + '1');
}

#define WRONG(X)                                                               \
  X(global_index) X(global_negative) X(global_pointer) X(constant_index)       \
  X(matrix_row) X(member_global) X(member_heap) X(global_threads)              \
  X(racing_index) X(stack_index) X(stack_pointer) X(stack_negative)            \
  X(stack_passed) X(stack_thread) X(variable_length) X(library_strcpy)         \
  X(library_memset) X(library_memcpy) X(library_snprintf) X(made_mutex)        \
  X(made_condition) X(made_rwlock) X(made_barrier) X(made_semaphore)           \
  X(made_spin) X(trailing_index) X(trailing_negative) X(trailing_inner)        \
  X(trailing_constant) X(union_index) X(address_taken) X(returned)             \
  X(returned_deeper) X(returned_thread) X(alloca_index) X(alloca_negative)     \
  X(length_passed) X(returned_alloca) X(library_strncpy) X(stored_value)       \
  X(stored_time) X(stored_result) X(read_time)
#define RIGHT(X)                                                               \
  X(variadic) X(by_value) X(called_back) X(jumped) X(by_alloca) X(flexible)    \
  X(recursion) X(scopes) X(by_length)

static const struct {
  const char *name;
  void (*run)(void);
} cases[] = {
#define ROW(name) {#name, name},
    WRONG(ROW) RIGHT(ROW)
#undef ROW
};

/* "name", or "name+" for the twin. */
int main(int argc, char **argv) {
  assert(argc > 1);
  size_t len = strcspn(argv[1], "+");
  fix = argv[1][len] == '+';
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (strlen(cases[i].name) == len && !strncmp(cases[i].name, argv[1], len)) {
      cases[i].run();
      return 0;
    }
  abort();
}
