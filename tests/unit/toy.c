#include "toy.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "exec/policy.h"

void toy_add(struct toy *t, unsigned thread, enum toy_op op, unsigned a,
             unsigned r, unsigned s, int k) {
  assert(thread < TOY_THREADS && t->len[thread] < TOY_CODE);
  t->code[thread][t->len[thread]++] = (struct toy_line){
      (uint8_t)op, (uint8_t)a, (uint8_t)r, (uint8_t)s, (int16_t)k};
  if (thread >= t->threads)
    t->threads = thread + 1;
  if (op == T_CREATE)
    t->waits_for_create[a] = true;
}

static void emit(struct toy_sink *out, struct event e) {
  if (out && out->len < out->cap)
    out->at[out->len++] = e;
}

static void note_local(struct toy_sink *out, const struct toy_state *s,
                       unsigned thread) {
  if (!out || !out->locals)
    return;
  const struct toy_thread *h = &s->threads[thread];
  uint64_t key = hash_pair(thread * 65536u + h->pc * 256u + h->phase,
                           hash_bytes(h->regs, sizeof h->regs));
  map_put(out->locals, key, 1);
}

static const struct toy_line *
line_of(const struct toy *t, const struct toy_state *s, unsigned thread) {
  return &t->code[thread][s->threads[thread].pc];
}

/* Local computation up to the next visible operation. */
static void run_local(const struct toy *t, struct toy_state *s, unsigned thread,
                      struct toy_sink *out);

static void end_thread(const struct toy *t, struct toy_state *s,
                       unsigned thread, struct toy_sink *out) {
  s->threads[thread].ended = 1;
  emit(out, (struct event){.thread = (uint16_t)thread,
                           .kind = OP_EXIT,
                           .flags = EVENT_SILENT,
                           .size = 1});
  note_local(out, s, thread);
  for (unsigned j = 0; j < t->threads; j++) {
    const struct toy_thread *h = &s->threads[j];
    if (h->started && !h->ended && h->pc < t->len[j] &&
        t->code[j][h->pc].op == T_JOIN && t->code[j][h->pc].a == thread)
      run_local(t, s, j, out);
  }
}

static bool local_line(const struct toy *t, struct toy_state *s,
                       unsigned thread, struct toy_sink *out) {
  struct toy_thread *h = &s->threads[thread];
  const struct toy_line *l = line_of(t, s, thread);
  int32_t r = h->regs[l->r];
  h->pc++;
  switch (l->op) {
  case T_SET:
    h->regs[l->r] = l->k;
    break;
  case T_ADD:
    h->regs[l->r] += l->k;
    break;
  case T_IF:
    h->pc = r == l->k ? l->a : h->pc;
    break;
  case T_IFNOT:
    h->pc = r != l->k ? l->a : h->pc;
    break;
  case T_IFLESS:
    h->pc = r < l->k ? l->a : h->pc;
    break;
  case T_ASSERT:
    if (r != l->k) {
      if (!s->failed)
        s->failed_thread = (uint16_t)thread;
      s->failed = true;
      h->stopped = 1;
      return false;
    }
    break;
  case T_CREATE:
    emit(out, (struct event){.thread = (uint16_t)thread,
                             .kind = OP_CREATE,
                             .value = l->a,
                             .flags = EVENT_SILENT,
                             .size = 1});
    s->threads[l->a].started = 1;
    run_local(t, s, l->a, out);
    break;
  case T_JOIN:
    if (!s->threads[l->a].ended) {
      h->pc--;
      return false;
    }
    emit(out, (struct event){.thread = (uint16_t)thread,
                             .kind = OP_JOIN,
                             .value = l->a,
                             .flags = EVENT_SILENT,
                             .size = 1});
    break;
  }
  return true;
}

static void run_local(const struct toy *t, struct toy_state *s, unsigned thread,
                      struct toy_sink *out) {
  struct toy_thread *h = &s->threads[thread];
  while (!h->stopped) {
    if (h->pc >= t->len[thread]) {
      end_thread(t, s, thread, out);
      return;
    }
    if (line_of(t, s, thread)->op < T_VISIBLE || !local_line(t, s, thread, out))
      break;
  }
  /* where a join waits is no state of its own: it depends on nothing
   * that the thread sees */
  if (h->stopped || line_of(t, s, thread)->op < T_VISIBLE)
    note_local(out, s, thread);
}

