#include "sched/saved.h"

#include <string.h>

#include "base/alloc.h"
#include "base/pack.h"
#include "base/sound.h"
#include "exec/crash.h"
#include "sched/contacts.h"
#include "sched/strategy.h"

enum { FINDINGS_MOST = 1 << 16 };

/* --- writing ------------------------------------------------------------ */

static void pack_string(struct text *out, const char *s) {
  size_t len = s ? strlen(s) + 1 : 0;
  pack_uint(out, len);
  pack_bytes(out, s, len);
}

static void pack_reasons(struct text *out, const struct reasons *r) {
  pack_uint(out, r->at.len);
  vec_each(&r->at, b) {
    pack_uint(out, b->why);
    pack_string(out, b->name);
    pack_string(out, b->file);
    pack_uint(out, b->line);
    pack_uint(out, b->count);
  }
}

static void pack_finding(struct text *out, const struct sched_finding *f) {
  pack_uint(out, f->kind);
  pack_uint(out, f->part);
  pack_uint(out, f->thread);
  pack_uint(out, f->other);
  pack_uint(out, f->site);
  pack_uint(out, f->other_site);
  pack_uint(out, f->event);
  pack_uint(out, f->other_event);
  pack_uint(out, f->execution);
  pack_uint(out, f->count);
  pack_uint(out, f->preemptions);
  pack_uint(out, f->stops);
  pack_uint(out, f->rounds);
  pack_uint(out, f->round);
  pack_string(out, f->text);
  pack_reasons(out, &f->after);
  pack_uint(out, f->events_len);
  pack_bytes(out, f->events, f->events_len * sizeof *f->events);
  pack_uint(out, f->choices_len);
  pack_bytes(out, f->choices, f->choices_len * sizeof *f->choices);
  pack_uint(out, f->inputs != NULL);
  pack_uint(out, f->inputs_len);
  pack_bytes(out, f->inputs, f->inputs_len * sizeof *f->inputs);
}

static void pack_threads(struct text *out, struct executor *x) {
  uint32_t table[THREADS_MAX];
  size_t n = x->threads ? x->threads(x, table, THREADS_MAX) : 0;
  pack_uint(out, n);
  pack_bytes(out, table, n * sizeof *table);
}

static void pack_part(struct text *out, const struct sched_part *p) {
  EXPECTS(p->strategy && p->self);
  pack_uint(out, p->over);
  pack_uint(out, p->complete);
#define FIELD(name) pack_uint(out, p->name);
  SCHED_PART_COUNTS(FIELD)
#undef FIELD
  pack_uint(out, p->news);
  pack_bytes(out, &p->seconds, sizeof p->seconds);
  p->strategy->save(p->self, out);
}

void saved_found(const struct sched *s, struct text *out) {
#define FIELD(name, unit, text) pack_uint(out, s->stats.name);
  SCHED_STATS(FIELD)
#undef FIELD
  pack_uint(out, s->first_state);
  pack_uint(out, s->cuts.len);
  vec_each(&s->cuts, c) {
    pack_uint(out, c->site);
    pack_uint(out, c->part);
    pack_uint(out, c->why);
    pack_uint(out, c->count);
  }
  pack_reasons(out, &s->escaped);
  pack_vec(out, &s->keys);
  pack_uint(out, s->findings.len);
  vec_each(&s->findings, f) pack_finding(out, f);
}

void sched_save(const struct sched *s, struct text *out) {
  double seconds = s->before_seconds + s->seconds;
  pack_bytes(out, &seconds, sizeof seconds);
  pack_bytes(out, s->marks, sizeof s->marks);
  saved_found(s, out);
  pack_threads(out, s->x);
  pack_uint(out, s->x->save != NULL);
  if (s->x->save)
    s->x->save(s->x, out);
  pack_uint(out, sizeof(struct plan));
  pack_vec(out, &s->left.plans);
  pack_vec(out, &s->left.choices);
  pack_vec(out, &s->left.cold);
  pack_uint(out, s->left.done);
  if (s->contacts)
    contacts_save(s->contacts, out);
  pack_uint(out, s->acting);
  for (uint32_t i = 0; i < s->parts_len; i++)
    pack_part(out, &s->parts[i]);
}

