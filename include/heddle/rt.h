/* heddle/rt.h: the few calls a test may want.
 *
 *   #include <heddle/rt.h>
 *
 * A program needs none of them to be tested.  Built by `heddle cc` they do
 * what is said below; built by any other compiler they cost nothing and the
 * program is an ordinary one, so that a test can be both.  doc/testing-c.md
 * shows them at work.  C99 or later, or GNU C. */
#ifndef HEDDLE_RT_H
#define HEDDLE_RT_H

#define HEDDLE_RT_SIZE __SIZE_TYPE__
#if defined(__GNUC__)
#define HEDDLE_RT_PRINTF __attribute__((format(printf, 1, 2), unused))
#define HEDDLE_RT_UNUSED __attribute__((unused))
#define HEDDLE_RT_NORETURN __attribute__((noreturn))
#else
#define HEDDLE_RT_PRINTF
#define HEDDLE_RT_UNUSED
#define HEDDLE_RT_NORETURN
#endif

/* A test of its own, in a program that may have many:
 *
 *   HEDDLE_TEST(two_at_once) { ... }
 *
 * `heddle test --list FILE` names them, `--test NAME` searches one, `--each`
 * all, one after the other.  With any compiler: a program that has no main of
 * its own gets one that runs them all by HEDDLE_TEST_MAIN, once and anywhere;
 * built by `heddle cc` it needs none. */
struct heddle_test {
  const char *name;
  void (*call)(void);
  const char *file;
  long line;
};
#define HEDDLE_TEST(name)                                                     \
  static void heddle_test_##name(void);                                       \
  __attribute__((used, aligned(8), section("heddle_tests"))) static struct    \
      heddle_test heddle_test_row_##name = {#name, heddle_test_##name,        \
                                            __FILE__, __LINE__};              \
  HEDDLE_TEST_KNOWN(name)                                                     \
  static void heddle_test_##name(void)

/* What must hold in every state, between any two steps, from the beginning of
 * main on; at file scope:
 *
 *   heddle_always(free_slots + used_slots == SLOTS);
 *   heddle_never(heddle_thread_at("1", "a.c", 12) && owner == 2);
 *
 * It is a C expression over variables of the program, without calls and
 * without pointers that are followed, and over heddle_thread_at.  At most 8 in
 * a program; `heddle test --never EXPR` and `--always EXPR` are such, too.
 * Elsewhere: nothing. */
struct heddle_property {
  int (*holds)(void);
  const char *text;
  const char *file;
  long line;
  long never;
};

/* Which of the messages that were sent to a port can be received next. */
enum heddle_port_kind {
  HEDDLE_PORT_ASYNC,  /* any message that was sent */
  HEDDLE_PORT_FIFO,   /* the oldest of each sender */
  HEDDLE_PORT_CAUSAL, /* one before which no other to the port was sent, by the
                         same thread or by one that has received from it, and
                         so on */
  HEDDLE_PORT_MAILBOX /* the oldest of all */
};

#include <stddef.h>

