#include "code.h"

#include <errno.h>
#include <string.h>
#include <threads.h>

/* What is being written; sites and fails of a statement are found again when
 * a loop is written out turn by turn. */
struct maker {
  struct code *c;
  unsigned thread;
  bool full;
  unsigned blocks; /* around it: in them nothing is plain */
  uint8_t site_of[THREADS][STATEMENTS_MAX + 1][3]; /* + 1; the last are those
                                                      of the destructor */
  uint8_t fail_of[THREADS][STATEMENTS_MAX];        /* + 1 */
  uint8_t breaks[STATEMENTS_MAX * 4];              /* jumps out of loops */
  unsigned breaks_len;
};

static struct instr *emit(struct maker *m, const struct statement *s,
                          unsigned op) {
  struct code *c = m->c;
  if (c->len[m->thread] == CODE_MAX) {
    m->full = true;
    c->len[m->thread]--;
  }
  struct instr *i = &c->at[m->thread][c->len[m->thread]++];
  *i = (struct instr){.op = (uint8_t)op,
                      .site = NOWHERE,
                      .read = NOWHERE,
                      .fail = NOWHERE,
                      .reg = NOWHERE,
                      .object = NOWHERE};
  if (s) {
    i->statement = s->op;
    i->object = s->object;
    i->mutex = s->mutex;
    i->reg = s->reg;
    i->order = s->order;
    i->failure = s->failure;
    i->cmp = s->cmp;
    i->k = s->k;
    i->value = s->value;
    i->other = s->other;
  }
  return i;
}

static uint16_t place(const struct maker *m, const struct statement *s) {
  return (uint16_t)(m->thread * STATEMENTS_MAX +
                    (unsigned)(s - m->c->program->thread[m->thread].at));
}

static uint8_t here(const struct maker *m) {
  return m->c->len[m->thread];
}

/* The known site, or a new one. */
static uint8_t site_at(struct maker *m, uint8_t *known, struct site is) {
  struct code *c = m->c;
  if (*known)
    return *known - 1;
  if (c->sites == SITES_MAX) {
    m->full = true;
    return 0;
  }
  is.plain &= !m->blocks;
  c->site[c->sites] = is;
  *known = (uint8_t)++c->sites;
  return *known - 1;
}

static uint8_t site(struct maker *m, const struct statement *s, unsigned part,
                    unsigned at, unsigned size, bool writes) {
  unsigned i = (unsigned)(s - m->c->program->thread[m->thread].at);
  return site_at(m, &m->site_of[m->thread][i][part],
                 (struct site){(uint8_t)m->thread, (uint8_t)at, (uint8_t)size,
                               writes, s->order == PLAIN, place(m, s)});
}

static uint8_t fail(struct maker *m, const struct statement *s, unsigned kind) {
  struct code *c = m->c;
  unsigned i = (unsigned)(s - c->program->thread[m->thread].at);
  uint8_t *known = &m->fail_of[m->thread][i];
  if (*known)
    return *known - 1;
  if (c->fails == FAILS_MAX) {
    m->full = true;
    return 0;
  }
  c->fail[c->fails] = (struct fail){(uint8_t)kind, place(m, s)};
  *known = (uint8_t)++c->fails;
  return *known - 1;
}

/* --- statements --------------------------------------------------------- */

static struct instr *load(struct maker *m, const struct statement *s,
                          unsigned size) {
  struct instr *i = emit(m, s, I_LOAD);
  i->site = site(m, s, 0, s->object * VAR_SIZE, size, false);
  return i;
}

/* Of the other variable. */
static struct instr *load_other(struct maker *m, const struct statement *s,
                                unsigned op) {
  struct instr *i = emit(m, s, op);
  i->object = s->mutex;
  i->site = site(m, s, 2, s->mutex * VAR_SIZE, VAR_SIZE, false);
  return i;
}

static void store(struct maker *m, const struct statement *s, unsigned size) {
  struct instr *i = emit(m, s, I_STORE);
  i->site = site(m, s, 1, s->object * VAR_SIZE, size, true);
}

