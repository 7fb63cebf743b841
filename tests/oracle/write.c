#include "write.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Where the text stands; `mark` is what the names of the program end in. */
struct pen {
  struct text *out;
  struct program *p;
  char mark[12];
  uint32_t line;
  unsigned depth;
  bool steps; /* in statements: other threads may run here (native.h) */
};

static void put(struct pen *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* One line, at the right depth. */
static void put(struct pen *w, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  text_fill(w->out, ' ', 2 * w->depth);
  if (w->steps && w->mark[0])
    text_add(w->out, "Y ");
  text_vprintf(w->out, fmt, args);
  text_char(w->out, '\n');
  va_end(args);
  w->line++;
}

static const char *const order_names[] = {"?",
                                          "memory_order_relaxed",
                                          "memory_order_acquire",
                                          "memory_order_release",
                                          "memory_order_acq_rel",
                                          "memory_order_seq_cst"};
static const char *const compare_names[] = {"==", "!=", "<", ">"};

/* Texts that live until the line is written. */
struct words {
  char at[8][96];
  unsigned len;
};

static const char *word(struct words *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static const char *word(struct words *w, const char *fmt, ...) {
  char *to = w->at[w->len++ & 7];
  va_list args;
  va_start(args, fmt);
  vsnprintf(to, sizeof w->at[0], fmt, args);
  va_end(args);
  return to;
}

static const char *value(struct words *w, struct value v) {
  if (v.reg == NOWHERE)
    return word(w, "%d", v.plus);
  return v.plus ? word(w, "((r%d + %d) & 7)", v.reg, v.plus)
                : word(w, "r%d", v.reg);
}

/* "r0 = ", or nothing. */
static const char *to(struct words *w, const struct statement *s) {
  return s->reg == NOWHERE ? "" : word(w, "r%d = ", s->reg);
}

/* A variable of type int is accessed atomically by builtins of the compiler,
 * one of type _Atomic int by what C11 has for it. */
static bool is_mixed(const struct pen *w, const struct statement *s) {
  return s->order != PLAIN && w->p->kind[s->object] == VAR_MIXED;
}

/* The order of a builtin. */
static const char *builtin(unsigned order) {
  static const char *const names[] = {"?",
                                      "__ATOMIC_RELAXED",
                                      "__ATOMIC_ACQUIRE",
                                      "__ATOMIC_RELEASE",
                                      "__ATOMIC_ACQ_REL",
                                      "__ATOMIC_SEQ_CST"};
  return names[order];
}

/* An int is always loaded as an access of the statement's order. */
static const char *loaded(struct words *w, const struct pen *pen,
                          const struct statement *s) {
  if (is_mixed(pen, s))
    return word(w, "__atomic_load_n(&x%d%s, %s)", s->object, pen->mark,
                builtin(s->order));
  if (s->order == PLAIN || s->order == SEQ_CST)
    return word(w, "x%d%s", s->object, pen->mark);
  return word(w, "atomic_load_explicit(&x%d%s, %s)", s->object, pen->mark,
              order_names[s->order]);
}

#define RESULT "(r0 + 3 * r1 + 7 * r2 + 11 * r3) & 255"

/* --- memory ------------------------------------------------------------- */

static void write_mixed(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *m = w->mark, *o = builtin(s->order);
  int x = s->object;
  switch (s->op) {
  case S_STORE:
    put(w, "__atomic_store_n(&x%d%s, %s, %s);", x, m, value(&t, s->value), o);
    break;
  case S_ADD:
    put(w, "__atomic_fetch_add(&x%d%s, %d, __ATOMIC_SEQ_CST);", x, m, s->k);
    break;
  case S_FETCH_ADD:
    put(w, "r%d = __atomic_fetch_add(&x%d%s, %d, %s);", s->reg, x, m, s->k, o);
    break;
  case S_EXCHANGE:
    put(w, "r%d = __atomic_exchange_n(&x%d%s, %s, %s);", s->reg, x, m,
        value(&t, s->value), o);
    break;
  case S_CAS:
    put(w,
        "{ int e = %s; r%d = __atomic_compare_exchange_n(&x%d%s, &e, %s, 0, "
        "%s, %s); }",
        value(&t, s->other), s->reg, x, m, value(&t, s->value), o,
        builtin(s->failure));
    break;
  default:
    put(w, "r%d = %s;", s->reg, loaded(&t, w, s));
  }
}

/* Elements of an array, and a block of the heap. */
static void write_place(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *m = w->mark;
  switch (s->op) {
  case S_LOAD_AT:
    put(w, "r%d = a%s[%s & 1];", s->reg, m, value(&t, s->other));
    break;
  case S_STORE_AT:
    put(w, "a%s[%s & 1] = %s;", m, value(&t, s->other), value(&t, s->value));
    break;
  case S_LOAD_HEAP:
    put(w, "r%d = *p%s;", s->reg, m);
    break;
  case S_STORE_HEAP:
    put(w, "*p%s = %s;", m, value(&t, s->value));
    break;
  case S_FREE:
    put(w, "free(p%s);", m);
    break;
  }
}

static void write_access(struct pen *w, const struct statement *s) {
  if (s->op >= S_LOAD_AT) {
    write_place(w, s);
    return;
  }
  if (s->op != S_FENCE && is_mixed(w, s)) {
    write_mixed(w, s);
    return;
  }
  struct words t = {0};
  const char *m = w->mark, *o = order_names[s->order];
  int x = s->object;
  switch (s->op) {
  case S_LOAD:
    put(w, "r%d = %s;", s->reg, loaded(&t, w, s));
    break;
  case S_STORE:
    if (s->order == PLAIN || s->order == SEQ_CST)
      put(w, "x%d%s = %s;", x, m, value(&t, s->value));
    else
      put(w, "atomic_store_explicit(&x%d%s, %s, %s);", x, m,
          value(&t, s->value), o);
    break;
  case S_ADD:
    put(w, "x%d%s += %d;", x, m, s->k);
    break;
  case S_FETCH_ADD:
    put(w, "r%d = atomic_fetch_add_explicit(&x%d%s, %d, %s);", s->reg, x, m,
        s->k, o);
    break;
  case S_EXCHANGE:
    put(w, "r%d = atomic_exchange_explicit(&x%d%s, %s, %s);", s->reg, x, m,
        value(&t, s->value), o);
    break;
  case S_CAS:
    put(w,
        "{ int e = %s; r%d = atomic_compare_exchange_strong_explicit(&x%d%s, "
        "&e, %s, %s, %s); }",
        value(&t, s->other), s->reg, x, m, value(&t, s->value), o,
        order_names[s->failure]);
    break;
  case S_FENCE:
    put(w, "atomic_thread_fence(%s);", o);
    break;
  case S_LOAD_BYTE:
    put(w, "r%d = *(unsigned char *)&x%d%s;", s->reg, x, m);
    break;
  case S_STORE_BYTE:
    put(w, "*(unsigned char *)&x%d%s = (unsigned char)%s;", x, m,
        value(&t, s->value));
    break;
  }
}

/* --- locks -------------------------------------------------------------- */

/* pthread_mutex_lock, mtx_lock, ... */
static void write_mutex(struct pen *w, const struct statement *s) {
  static const char *const posix[] = {"lock", "trylock", "timedlock", "unlock"};
  struct words t = {0};
  if (s->op == S_TIMEDLOCK && s->k && !w->p->c11)
    put(w,
        "%spthread_mutex_clocklock(&m%d%s, CLOCK_MONOTONIC, "
        "&never_monotonic);",
        to(&t, s), s->object, w->mark);
  else
    put(w, "%s%s_%s(&m%d%s%s);", to(&t, s), w->p->c11 ? "mtx" : "pthread_mutex",
        posix[s->op - S_LOCK], s->object, w->mark,
        s->op == S_TIMEDLOCK ? ", &never" : "");
}

static void write_cond(struct pen *w, const struct statement *s) {
  static const char *const names[] = {"wait", "timedwait", "signal",
                                      "broadcast"};
  struct words t = {0};
  const char *family = w->p->c11 ? "cnd" : "pthread_cond";
  const char *name = names[s->op - S_WAIT];
  if (s->op == S_SIGNAL || s->op == S_BROADCAST)
    put(w, "%s_%s(&c%d%s);", family, name, s->object, w->mark);
  else if (s->op == S_TIMEDWAIT && s->k && !w->p->c11)
    put(w, "%spthread_cond_clockwait(&c%d%s, &m%d%s, CLOCK_REALTIME, &never);",
        to(&t, s), s->object, w->mark, s->mutex, w->mark);
  else
    put(w, "%s%s_%s(&c%d%s, &m%d%s%s);", to(&t, s), family, name, s->object,
        w->mark, s->mutex, w->mark, s->op == S_TIMEDWAIT ? ", &never" : "");
}

static void write_lock(struct pen *w, const struct statement *s) {
  static const char *const rw[] = {"rdlock",    "wrlock",      "tryrdlock",
                                   "trywrlock", "timedrdlock", "timedwrlock",
                                   "unlock"};
  static const char *const spin[] = {"lock", "trylock", "unlock"};
  struct words t = {0};
  const char *m = w->mark;
  int k = s->object;
  if (s->op >= S_RDLOCK && s->op <= S_RWUNLOCK)
    put(w, "%spthread_rwlock_%s(&l%d%s%s);", to(&t, s), rw[s->op - S_RDLOCK], k,
        m, s->op == S_TIMEDRDLOCK || s->op == S_TIMEDWRLOCK ? ", &never" : "");
  else
    put(w, "%spthread_spin_%s(&k%d%s);", to(&t, s), spin[s->op - S_SPIN], k, m);
}

static void write_semaphore(struct pen *w, const struct statement *s) {
  const char *m = w->mark;
  int k = s->object;
  switch (s->op) {
  case S_P:
    put(w, "sem_wait(&s%d%s);", k, m);
    break;
  case S_TRYP:
    put(w, "r%d = sem_trywait(&s%d%s) != 0;", s->reg, k, m);
    break;
  case S_TIMEDP:
    put(w,
        s->k ? "r%d = sem_clockwait(&s%d%s, CLOCK_REALTIME, &never) != 0;"
             : "r%d = sem_timedwait(&s%d%s, &never) != 0;",
        s->reg, k, m);
    break;
  case S_V:
    put(w, "sem_post(&s%d%s);", k, m);
    break;
  case S_GETVALUE:
    put(w, "{ int v; sem_getvalue(&s%d%s, &v); r%d = v; }", k, m, s->reg);
    break;
  case S_BARRIER:
    put(w, "pthread_barrier_wait(&b%d%s);", k, m);
    break;
  }
}

static void write_called(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *m = w->mark;
  switch (s->op) {
  case S_ONCE:
    put(w,
        w->p->c11 ? "call_once(&o%s, once%s);" : "pthread_once(&o%s, once%s);",
        m, m);
    break;
  case S_KEY_SET:
    put(w, "%spthread_setspecific(key%s, &key%s);", to(&t, s), m, m);
    break;
  case S_KEY_GET:
    put(w, "r%d = pthread_getspecific(key%s) != NULL;", s->reg, m);
    break;
  case S_KEY_DELETE:
    put(w, "%spthread_key_delete(key%s);", to(&t, s), m);
    break;
  }
}

/* --- threads ------------------------------------------------------------ */

static const char *handle(struct words *t, const struct pen *w, unsigned k) {
  return word(t, "h%u%s", k, w->p->shared ? w->mark : "");
}

static void write_join(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *h = handle(&t, w, s->object);
  int r = s->reg;
  if (s->reg == NOWHERE)
    put(w, "%s_join(%s, NULL);", w->p->c11 ? "thrd" : "pthread", h);
  else if (w->p->c11)
    put(w, "{ int v = 0; thrd_join(%s, &v); r%d = (r%d * 7 + v) & 255; }", h, r,
        r);
  else
    put(w,
        "{ void *v; pthread_join(%s, &v); r%d = (r%d * 7 + (int)(long)v) & "
        "255; }",
        h, r, r);
}

static void write_thread(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *h = handle(&t, w, s->object);
  switch (s->op) {
  case S_CREATE:
    put(w,
        w->p->c11 ? "thrd_create(&%s, t%d%s, NULL);"
                  : "pthread_create(&%s, NULL, t%d%s, NULL);",
        h, s->object, w->mark);
    break;
  case S_JOIN:
    write_join(w, s);
    break;
  case S_TRYJOIN:
    put(w, "%spthread_tryjoin_np(%s, NULL);", to(&t, s), h);
    break;
  case S_TIMEDJOIN:
    put(w, "%spthread_timedjoin_np(%s, NULL, &never);", to(&t, s), h);
    break;
  case S_DETACH:
    put(w, "%s_detach(%s);", w->p->c11 ? "thrd" : "pthread", h);
    break;
  case S_LEAVE:
    put(w, w->p->c11 ? "thrd_exit(" RESULT ");"
                     : "pthread_exit((void *)(long)(" RESULT "));");
    break;
  case S_EXIT:
    put(w, "exit(%d);", s->k);
    break;
  }
}

/* --- statements --------------------------------------------------------- */

static const char *test(struct words *t, const struct statement *s,
                        const char *what) {
  return word(t, "%s %s %d", what, compare_names[s->cmp], s->k);
}

/* The line that opens a body, or the whole statement. */
static void write_local(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *of_value = test(&t, s, value(&t, s->value));
  switch (s->op) {
  case S_SET:
    put(w, "r%d = %s;", s->reg, value(&t, s->value));
    break;
  case S_IF:
    put(w, "if (%s) {", of_value);
    break;
  case S_WHILE:
    put(w, "while (%s) {", test(&t, s, loaded(&t, w, s)));
    break;
  case S_DO:
    put(w, "do {");
    break;
  case S_FOR:
    put(w, "for (int i = 0; i < %d; i++) {", s->k);
    break;
  case S_BREAK:
    put(w, "if (%s) break;", of_value);
    break;
  case S_YIELD:
    put(w, s->k ? "usleep(1);" : "sched_yield();");
    break;
  case S_ATOMIC:
    put(w, "heddle_atomic_begin();");
    break;
  case S_INPUT:
    if (s->cmp)
      put(w, "r%d = heddle_choose(%d);", s->reg, s->k + 1);
    else
      put(w, "r%d = (int)heddle_input(\"n\", 0, %d);", s->reg, s->k);
    break;
  case S_OWN:
    put(w, "r%d = ++own%s;", s->reg, w->mark);
    break;
  case S_ABORT:
    put(w, s->k ? "abort();" : "heddle_fail(\"here\");");
    break;
  case S_ASSUME:
    put(w, "heddle_assume(%s);", of_value);
    break;
  case S_ASSERT:
    put(w, "assert(%s);", of_value);
    break;
  case S_CHECK:
    put(w, "assert(%s);", test(&t, s, loaded(&t, w, s)));
    break;
  }
}

static void write_one(struct pen *w, const struct statement *s) {
  if (s->op <= S_FREE)
    write_access(w, s);
  else if (s->op <= S_ABORT)
    write_local(w, s);
  else if (s->op <= S_UNLOCK)
    write_mutex(w, s);
  else if (s->op <= S_BROADCAST)
    write_cond(w, s);
  else if (s->op <= S_SPINUNLOCK)
    write_lock(w, s);
  else if (s->op <= S_BARRIER)
    write_semaphore(w, s);
  else if (s->op <= S_KEY_DELETE)
    write_called(w, s);
  else
    write_thread(w, s);
}

static void close_body(struct pen *w, const struct statement *s) {
  struct words t = {0};
  if (s->op == S_DO)
    put(w, "} while (%s);", test(&t, s, value(&t, s->value)));
  else if (s->op == S_ATOMIC)
    put(w, "heddle_atomic_end();");
  else
    put(w, "}");
}

static bool has_body(unsigned op) {
  return op == S_IF || op == S_WHILE || op == S_DO || op == S_FOR ||
         op == S_ATOMIC;
}

static void write_statements(struct pen *w, struct thread *t, unsigned from,
                             unsigned end) {
  for (unsigned i = from; i < end; i = program_next(t, i)) {
    struct statement *s = &t->at[i];
    s->line = w->line;
    write_one(w, s);
    if (!has_body(s->op))
      continue;
    w->depth++;
    write_statements(w, t, i + 1, program_next(t, i));
    w->depth--;
    close_body(w, s);
  }
}

/* --- programs ----------------------------------------------------------- */

/* The n-th object of a class is used if some statement has it. */
static bool uses_object(const struct program *p, unsigned from, unsigned to_op,
                        unsigned object) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->thread[t].len; i++) {
      const struct statement *s = &p->thread[t].at[i];
      if (s->op >= from && s->op <= to_op && s->object == object)
        return true;
      if (from == S_LOCK && (s->op == S_WAIT || s->op == S_TIMEDWAIT) &&
          s->mutex == object)
        return true;
    }
  return false;
}