#ifdef __HEDDLE__
#ifdef __cplusplus
extern "C" {
#endif

/* What runs them. */
int heddle_tests_main(int argc, char **argv);
#define HEDDLE_TEST_KNOWN(name)                                               \
  __attribute__((used)) static int (*const heddle_test_main_##name)(          \
      int, char **) = heddle_tests_main;
#define HEDDLE_TEST_MAIN

/* Whether the program runs under `heddle test` or `heddle replay`: then 1.
 * Started by itself, or built by another compiler, 0. */
int heddle_running(void);

/* An input of the test, from `low` to `high`.  Of a range of at most 256
 * values each is tried (by random strategies: one at random); of a wider one
 * only `low`; with `heddle test --symbolic` values for every path of the
 * program, however wide.  `--input NAME=VALUE` fixes it, wherever and however
 * often it is asked for.  Elsewhere: `low`. */
long long heddle_input(const char *name, long long low, long long high);

/* Any float or double, infinities and what is no number (NaN) among them: for
 * --symbolic; `--input NAME=2.5` fixes it, by `heddle_assume` there are fewer.
 * Elsewhere: 0. */
float heddle_float(const char *name);
double heddle_double(const char *name);

/* `size` bytes at `to` become inputs NAME[0], NAME[1] ..., each of 256 values:
 * for --symbolic, which is asked for where they are.  Elsewhere: zeros. */
void heddle_bytes(const char *name, void *to, HEDDLE_RT_SIZE size);

/* A number from 0 to count - 1, each of them tried; count is at most 256.
 * Elsewhere: 0. */
int heddle_choose(int count);

/* Runs in which the condition is 0 do not count: the thread goes no further,
 * and nothing is found missing because of that.  Elsewhere: nothing. */
void heddle_assume(int condition);

/* What stands between the two is one step: no other thread runs meanwhile.
 * Its accesses race with none that is atomic or in such a block itself, but
 * they do with others that nothing orders before or after them.  An input in it
 * lets nobody in; one in another is part of it.  Where something in it would
 * have to wait (a lock, a join) nobody can go on: a deadlock.  Elsewhere:
 * nothing, so the program itself must not depend on it. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* A remark in the story of the run, at its place among the steps; as printf.
 * At most 119 characters.  Elsewhere: nothing. */
void heddle_note(const char *format, ...) HEDDLE_RT_PRINTF;

/* The test has failed; as printf.  Elsewhere: says so and aborts. */
void heddle_fail(const char *format, ...) HEDDLE_RT_PRINTF HEDDLE_RT_NORETURN;

/* In a property: whether the thread ("main", "1", "1.2": as stories call it)
 * is about to make a step at that line of that file. */
int heddle_thread_at(const char *thread, const char *file, int line);

#define heddle_always(...)                                                     \
  HEDDLE_PROPERTY(__COUNTER__, (__VA_ARGS__), #__VA_ARGS__, __FILE__,          \
                  __LINE__, 0)
#define heddle_never(...)                                                      \
  HEDDLE_PROPERTY(__COUNTER__, (__VA_ARGS__), #__VA_ARGS__, __FILE__,          \
                  __LINE__, 1)
#define HEDDLE_PROPERTY(n, expression, text, file, line, never)                \
  HEDDLE_PROPERTY_AS(n, expression, text, file, line, never)
#define HEDDLE_PROPERTY_AS(n, expression, text, file, line, never)             \
  __attribute__((used, no_sanitize("all"))) static int heddle_property_##n(    \
      void) {                                                                  \
    return !!(expression);                                                     \
  }                                                                            \
  __attribute__((used, aligned(8), section("heddle_properties"))) static       \
      struct heddle_property heddle_property_row_##n = {                       \
          heddle_property_##n, text, file, line, never}

/* A port for messages of `size` bytes, of which `room` fit at a time; 0: any
 * number.  Any thread may send to it, one receives; a send waits for room, a
 * receive for a message.  Which of those that were sent it gets is tried, as
 * far as the kind of the port allows; `-s reach` tries each sequence of sends
 * and receives once.  The name is for the story.  Elsewhere: a queue, in which
 * messages stay in the order in which they were sent. */
struct heddle_port;
struct heddle_port *heddle_port_open(const char *name, int kind, int room,
                                     size_t size);
void heddle_port_send(struct heddle_port *p, const void *message);
void heddle_port_receive(struct heddle_port *p, void *message);

#ifdef __cplusplus
}
#endif
#else

#define heddle_always(...) struct heddle_property
#define heddle_never(...) struct heddle_property

#define HEDDLE_TEST_KNOWN(name)
#define HEDDLE_TEST_MAIN                                                      \
  extern struct heddle_test __start_heddle_tests[], __stop_heddle_tests[];    \
  int main(void) {                                                            \
    struct heddle_test *t;                                                    \
    for (t = __start_heddle_tests; t < __stop_heddle_tests; t++)              \
      t->call();                                                              \
    return 0;                                                                 \
  }

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_RT_UNUSED static inline int heddle_running(void) { return 0; }

HEDDLE_RT_UNUSED static inline long long
heddle_input(const char *name, long long low, long long high) {
  (void)name;
  (void)high;
  return low;
}

HEDDLE_RT_UNUSED static inline float heddle_float(const char *name) {
  (void)name;
  return 0;
}

HEDDLE_RT_UNUSED static inline double heddle_double(const char *name) {
  (void)name;
  return 0;
}

HEDDLE_RT_UNUSED static inline void heddle_bytes(const char *name, void *to,
                                                 HEDDLE_RT_SIZE size) {
  (void)name;
  memset(to, 0, size);
}

HEDDLE_RT_UNUSED static inline int heddle_choose(int count) {
  (void)count;
  return 0;
}

HEDDLE_RT_UNUSED static inline void heddle_assume(int condition) {
  (void)condition;
}

HEDDLE_RT_UNUSED static inline void heddle_atomic_begin(void) {}
HEDDLE_RT_UNUSED static inline void heddle_atomic_end(void) {}

HEDDLE_RT_PRINTF static inline void heddle_note(const char *format, ...) {
  (void)format;
}

HEDDLE_RT_PRINTF HEDDLE_RT_NORETURN static inline void
heddle_fail(const char *format, ...) {
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  abort();
}

