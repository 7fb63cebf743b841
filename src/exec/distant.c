/* The side of rank 0: an executor that asks another rank. */
#include "exec/distant.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/lock.h"
#include "base/sound.h"
#include "base/text.h"
#include "exec/crash.h"
#include "exec/distant_letter.h"

enum { CHOICES = 1 << 20, EVENTS = 1 << 18 };

struct distant_line {
  struct ranks *ranks;
  pthread_mutex_t lock; /* of the ranks' line, and of the boxes */
  struct box {
    struct bytes letter;
    bool there;
    uint32_t asked, answered; /* letters */
    VEC(bool) expects; /* of the letters to come: it is the answer to a part, */
    size_t expected;   /* from this one on */
  } * boxes;           /* by rank */
  VEC(struct given) given; /* answers to parts */
  uint64_t parts;          /* that were given, and of these answered */
  uint64_t parts_answered;
};

struct given {
  unsigned rank;
  struct text bytes; /* with the number before it */
};

struct distant {
  struct executor base;
  struct distant_line *line;
  unsigned rank;
  struct bytes out, in;
  uint64_t *cold; /* as the other knows it */
  bool cold_told;
  size_t threads;
  uint32_t table[THREADS_MAX]; /* as the other has it */
  bool table_new;              /* ... when it is told */
  size_t rows_len;
  struct because rows[ESCAPES_MAX];
  VEC(struct letter_crash) crashes; /* of the last runs */
  struct arena arena;
  struct text error;
};

/* --- the line ------------------------------------------------------------- */

struct distant_line *distant_line_open(struct ranks *r) {
  struct distant_line *l = alloc_zero(1, sizeof *l);
  l->ranks = r;
  lock_open(&l->lock);
  l->boxes = alloc_zero(r->count, sizeof *l->boxes);
  return l;
}

static void expect(struct box *b, bool part) {
  if (b->expected == b->expects.len)
    b->expected = b->expects.len = 0;
  vec_push(&b->expects, part);
}

static void ask(struct distant_line *l, unsigned rank,
                const struct bytes *letter) {
  alloc_lock(&l->lock);
  l->boxes[rank].asked++;
  expect(&l->boxes[rank], false);
  ranks_post(l->ranks, rank, letter->at, letter->len);
  alloc_unlock(&l->lock);
}

/* Whatever has come, into the boxes.  The lock is held. */
static void empty_line(struct distant_line *l, struct bytes *scratch) {
  unsigned from;
  while (ranks_poll(l->ranks, &from, scratch)) {
    struct box *b = &l->boxes[from];
    if (b->expects.at[b->expected++]) {
      struct given g = {.rank = from};
      text_add_n(&g.bytes, (const char *)scratch->at, scratch->len);
      vec_push(&l->given, g);
      l->parts_answered++;
      continue;
    }
    struct bytes old = b->letter;
    b->letter = *scratch;
    b->there = true;
    b->answered++;
    *scratch = old;
  }
}

/* The answer of this rank to what it was asked last, if it has come: an older
 * one nobody waits for. */
static bool answered(struct distant_line *l, unsigned rank, struct bytes *in) {
  struct box *b = &l->boxes[rank];
  alloc_lock(&l->lock);
  empty_line(l, in);
  bool here = b->there && b->asked == b->answered;
  b->there = false;
  if (here) {
    struct bytes empty = *in;
    *in = b->letter;
    b->letter = empty;
  }
  alloc_unlock(&l->lock);
  return here;
}

/* Waiting costs others little, and is over soon as a rule. */
void distant_rest(unsigned *turns) {
  enum { SPINS = 400, LONGEST = 400 };
  if (++*turns < SPINS)
    sched_yield();
  else
    usleep(*turns < LONGEST + SPINS ? *turns - SPINS + 1 : LONGEST);
}

void distant_line_close(struct distant_line *l) {
  const struct letter_ask end = {.kind = LETTER_END};
  struct bytes scratch = {0};
  if (!l)
    return;
  for (unsigned turns = 0; l->parts_answered < l->parts; distant_rest(&turns))
    empty_line(l, &scratch);
  for (unsigned r = 1; r < l->ranks->count; r++) {
    struct box *b = &l->boxes[r];
    for (unsigned turns = 0; b->answered < b->asked; distant_rest(&turns))
      empty_line(l, &scratch);
    ranks_post(l->ranks, r, &end, sizeof end);
    bytes_free(&b->letter);
    vec_free(&b->expects);
  }
  vec_each(&l->given, g) text_free(&g->bytes);
  vec_free(&l->given);
  bytes_free(&scratch);
  pthread_mutex_destroy(&l->lock);
  free(l->boxes);
  free(l);
}

/* --- parts ---------------------------------------------------------------- */

unsigned distant_ranks(const struct distant_line *l) {
  return l->ranks->count;
}