static bool uses_heap(const struct program *p) {
  return program_uses(p, S_LOAD_HEAP) || program_uses(p, S_STORE_HEAP) ||
         program_uses(p, S_FREE);
}

static bool uses_key(const struct program *p) {
  return program_uses(p, S_KEY_SET) || program_uses(p, S_KEY_GET) ||
         program_uses(p, S_KEY_DELETE);
}

static void declare_variables(struct pen *w) {
  const struct program *p = w->p;
  for (unsigned i = 0; i < p->vars; i++)
    put(w, "static %sint x%u%s = %d;",
        p->kind[i] == VAR_ATOMIC ? "_Atomic " : "", i, w->mark, p->initial[i]);
  if (program_uses(p, S_LOAD_AT) || program_uses(p, S_STORE_AT))
    put(w, "static int a%s[2];", w->mark);
  if (uses_heap(p))
    put(w, "static int *p%s;", w->mark);
  if (program_uses(p, S_OWN))
    put(w, "static _Thread_local int own%s;", w->mark);
  for (unsigned i = 1; p->shared && i < p->threads; i++)
    put(w, "static %s h%u%s;", p->c11 ? "thrd_t" : "pthread_t", i, w->mark);
}

static void declare_locks(struct pen *w) {
  static const char *const initial[] = {
      "PTHREAD_MUTEX_INITIALIZER", "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
      "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"};
  const struct program *p = w->p;
  const char *m = w->mark;
  for (unsigned i = 0; i < MUTEXES; i++)
    if (uses_object(p, S_LOCK, S_UNLOCK, i)) {
      if (p->c11)
        put(w, "static mtx_t m%u%s;", i, m);
      else
        put(w, "static pthread_mutex_t m%u%s = %s;", i, m,
            initial[p->mutex_kind[i]]);
    }
  for (unsigned i = 0; i < CONDS; i++)
    if (uses_object(p, S_WAIT, S_BROADCAST, i))
      put(w,
          p->c11 ? "static cnd_t c%u%s;"
                 : "static pthread_cond_t c%u%s = PTHREAD_COND_INITIALIZER;",
          i, m);
  for (unsigned i = 0; i < RWLOCKS; i++)
    if (uses_object(p, S_RDLOCK, S_RWUNLOCK, i))
      put(w, "static pthread_rwlock_t l%u%s = PTHREAD_RWLOCK_INITIALIZER;", i,
          m);
  for (unsigned i = 0; i < SPINS; i++)
    if (uses_object(p, S_SPIN, S_SPINUNLOCK, i))
      put(w, "static pthread_spinlock_t k%u%s;", i, m);
  for (unsigned i = 0; i < SEMS; i++)
    if (uses_object(p, S_P, S_GETVALUE, i))
      put(w, "static sem_t s%u%s;", i, m);
  for (unsigned i = 0; i < BARRIERS; i++)
    if (uses_object(p, S_BARRIER, S_BARRIER, i))
      put(w, "static pthread_barrier_t b%u%s;", i, m);
}