/* --- reading ------------------------------------------------------------ */

static void *copy(struct unpack *in, uint32_t count, size_t size) {
  EXPECTS(!size || count <= SIZE_MAX / size);
  const void *from = unpack_bytes(in, count * size);
  if (!from)
    return NULL;
  void *to = alloc_zero((size_t)count + 1, size);
  if (count)
    memcpy(to, from, count * size);
  return to;
}

/* It ends where it says, and dies with what is read from. */
static const char *unpack_string(struct unpack *in) {
  uint32_t len = unpack_count(in);
  const char *s = len ? unpack_bytes(in, len) : NULL;
  in->bad |= s && s[len - 1];
  return in->bad ? NULL : s;
}

static void unpack_reasons(struct unpack *in, struct reasons *out) {
  for (uint32_t n = unpack_count(in); n && !in->bad; n--) {
    struct because b = {.why = (enum why)unpack_uint(in, WHY_COUNT - 1)};
    b.name = unpack_string(in);
    b.file = unpack_string(in);
    b.line = (uint32_t)unpack_uint(in, UINT32_MAX);
    b.count = unpack_uint(in, UINT64_MAX);
    if (!in->bad)
      reasons_add(out, b);
  }
}

static struct sched_finding unpack_finding(struct unpack *in) {
  struct sched_finding f = {.kind = (uint8_t)unpack_uint(in, FOUND_COUNT - 1)};
  f.part = (uint8_t)unpack_uint(in, SCHED_PARTS - 1);
  f.thread = (uint16_t)unpack_uint(in, THREADS_MAX - 1);
  f.other = (uint16_t)unpack_uint(in, THREADS_MAX - 1);
  f.site = (uint32_t)unpack_uint(in, UINT32_MAX);
  f.other_site = (uint32_t)unpack_uint(in, UINT32_MAX);
  f.event = (uint32_t)unpack_uint(in, UINT32_MAX);
  f.other_event = (uint32_t)unpack_uint(in, UINT32_MAX);
  f.execution = unpack_uint(in, UINT64_MAX);
  f.count = unpack_uint(in, UINT64_MAX);
  f.preemptions = (uint32_t)unpack_uint(in, UINT32_MAX);
  f.stops = unpack_uint(in, 1);
  f.rounds = unpack_uint(in, 1);
  f.round = (uint32_t)unpack_uint(in, UINT32_MAX);
  const char *text = unpack_string(in);
  f.text = text ? strdup(text) : NULL;
  unpack_reasons(in, &f.after);
  f.events_len = unpack_count(in);
  f.events = copy(in, f.events_len, sizeof *f.events);
  f.choices_len = unpack_count(in);
  f.choices = copy(in, f.choices_len, sizeof *f.choices);
  bool inputs = unpack_uint(in, 1);
  f.inputs_len = unpack_count(in);
  f.inputs = inputs ? copy(in, f.inputs_len, sizeof *f.inputs) : NULL;
  in->bad |= !inputs && f.inputs_len;
  for (uint32_t i = 0; !in->bad && i < f.events_len; i++)
    in->bad |= f.events[i].thread >= THREADS_MAX ||
               f.events[i].kind >= OP_COUNT ||
               !event_more_is_there(f.events, f.events_len, i);
  bool placed = f.event < f.events_len || !f.event;
  in->bad |= !placed || (f.other_event && f.other_event >= f.events_len);
  return f;
}

static void unpack_findings(struct unpack *in, struct sched *s) {
  unpack_vec(in, &s->keys);
  uint32_t count = unpack_count(in);
  in->bad |= count > s->keys.len || count > FINDINGS_MOST;
  for (size_t i = 0; i < s->keys.len; i++)
    map_put(&s->seen, s->keys.at[i], i);
  for (uint32_t i = 0; i < count && !in->bad; i++) {
    struct sched_finding f = unpack_finding(in);
    vec_push(&s->findings, f);
  }
}

