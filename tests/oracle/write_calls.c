/* Statements that are calls of a library. */
#include "write_pen.h"

/* --- memory ------------------------------------------------------------- */

static void write_memory(struct pen *w, const struct statement *s) {
  struct words t = {0};
  const char *m = w->mark;
  int x = s->object, y = s->mutex;
  switch (s->op) {
  case S_COPY:
    pen_line(w, "%s(&x%d%s, &x%d%s, sizeof(int));",
             x == y ? "memmove" : "memcpy", x, m, y, m);
    break;
  case S_ZERO:
    pen_line(w, "memset(&x%d%s, 0, sizeof(int));", x, m);
    break;
  case S_SAME:
    pen_line(w, "r%d = memcmp(&x%d%s, &x%d%s, sizeof(int)) == 0;", s->reg, x, m,
             y, m);
    break;
  case S_PRINT:
    if (s->value.reg == NOWHERE)
      pen_line(w, "strcpy(b%s, \"%d\");", m,
               s->value.plus % w->p->text_numbers);
    else if (s->k)
      pen_line(w, "sprintf(b%s, \"%%d\", %s %% %d);", m,
               pen_value(&t, s->value), w->p->text_numbers);
    else
      pen_line(w, "snprintf(b%s, sizeof b%s, \"%%d\", %s %% %d);", m, m,
               pen_value(&t, s->value), w->p->text_numbers);
    break;
  case S_PARSE:
    pen_line(w, s->k ? "r%d = (int)strtol(b%s, NULL, 10);" : "r%d = atoi(b%s);",
             s->reg, m);
    break;
  case S_LENGTH:
    pen_line(w, "r%d = %s;", s->reg,
             s->k ? pen_word(&t, "(int)strnlen(b%s, %d)", m, TEXT)
                  : pen_word(&t, "(int)strlen(b%s)", m));
    break;
  }
}

/* --- locks -------------------------------------------------------------- */

/* pthread_mutex_lock, mtx_lock, ... */
static void write_mutex(struct pen *w, const struct statement *s) {
  static const char *const posix[] = {"lock", "trylock", "timedlock", "unlock"};
  struct words t = {0};
  if (s->op == S_CONSISTENT)
    pen_line(w, "%spthread_mutex_consistent(&m%d%s);", pen_to(&t, s), s->object,
             w->mark);
  else if (s->op == S_TIMEDLOCK && s->k && !w->p->c11)
    pen_line(w,
             "%spthread_mutex_clocklock(&m%d%s, CLOCK_MONOTONIC, "
             "&never_monotonic);",
             pen_to(&t, s), s->object, w->mark);
  else
    pen_line(w, "%s%s_%s(&m%d%s%s);", pen_to(&t, s),
             w->p->c11 ? "mtx" : "pthread_mutex", posix[s->op - S_LOCK],
             s->object, w->mark, s->op == S_TIMEDLOCK ? ", &never" : "");
}

static void write_cond(struct pen *w, const struct statement *s) {
  static const char *const names[] = {"wait", "timedwait", "signal",
                                      "broadcast"};
  struct words t = {0};
  const char *family = w->p->c11 ? "cnd" : "pthread_cond";
  const char *name = names[s->op - S_WAIT];
  if (s->op == S_SIGNAL || s->op == S_BROADCAST)
    pen_line(w, "%s_%s(&c%d%s);", family, name, s->object, w->mark);
  else if (s->op == S_TIMEDWAIT && s->k && !w->p->c11)
    pen_line(
        w, "%spthread_cond_clockwait(&c%d%s, &m%d%s, CLOCK_REALTIME, &never);",
        pen_to(&t, s), s->object, w->mark, s->mutex, w->mark);
  else
    pen_line(w, "%s%s_%s(&c%d%s, &m%d%s%s);", pen_to(&t, s), family, name,
             s->object, w->mark, s->mutex, w->mark,
             s->op == S_TIMEDWAIT ? ", &never" : "");
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
    pen_line(w, "%spthread_rwlock_%s(&l%d%s%s);", pen_to(&t, s),
             rw[s->op - S_RDLOCK], k, m,
             s->op == S_TIMEDRDLOCK || s->op == S_TIMEDWRLOCK ? ", &never"
                                                              : "");
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
    pen_line(w,
             s->k ? "r%d = sem_clockwait(&s%d%s, CLOCK_REALTIME, &never) != 0;"
                  : "r%d = sem_timedwait(&s%d%s, &never) != 0;",
             s->reg, k, m);
    break;
  case S_V:
    pen_line(w, "sem_post(&s%d%s);", k, m);
    break;
  case S_GETVALUE:
    pen_line(w, "{ int v; sem_getvalue(&s%d%s, &v); r%d = v; }", k, m, s->reg);
    break;
  case S_BARRIER:
    pen_line(w, "pthread_barrier_wait(&b%d%s);", k, m);
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
      pen_line(w, "{ char v; r%d = read(f%d%s[0], &v, 1) == 1 ? v : 9; }", r, k,
               m);
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
    pen_line(w, "%spthread_timedjoin_np(%s, NULL, &never);", pen_to(&t, s), h);
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
