/* Every way in which C touches memory, one for each number: thread a does it
 * to the shared thing, thread b writes the same bytes.  argv: the number, and
 * whether both hold a lock.  Without the lock they race, with it they do not
 * (run).  The numbers end where "end" is printed. */
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmmintrin.h>
#include <emmintrin.h>

struct small { int a, b; };
struct pair { long a, b; };
struct large { long a, b, c, d; };
struct huge { char at[5000]; };
struct bits { unsigned low : 3, high : 13; };
union either { long whole; char part[8]; };

static union {
  char c; short h; int i; long l; float f; double d; long double ld;
  __int128 w; _Complex double z; _Bool flag; char *p;
  _BitInt(200) bits; _Atomic int ai; _Atomic long al;
  struct small small; struct pair pair; struct large large; struct huge huge;
  struct bits field; union either either; char array[64]; int ints[16];
  __m128 v4; __m128i vi; va_list list;
  char room[8192];
} shared __attribute__((aligned(64)));
static volatile int *volatile_int = &shared.i;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int number, locked;
static _Thread_local int sink;

static void use(const void *p) { sink += *(const char *)p; }
static void take_large(struct large x) { use(&x); }
static void take_pair(struct pair x) { use(&x); }
static void take_small(struct small x) { use(&x); }
static void take_huge(struct huge x) { use(&x); }
static void take_two(struct large x, int i, struct large y) {
  use(&x), use(&y), sink += i;
}
static void take_many(int n, ...) {
  va_list list;
  va_start(list, n);
  struct large x = va_arg(list, struct large);
  va_end(list);
  use(&x);
}
static void (*volatile pointer)(struct large) = take_large;
static struct large give_large(void) { return (struct large){1, 2, 3, 4}; }
static struct pair give_pair(void) { return (struct pair){1, 2}; }
static struct large pass_on(void) { return shared.large; }
static int list_first(int n, ...) {
  va_list list;
  va_start(list, n);
  va_copy(shared.list, list);
  va_end(list);
  return n;
}

/* X(what is done) */
#define WAYS(X) \
  X(use(&shared.c)) X(sink = shared.h) X(sink = shared.i) \
  X(sink = (int)shared.l) X(sink = (int)shared.f) X(sink = (int)shared.d) \
  X(sink = (int)shared.ld) X(sink = (int)shared.w) \
  X(sink = (int)__real__ shared.z) X(sink = shared.flag) \
  X(sink = shared.p != NULL) X(sink = (int)shared.bits) \
  X(shared.c = 1) X(shared.h = 1) X(shared.i = 1) X(shared.l = 1) \
  X(shared.f = 1) X(shared.d = 1) X(shared.ld = 1) X(shared.w = 1) \
  X(shared.z = 1) X(shared.flag = 1) X(shared.p = "x") X(shared.bits = 1) \
  X(shared.i++) X(shared.l += 3) X(shared.c ^= 1) X(shared.field.low = 1) \
  X(sink = shared.field.high) X(sink = shared.either.part[0]) \
  X(shared.either.whole = 1) X(*volatile_int = 1) X(sink = *volatile_int) \
  X(take_small(shared.small)) X(take_pair(shared.pair)) \
  X(take_large(shared.large)) X(take_huge(shared.huge)) \
  X(take_two((struct large){0}, 1, shared.large)) \
  X(take_two(shared.large, 1, (struct large){0})) \
  X(take_many(1, shared.large)) X(pointer(shared.large)) \
  X(shared.large = give_large()) X(shared.pair = give_pair()) \
  X(sink = (int)pass_on().a) X(struct large x = shared.large; use(&x)) \
  X(struct large x = {0}; shared.large = x) \
  X(struct pair x = shared.pair; use(&x)) \
  X(shared.small = (struct small){1, 2}) \
  X(shared.large = (struct large){.a = 1}) \
  X(char x[64]; memcpy(x, &shared, 64); use(x)) \
  X(char x[64] = ""; memcpy(&shared, x, 64)) \
  X(char x[64]; __builtin_memcpy_inline(x, &shared, 64); use(x)) \
  X(__builtin_memset_inline(&shared, 1, 64)) \
  X(memset(&shared, 0, 64)) X(memmove(&shared, shared.array + 1, 32)) \
  X(char x[64]; __builtin_memcpy(x, shared.array, 64); use(x)) \
  X(char x[8]; mempcpy(x, &shared, 8); use(x)) \
  X(sink = (int)_mm_cvtss_f32(_mm_loadu_ps((float *)shared.array))) \
  X(_mm_storeu_ps((float *)shared.array, _mm_set1_ps(1))) \
  X(_mm_stream_si32(shared.ints, 1)) \
  X(_mm_stream_ps((float *)shared.array, _mm_set1_ps(1))) \
  X(shared.v4 += _mm_set1_ps(1)) \
  X(sink = _mm_cvtsi128_si32(shared.vi)) \
  X(__atomic_fetch_add(&shared.i, 1, __ATOMIC_SEQ_CST)) \
  X(__sync_fetch_and_add(&shared.l, 1)) \
  X(sink = __atomic_load_n(&shared.i, __ATOMIC_SEQ_CST)) \
  X(__atomic_store_n(&shared.i, 1, __ATOMIC_RELAXED)) \
  X(__atomic_exchange_n(&shared.l, 1, __ATOMIC_RELAXED)) \
  X(struct large x; \
    __atomic_load(&shared.large, &x, __ATOMIC_SEQ_CST); use(&x)) \
  X(struct large x = {0}; \
    __atomic_store(&shared.large, &x, __ATOMIC_RELAXED)) \
  X(sink = __sync_bool_compare_and_swap(&shared.i, 0, 1)) \
  X(sink = __sync_lock_test_and_set(&shared.i, 1)) \
  X(_mm_setcsr(shared.i & 0)) \
  X(int *x = shared.ints; for (int k = 0; k < 2; k++) sink += *x++) \
  X(struct large *x = &shared.large; take_large(*x)) \
  X(struct large x[2]; x[1] = shared.large; take_large(x[1])) \
  X(list_first(1, 2)) X(struct large x = {0}; \
    (shared.i ? &x : &shared.large)->a = 1)

static void do_way(void) {
  int n = 0;
#define WAY(...) if (number == n++) { __VA_ARGS__; return; }
  WAYS(WAY)
  puts("end");
}

static void *a(void *u) {
  if (locked)
    pthread_mutex_lock(&m);
  do_way();
  if (locked)
    pthread_mutex_unlock(&m);
  return u;
}

static void *b(void *u) {
  if (locked)
    pthread_mutex_lock(&m);
  shared.l = 0;
  if (locked)
    pthread_mutex_unlock(&m);
  return u;
}

int main(int argc, char **argv) {
  pthread_t x, y;
  number = argc > 1 ? atoi(argv[1]) : 0;
  locked = argc > 2;
  pthread_create(&x, NULL, a, NULL);
  pthread_create(&y, NULL, b, NULL);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
  return 0;
}