/* The function that once and the key call; returns the line of what it does. */
static uint32_t write_callee(struct pen *w, const char *name,
                             const char *parameters) {
  put(w, "static void %s%s(%s) {", name, w->mark, parameters);
  uint32_t line = w->line;
  put(w, "  x%u%s += 1;", w->p->called_var, w->mark);
  put(w, "}");
  return line;
}

static void declare_called(struct pen *w) {
  struct program *p = w->p;
  if (program_uses(p, S_ONCE)) {
    put(w,
        p->c11 ? "static once_flag o%s = ONCE_FLAG_INIT;"
               : "static pthread_once_t o%s = PTHREAD_ONCE_INIT;",
        w->mark);
    p->once_line = write_callee(w, "once", "void");
  }
  if (uses_key(p)) {
    put(w, "static pthread_key_t key%s;", w->mark);
    if (p->destructor)
      p->key_line = write_callee(w, "end", "void *v");
  }
}

/* What has no static initialiser. */
static void write_prologue(struct pen *w) {
  const struct program *p = w->p;
  const char *m = w->mark;
  if (uses_heap(p))
    put(w, "p%s = calloc(1, sizeof(int));", m);
  if (uses_key(p) && p->destructor)
    put(w, "pthread_key_create(&key%s, end%s);", m, m);
  else if (uses_key(p))
    put(w, "pthread_key_create(&key%s, NULL);", m);
  for (unsigned i = 0; p->c11 && i < MUTEXES; i++)
    if (uses_object(p, S_LOCK, S_UNLOCK, i))
      put(w, "mtx_init(&m%u%s, mtx_timed%s);", i, m,
          p->mutex_kind[i] == M_RECURSIVE ? " | mtx_recursive" : "");
  for (unsigned i = 0; p->c11 && i < CONDS; i++)
    if (uses_object(p, S_WAIT, S_BROADCAST, i))
      put(w, "cnd_init(&c%u%s);", i, m);
  for (unsigned i = 0; i < SPINS; i++)
    if (uses_object(p, S_SPIN, S_SPINUNLOCK, i))
      put(w, "pthread_spin_init(&k%u%s, 0);", i, m);
  for (unsigned i = 0; i < SEMS; i++)
    if (uses_object(p, S_P, S_GETVALUE, i))
      put(w, "sem_init(&s%u%s, 0, %u);", i, m, p->sem_initial[i]);
  for (unsigned i = 0; i < BARRIERS; i++)
    if (uses_object(p, S_BARRIER, S_BARRIER, i))
      put(w, "pthread_barrier_init(&b%u%s, NULL, %u);", i, m, p->barrier_count);
}