uint64_t distant_give(struct distant_line *l, unsigned rank, const void *at,
                      size_t len) {
  struct letter_ask head = {.kind = LETTER_PART};
  struct bytes letter = {0};
  alloc_lock(&l->lock);
  head.number = l->parts++;
  expect(&l->boxes[rank], true);
  bytes_add(&letter, &head, sizeof head);
  bytes_add(&letter, at, len);
  ranks_post(l->ranks, rank, letter.at, letter.len);
  alloc_unlock(&l->lock);
  bytes_free(&letter);
  return head.number;
}

bool distant_given(struct distant_line *l, unsigned *rank, uint64_t *number,
                   struct text *answer) {
  struct bytes scratch = {0};
  alloc_lock(&l->lock);
  empty_line(l, &scratch);
  bool there = l->given.len > 0;
  struct given g = there ? l->given.at[0] : (struct given){0};
  if (there)
    memmove(l->given.at, l->given.at + 1, --l->given.len * sizeof *l->given.at);
  alloc_unlock(&l->lock);
  bytes_free(&scratch);
  if (!there)
    return false;
  EXPECTS(g.bytes.len >= sizeof *number);
  memcpy(number, g.bytes.at, sizeof *number);
  *rank = g.rank;
  text_add_n(answer, g.bytes.at + sizeof *number, g.bytes.len - sizeof *number);
  text_free(&g.bytes);
  return true;
}

/* --- asking --------------------------------------------------------------- */

static void write_plans(struct distant *d) {
  const struct batch *b = d->base.batch;
  struct letter_ask head = {.kind = LETTER_RUN,
                            .steps_max = d->base.steps_max,
                            .plans = b->plans_len,
                            .choices = b->choices_len,
                            .inputs = b->inputs_len,
                            .cold = !d->cold_told ||
                                    memcmp(d->cold, b->cold, COLD_SITES / 8),
                            .table = d->table_new,
                            .threads = (uint32_t)d->threads};
  d->out.len = 0;
  bytes_add(&d->out, &head, sizeof head);
  bytes_add(&d->out, b->plans, b->plans_len * sizeof *b->plans);
  bytes_add(&d->out, b->choices, b->choices_len * sizeof *b->choices);
  bytes_add(&d->out, b->inputs, b->inputs_len * sizeof *b->inputs);
  if (head.cold)
    bytes_add(&d->out, b->cold, COLD_SITES / 8);
  if (head.table)
    bytes_add(&d->out, d->table, d->threads * sizeof *d->table);
  memcpy(d->cold, b->cold, COLD_SITES / 8);
  d->cold_told = true;
  d->table_new = false;
}

/* --- hearing -------------------------------------------------------------- */

static void room_for(struct batch *b, const struct letter_answer *a) {
  if (a->events > b->events_cap) {
    b->events = alloc_resize(b->events, a->events, sizeof *b->events);
    b->events_cap = a->events;
  }
  if (a->text > b->text_cap) {
    b->text = alloc_resize(b->text, a->text, 1);
    b->text_cap = a->text;
  }
}

static void read_found(struct distant *d, struct reading *in, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct run_found f;
    read_bytes(in, &f, sizeof f);
    f.text = read_string(in, &d->arena);
    batch_found(d->base.batch, f);
  }
}

static void read_rest(struct distant *d, struct reading *in,
                      const struct letter_answer *a) {
  d->threads = a->threads;
  read_bytes(in, d->table, a->threads * sizeof *d->table);
  d->rows_len = a->rows;
  for (uint32_t i = 0; i < a->rows; i++)
    d->rows[i] = read_because(in, &d->arena);
  vec_clear(&d->crashes);
  for (uint32_t i = 0; i < a->crashes; i++) {
    struct letter_crash c;
    read_bytes(in, &c.site, sizeof c.site);
    c.at = read_spot(in, &d->arena);
    vec_push(&d->crashes, c);
  }
}

static bool read_answer(struct distant *d) {
  struct batch *b = d->base.batch;
  struct reading in = {d->in.at, d->in.at + d->in.len};
  struct letter_answer a;
  read_bytes(&in, &a, sizeof a);
  const char *error = read_string(&in, &d->arena);
  if (error) {
    text_clear(&d->error);
    text_printf(&d->error, "rank %u: %s", d->rank, error);
    d->base.error = text_str(&d->error);
  }
  room_for(b, &a);
  b->done = a.done;
  b->events_len = a.events;
  b->text_len = a.text;
  read_bytes(&in, b->runs, a.done * sizeof *b->runs);
  read_bytes(&in, b->events, a.events * sizeof *b->events);
  read_bytes(&in, b->text, a.text);
  read_found(d, &in, a.found);
  read_rest(d, &in, &a);
  d->base.stopped = a.stopped;
  return a.ok;
}

/* False: it was given up meanwhile. */
static bool wait_for(struct distant *d) {
  struct executor *x = &d->base;
  for (unsigned turns = 0; !answered(d->line, d->rank, &d->in);
       distant_rest(&turns))
    if (x->give_up && x->give_up(x->give_up_user)) {
      x->stopped = true;
      return false;
    }
  return true;
}