void toy_start(const struct toy *t, struct toy_state *s, struct toy_sink *out) {
  memset(s, 0, sizeof *s);
  memcpy(s->vars, t->vars, sizeof s->vars);
  memcpy(s->sems, t->sems, sizeof s->sems);
  memset(s->owner, -1, sizeof s->owner);
  memset(s->writer, -1, sizeof s->writer);
  for (unsigned i = 0; i < t->threads; i++)
    s->threads[i].started = !t->waits_for_create[i];
  for (unsigned i = 0; i < t->threads; i++)
    if (!t->waits_for_create[i])
      run_local(t, s, i, out);
}

enum { PHASE_NONE, PHASE_UNLOCK, PHASE_ASLEEP, PHASE_LOCK, PHASE_BARRIER };

static const uint8_t kind_of[T_VISIBLE] = {
    OP_READ,      OP_WRITE,   OP_CAS,    OP_AWAIT,  OP_LOCK,
    OP_UNLOCK,    OP_TRYLOCK, OP_RDLOCK, OP_WRLOCK, OP_RWUNLOCK,
    OP_SEM_P,     OP_SEM_V,   OP_WAIT,   OP_WAIT,   OP_SIGNAL,
    OP_BROADCAST, OP_ARRIVE,  OP_INPUT,  OP_ATOMIC, OP_QUIT,
    OP_UNLOCK,    OP_SEM_V};

uint64_t toy_readers(const struct toy_state *s, unsigned a, unsigned *count) {
  uint64_t set = 0;
  *count = 0;
  for (unsigned i = 0; i < TOY_THREADS; i++) {
    *count += s->readers[a][i];
    set |= (uint64_t)(s->readers[a][i] > 0) << i;
  }
  return set;
}

bool toy_parked(const struct toy *t, const struct toy_state *s, unsigned thread,
                struct event *e) {
  const struct toy_thread *h = &s->threads[thread];
  if (!h->started || h->ended || h->stopped || h->phase == PHASE_BARRIER)
    return false;
  const struct toy_line *l = line_of(t, s, thread);
  if (l->op >= T_VISIBLE)
    return false;
  *e = (struct event){.object = l->a,
                      .size = 1,
                      .thread = (uint16_t)thread,
                      .kind = kind_of[l->op],
                      .alts = 1,
                      .site = toy_site(thread, h->pc)};
  if (OP_CLASS(e->kind) == CLASS_ACCESS) {
    e->object = 4096 + 4u * l->a;
    e->size = 4;
  }
  if (l->op == T_ATOMIC || l->op == T_QUIT)
    e->object = 0;
  if (h->phase == PHASE_ASLEEP) {
    if (l->op != T_TIMEDWAIT)
      return false;
    e->kind = OP_WAKE;
  } else if (h->phase) {
    e->kind = h->phase == PHASE_UNLOCK ? OP_UNLOCK : OP_LOCK;
    e->object = (uint64_t)l->k;
    if (h->phase == PHASE_LOCK && l->op == T_WAIT)
      e->flags = EVENT_WOKEN;
  }
  unsigned a = l->a, readers;
  if (e->kind == OP_RWUNLOCK && s->readers[a][thread])
    e->kind = OP_RDUNLOCK;
  switch (e->kind) {
  case OP_SEM_P:
  case OP_SEM_V:
    e->value = (uint64_t)s->sems[a];
    break;
  case OP_RDLOCK:
  case OP_WRLOCK:
  case OP_RWUNLOCK:
    toy_readers(s, a, &readers);
    e->value = readers |
               (uint64_t)(s->writer[a] >= 0) << 32;
    break;
  case OP_SIGNAL:
    e->alts = (uint16_t)__builtin_popcountll(s->waiters[a]);
    e->alts += !e->alts;
    break;
  case OP_INPUT:
    e->alts = (uint16_t)(l->k > 0 ? l->k : 1);
    break;
  }
  return true;
}

static bool enabled(const struct toy *t, const struct toy_state *s,
                    unsigned thread) {
  struct event e;
  if (!toy_parked(t, s, thread, &e))
    return false;
  switch (e.kind) {
  case OP_LOCK:
    return s->owner[e.object] < 0;
  case OP_SEM_P:
    return e.value > 0;
  case OP_RDLOCK:
    return e.value >> 32 == 0;
  case OP_WRLOCK:
    return e.value == 0;
  case OP_AWAIT:
    return s->unread[(e.object - 4096) / 4] >> thread & 1;
  }
  return true;
}