/* An element of the array, by index. */
static void pick(struct maker *m, const struct statement *s) {
  struct instr *i = emit(m, s, I_PICK);
  bool writes = s->op == S_STORE_AT;
  i->site = site(m, s, 0, MEM_ARRAY, VAR_SIZE, writes);
  i->read = site(m, s, 1, MEM_ARRAY + VAR_SIZE, VAR_SIZE, writes);
}

static void heap(struct maker *m, const struct statement *s) {
  bool writes = s->op != S_LOAD_HEAP;
  struct instr *i = emit(m, s,
                         s->op == S_FREE        ? I_FREE
                         : s->op == S_LOAD_HEAP ? I_LOAD
                                                : I_STORE);
  i->site = site(m, s, 0, MEM_BLOCK, VAR_SIZE, writes);
  i->fail = fail(m, s, s->op == S_FREE ? FAIL_TWICE : FAIL_FREED);
}

/* Calls of the library that read and write memory. */
static void memory(struct maker *m, const struct statement *s) {
  uint8_t sites[TEXT - 1];
  switch (s->op) {
  case S_COPY:
    load_other(m, s, I_LOAD)->reg = NOWHERE;
    store(m, s, VAR_SIZE);
    m->c->at[m->thread][here(m) - 1].from_tmp = 1;
    m->c->at[m->thread][here(m) - 1].k = 0;
    break;
  case S_SAME:
    load(m, s, VAR_SIZE)->reg = NOWHERE;
    load_other(m, s, I_SAME);
    break;
  default:
    for (unsigned i = 0; i < TEXT - 1; i++)
      sites[i] = site(m, s, i, MEM_TEXT, i + 1, s->op == S_PRINT);
    emit(m, s, I_TEXT)->site = sites[0];
  }
}

static void access(struct maker *m, const struct statement *s) {
  switch (s->op) {
  case S_COPY:
  case S_SAME:
  case S_PRINT:
  case S_PARSE:
  case S_LENGTH:
  case S_MATCH:
  case S_FIND:
    memory(m, s);
    break;
  case S_LOAD_AT:
  case S_STORE_AT:
    pick(m, s);
    break;
  case S_LOAD_HEAP:
  case S_STORE_HEAP:
  case S_FREE:
    heap(m, s);
    break;
  case S_LOAD:
    load(m, s, VAR_SIZE);
    break;
  case S_LOAD_BYTE:
    load(m, s, 1);
    break;
  case S_STORE:
  case S_ZERO:
    store(m, s, VAR_SIZE);
    break;
  case S_STORE_BYTE:
    store(m, s, 1);
    break;
  case S_ADD:
    if (s->order == PLAIN) {
      load(m, s, VAR_SIZE)->reg = NOWHERE;
      store(m, s, VAR_SIZE);
      m->c->at[m->thread][here(m) - 1].from_tmp = 1;
      break;
    } /* fall through */
  default: {
    struct instr *i = emit(m, s, I_RMW);
    i->site = site(m, s, 1, s->object * VAR_SIZE, VAR_SIZE, true);
    i->read = site(m, s, 0, s->object * VAR_SIZE, VAR_SIZE, false);
    break;
  }
  case S_FENCE:
    emit(m, s, I_FENCE);
    break;
  }
}

static void make(struct maker *m, const struct thread *t, unsigned from,
                 unsigned end);

/* Jumps of `break` since `from` come here. */
static void land(struct maker *m, unsigned from) {
  while (m->breaks_len > from)
    m->c->at[m->thread][m->breaks[--m->breaks_len]].target = here(m);
}

/* The next instruction jumps out of the loop. */
static void leaves_loop(struct maker *m) {
  if (m->breaks_len < sizeof m->breaks)
    m->breaks[m->breaks_len++] = here(m);
  else
    m->full = true;
}

/* Out of the loop unless what was loaded last is as the statement says. */
static struct instr *stay(struct maker *m, const struct statement *s) {
  leaves_loop(m);
  struct instr *i = emit(m, s, I_BRANCH);
  i->from_tmp = 1;
  return i;
}

