#include "write.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "write_pen.h"

void pen_line(struct pen *w, const char *fmt, ...) {
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

const char *pen_word(struct words *w, const char *fmt, ...) {
  char *to = w->at[w->len++ & 7];
  va_list args;
  va_start(args, fmt);
  vsnprintf(to, sizeof w->at[0], fmt, args);
  va_end(args);
  return to;
}

const char *pen_value(struct words *w, struct value v) {
  if (v.reg == NOWHERE)
    return pen_word(w, "%d", v.plus);
  return v.plus ? pen_word(w, "((r%d + %d) & 7)", v.reg, v.plus)
                : pen_word(w, "r%d", v.reg);
}

const char *pen_to(struct words *w, const struct statement *s) {
  return s->reg == NOWHERE ? "" : pen_word(w, "r%d = ", s->reg);
}

static const char *const order_names[] = {"?",
                                          "memory_order_relaxed",
                                          "memory_order_acquire",
                                          "memory_order_release",
                                          "memory_order_acq_rel",
                                          "memory_order_seq_cst"};
static const char *const update_names[] = {"or", "and", "xor"};
static const char *const compare_names[] = {"==", "!=", "<", ">"};

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
    return pen_word(w, "__atomic_load_n(&x%d%s, %s)", s->object, pen->mark,
                    builtin(s->order));
  if (s->order == PLAIN || s->order == SEQ_CST)
    return pen_word(w, "x%d%s", s->object, pen->mark);
  return pen_word(w, "atomic_load_explicit(&x%d%s, %s)", s->object, pen->mark,
                  order_names[s->order]);
}

/* --- memory ------------------------------------------------------------- */

static void write_mixed(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *m = w->mark, *o = builtin(s->order);
  int x = s->object;
  switch (s->op) {
  case S_STORE:
    pen_line(w, "__atomic_store_n(&x%d%s, %s, %s);", x, m,
             pen_value(&t, s->value), o);
    break;
  case S_ADD:
    pen_line(w, "__atomic_fetch_add(&x%d%s, %d, __ATOMIC_SEQ_CST);", x, m,
             s->k);
    break;
  case S_FETCH_ADD:
    pen_line(w, "r%d = __atomic_fetch_add(&x%d%s, %d, %s);", s->reg, x, m, s->k,
             o);
    break;
  case S_UPDATE:
    pen_line(w, "r%d = __atomic_fetch_%s(&x%d%s, %d, %s);", s->reg,
             update_names[s->cmp], x, m, s->k, o);
    break;
  case S_EXCHANGE:
    pen_line(w, "r%d = __atomic_exchange_n(&x%d%s, %s, %s);", s->reg, x, m,
             pen_value(&t, s->value), o);
    break;
  case S_CAS:
    pen_line(
        w,
        "{ int e = %s; r%d = __atomic_compare_exchange_n(&x%d%s, &e, %s, 0, "
        "%s, %s); }",
        pen_value(&t, s->other), s->reg, x, m, pen_value(&t, s->value), o,
        builtin(s->failure));
    break;
  default:
    pen_line(w, "r%d = %s;", s->reg, loaded(&t, w, s));
  }
}

