/* The side of the other ranks: plans that rank 0 asks for are run. */
#include "exec/crash.h"
#include "exec/distant.h"
#include "exec/distant_letter.h"

struct serving {
  struct executor *x; /* NULL: it could not be opened */
  distant_part_fn *part;
  struct bytes in, out;
};

/* --- plans ---------------------------------------------------------------- */

/* Into the batch of the executor; false: they do not fit. */
static bool take_plans(struct serving *s, struct reading *in,
                       const struct letter_ask *ask) {
  struct batch *b = s->x->batch;
  batch_clear(b);
  if (ask->plans > b->plans_cap || ask->choices > b->choices_cap ||
      ask->inputs > b->inputs_cap)
    return false;
  read_bytes(in, b->plans, ask->plans * sizeof *b->plans);
  read_bytes(in, b->choices, ask->choices * sizeof *b->choices);
  read_bytes(in, b->inputs, ask->inputs * sizeof *b->inputs);
  b->plans_len = ask->plans;
  b->choices_len = ask->choices;
  b->inputs_len = ask->inputs;
  if (ask->cold)
    read_bytes(in, b->cold, COLD_SITES / 8);
  if (ask->table && s->x->set_threads) {
    uint32_t table[THREADS_MAX];
    read_bytes(in, table, ask->threads * sizeof *table);
    s->x->set_threads(s->x, table, ask->threads);
  }
  return true;
}

/* --- runs ----------------------------------------------------------------- */

static uint64_t all_escapes(const struct batch *b) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < b->done; i++)
    bits |= b->runs[i].escapes | b->runs[i].before;
  return bits;
}

static bool is_numbered(const struct run *r) {
  return (r->finding == FOUND_CRASH || r->finding == FOUND_STACK) &&
         r->site >= CRASH_SITES;
}

static void write_found(struct bytes *out, const struct batch *b) {
  for (uint32_t i = 0; i < b->found_len; i++) {
    bytes_add(out, &b->found[i], sizeof b->found[i]);
    write_string(out, b->found[i].text);
  }
}

static uint32_t write_crashes(struct bytes *out, struct executor *x) {
  const struct batch *b = x->batch;
  uint32_t count = 0;
  for (uint32_t i = 0; x->place && i < b->done; i++) {
    if (!is_numbered(&b->runs[i]))
      continue;
    struct spot at = x->place(x, b->runs[i].site);
    bytes_add(out, &b->runs[i].site, sizeof b->runs[i].site);
    write_spot(out, &at);
    count++;
  }
  return count;
}

static void write_runs(struct serving *s, bool ok, const char *error) {
  static const struct batch none = {0};
  struct executor *x = s->x;
  const struct batch *b = x ? x->batch : &none;
  uint32_t table[THREADS_MAX];
  struct because rows[ESCAPES_MAX];
  struct letter_answer a = {.done = b->done,
                            .events = b->events_len,
                            .text = b->text_len,
                            .found = b->found_len,
                            .ok = ok,
                            .stopped = x && x->stopped};
  if (x && x->threads)
    a.threads = (uint32_t)x->threads(x, table, THREADS_MAX);
  if (x && x->because && all_escapes(b))
    a.rows = (uint32_t)x->because(x, rows, ESCAPES_MAX);
  bytes_add(&s->out, &a, sizeof a);
  write_string(&s->out, ok ? NULL : error ? error : "it cannot run it");
  bytes_add(&s->out, b->runs, b->done * sizeof *b->runs);
  bytes_add(&s->out, b->events, b->events_len * sizeof *b->events);
  bytes_add(&s->out, b->text, b->text_len);
  write_found(&s->out, b);
  bytes_add(&s->out, table, a.threads * sizeof *table);
  for (uint32_t i = 0; i < a.rows; i++)
    write_because(&s->out, &rows[i]);
  a.crashes = x ? write_crashes(&s->out, x) : 0;
  memcpy(s->out.at, &a, sizeof a); /* now that it is known how many */
}