/* Of a loop with its test first. */
static void condition(struct maker *m, const struct statement *s) {
  switch (s->op) {
  case S_WHILE_AT:
    pick(m, s);
    break;
  case S_WHILE_BOTH:
    load(m, s, VAR_SIZE)->reg = NOWHERE;
    stay(m, s);
    load_other(m, s, I_LOAD)->reg = NOWHERE;
    stay(m, s)->k = s->other.plus;
    return;
  default:
    load(m, s, VAR_SIZE)->reg = NOWHERE;
  }
  stay(m, s);
}

static void with_body(struct maker *m, const struct thread *t, unsigned i) {
  const struct statement *s = &t->at[i];
  struct instr *code = m->c->at[m->thread];
  unsigned begin = here(m), end = program_next(t, i), breaks = m->breaks_len;
  unsigned test;
  switch (s->op) {
  case S_IF:
    test = here(m);
    emit(m, s, I_BRANCH);
    make(m, t, i + 1, end);
    code[test].target = here(m);
    return; /* a break in it is one of the loop around it */
  case S_WHILE:
  case S_WHILE_BOTH:
  case S_WHILE_AT:
    condition(m, s);
    make(m, t, i + 1, end);
    emit(m, NULL, I_JUMP)->target = (uint8_t)begin;
    m->c->loops = true;
    break;
  case S_DO:
    make(m, t, i + 1, end);
    test = here(m);
    emit(m, s, I_BRANCH)->target = (uint8_t)(test + 2);
    emit(m, NULL, I_JUMP)->target = (uint8_t)begin;
    m->c->loops = true;
    break;
  case S_FOR:
    for (int turn = 0; turn < s->k; turn++)
      make(m, t, i + 1, end);
    break;
  case S_ATOMIC:
    emit(m, s, I_ATOMIC_BEGIN);
    m->blocks++;
    make(m, t, i + 1, end);
    m->blocks--;
    emit(m, s, I_ATOMIC_END);
    return;
  }
  land(m, breaks);
}

static void local(struct maker *m, const struct thread *t, unsigned at) {
  const struct statement *s = &t->at[at];
  switch (s->op) {
  case S_SET:
    emit(m, s, I_SET);
    break;
  case S_BREAK:
    emit(m, s, I_BRANCH)->target = (uint8_t)(here(m) + 1);
    leaves_loop(m);
    emit(m, NULL, I_JUMP);
    break;
  case S_INPUT:
    emit(m, s, I_INPUT);
    break;
  case S_ASSUME:
    emit(m, s, I_ASSUME);
    break;
  case S_ASSERT:
    emit(m, s, I_ASSERT)->fail = fail(m, s, FAIL_ASSERTION);
    break;
  case S_CHECK: {
    load(m, s, VAR_SIZE)->reg = NOWHERE;
    struct instr *i = emit(m, s, I_ASSERT);
    i->from_tmp = 1;
    i->fail = fail(m, s, FAIL_ASSERTION);
    break;
  }
  case S_OWN:
    emit(m, s, I_OWN);
    break;
  case S_ABORT:
    emit(m, s, I_FAIL)->fail = fail(m, s, s->k ? FAIL_ABORT : FAIL_ASSERTION);
    break;
  case S_YIELD:
    break;
  default:
    with_body(m, t, at);
  }
}

/* Handles of threads are variables after all others, when they are shared. */
static void handle(struct maker *m, const struct statement *s, bool writes) {
  if (!m->c->program->shared)
    return;
  struct instr *i = emit(m, s, writes ? I_STORE : I_LOAD);
  i->reg = NOWHERE;
  i->value = (struct value){NOWHERE, 1};
  i->site = site(m, s, 0, MEM_HANDLES + s->object, 1, writes);
}

/* What once and the key call: x += 1.  `slot` keeps its sites. */
static void called(struct maker *m, uint8_t *slot, unsigned at_place) {
  const struct program *p = m->c->program;
  unsigned v = p->called_var;
  bool plain = p->kind[v] != VAR_ATOMIC;
  struct statement add = {.op = S_ADD,
                          .object = (uint8_t)v,
                          .k = 1,
                          .reg = NOWHERE,
                          .order = plain ? PLAIN : SEQ_CST};
  struct site reads = {
      (uint8_t)m->thread, (uint8_t)(v * VAR_SIZE), VAR_SIZE, false, plain,
      (uint16_t)at_place};
  struct site writes = reads;
  writes.writes = true;
  struct instr *i = emit(m, &add, plain ? I_LOAD : I_RMW);
  if (plain) {
    i->site = site_at(m, &slot[0], reads);
    i = emit(m, &add, I_STORE);
    i->from_tmp = 1;
  }
  i->site = site_at(m, &slot[1], writes);
}