static bool distant_run(struct executor *x) {
  struct distant *d = x->self;
  EXPECTS(!x->batch->done);
  write_plans(d);
  ask(d->line, d->rank, &d->out);
  return !wait_for(d) || read_answer(d);
}

/* --- what it knows of its runs -------------------------------------------- */

static size_t distant_threads(struct executor *x, uint32_t *table, size_t cap) {
  const struct distant *d = x->self;
  for (size_t i = 0; i < d->threads && i < cap; i++)
    table[i] = d->table[i];
  return d->threads;
}

static void distant_set_threads(struct executor *x, const uint32_t *table,
                                size_t count) {
  struct distant *d = x->self;
  d->threads = count < THREADS_MAX ? count : THREADS_MAX;
  memcpy(d->table, table, d->threads * sizeof *table);
  d->table_new = true;
}

static size_t distant_because(struct executor *x, struct because *out,
                              size_t cap) {
  const struct distant *d = x->self;
  for (size_t i = 0; i < d->rows_len && i < cap; i++)
    out[i] = d->rows[i];
  return d->rows_len;
}

/* Asked of lines that have no site, after each block. */
static struct spot distant_place(struct executor *x, uint32_t site) {
  const struct distant *d = x->self;
  vec_each(&d->crashes, c) if (c->site == site) return c->at;
  return (struct spot){0};
}

/* --- reports -------------------------------------------------------------- */

/* Asks for one; what it says is then to be read. */
static struct reading report(struct distant *d, enum letter_kind kind) {
  const struct letter_ask head = {.kind = kind};
  d->out.len = 0;
  bytes_add(&d->out, &head, sizeof head);
  ask(d->line, d->rank, &d->out);
  for (unsigned turns = 0; !answered(d->line, d->rank, &d->in);)
    distant_rest(&turns);
  return (struct reading){d->in.at, d->in.at + d->in.len};
}

static void distant_left_out(struct executor *x, struct reasons *out) {
  struct distant *d = x->self;
  struct reading in = report(d, LETTER_LEFT_OUT);
  uint32_t count = 0;
  for (read_bytes(&in, &count, sizeof count); count; count--)
    reasons_add(out, read_because(&in, &d->arena));
}

static size_t distant_stuck(struct executor *x, struct stuck *out, size_t cap) {
  struct distant *d = x->self;
  struct reading in = report(d, LETTER_STUCK);
  uint32_t count = 0;
  read_bytes(&in, &count, sizeof count);
  for (uint32_t i = 0; i < count && i < cap; i++) {
    read_bytes(&in, &out[i], sizeof *out);
    out[i].thread = read_string(&in, &d->arena);
    out[i].call = read_string(&in, &d->arena);
    out[i].at = read_spot(&in, &d->arena);
  }
  return count;
}

/* Only what was seen: what there is to be seen is known here. */
static size_t distant_covers(struct executor *x, struct covered *out,
                             size_t cap) {
  struct distant *d = x->self;
  struct reading in = report(d, LETTER_COVERS);
  uint32_t count = 0;
  read_bytes(&in, &count, sizeof count);
  for (uint32_t i = 0; i < count && i < cap; i++)
    read_bytes(&in, &out[i].seen, 1);
  return count;
}

/* --- life ----------------------------------------------------------------- */

static void distant_close(struct executor *x) {
  struct distant *d = x->self;
  batch_free(x->batch);
  bytes_free(&d->out);
  bytes_free(&d->in);
  vec_free(&d->crashes);
  arena_free(&d->arena);
  text_free(&d->error);
  free(d->cold);
  free(d);
}

struct executor *distant_executor_open(struct distant_line *l, unsigned rank,
                                       const struct executor *like, bool fork) {
  struct distant *d = alloc_zero(1, sizeof *d);
  const struct letter_ask open = {.kind = LETTER_OPEN, .fork = fork};
  d->line = l;
  d->rank = rank;
  d->cold = alloc_zero(COLD_SITES / 64, sizeof *d->cold);
  d->base = (struct executor){
      .name = like->name,
      .batch = batch_new(like->batch->plans_cap, CHOICES, EVENTS),
      .self = d,
      .steps_max = like->steps_max,
      .identity = like->identity,
      .distant = true,
      .run = distant_run,
      .place = like->place ? distant_place : NULL,
      .threads = like->threads ? distant_threads : NULL,
      .set_threads = like->set_threads ? distant_set_threads : NULL,
      .because = like->because ? distant_because : NULL,
      .left_out = like->left_out ? distant_left_out : NULL,
      .stuck = like->stuck ? distant_stuck : NULL,
      .covers = like->covers ? distant_covers : NULL,
      .close = distant_close};
  bytes_add(&d->out, &open, sizeof open);
  alloc_lock(&l->lock);
  ranks_post(l->ranks, rank, d->out.at, d->out.len);
  alloc_unlock(&l->lock);
  return &d->base;
}