static void write_function(struct pen *w, unsigned t) {
  struct program *p = w->p;
  if (!t && !w->mark[0])
    put(w, "int main(void) {");
  else if (!t)
    put(w, "static int main%s(void) {", w->mark);
  else
    put(w,
        p->c11 ? "static int t%u%s(void *u) {"
               : "static void *t%u%s(void *u) {",
        t, w->mark);
  w->depth = 1;
  put(w, "int r0 = 0, r1 = 0, r2 = 0, r3 = 0;");
  if (t)
    put(w, "(void)u;");
  else
    write_prologue(w);
  for (unsigned i = 1; !t && !p->shared && i < p->threads; i++)
    put(w, "%s h%u;", p->c11 ? "thrd_t" : "pthread_t", i);
  w->steps = true;
  write_statements(w, &p->thread[t], 0, p->thread[t].len);
  w->steps = false;
  if (!t)
    put(w, p->tells ? "return 1 + (" RESULT ") %% 199;"
                    : "return 0 * (r0 + r1 + r2 + r3);");
  else
    put(w,
        p->c11 ? "return " RESULT ";" : "return (void *)(long)(" RESULT ");");
  w->depth = 0;
  put(w, "}");
}

static void write_program(struct pen *w) {
  put(w, "/* seed %llu */", (unsigned long long)w->p->seed);
  declare_variables(w);
  declare_locks(w);
  declare_called(w);
  for (unsigned t = w->p->threads; t-- > 0;)
    write_function(w, t);
}