/* Elements of an array, and a block of the heap. */
static void write_place(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *m = w->mark;
  switch (s->op) {
  case S_LOAD_AT:
    pen_line(w, "r%d = a%s[%s & 1];", s->reg, m, pen_value(&t, s->other));
    break;
  case S_STORE_AT:
    pen_line(w, "a%s[%s & 1] = %s;", m, pen_value(&t, s->other),
             pen_value(&t, s->value));
    break;
  case S_LOAD_HEAP:
    pen_line(w, "r%d = *p%s;", s->reg, m);
    break;
  case S_STORE_HEAP:
    pen_line(w, "*p%s = %s;", m, pen_value(&t, s->value));
    break;
  case S_FREE:
    pen_line(w, "free(p%s);", m);
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
    pen_line(w, "r%d = %s;", s->reg, loaded(&t, w, s));
    break;
  case S_STORE:
    if (s->order == PLAIN || s->order == SEQ_CST)
      pen_line(w, "x%d%s = %s;", x, m, pen_value(&t, s->value));
    else
      pen_line(w, "atomic_store_explicit(&x%d%s, %s, %s);", x, m,
               pen_value(&t, s->value), o);
    break;
  case S_ADD:
    pen_line(w, "x%d%s += %d;", x, m, s->k);
    break;
  case S_FETCH_ADD:
    pen_line(w, "r%d = atomic_fetch_add_explicit(&x%d%s, %d, %s);", s->reg, x,
             m, s->k, o);
    break;
  case S_UPDATE:
    pen_line(w, "r%d = atomic_fetch_%s_explicit(&x%d%s, %d, %s);", s->reg,
             update_names[s->cmp], x, m, s->k, o);
    break;
  case S_EXCHANGE:
    pen_line(w, "r%d = atomic_exchange_explicit(&x%d%s, %s, %s);", s->reg, x, m,
             pen_value(&t, s->value), o);
    break;
  case S_CAS:
    pen_line(
        w,
        "{ int e = %s; r%d = atomic_compare_exchange_strong_explicit(&x%d%s, "
        "&e, %s, %s, %s); }",
        pen_value(&t, s->other), s->reg, x, m, pen_value(&t, s->value), o,
        order_names[s->failure]);
    break;
  case S_FENCE:
    pen_line(w, "atomic_thread_fence(%s);", o);
    break;
  case S_LOAD_BYTE:
    pen_line(w, "r%d = *(unsigned char *)&x%d%s;", s->reg, x, m);
    break;
  case S_STORE_BYTE:
    pen_line(w, "*(unsigned char *)&x%d%s = (unsigned char)%s;", x, m,
             pen_value(&t, s->value));
    break;
  }
}

/* --- statements --------------------------------------------------------- */

static const char *test(struct words *t, const struct statement *s,
                        const char *what) {
  return pen_word(t, "%s %s %d", what, compare_names[s->cmp], s->k);
}

static void write_while(struct pen *w, const struct statement *s) {
  struct words t = {0};
  struct statement other = *s;
  other.object = s->mutex;
  other.k = s->other.plus;
  if (s->op == S_WHILE_AT)
    pen_line(w, "while (a%s[%s & 1] %s %d) {", w->mark, pen_value(&t, s->other),
             compare_names[s->cmp], s->k);
  else if (s->op == S_WHILE_BOTH)
    pen_line(w, "while (%s && %s) {", test(&t, s, loaded(&t, w, s)),
             test(&t, &other, loaded(&t, w, &other)));
  else if (s->value.reg != NOWHERE)
    pen_line(w, "while (%s %s %s) {", loaded(&t, w, s), compare_names[s->cmp],
             pen_value(&t, s->value));
  else
    pen_line(w, "while (%s) {", test(&t, s, loaded(&t, w, s)));
}

/* The line that opens a body, or the whole statement. */
static void write_local(struct pen *w, const struct statement *s) {
  static const char *const yields[YIELDS] = {
      "sched_yield();", "usleep(1);", "for (volatile int i = 0; i < 3; i++);",
      "for (int i = 0; i < 2; i++) sched_yield();"};
  struct words t = {0};
  const char *of_value = test(&t, s, pen_value(&t, s->value));
  switch (s->op) {
  case S_SET:
    pen_line(w, "r%d = %s;", s->reg, pen_value(&t, s->value));
    break;
  case S_IF:
    pen_line(w, "if (%s) {", of_value);
    break;
  case S_WHILE:
  case S_WHILE_BOTH:
  case S_WHILE_AT:
    write_while(w, s);
    break;
  case S_DO:
    pen_line(w, "do {");
    break;
  case S_FOR:
    pen_line(w, "for (int i = 0; i < %d; i++) {", s->k);
    break;
  case S_BREAK:
    pen_line(w, "if (%s) break;", of_value);
    break;
  case S_YIELD:
    pen_line(w, "%s", yields[s->k]);
    break;
  case S_ATOMIC:
    pen_line(w, "heddle_atomic_begin();");
    break;
  case S_INPUT:
    if (s->cmp)
      pen_line(w, "r%d = heddle_choose(%d);", s->reg, s->k + 1);
    else
      pen_line(w, "r%d = (int)heddle_input(\"n\", 0, %d);", s->reg, s->k);
    break;
  case S_OWN:
    pen_line(w, "r%d = ++own%s;", s->reg, w->mark);
    break;
  case S_ABORT:
    pen_line(w, s->k ? "abort();" : "heddle_fail(\"here\");");
    break;
  case S_ASSUME:
    pen_line(w, "heddle_assume(%s);", of_value);
    break;
  case S_ASSERT:
    pen_line(w, "assert(%s);", of_value);
    break;
  case S_CHECK:
    pen_line(w, "assert(%s);", test(&t, s, loaded(&t, w, s)));
    break;
  }
}

