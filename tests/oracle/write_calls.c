/* Statements that are calls of a library. */
#include "write_pen.h"

/* --- memory ------------------------------------------------------------- */

/* A number that is known becomes the text. */
static void write_constant(struct pen *w, const struct statement *s) {
  static const char *const names[] = {"strcpy", "stpcpy", "memcpy", "strncpy"};
  int number = s->value.plus % w->p->text_numbers;
  if (s->k < 2)
    pen_line(w, "%s(b%s, \"%d\");", names[s->k], w->mark, number);
  else
    pen_line(w, "%s(b%s, \"%d\", %d);", names[s->k], w->mark, number,
             number < 10 ? 2 : 3);
}

static void write_parse(struct pen *w, const struct statement *s) {
  static const char *const names[] = {"atoi", "strtol", "strtoul", "sscanf"};
  if (s->k < 3)
    pen_line(w, "r%d = (int)%s(b%s%s);", s->reg, names[s->k], w->mark,
             s->k ? ", NULL, 10" : "");
  else
    pen_line(w, "{ int v = 0; sscanf(b%s, \"%%d\", &v); r%d = v; }", w->mark,
             s->reg);
}

static void write_length(struct pen *w, const struct statement *s) {
  const char *m = w->mark;
  if (s->k == 3)
    pen_line(w, "{ char *c = strdup(b%s); r%d = (int)strlen(c); free(c); }", m,
             s->reg);
  else if (s->k == 2)
    pen_line(w, "r%d = (int)(strchr(b%s, 0) - b%s);", s->reg, m, m);
  else
    pen_line(w,
             s->k ? "r%d = (int)strnlen(b%s, 4);" : "r%d = (int)strlen(b%s);",
             s->reg, m);
}

/* It is compared with a number, or a digit is looked for in it. */
static void write_look(struct pen *w, const struct statement *s) {
  static const char *const finds[] = {"strchr", "strpbrk", "strstr"};
  const char *m = w->mark, *quote = s->cmp ? "\"" : "'";
  if (s->op == S_MATCH)
    pen_line(w, "r%d = %s(b%s, \"%d\"%s) == 0;", s->reg,
             s->cmp ? "strncmp" : "strcmp", m, s->k, s->cmp ? ", 4" : "");
  else
    pen_line(w, "{ char *c = %s(b%s, %s%d%s); r%d = c ? (int)(c - b%s) : 9; }",
             finds[s->cmp], m, quote, s->k, quote, s->reg, m);
}

static void write_memory(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *m = w->mark;
  int x = s->object, y = s->mutex;
  switch (s->op) {
  case S_COPY:
    if (s->k == 3)
      pen_line(w, "bcopy(&x%d%s, &x%d%s, sizeof(int));", y, m, x, m);
    else
      pen_line(w, "%s(&x%d%s, &x%d%s, sizeof(int));",
               x == y || s->k == 1 ? "memmove"
               : s->k == 2         ? "mempcpy"
                                   : "memcpy",
               x, m, y, m);
    break;
  case S_ZERO:
    pen_line(w,
             s->k == 1   ? "bzero(&x%d%s, sizeof(int));"
             : s->k == 2 ? "explicit_bzero(&x%d%s, sizeof(int));"
                         : "memset(&x%d%s, 0, sizeof(int));",
             x, m);
    break;
  case S_SAME:
    pen_line(w, "r%d = %s(&x%d%s, &x%d%s, sizeof(int)) == 0;", s->reg,
             s->k & 1 ? "bcmp" : "memcmp", x, m, y, m);
    break;
  case S_PRINT:
    if (s->value.reg == NOWHERE)
      write_constant(w, s);
    else if (s->k & 1)
      pen_line(w, "sprintf(b%s, \"%%d\", %s %% %d);", m,
               pen_value(&t, s->value), w->p->text_numbers);
    else
      pen_line(w, "snprintf(b%s, sizeof b%s, \"%%d\", %s %% %d);", m, m,
               pen_value(&t, s->value), w->p->text_numbers);
    break;
  case S_PARSE:
    write_parse(w, s);
    break;
  case S_LENGTH:
    write_length(w, s);
    break;
  default:
    write_look(w, s);
  }
}

/* --- locks -------------------------------------------------------------- */

/* The time until which a timed operation waits. */
static const char *limit(const struct pen *w, const struct statement *s) {
  static const char *const names[LIMITS] = {"never", "never", "past",
                                            "invalid"};
  return w->p->c11 && s->k == LIMIT_OTHER_CLOCK ? names[0] : names[s->k];
}

/* It is one of another clock. */
static bool is_clocked(const struct pen *w, const struct statement *s) {
  return s->k == LIMIT_OTHER_CLOCK && !w->p->c11;
}