static void unpack_threads(struct unpack *in, struct executor *x) {
  uint32_t table[THREADS_MAX];
  size_t n = unpack_uint(in, THREADS_MAX);
  if (unpack_into(in, table, n, sizeof *table) && n && x->set_threads)
    x->set_threads(x, table, n);
}

static void unpack_left(struct unpack *in, struct sched_batch *l) {
  in->bad |= unpack_uint(in, UINT32_MAX) != sizeof(struct plan);
  unpack_vec(in, &l->plans);
  unpack_vec(in, &l->choices);
  unpack_vec(in, &l->cold);
  l->done = (uint32_t)unpack_uint(in, UINT32_MAX);
  vec_each(&l->plans, p)
    in->bad |= p->prefix > l->choices.len ||
               p->prefix_len > l->choices.len - p->prefix ||
               p->sleepers > l->choices.len - p->prefix - p->prefix_len;
  in->bad |= l->done > l->plans.len;
}

/* Lines that no site has were numbered by the process that is gone: the
 * findings there are run again for their new numbers.  False: that cannot be,
 * since their choices leave out branches on inputs. */
bool saved_find_sites(struct sched *s) {
  struct executor *x = s->x;
  vec_each(&s->findings, f) {
    if (f->site < CRASH_SITES || f->site >= 2 * CRASH_SITES)
      continue;
    if (f->inputs)
      return false;
    batch_clear(x->batch);
    struct plan *p = batch_plan(x->batch, f->choices_len);
    if (!p)
      continue;
    batch_prefix(x->batch, p, f->choices);
    sched_give_inputs(s);
    if (x->run(x) && x->batch->done)
      f->site = x->batch->runs[0].site;
  }
  return true;
}

static void unpack_part(struct unpack *in, struct sched_part *p) {
  p->over = unpack_uint(in, 1);
  p->complete = unpack_uint(in, 1);
#define FIELD(name) p->name = unpack_uint(in, UINT64_MAX);
  SCHED_PART_COUNTS(FIELD)
#undef FIELD
  p->news = (uint32_t)unpack_uint(in, UINT32_MAX);
  unpack_into(in, &p->seconds, 1, sizeof p->seconds);
  in->bad |= !p->strategy->load(p->self, in);
}

void saved_take_found(struct sched *s, struct unpack *in) {
#define FIELD(name, unit, text) s->stats.name = unpack_uint(in, UINT64_MAX);
  SCHED_STATS(FIELD)
#undef FIELD
  s->first_state = unpack_uint(in, UINT64_MAX);
  for (uint32_t n = unpack_count(in); n && !in->bad; n--) {
    struct sched_cut c = {.site = (uint32_t)unpack_uint(in, UINT32_MAX)};
    c.part = (uint32_t)unpack_uint(in, SCHED_PARTS - 1);
    c.why = (enum why)unpack_uint(in, WHY_COUNT - 1);
    c.count = unpack_uint(in, UINT64_MAX);
    vec_push(&s->cuts, c);
  }
  unpack_reasons(in, &s->escaped);
  unpack_findings(in, s);
}

bool sched_load(struct sched *s, const void *at, size_t len) {
  struct unpack in = {at, (const unsigned char *)at + len, false};
  unpack_into(&in, &s->before_seconds, 1, sizeof s->before_seconds);
  unpack_into(&in, s->marks, 1, sizeof s->marks);
  saved_take_found(s, &in);
  unpack_threads(&in, s->x);
  in.bad |= unpack_uint(&in, 1) != (s->x->load != NULL);
  in.bad |= !in.bad && s->x->load && !s->x->load(s->x, &in);
  unpack_left(&in, &s->left);
  if (s->contacts)
    contacts_load(s->contacts, &in);
  s->acting = (uint32_t)unpack_uint(&in, s->parts_len - 1);
  for (uint32_t i = 0; i < s->parts_len && !in.bad; i++)
    unpack_part(&in, &s->parts[i]);
  if (in.bad || in.at != in.end)
    return false;
  s->before = s->stats.executions;
  return saved_find_sites(s);
}