struct heddle_port {
  int busy; /* somebody uses it */
  unsigned len, room;
  size_t size;
  struct heddle_port_message *first, *last;
};
struct heddle_port_message {
  struct heddle_port_message *next;
};

HEDDLE_RT_UNUSED static inline struct heddle_port *
heddle_port_open(const char *name, int kind, int room, size_t size) {
  struct heddle_port *p = (struct heddle_port *)calloc(1, sizeof *p);
  (void)name;
  (void)kind;
  if (!p)
    abort();
  p->room = room > 0 ? (unsigned)room : ~0u;
  p->size = size;
  return p;
}

/* When there are at least `least` messages and at most `most`. */
HEDDLE_RT_UNUSED static inline void
heddle_port_enter(struct heddle_port *p, unsigned least, unsigned most) {
  for (;; sched_yield()) {
    if (__atomic_exchange_n(&p->busy, 1, __ATOMIC_ACQUIRE))
      continue;
    if (p->len >= least && p->len <= most)
      return;
    __atomic_store_n(&p->busy, 0, __ATOMIC_RELEASE);
  }
}

HEDDLE_RT_UNUSED static inline void heddle_port_send(struct heddle_port *p,
                                                     const void *message) {
  struct heddle_port_message *m =
      (struct heddle_port_message *)malloc(sizeof *m + p->size);
  if (!m)
    abort();
  m->next = NULL;
  memcpy(m + 1, message, p->size);
  heddle_port_enter(p, 0, p->room - 1);
  if (p->last)
    p->last->next = m;
  else
    p->first = m;
  p->last = m;
  p->len++;
  __atomic_store_n(&p->busy, 0, __ATOMIC_RELEASE);
}

HEDDLE_RT_UNUSED static inline void heddle_port_receive(struct heddle_port *p,
                                                        void *message) {
  struct heddle_port_message *m;
  heddle_port_enter(p, 1, ~0u);
  m = p->first;
  p->first = m->next;
  if (!p->first)
    p->last = NULL;
  p->len--;
  __atomic_store_n(&p->busy, 0, __ATOMIC_RELEASE);
  memcpy(message, m + 1, p->size);
  free(m);
}

#endif

/* A structure that is made as the program looks at it (lazy initialisation:
 * Khurshid, Pasareanu and Visser 2003).
 *
 *   static struct heddle_pool pool;
 *   static void fill(void *at) {
 *     struct node *n = at;
 *     n->value = (int)heddle_input("value", -100, 100);
 *     n->next = heddle_lazy(&pool);
 *   }
 *   ...
 *   heddle_pool_make(&pool, sizeof(struct node), 3);
 *   struct node *list = heddle_lazy(&pool);
 *   heddle_pool_fill(&pool, fill);
 *
 * A pool has up to 32 objects, of malloc.  heddle_lazy is a pointer that is
 * NULL, one of the objects that the pointers before it can be, or the next one:
 * decided where the program looks at it.  So every shape of so many objects is
 * tried, each once, and what nobody looks at is not.  The pointers that the
 * program begins with come first, then those in the objects (fill).
 * Elsewhere: the objects are zero, and all pointers NULL. */
struct heddle_pool {
  int count, filled;
  void *at[33];   /* NULL, and the objects */
  long long most; /* the largest that a pointer can be so far */
};
HEDDLE_RT_UNUSED static inline void
heddle_pool_make(struct heddle_pool *pool, HEDDLE_RT_SIZE size, int count) {
  int i;
  pool->count = count < 32 ? count : 32;
  pool->filled = 0;
  pool->most = 0;
  for (i = 0; i <= 32; i++)
    pool->at[i] = i && i <= pool->count ? __builtin_calloc(1, size) : 0;
}
/* Without a branch: only its use decides which it is. */
HEDDLE_RT_UNUSED static inline void *heddle_lazy(struct heddle_pool *pool) {
  long long is = heddle_input("pointer", 0, 32), next = pool->most + 1;
  next ^= (next ^ pool->count) & -(long long)(next > pool->count);
  is ^= (is ^ next) & -(long long)(is > next);
  pool->most ^= (pool->most ^ is) & -(long long)(is > pool->most);
  if (pool->filled)
    heddle_fail("heddle_lazy after heddle_pool_fill: it has to come before");
  return pool->at[is];
}
HEDDLE_RT_UNUSED static inline void
heddle_pool_fill(struct heddle_pool *pool, void (*fill)(void *object)) {
  int i;
  for (i = 1; i <= pool->count; i++)
    fill(pool->at[i]);
  pool->filled = 1;
}

#endif