uint64_t toy_enabled(const struct toy *t, const struct toy_state *s) {
  uint64_t set = 0;
  if (!s->quit)
    for (unsigned i = 0; i < t->threads; i++)
      set |= (uint64_t)enabled(t, s, i) << i;
  return set;
}

bool toy_alive(const struct toy *t, const struct toy_state *s) {
  for (unsigned i = 0; i < t->threads; i++)
    if (!s->quit && s->threads[i].started && !s->threads[i].ended)
      return true;
  return false;
}

static void wake(struct toy_state *s, unsigned c, unsigned thread) {
  s->waiters[c] &= ~((uint64_t)1 << thread);
  s->threads[thread].chosen = 1;
  /* one that has still to unlock goes on to lock by itself */
}

static void access(const struct toy_line *l, struct toy_state *s,
                   unsigned thread, struct event *e) {
  struct toy_thread *h = &s->threads[thread];
  int32_t *v = &s->vars[l->a];
  uint64_t me = (uint64_t)1 << thread;
  switch (l->op) {
  case T_READ:
  case T_AWAIT:
    h->regs[l->r] = *v;
    s->unread[l->a] &= ~me;
    break;
  case T_WRITE:
    *v = l->k + h->regs[l->r] + h->regs[l->s];
    break;
  case T_ATOMIC:
    *v += l->k;
    break;
  case T_CAS:
    h->regs[l->r] = *v == 0;
    if (*v)
      e->flags |= EVENT_FAILED;
    else
      *v = l->k;
    break;
  }
  bool failed = e->flags & EVENT_FAILED;
  if (l->op == T_WRITE || l->op == T_ATOMIC || (l->op == T_CAS && !failed))
    s->unread[l->a] |= ~me;
  e->value = (uint64_t)(int64_t)*v;
}

static void perform(const struct toy *t, struct toy_state *s, unsigned thread,
                    unsigned alt, struct event *e) {
  struct toy_thread *h = &s->threads[thread];
  const struct toy_line *l = line_of(t, s, thread);
  unsigned a = (unsigned)e->object;
  switch (e->kind) {
  case OP_LOCK:
    s->owner[a] = (int8_t)thread;
    break;
  case OP_UNLOCK:
    if (l->op == T_TRYUNLOCK)
      h->regs[l->r] = s->owner[a] == (int8_t)thread;
    if (l->op != T_TRYUNLOCK || s->owner[a] == (int8_t)thread) {
      s->owner[a] = -1;
    } else {
      e->flags |= EVENT_FAILED;
      e->value = (uint64_t)(s->owner[a] + 1);
    }
    break;
  case OP_TRYLOCK:
    h->regs[l->r] = s->owner[a] < 0;
    if (s->owner[a] < 0)
      s->owner[a] = (int8_t)thread;
    else
      e->flags |= EVENT_FAILED;
    break;
  case OP_RDLOCK:
    s->readers[a][thread]++;
    break;
  case OP_WRLOCK:
    s->writer[a] = (int8_t)thread;
    break;
  case OP_RDUNLOCK:
  case OP_RWUNLOCK:
    if (s->writer[a] == (int8_t)thread)
      s->writer[a] = -1;
    else if (s->readers[a][thread])
      s->readers[a][thread]--;
    break;
  case OP_SEM_P:
    s->sems[a]--;
    break;
  case OP_SEM_V:
    if (l->op == T_TRYV)
      h->regs[l->r] = s->sems[a] < l->k;
    if (l->op == T_TRYV && s->sems[a] >= l->k)
      e->flags |= EVENT_FAILED;
    else
      s->sems[a]++;
    break;
  case OP_WAIT:
    s->waiters[a] |= (uint64_t)1 << thread;
    break;
  case OP_WAKE:
    h->regs[l->r] = h->chosen;
    if (!h->chosen)
      e->flags |= EVENT_FAILED;
    s->waiters[a] &= ~((uint64_t)1 << thread);
    break;
  case OP_SIGNAL:
    if (s->waiters[a]) {
      struct threads waiters;
      waiters.at[0] = s->waiters[a];
      unsigned who = threads_nth(1, &waiters, alt % e->alts);
      e->value = who + 1;
      wake(s, a, who);
    }
    break;
  case OP_BROADCAST:
    e->value = s->waiters[a];
    for (uint64_t w = s->waiters[a]; w; w &= w - 1)
      wake(s, a, (unsigned)__builtin_ctzll(w));
    break;
  case OP_ARRIVE:
    s->arrived[a] |= (uint64_t)1 << thread;
    break;
  case OP_QUIT:
    s->quit = true;
    break;
  case OP_INPUT:
    h->regs[l->r] = (int32_t)(e->value = alt % e->alts);
    break;
  default:
    access(l, s, thread, e);
  }
}