static void write_head(struct pen *w) {
  static const char *const headers[] = {
      "assert.h",    "errno.h",     "pthread.h", "sched.h",
      "semaphore.h", "stdatomic.h", "stdio.h",   "stdlib.h",
      "string.h",    "threads.h",   "unistd.h",  "heddle/rt.h"};
  for (unsigned i = 0; i < sizeof headers / sizeof *headers; i++)
    put(w, "#include <%s>", headers[i]);
  put(w, "static const struct timespec never = {.tv_sec = 4000000000};");
  put(w, "#define never_monotonic never");
}

void write_alone(struct program *p, struct text *out) {
  struct pen w = {.out = out, .p = p, .line = 1};
  put(&w, "#define _GNU_SOURCE");
  write_head(&w);
  write_program(&w);
}

void write_file(struct program *programs, unsigned count, struct text *out) {
  struct pen w = {.out = out, .line = 1};
  put(&w, "#define _GNU_SOURCE");
  write_head(&w);
  put(&w, "#include \"tests/oracle/native.h\"");
  for (unsigned i = 0; i < count; i++) {
    snprintf(w.mark, sizeof w.mark, "_%u", i);
    w.p = &programs[i];
    write_program(&w);
  }
  put(&w, "static int (*const mains[])(void) = {");
  for (unsigned i = 0; i < count; i++)
    put(&w, "  main_%u,", i);
  put(&w, "};");
  put(&w, "int main(int c, char **v) { return select_program(c, v, mains); }");
}