/* pthread_mutex_lock, mtx_lock, ... */
static void write_mutex(struct pen *w, const struct statement *s) {
  static const char *const posix[] = {"lock", "trylock", "timedlock", "unlock"};
  struct words t = {0};
  if (s->op == S_CONSISTENT)
    pen_line(w, "%spthread_mutex_consistent(&m%d%s);", pen_to(&t, s), s->object,
             w->mark);
  else if (s->op == S_TIMEDLOCK && is_clocked(w, s))
    pen_line(w,
             "%spthread_mutex_clocklock(&m%d%s, CLOCK_MONOTONIC, "
             "&never_monotonic);",
             pen_to(&t, s), s->object, w->mark);
  else
    pen_line(w, "%s%s_%s(&m%d%s%s%s);", pen_to(&t, s),
             w->p->c11 ? "mtx" : "pthread_mutex", posix[s->op - S_LOCK],
             s->object, w->mark, s->op == S_TIMEDLOCK ? ", &" : "",
             s->op == S_TIMEDLOCK ? limit(w, s) : "");
}

static void write_cond(struct pen *w, const struct statement *s) {
  static const char *const names[] = {"wait", "timedwait", "signal",
                                      "broadcast"};
  struct words t = {0};
  const char *family = w->p->c11 ? "cnd" : "pthread_cond";
  const char *name = names[s->op - S_WAIT];
  if (s->op == S_SIGNAL || s->op == S_BROADCAST)
    pen_line(w, "%s_%s(&c%d%s);", family, name, s->object, w->mark);
  else if (s->op == S_TIMEDWAIT && is_clocked(w, s))
    pen_line(
        w, "%spthread_cond_clockwait(&c%d%s, &m%d%s, CLOCK_REALTIME, &never);",
        pen_to(&t, s), s->object, w->mark, s->mutex, w->mark);
  else
    pen_line(w, "%s%s_%s(&c%d%s, &m%d%s%s%s);", pen_to(&t, s), family, name,
             s->object, w->mark, s->mutex, w->mark,
             s->op == S_TIMEDWAIT ? ", &" : "",
             s->op == S_TIMEDWAIT ? limit(w, s) : "");
}

static void write_lock(struct pen *w, const struct statement *s) {
  static const char *const rw[] = {"rdlock",    "wrlock",      "tryrdlock",
                                   "trywrlock", "timedrdlock", "timedwrlock",
                                   "unlock"};
  static const char *const spin[] = {"lock", "trylock", "unlock"};
  struct words t = {0};
  const char *m = w->mark;
  int k = s->object;
  bool timed = s->op == S_TIMEDRDLOCK || s->op == S_TIMEDWRLOCK;
  if (timed && is_clocked(w, s))
    pen_line(w,
             "%spthread_rwlock_clock%slock(&l%d%s, CLOCK_MONOTONIC, "
             "&never_monotonic);",
             pen_to(&t, s), s->op == S_TIMEDRDLOCK ? "rd" : "wr", k, m);
  else if (s->op >= S_RDLOCK && s->op <= S_RWUNLOCK)
    pen_line(w, "%spthread_rwlock_%s(&l%d%s%s%s);", pen_to(&t, s),
             rw[s->op - S_RDLOCK], k, m, timed ? ", &" : "",
             timed ? limit(w, s) : "");
  else
    pen_line(w, "%spthread_spin_%s(&k%d%s);", pen_to(&t, s),
             spin[s->op - S_SPIN], k, m);
}

static void write_semaphore(struct pen *w, const struct statement *s) {
  const char *m = w->mark;
  int k = s->object;
  switch (s->op) {
  case S_P:
    pen_line(w, "sem_wait(&s%d%s);", k, m);
    break;
  case S_TRYP:
    pen_line(w, "r%d = sem_trywait(&s%d%s) != 0;", s->reg, k, m);
    break;
  case S_TIMEDP:
    if (is_clocked(w, s))
      pen_line(w, "r%d = sem_clockwait(&s%d%s, CLOCK_REALTIME, &never) != 0;",
               s->reg, k, m);
    else
      pen_line(w, "r%d = sem_timedwait(&s%d%s, &%s) != 0;", s->reg, k, m,
               limit(w, s));
    break;
  case S_V:
    pen_line(w, "sem_post(&s%d%s);", k, m);
    break;
  case S_GETVALUE:
    pen_line(w, "{ int v; sem_getvalue(&s%d%s, &v); r%d = v; }", k, m, s->reg);
    break;
  case S_BARRIER:
    if (s->reg == NOWHERE)
      pen_line(w, "pthread_barrier_wait(&b%d%s);", k, m);
    else
      pen_line(w, "r%d = pthread_barrier_wait(&b%d%s) != 0;", s->reg, k, m);
    break;
  }
}

static void write_called(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *m = w->mark;
  switch (s->op) {
  case S_ONCE:
    pen_line(w,
             w->p->c11 ? "call_once(&o%s, once%s);"
                       : "pthread_once(&o%s, once%s);",
             m, m);
    break;
  case S_KEY_SET:
    pen_line(w, "%spthread_setspecific(key%s, &key%s);", pen_to(&t, s), m, m);
    break;
  case S_KEY_GET:
    pen_line(w, "r%d = pthread_getspecific(key%s) != NULL;", s->reg, m);
    break;
  case S_KEY_DELETE:
    pen_line(w, "%spthread_key_delete(key%s);", pen_to(&t, s), m);
    break;
  }
}