/* Where the thread stands after its operation. */
static void advance(const struct toy *t, struct toy_state *s, unsigned thread,
                    struct event *e, struct toy_sink *out) {
  struct toy_thread *h = &s->threads[thread];
  const struct toy_line *l = line_of(t, s, thread);
  if (e->kind == OP_WAIT) {
    h->phase = PHASE_UNLOCK;
    h->chosen = 0;
    note_local(out, s, thread);
  } else if (h->phase == PHASE_UNLOCK) {
    h->phase = h->chosen && l->op == T_WAIT ? PHASE_LOCK : PHASE_ASLEEP;
    note_local(out, s, thread);
  } else if (h->phase == PHASE_ASLEEP) {
    h->phase = PHASE_LOCK;
    note_local(out, s, thread);
  } else {
    h->phase = PHASE_NONE;
    h->pc++;
    run_local(t, s, thread, out);
  }
}

static void open_barrier(const struct toy *t, struct toy_state *s, unsigned b,
                         struct event *e, struct toy_sink *out) {
  uint64_t set = s->arrived[b];
  s->arrived[b] = 0;
  e->value = set & ~((uint64_t)1 << e->thread);
  for (; set; set &= set - 1) {
    unsigned i = (unsigned)__builtin_ctzll(set);
    s->threads[i].phase = PHASE_NONE;
    s->threads[i].pc++;
    run_local(t, s, i, out);
  }
}

void toy_step(const struct toy *t, struct toy_state *s, unsigned thread,
              unsigned alt, struct toy_sink *out) {
  struct event e;
  uint64_t set = toy_enabled(t, s);
  bool parked = toy_parked(t, s, thread, &e);
  assert(parked && set >> thread & 1);
  (void)parked;
  e.enabled = set;
  e.alt = (uint16_t)(alt % e.alts);
  uint32_t at = out ? out->len : 0;
  emit(out, e);
  perform(t, s, thread, alt, &e);
  if (e.kind == OP_ARRIVE) {
    s->threads[thread].phase = PHASE_BARRIER;
    note_local(out, s, thread);
    if (__builtin_popcountll(s->arrived[e.object]) == t->barriers[e.object])
      open_barrier(t, s, (unsigned)e.object, &e, out);
  } else {
    advance(t, s, thread, &e, out);
  }
  /* a chosen waiter that has unlocked goes on to its lock */
  for (unsigned i = 0; i < t->threads; i++)
    if (s->threads[i].phase == PHASE_ASLEEP && s->threads[i].chosen &&
        line_of(t, s, i)->op == T_WAIT) {
      s->threads[i].phase = PHASE_LOCK;
      note_local(out, s, i);
    }
  if (out && at < out->cap)
    out->at[at] = e;
}

/* Where a thread stands that no step of its own brings on: it waits for a
 * signal, at a barrier, or for another thread to end. */
static bool waits(const struct toy *t, const struct toy_state *s,
                  unsigned thread, struct event *e) {
  const struct toy_thread *h = &s->threads[thread];
  if (!h->started || h->ended || h->stopped)
    return false;
  const struct toy_line *l = line_of(t, s, thread);
  *e = (struct event){.object = l->a,
                      .size = 1,
                      .thread = (uint16_t)thread,
                      .kind = OP_NOTE,
                      .flags = EVENT_SILENT,
                      .alts = 1,
                      .site = toy_site(thread, h->pc)};
  if (h->phase == PHASE_ASLEEP) {
    e->kind = OP_LOCK;
    e->object = (uint64_t)l->k;
    e->flags = EVENT_WOKEN;
  } else if (l->op == T_JOIN) {
    e->kind = OP_JOIN;
    e->value = l->a;
  }
  return true;
}