static void once(struct maker *m, const struct statement *s) {
  unsigned at = (unsigned)(s - m->c->program->thread[m->thread].at);
  unsigned begin = here(m);
  emit(m, s, I_ONCE_BEGIN);
  called(m, m->site_of[m->thread][at], PLACE_ONCE);
  emit(m, s, I_ONCE_END);
  m->c->at[m->thread][begin].target = here(m);
}

static void destructor(struct maker *m) {
  static const struct statement keep = {.op = S_KEY_SET, .reg = NOWHERE};
  bool again = m->c->program->destructor == END_AGAIN;
  unsigned begin[END_ROUNDS], rounds = again ? END_ROUNDS : 1;
  for (unsigned i = 0; i < rounds; i++) {
    begin[i] = here(m);
    emit(m, NULL, I_KEY_END);
    called(m, m->site_of[m->thread][STATEMENTS_MAX], PLACE_KEY);
    if (again)
      emit(m, &keep, I_KEY);
  }
  for (unsigned i = 0; i < rounds; i++)
    m->c->at[m->thread][begin[i]].target = here(m);
}

/* The thread ends; what it has kept under the key is given to the destructor
 * before.  Who tries to join sees whether it has, so the end is a step then. */
static void leave(struct maker *m, const struct statement *s) {
  const struct program *p = m->c->program;
  if (p->destructor && program_uses(p, S_KEY_SET))
    destructor(m);
  for (unsigned k = 0; k < MUTEXES; k++)
    if (mutex_is_robust(p->mutex_kind[k]))
      emit(m, NULL, I_ORPHAN);
  bool seen = program_uses(p, S_TRYJOIN) || program_uses(p, S_TIMEDJOIN);
  emit(m, s, seen ? I_END : I_LEAVE);
}

static void threads(struct maker *m, const struct statement *s) {
  switch (s->op) {
  case S_CREATE:
    emit(m, s, I_CREATE);
    handle(m, s, true);
    break;
  case S_JOIN:
  case S_TRYJOIN:
  case S_TIMEDJOIN:
  case S_DETACH:
    handle(m, s, false);
    emit(m, s, I_JOIN)->fail = fail(m, s, FAIL_MISUSE);
    break;
  case S_LEAVE:
    leave(m, s);
    break;
  case S_EXIT:
    emit(m, s, I_EXIT);
    break;
  }
}

/* Both are looked at, one after the other, and again once one is ready. */
static void await_any(struct maker *m, const struct statement *s) {
  uint8_t begin = here(m);
  struct instr *look = NULL;
  for (unsigned i = 0; i < STREAMS; i++) {
    look = emit(m, s, I_LOOK);
    look->object = (uint8_t)i;
    look->k = (int8_t)(1 << i);
  }
  emit(m, s, I_WAIT_ANY)->target = begin;
  look->target = here(m);
}

/* A byte of a variable, and a stream: what is written is read before, and what
 * is read is written after that. */
static void byte_through(struct maker *m, const struct statement *s) {
  unsigned at = s->mutex * VAR_SIZE;
  if (s->op == S_SEND) {
    struct instr *i = emit(m, s, I_LOAD);
    i->reg = NOWHERE;
    i->site = site(m, s, 0, at, 1, false);
    emit(m, s, I_STREAM)->from_tmp = 1;
    return;
  }
  unsigned take = here(m);
  emit(m, s, I_STREAM);
  struct instr *i = emit(m, s, I_STORE);
  i->from_tmp = 1;
  i->site = site(m, s, 1, at, 1, true);
  m->c->at[m->thread][take].target = here(m);
}

/* A timed operation looks at its time first, but for one that takes a mutex:
 * that does so when it would have to wait. */