static bool is_of_memory(const struct statement *s) {
  return s->op >= S_COPY && s->op <= S_FIND;
}

static void write_one(struct pen *w, const struct statement *s) {
  if (s->op >= S_LOCK || is_of_memory(s))
    write_call(w, s);
  else if (s->op <= S_FREE)
    write_access(w, s);
  else
    write_local(w, s);
}

static void close_body(struct pen *w, const struct statement *s) {
  struct words t = {0};
  if (s->op == S_DO)
    pen_line(w, "} while (%s);", test(&t, s, pen_value(&t, s->value)));
  else if (s->op == S_ATOMIC)
    pen_line(w, "heddle_atomic_end();");
  else
    pen_line(w, "}");
}

static bool has_body(unsigned op) {
  return (op >= S_IF && op <= S_FOR) || op == S_ATOMIC;
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

static bool uses_text(const struct program *p) {
  bool some = false;
  for (unsigned op = S_PRINT; op <= S_FIND; op++)
    some |= program_uses(p, op);
  return some;
}

static bool uses_key(const struct program *p) {
  return program_uses(p, S_KEY_SET) || program_uses(p, S_KEY_GET) ||
         program_uses(p, S_KEY_DELETE);
}

static bool uses_stream(const struct program *p, unsigned k) {
  return uses_object(p, S_PUT, S_AWAIT, k) || program_uses(p, S_AWAIT_ANY);
}

static void declare_variables(struct pen *w) {
  const struct program *p = w->p;
  for (unsigned i = 0; i < p->vars; i++)
    pen_line(w, "static %sint x%u%s = %d;",
             p->kind[i] == VAR_ATOMIC ? "_Atomic " : "", i, w->mark,
             p->initial[i]);
  if (program_uses(p, S_LOAD_AT) || program_uses(p, S_STORE_AT) ||
      program_uses(p, S_WHILE_AT))
    pen_line(w, "static %sint a%s[2];", p->atomic_array ? "_Atomic " : "",
             w->mark);
  if (uses_text(p))
    pen_line(w, "static char b%s[%d] = \"0\";", w->mark, TEXT);
  if (uses_heap(p))
    pen_line(w, "static int *p%s;", w->mark);
  if (program_uses(p, S_OWN))
    pen_line(w, "static _Thread_local int own%s;", w->mark);
  for (unsigned i = 1; p->shared && i < p->threads; i++)
    pen_line(w, "static %s h%u%s;", p->c11 ? "thrd_t" : "pthread_t", i,
             w->mark);
}

static void declare_locks(struct pen *w) {
  static const char *const initial[] = {
      "PTHREAD_MUTEX_INITIALIZER",
      "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
      "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP",
      "PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP",
      "PTHREAD_MUTEX_INITIALIZER",
      "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
      "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"};
  const struct program *p = w->p;
  const char *m = w->mark;
  for (unsigned i = 0; i < MUTEXES; i++)
    if (uses_object(p, S_LOCK, S_CONSISTENT, i)) {
      if (p->c11)
        pen_line(w, "static mtx_t m%u%s;", i, m);
      else
        pen_line(w, "static pthread_mutex_t m%u%s = %s;", i, m,
                 initial[p->mutex_kind[i]]);
    }
  for (unsigned i = 0; i < CONDS; i++)
    if (uses_object(p, S_WAIT, S_BROADCAST, i))
      pen_line(w,
               p->c11
                   ? "static cnd_t c%u%s;"
                   : "static pthread_cond_t c%u%s = PTHREAD_COND_INITIALIZER;",
               i, m);
  for (unsigned i = 0; i < RWLOCKS; i++)
    if (uses_object(p, S_RDLOCK, S_RWUNLOCK, i))
      pen_line(w, "static pthread_rwlock_t l%u%s = PTHREAD_RWLOCK_INITIALIZER;",
               i, m);
  for (unsigned i = 0; i < SPINS; i++)
    if (uses_object(p, S_SPIN, S_SPINUNLOCK, i))
      pen_line(w, "static pthread_spinlock_t k%u%s;", i, m);
  for (unsigned i = 0; i < SEMS; i++)
    if (uses_object(p, S_P, S_GETVALUE, i))
      pen_line(w, "static sem_t s%u%s;", i, m);
  for (unsigned i = 0; i < BARRIERS; i++)
    if (uses_object(p, S_BARRIER, S_BARRIER, i))
      pen_line(w, "static pthread_barrier_t b%u%s;", i, m);
  for (unsigned i = 0; i < STREAMS; i++)
    if (uses_stream(p, i))
      pen_line(w, "static int f%u%s[2];", i, m);
}

/* The function that once and the key call; returns the line of what it does. */
static uint32_t write_callee(struct pen *w, const char *name,
                             const char *parameters, bool keeps) {
  pen_line(w, "static void %s%s(%s) {", name, w->mark, parameters);
  uint32_t line = w->line;
  pen_line(w, "  x%u%s += 1;", w->p->called_var, w->mark);
  if (keeps)
    pen_line(w, "  pthread_setspecific(key%s, v);", w->mark);
  pen_line(w, "}");
  return line;
}

static void declare_called(struct pen *w) {
  struct program *p = w->p;
  if (program_uses(p, S_ONCE)) {
    pen_line(w,
             p->c11 ? "static once_flag o%s = ONCE_FLAG_INIT;"
                    : "static pthread_once_t o%s = PTHREAD_ONCE_INIT;",
             w->mark);
    p->once_line = write_callee(w, "once", "void", false);
  }
  if (uses_key(p)) {
    pen_line(w, "static pthread_key_t key%s;", w->mark);
    if (p->destructor)
      p->key_line =
          write_callee(w, "end", "void *v", p->destructor == END_AGAIN);
  }
}

static void open_stream(struct pen *w, unsigned k) {
  const struct program *p = w->p;
  const char *m = w->mark;
  bool now = p->stream_now[k];
  switch (p->stream_kind[k]) {
  case PIPE:
    pen_line(w, "pipe2(f%u%s, %s);", k, m, now ? "O_NONBLOCK" : "0");
    break;
  case SOCKET:
    pen_line(w, "socketpair(AF_UNIX, SOCK_STREAM%s, 0, f%u%s);",
             now ? " | SOCK_NONBLOCK" : "", k, m);
    break;
  default:
    pen_line(w, "f%u%s[0] = f%u%s[1] = eventfd(%u, %s%s);", k, m, k, m,
             p->stream_initial,
             p->stream_kind[k] == TOKENS ? "EFD_SEMAPHORE" : "0",
             now ? " | EFD_NONBLOCK" : "");
  }
}

/* What has no static initialiser. */
static void write_prologue(struct pen *w) {
  static const char *const robust[] = {"NORMAL", "RECURSIVE", "ERRORCHECK"};
  const struct program *p = w->p;
  const char *m = w->mark;
  if (uses_heap(p))
    pen_line(w, "p%s = calloc(1, sizeof(int));", m);
  if (uses_key(p) && p->destructor)
    pen_line(w, "pthread_key_create(&key%s, end%s);", m, m);
  else if (uses_key(p))
    pen_line(w, "pthread_key_create(&key%s, NULL);", m);
  for (unsigned i = 0; p->c11 && i < MUTEXES; i++)
    if (uses_object(p, S_LOCK, S_CONSISTENT, i))
      pen_line(w, "mtx_init(&m%u%s, mtx_timed%s);", i, m,
               p->mutex_kind[i] == M_RECURSIVE ? " | mtx_recursive" : "");
  for (unsigned i = 0; i < MUTEXES; i++)
    if (mutex_is_robust(p->mutex_kind[i]) &&
        uses_object(p, S_LOCK, S_CONSISTENT, i))
      pen_line(w,
               "{ pthread_mutexattr_t a; pthread_mutexattr_init(&a); "
               "pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); "
               "pthread_mutexattr_settype(&a, PTHREAD_MUTEX_%s); "
               "pthread_mutex_init(&m%u%s, &a); }",
               robust[p->mutex_kind[i] - M_ROBUST], i, m);
  for (unsigned i = 0; p->c11 && i < CONDS; i++)
    if (uses_object(p, S_WAIT, S_BROADCAST, i))
      pen_line(w, "cnd_init(&c%u%s);", i, m);
  for (unsigned i = 0; i < SPINS; i++)
    if (uses_object(p, S_SPIN, S_SPINUNLOCK, i))
      pen_line(w, "pthread_spin_init(&k%u%s, 0);", i, m);
  for (unsigned i = 0; i < SEMS; i++)
    if (uses_object(p, S_P, S_GETVALUE, i))
      pen_line(w, "sem_init(&s%u%s, 0, %u);", i, m, p->sem_initial[i]);
  for (unsigned i = 0; i < STREAMS; i++)
    if (uses_stream(p, i))
      open_stream(w, i);
  for (unsigned i = 0; i < BARRIERS; i++)
    if (uses_object(p, S_BARRIER, S_BARRIER, i))
      pen_line(w, "pthread_barrier_init(&b%u%s, NULL, %u);", i, m,
               p->barrier_count);
}

static void write_function(struct pen *w, unsigned t) {
  struct program *p = w->p;
  if (!t && !w->mark[0])
    pen_line(w, "int main(void) {");
  else if (!t)
    pen_line(w, "static int main%s(void) {", w->mark);
  else
    pen_line(w,
             p->c11 ? "static int t%u%s(void *u) {"
                    : "static void *t%u%s(void *u) {",
             t, w->mark);
  w->depth = 1;
  pen_line(w, "int r0 = 0, r1 = 0, r2 = 0, r3 = 0;");
  if (t)
    pen_line(w, "(void)u;");
  else
    write_prologue(w);
  for (unsigned i = 1; !p->shared && i < p->threads; i++)
    if (program_creator(p, i) == t)
      pen_line(w, "%s h%u;", p->c11 ? "thrd_t" : "pthread_t", i);
  w->steps = true;
  write_statements(w, &p->thread[t], 0, p->thread[t].len);
  w->steps = false;
  if (!t)
    pen_line(w, p->tells ? "return 1 + (" RESULT ") %% 199;"
                         : "return 0 * (r0 + r1 + r2 + r3);");
  else
    pen_line(w, p->c11 ? "return " RESULT ";"
                       : "return (void *)(long)(" RESULT ");");
  w->depth = 0;
  pen_line(w, "}");
}

static void write_program(struct pen *w) {
  pen_line(w, "/* seed %llu */", (unsigned long long)w->p->seed);
  declare_variables(w);
  declare_locks(w);
  declare_called(w);
  for (unsigned t = w->p->threads; t-- > 0;)
    write_function(w, t);
}

static void write_head(struct pen *w) {
  static const char *const headers[] = {
      "assert.h",     "errno.h",   "fcntl.h",     "poll.h",
      "pthread.h",    "sched.h",   "semaphore.h", "stdatomic.h",
      "stdio.h",      "stdlib.h",  "string.h",    "sys/eventfd.h",
      "sys/socket.h", "threads.h", "unistd.h",    "heddle/rt.h"};
  for (unsigned i = 0; i < sizeof headers / sizeof *headers; i++)
    pen_line(w, "#include <%s>", headers[i]);
  pen_line(w, "static const struct timespec never = {.tv_sec = 4000000000};");
  pen_line(w, "#define never_monotonic never");
  pen_line(w, "static const struct timespec past = {.tv_sec = 1};");
  pen_line(w, "static const struct timespec invalid = {.tv_nsec = -1};");
}

void write_alone(struct program *p, struct text *out) {
  struct pen w = {.out = out, .p = p, .line = 1};
  pen_line(&w, "#define _GNU_SOURCE");
  write_head(&w);
  write_program(&w);
}

void write_file(struct program *programs, unsigned count, struct text *out) {
  struct pen w = {.out = out, .line = 1};
  pen_line(&w, "#define _GNU_SOURCE");
  write_head(&w);
  pen_line(&w, "#include \"tests/oracle/native.h\"");
  for (unsigned i = 0; i < count; i++) {
    snprintf(w.mark, sizeof w.mark, "_%u", i);
    w.p = &programs[i];
    write_program(&w);
  }
  pen_line(&w, "static int (*const mains[])(void) = {");
  for (unsigned i = 0; i < count; i++)
    pen_line(&w, "  main_%u,", i);
  pen_line(&w, "};");
  pen_line(&w,
           "int main(int c, char **v) { return select_program(c, v, mains); }");
}