void toy_end(const struct toy *t, const struct toy_state *s,
             struct toy_sink *out) {
  for (unsigned i = 0; i < t->threads; i++) {
    struct event e;
    if (!toy_parked(t, s, i, &e) && !waits(t, s, i, &e))
      continue;
    e.flags |= EVENT_PENDING | (enabled(t, s, i) ? EVENT_READY : 0);
    emit(out, e);
  }
}

/* --- the executor ------------------------------------------------------- */

struct toy_self {
  const struct toy *toy;
  struct map *locals;
};

static uint64_t awake_after(const struct toy *t, const struct toy_state *s,
                            uint64_t sleep, const struct event *did) {
  for (uint64_t left = sleep; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctzll(left);
    struct event e;
    if (!toy_parked(t, s, i, &e) || event_dependent(&e, did))
      sleep &= ~((uint64_t)1 << i);
  }
  return sleep;
}

static void run_plan(struct toy_self *self, struct batch *b, uint32_t i) {
  const struct plan *p = &b->plans[i];
  struct run *r = &b->runs[i];
  struct toy_state s;
  struct toy_sink out = {b->events + b->events_len, 0,
                         b->events_cap - b->events_len, self->locals};
  struct policy policy;
  unsigned last = POLICY_NOBODY;
  uint32_t next = 0; /* choice of the prefix */
  uint64_t sleep = p->sleep, set;
  *r = (struct run){.events = b->events_len, .text = UINT32_MAX};
  policy_begin(&policy, p);
  toy_start(self->toy, &s, &out);
  while ((set = toy_enabled(self->toy, &s)) && r->steps < 400) {
    unsigned thread, alt = 0;
    while (p->flags & PLAN_SKIP && next < p->prefix_len &&
           !(set >> CHOICE_THREAD(b->choices[p->prefix + next]) & 1))
      next++;
    bool free = next >= p->prefix_len;
    if (free && p->flags & PLAN_STOP) {
      r->end = s.failed ? RUN_FAILED : RUN_STOPPED;
      break;
    }
    if (!free) {
      choice c = b->choices[p->prefix + next++];
      thread = CHOICE_THREAD(c);
      alt = CHOICE_ALT(c);
      if (!(set >> thread & 1)) {
        r->end = RUN_DIVERGED;
        return;
      }
    } else {
      if (!(set & ~sleep)) {
        r->end = RUN_REDUNDANT;
        break;
      }
      struct event e, at[THREADS_WORD];
      for (uint64_t rest = set; rest; rest &= rest - 1) {
        unsigned k = (unsigned)__builtin_ctzll(rest);
        toy_parked(self->toy, &s, k, &at[k]);
      }
      thread = policy_among(&policy, set & ~sleep, set, last, b->cold, at);
      toy_parked(self->toy, &s, thread, &e);
      alt = policy_alt(&policy, e.alts);
    }
    uint32_t at = out.len;
    struct event parked;
    toy_parked(self->toy, &s, thread, &parked);
    toy_step(self->toy, &s, thread, alt, &out);
    r->steps++;
    if (free)
      sleep = awake_after(self->toy, &s, sleep, &out.at[at]);
    last = thread;
  }
  toy_end(self->toy, &s, &out);
  if (!r->end)
    r->end = s.failed                   ? RUN_FAILED
             : set                      ? RUN_STEPS
             : toy_alive(self->toy, &s) ? RUN_DEADLOCK
                                        : RUN_COMPLETE;
  if (s.failed) {
    r->finding = FOUND_ASSERTION;
    r->thread = s.failed_thread;
    r->site = toy_site(s.failed_thread, s.threads[s.failed_thread].pc);
  }
  r->events_len = out.len;
  b->events_len += out.len;
}

static bool toy_run(struct executor *x) {
  struct batch *b = x->batch;
  for (; b->done < b->plans_len; b->done++) {
    if (b->events_cap - b->events_len < 1024)
      break;
    run_plan(x->self, b, b->done);
  }
  return true;
}

static void toy_close(struct executor *x) {
  batch_free(x->batch);
  free(x->self);
  free(x);
}

struct executor *toy_executor(const struct toy *t, struct map *locals) {
  struct executor *x = alloc_zero(1, sizeof *x);
  struct toy_self *self = alloc_zero(1, sizeof *self);
  *self = (struct toy_self){t, locals};
  *x = (struct executor){.name = "toy",
                         .self = self,
                         .batch = batch_new(1024, 1 << 18, 1 << 12),
                         .run = toy_run,
                         .close = toy_close};
  return x;
}