static bool refuses_limit(struct maker *m, const struct statement *s) {
  bool timed = s->op == S_TIMEDWAIT || s->op == S_TIMEDRDLOCK ||
               s->op == S_TIMEDWRLOCK || s->op == S_TIMEDP;
  if (!timed || s->k != LIMIT_INVALID)
    return false;
  bool c11 = m->c->program->c11 && s->op == S_TIMEDWAIT; /* locks are POSIX's */
  int told = s->op == S_TIMEDP ? 1 : c11 ? thrd_error : EINVAL;
  emit(m, s, I_SET)->value = (struct value){NOWHERE, (int8_t)told};
  return true;
}

static void lock(struct maker *m, const struct statement *s) {
  bool writes = s->op == S_WRLOCK || s->op == S_TIMEDWRLOCK;
  bool queues = writes && m->c->program->prefers_writers[s->object];
  unsigned at = here(m);
  if (queues)
    emit(m, s, I_QUEUE);
  emit(m, s, I_LOCK)->fail = fail(m, s, FAIL_MISUSE);
  if (queues)
    m->c->at[m->thread][at].target = here(m);
}

static void make_one(struct maker *m, const struct thread *t, unsigned i) {
  const struct statement *s = &t->at[i];
  if (refuses_limit(m, s))
    return;
  if (s->op <= S_FREE) {
    access(m, s);
  } else if (s->op <= S_ABORT) {
    local(m, t, i);
  } else if (s->op == S_WAIT || s->op == S_TIMEDWAIT) {
    emit(m, s, I_WAIT_BEGIN)->fail = fail(m, s, FAIL_MISUSE);
    if (s->op == S_TIMEDWAIT || m->c->program->spurious)
      emit(m, s, I_WAIT_WAKE);
    emit(m, s, I_WAIT_END);
  } else if (s->op == S_BARRIER) {
    emit(m, s, I_BARRIER_BEGIN);
    emit(m, s, I_BARRIER_END);
    m->c->asks_serial |= s->reg != NOWHERE;
  } else if (s->op == S_ONCE) {
    once(m, s);
  } else if (s->op > S_ONCE && s->op <= S_KEY_DELETE) {
    emit(m, s, I_KEY);
  } else if (s->op == S_SEND || s->op == S_RECEIVE) {
    byte_through(m, s);
  } else if (s->op == S_AWAIT_ANY) {
    await_any(m, s);
  } else if (s->op > S_KEY_DELETE && s->op < S_CREATE) {
    emit(m, s, I_STREAM);
  } else if (s->op < S_CREATE) {
    lock(m, s);
  } else {
    threads(m, s);
  }
}

static void make(struct maker *m, const struct thread *t, unsigned from,
                 unsigned end) {
  for (unsigned i = from; i < end; i = program_next(t, i))
    make_one(m, t, i);
}

bool code_make(const struct program *p, struct code *out) {
  static struct maker m;
  memset(&m, 0, sizeof m);
  memset(out, 0, sizeof *out);
  m.c = out;
  out->program = p;
  for (unsigned t = 0; t < p->threads && !m.full; t++) {
    m.thread = t;
    m.breaks_len = 0;
    make(&m, &p->thread[t], 0, p->thread[t].len);
    if (t)
      leave(&m, NULL);
    else
      emit(&m, NULL, I_EXIT);
  }
  return !m.full;
}

uint32_t code_line(const struct code *c, unsigned place) {
  if (place == PLACE_ONCE)
    return c->program->once_line;
  if (place == PLACE_KEY)
    return c->program->key_line;
  return c->program->thread[place / STATEMENTS_MAX]
      .at[place % STATEMENTS_MAX]
      .line;
}

unsigned code_place(const struct code *c, uint32_t line) {
  for (unsigned t = 0; t < c->program->threads; t++)
    for (unsigned i = 0; i < c->program->thread[t].len; i++)
      if (c->program->thread[t].at[i].line == line)
        return t * STATEMENTS_MAX + i;
  return line == c->program->once_line  ? PLACE_ONCE
         : line == c->program->key_line ? PLACE_KEY
                                        : PLACE_NONE;
}