static void run_plans(struct serving *s, struct reading *in,
                      const struct letter_ask *ask) {
  struct executor *x = s->x;
  if (!x || !take_plans(s, in, ask)) {
    if (x)
      batch_clear(x->batch);
    write_runs(s, false,
               x ? "more plans than it has room for"
                 : "the program could not be opened there");
    return;
  }
  x->steps_max = ask->steps_max;
  x->stopped = false;
  bool ok = x->run(x);
  write_runs(s, ok, x->error);
}

/* --- reports -------------------------------------------------------------- */

static void tell_left_out(struct serving *s) {
  struct reasons all = {0};
  if (s->x && s->x->left_out)
    s->x->left_out(s->x, &all);
  uint32_t count = (uint32_t)all.at.len;
  bytes_add(&s->out, &count, sizeof count);
  vec_each(&all.at, b) write_because(&s->out, b);
  reasons_free(&all);
}

static void tell_stuck(struct serving *s) {
  enum { MOST = 64 };
  struct stuck all[MOST];
  size_t n = s->x && s->x->stuck ? s->x->stuck(s->x, all, MOST) : 0;
  uint32_t count = n < MOST ? (uint32_t)n : MOST;
  bytes_add(&s->out, &count, sizeof count);
  for (uint32_t i = 0; i < count; i++) {
    bytes_add(&s->out, &all[i], sizeof all[i]);
    write_string(&s->out, all[i].thread);
    write_string(&s->out, all[i].call);
    write_spot(&s->out, &all[i].at);
  }
}

static void tell_covers(struct serving *s) {
  size_t n = s->x && s->x->covers ? s->x->covers(s->x, NULL, 0) : 0;
  struct covered *all = alloc_zero(n + 1, sizeof *all);
  uint32_t count = (uint32_t)n;
  if (n)
    s->x->covers(s->x, all, n);
  bytes_add(&s->out, &count, sizeof count);
  for (size_t i = 0; i < n; i++)
    bytes_add(&s->out, &all[i].seen, 1);
  free(all);
}

/* --- parts ---------------------------------------------------------------- */

void distant_attend(struct ranks *r) {
  ranks_attend(r);
}

static void do_part(struct serving *s, struct ranks *r,
                    const struct reading *in, uint64_t number) {
  struct text answer = {0};
  if (s->x && s->part)
    s->part(s->x, in->at, (size_t)(in->end - in->at), &answer, r);
  bytes_add(&s->out, &number, sizeof number);
  bytes_add(&s->out, answer.at, answer.len);
  text_free(&answer);
}

/* --- one letter after the other ------------------------------------------- */

static void answer(struct serving *s, struct ranks *r, struct reading *in,
                   const struct letter_ask *ask) {
  s->out.len = 0;
  if (ask->kind == LETTER_RUN)
    run_plans(s, in, ask);
  else if (ask->kind == LETTER_LEFT_OUT)
    tell_left_out(s);
  else if (ask->kind == LETTER_STUCK)
    tell_stuck(s);
  else if (ask->kind == LETTER_PART)
    do_part(s, r, in, ask->number);
  else
    tell_covers(s);
  ranks_post(r, 0, s->out.at, s->out.len);
}

bool distant_serve(struct ranks *r, struct executor *x, bool *fork,
                   distant_part_fn *part) {
  struct serving s = {.x = x, .part = part};
  struct letter_ask ask = {0};
  unsigned from, turns = 0;
  bool opened = false;
  for (;;) {
    if (!ranks_poll(r, &from, &s.in)) {
      distant_rest(&turns);
      continue;
    }
    struct reading in = {s.in.at, s.in.at + s.in.len};
    turns = 0;
    read_bytes(&in, &ask, sizeof ask);
    if (ask.kind == LETTER_END ||
        (ask.kind == LETTER_OPEN && (opened || ask.fork != *fork)))
      break;
    opened = true; /* this very executor is meant */
    if (ask.kind != LETTER_OPEN)
      answer(&s, r, &in, &ask);
  }
  bytes_free(&s.in);
  bytes_free(&s.out);
  *fork = ask.fork;
  return ask.kind != LETTER_END;
}