/* --- descriptors -------------------------------------------------------- */

static void write_stream(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *m = w->mark;
  int k = s->object, r = s->reg;
  bool counts = w->p->stream_kind[k < STREAMS ? k : 0] <= TOKENS;
  switch (s->op) {
  case S_PUT:
    if (counts)
      pen_line(w, "eventfd_write(f%d%s[1], %s & 7);", k, m,
               pen_value(&t, s->value));
    else
      pen_line(w, "{ char v = %s & 7; write(f%d%s[1], &v, 1); }",
               pen_value(&t, s->value), k, m);
    break;
  case S_TAKE:
    if (counts)
      pen_line(
          w, "{ eventfd_t v; r%d = eventfd_read(f%d%s[0], &v) ? 9 : (int)v; }",
          r, k, m);
    else
      pen_line(w,
               "{ unsigned char v; r%d = read(f%d%s[0], &v, 1) == 1 ? v : 9; }",
               r, k, m);
    break;
  case S_SEND:
    pen_line(w, "write(f%d%s[1], &x%d%s, 1);", k, m, s->mutex, m);
    break;
  case S_RECEIVE:
    pen_line(w, "r%d = read(f%d%s[0], &x%d%s, 1) == 1;", r, k, m, s->mutex, m);
    break;
  case S_READY:
  case S_AWAIT:
    pen_line(w,
             "{ struct pollfd p = {f%d%s[0], POLLIN}; r%d = poll(&p, 1, %d); }",
             k, m, r,
             s->op == S_READY ? 0
             : s->k           ? 1
                              : -1);
    break;
  case S_AWAIT_ANY:
    pen_line(w,
             "{ struct pollfd p[2] = {{f0%s[0], POLLIN}, {f1%s[0], POLLIN}}; "
             "poll(p, 2, -1); r%d = !!p[0].revents + 2 * !!p[1].revents; }",
             m, m, r);
    break;
  }
}

/* --- threads ------------------------------------------------------------ */

static const char *handle(struct words *t, const struct pen *w, unsigned k) {
  return pen_word(t, "h%u%s", k, w->p->shared ? w->mark : "");
}

static void write_join(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *h = handle(&t, w, s->object);
  int r = s->reg;
  if (s->reg == NOWHERE)
    pen_line(w, "%s_join(%s, NULL);", w->p->c11 ? "thrd" : "pthread", h);
  else if (w->p->c11)
    pen_line(w, "{ int v = 0; thrd_join(%s, &v); r%d = (r%d * 7 + v) & 255; }",
             h, r, r);
  else
    pen_line(
        w,
        "{ void *v; pthread_join(%s, &v); r%d = (r%d * 7 + (int)(long)v) & "
        "255; }",
        h, r, r);
}

static void write_thread(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *h = handle(&t, w, s->object);
  switch (s->op) {
  case S_CREATE:
    pen_line(w,
             w->p->c11 ? "thrd_create(&%s, t%d%s, NULL);"
                       : "pthread_create(&%s, NULL, t%d%s, NULL);",
             h, s->object, w->mark);
    break;
  case S_JOIN:
    write_join(w, s);
    break;
  case S_TRYJOIN:
    pen_line(w, "%spthread_tryjoin_np(%s, NULL);", pen_to(&t, s), h);
    break;
  case S_TIMEDJOIN:
    if (s->k == LIMIT_OTHER_CLOCK)
      pen_line(w,
               "%spthread_clockjoin_np(%s, NULL, CLOCK_MONOTONIC, "
               "&never_monotonic);",
               pen_to(&t, s), h);
    else
      pen_line(w, "%spthread_timedjoin_np(%s, NULL, &%s);", pen_to(&t, s), h,
               s->k == LIMIT_PAST ? "past" : "never");
    break;
  case S_DETACH:
    pen_line(w, "%s_detach(%s);", w->p->c11 ? "thrd" : "pthread", h);
    break;
  case S_LEAVE:
    pen_line(w, w->p->c11 ? "thrd_exit(" RESULT ");"
                          : "pthread_exit((void *)(long)(" RESULT "));");
    break;
  case S_EXIT:
    pen_line(w, "exit(%d);", s->k);
    break;
  }
}

void write_call(struct pen *w, const struct statement *s) {
  if (s->op < S_LOCK)
    write_memory(w, s);
  else if (s->op <= S_CONSISTENT)
    write_mutex(w, s);
  else if (s->op <= S_BROADCAST)
    write_cond(w, s);
  else if (s->op <= S_SPINUNLOCK)
    write_lock(w, s);
  else if (s->op <= S_BARRIER)
    write_semaphore(w, s);
  else if (s->op <= S_KEY_DELETE)
    write_called(w, s);
  else if (s->op <= S_AWAIT_ANY)
    write_stream(w, s);
  else
    write_thread(w, s);
}
