/* Reachability testing: every SR-sequence of random message-passing programs
 * exactly once, by comparison with all interleavings; the exact numbers of
 * doc/papers.md; programs on which the printed algorithm fails. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "exec/model.h"
#include "lang/lang.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "talk.h"
#include "test.h"

/* --- SR-sequences, read off the events by themselves --------------------- */

enum { MOST = 64, THREADS = 8 };

/* How runs are to be read: by the scheme, and of these ports (a bit for each
 * object) the order of sends counts. */
struct reading {
  enum scheme scheme;
  uint64_t ordered;
};

struct past {
  struct reading how;
  const struct event *step[MOST];
  uint64_t past[MOST], mine[THREADS_WORD];
  uint64_t told[MOST]; /* what messages alone tell of: its past under causal */
  unsigned match[MOST]; /* of a receive: its send; of a send: its receive + 1,
                           or MOST: lost */
  unsigned count;
  bool too_long;
};

static bool waits(const struct past *p, unsigned i, uint64_t port) {
  return p->step[i]->kind == OP_SEND && p->step[i]->object == port &&
         !p->match[i];
}

/* Whether message k, which waits at the same port, keeps message i back. */
static bool keeps_back(const struct past *p, unsigned k, unsigned i) {
  switch (p->how.scheme) {
  case SCHEME_ASYNC:
    return false;
  case SCHEME_FIFO:
    return k < i && p->step[k]->thread == p->step[i]->thread;
  case SCHEME_CAUSAL:
    return p->told[i] >> k & 1;
  default:
    return k < i;
  }
}

/* The send that alternative `alt` of a reception is: the messages that are
 * there and that none keeps back, as they came. */
static unsigned matched(const struct past *p, const struct event *e) {
  unsigned alt = e->alt;
  for (unsigned i = 0; i < p->count; i++) {
    bool first = waits(p, i, e->object);
    for (unsigned k = 0; k < p->count; k++)
      first &= !(waits(p, k, e->object) && k != i && keeps_back(p, k, i));
    if (first && !alt--)
      return i;
  }
  return MOST;
}

/* The receive without which there was no room for the send, or MOST. */
static unsigned made_room(const struct past *p, const struct event *e) {
  uint64_t capacity = (e->value & UINT32_MAX) + (e->value >> 32);
  uint64_t sent = 0, received = 0;
  for (unsigned k = 0; k < p->count; k++)
    sent += p->step[k]->kind == OP_SEND && p->step[k]->object == e->object &&
            p->match[k] != MOST;
  for (unsigned k = 0; sent >= capacity && k < p->count; k++)
    if (p->step[k]->kind == OP_RECEIVE && p->step[k]->object == e->object &&
        ++received == sent - capacity + 1)
      return k;
  return MOST;
}

/* Whether step k is in the past of the newest one by itself. */
static bool is_before(const struct past *p, unsigned k, const struct event *e,
                      unsigned match, unsigned room) {
  bool ordered = p->how.ordered >> (e->object & 63) & 1;
  if (p->step[k]->thread == e->thread)
    return true;
  if (OP_CLASS(e->kind) != CLASS_PORT)
    return event_dependent(p->step[k], e);
  if (e->kind == OP_RECEIVE)
    return match == k;
  return ordered && (k == room || (p->step[k]->kind == OP_SEND &&
                                   p->step[k]->object == e->object));
}

static void take(struct past *p, const struct event *e) {
  unsigned i = p->count, match, room = MOST;
  uint64_t past = 0, told = 0;
  if (i == MOST) {
    p->too_long = true;
    return;
  }
  match = e->kind == OP_SEND && e->flags & EVENT_FAILED ? MOST : 0;
  if (e->kind == OP_SEND)
    room = made_room(p, e);
  if (e->kind == OP_RECEIVE) {
    match = matched(p, e);
    p->match[match % MOST] = i + 1;
  }
  for (unsigned k = 0; k < i; k++) {
    if (is_before(p, k, e, match, room))
      past |= p->past[k] | (uint64_t)1 << k;
    if (p->step[k]->thread == e->thread ||
        (e->kind == OP_RECEIVE && match == k))
      told |= p->told[k] | (uint64_t)1 << k;
  }
  p->match[i] = match;
  p->step[i] = e;
  p->past[i] = past;
  p->told[i] = told;
  p->mine[e->thread] |= (uint64_t)1 << i;
  p->count++;
}

/* The ports at which somebody had to wait with a send in this run, as bits:
 * stood there while it was full.  `full`: the last state in which a port was,
 * plus 1. */
static uint64_t waited_at(const struct event *events, size_t count) {
  size_t full[64] = {0}, since[THREADS_MAX] = {0}, now = 0;
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    uint64_t room = e->value >> 32;
    bool pending = e->flags & EVENT_PENDING;
    size_t *last = &full[e->object & 63];
    if (e->kind == OP_SEND && (*last > since[e->thread] || (pending && !room)))
      found |= (uint64_t)1 << (e->object & 63);
    if (pending || e->flags & EVENT_SILENT)
      continue;
    if (e->kind == OP_RECEIVE && !room)
      *last = now + 1;
    if (e->kind == OP_SEND && !(e->flags & EVENT_FAILED) && room == 1)
      *last = now + 2;
    since[e->thread] = ++now;
  }
  return found;
}

/* What each thread did, and after how much of the others. */
static uint64_t sequence_of(const struct event *events, size_t count,
                            struct reading how, bool *too_long) {
  struct past p = {.how = how};
  uint64_t hash = 0;
  for (size_t i = 0; i < count; i++)
    if (!(events[i].flags & (EVENT_SILENT | EVENT_PENDING)))
      take(&p, &events[i]);
  *too_long |= p.too_long;
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned i = 0; i < p.count; i++) {
      if (p.step[i]->thread != t)
        continue;
      hash = hash_pair(hash, p.step[i]->kind * 256u + t);
      hash = hash_pair(hash, p.step[i]->object);
      if (p.step[i]->kind == OP_RECEIVE) {
        unsigned from = p.match[i], sender = p.step[from]->thread;
        hash = hash_pair(hash, sender * 64u + (unsigned)__builtin_popcountll(
                                                  p.past[from] &
                                                  p.mine[sender]));
      }
      for (unsigned u = 0; u < THREADS; u++)
        hash = hash_pair(hash, (uint64_t)__builtin_popcountll(p.past[i] &
                                                              p.mine[u]));
    }
  return hash;
}

/* --- searches ------------------------------------------------------------- */

struct seen {
  struct map sequences; /* sequence -> how it ended */
  VEC(uint64_t) keys;   /* of these */
  size_t runs, again;
  struct reading how;
  uint64_t waited; /* ports that somebody waited for */
  bool too_long, finished, broken;
  uint64_t deadlocked, failed, redundant;
};

static void watch(void *user, const struct batch *b, uint32_t i) {
  struct seen *w = user;
  const struct run *r = &b->runs[i];
  bool added;
  uint64_t s =
      sequence_of(b->events + r->events, r->events_len, w->how, &w->too_long);
  uint64_t *end = map_at(&w->sequences, s, &added);
  w->runs++;
  w->waited |= waited_at(b->events + r->events, r->events_len);
  w->again += !added;
  if (!added)
    return;
  vec_push(&w->keys, s);
  *end = r->end * 256u + r->finding;
  w->deadlocked += r->end == RUN_DEADLOCK;
  w->failed += r->end == RUN_FAILED;
}

static void seen_free(struct seen *w) {
  map_free(&w->sequences);
  vec_free(&w->keys);
}

static void search_read(const struct model *m, const char *strategy,
                        uint64_t runs, struct reading how, struct seen *w) {
  *w = (struct seen){.how = how};
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .runs = runs,
                            .all = true,
                            .watch = watch,
                            .watch_user = w};
  struct executor *x = model_executor_open(m, NULL);
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  w->finished = s.finished;
  w->broken = s.verdict == VERDICT_BROKEN;
  w->redundant = s.stats.redundant;
  sched_close(&s);
  x->close(x);
}

/* Sends to ports that somebody waits for in some run are in order there. */
static void search(const struct model *m, const char *strategy,
                   uint64_t runs, struct seen *w) {
  struct reading how = {m->scheme,
                        m->scheme == SCHEME_MAILBOX ? UINT64_MAX : 0};
  search_read(m, strategy, runs, how, w);
  if (!(w->waited & ~how.ordered))
    return;
  how.ordered |= w->waited;
  seen_free(w);
  search_read(m, strategy, runs, how, w);
}

/* Everything in a is in b, with the same end. */
static bool within(const struct seen *a, const struct seen *b) {
  vec_each(&a->keys, key) {
    const uint64_t *other = map_get(&b->sequences, *key);
    if (!other || *other != *map_get(&a->sequences, *key))
      return false;
  }
  return true;
}

static struct model *read_model(const char *name, const char *text,
                                size_t len) {
  struct diag quiet = {0};
  return lang_read(name, text, len, NULL, &quiet);
}

/* Whether reach does on the model what all interleavings say, each sequence
 * once; when there are too many of them, 0, else 1, wrong: -1.  (A port that
 * only a later run shows to be full lets the search begin anew.) */
static int compare(const struct model *m, uint64_t limit, bool say) {
  struct seen all, once;
  int result = 0;
  search(m, "full", limit, &all);
  if (all.finished && !all.too_long) {
    search_read(m, "reach", limit * 2, all.how, &once);
    bool same = once.finished && !once.broken && within(&all, &once) &&
                within(&once, &all);
    bool exact = m->scheme == SCHEME_MAILBOX || !all.how.ordered;
    result = same && !(exact && once.again) && !once.redundant ? 1 : -1;
    if (say)
      printf("all: %zu sequences, %llu deadlocked, %llu failed; reach: %zu in "
             "%zu runs, %llu deadlocked, %llu failed%s\n",
             all.sequences.len, (unsigned long long)all.deadlocked,
             (unsigned long long)all.failed, once.sequences.len, once.runs,
             (unsigned long long)once.deadlocked,
             (unsigned long long)once.failed, once.broken ? ", broken" : "");
    seen_free(&once);
  }
  seen_free(&all);
  return result;
}

static int compare_talk(const struct talk *t, bool say) {
  struct text source = {0};
  talk_print(t, &source);
  struct model *m = read_model("talk", text_str(&source), source.len);
  int result = m ? compare(m, 4000, say) : -1;
  if (say)
    printf("%s", text_str(&source));
  model_free(m);
  text_free(&source);
  return result;
}

static bool talk_fails(const struct talk *t) {
  return compare_talk(t, false) < 0;
}

SLOW_TEST(reach_runs_every_sequence_of_random_message_programs_once) {
  enum { PROGRAMS = 1500 };
  const char *given = getenv("SCHED_SEED");
  uint64_t seed = given ? strtoull(given, NULL, 0) : 1;
  size_t compared = 0, wrong = 0;
  for (unsigned i = 0; i < PROGRAMS && !wrong; i++) {
    struct rng r = rng_seed(seed * 1000003 + i);
    struct talk t = talk_random(&r);
    int result = compare_talk(&t, false);
    compared += result != 0;
    if (result >= 0)
      continue;
    wrong++;
    talk_shrink(&t, talk_fails);
    printf("program %u of seed %llu:\n", i, (unsigned long long)seed);
    compare_talk(&t, true);
  }
  CHECK_EQ(wrong, 0);
  CHECK(wrong || compared > PROGRAMS / 2);
}

/* --- exact numbers -------------------------------------------------------- */

#ifdef __SANITIZE_ADDRESS__
enum { SEQUENCES_MAX = 1000 };
#else
enum { SEQUENCES_MAX = 25000 };
#endif

static void check_sequences(const char *file, const struct text *source,
                            const char *line) {
  char definition[64] = "";
  unsigned sequences, deadlocked = 0;
  struct arena arena = {0};
  struct lang_param param;
  struct lang_options options = {.params = &param};
  struct diag quiet = {0};
  if (sscanf(line, "// sequences: -D %60s %u deadlocked %u", definition,
             &sequences, &deadlocked) < 2)
    CHECK(sscanf(line, "// sequences: %u deadlocked %u", &sequences,
                 &deadlocked) >= 1);
  if (sequences > SEQUENCES_MAX)
    return;
  if (definition[0])
    options.param_count = lang_param_parse(definition, &arena, &param);
  struct model *m =
      lang_read(file, text_str(source), source->len, &options, &quiet);
  CHECK(m != NULL);
  if (m) {
    m->property_count = 0; /* what one sees may be more than a sequence */
    struct seen w;
    search(m, "reach", 0, &w);
    if (w.runs != sequences)
      printf("%s: %s\n", file, definition);
    CHECK_EQ(w.runs, sequences);
    CHECK_EQ(w.deadlocked, deadlocked);
    CHECK_EQ(w.redundant, 0);
    CHECK(w.finished && !w.broken);
    CHECK(w.too_long || !w.again);
    seen_free(&w);
  }
  model_free(m);
  arena_free(&arena);
}

/* Those that models say: "// sequences: [-D NAME=VALUE] N [deadlocked D]". */
SLOW_TEST(reach_runs_as_many_sequences_as_the_models_say) {
  glob_t files;
  size_t lines = 0;
  CHECK(glob("models/*.hed", 0, NULL, &files) == 0);
  CHECK(glob("tests/models/*.hed", GLOB_APPEND, NULL, &files) == 0);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    struct text source = {0};
    CHECK(text_read_file(&source, files.gl_pathv[i]));
    const char *at = text_str(&source);
    for (; (at = strstr(at, "// sequences:")); at++, lines++)
      check_sequences(files.gl_pathv[i], &source, at);
    text_free(&source);
  }
  CHECK(lines > 10);
  globfree(&files);
}

/* The programs on which the printed algorithm repeats itself, makes variants
 * that cannot be, and does not end (doc/papers.md, reachability testing). */
TEST(reach_does_right_where_the_printed_algorithm_fails) {
  static const char *const files[] = {"tests/models/sr_duplicate.hed",
                                      "tests/models/sr_infeasible.hed",
                                      "tests/models/sr_endless.hed",
                                      "models/program_m.hed"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    test_row("%s", files[i]);
    struct text source = {0};
    CHECK(text_read_file(&source, files[i]));
    struct model *m = read_model(files[i], text_str(&source), source.len);
    CHECK(m && compare(m, 100000, false) == 1);
    model_free(m);
    text_free(&source);
  }
}

/* A port that one send fills: the second has to wait, and waits for ever when
 * its thread has what the receiver needs. */
TEST(reach_finds_the_deadlock_of_a_full_port) {
  static const char text[] = "sem s = 1\n"
                             "thread a { b.in!m }\n"
                             "thread b { port in [1]: m; P s; in?m; in?m }\n"
                             "thread c { P s; b.in!m; V s }\n";
  struct model *m = read_model("full", text, sizeof text - 1);
  CHECK(m != NULL);
  if (!m)
    return;
  struct seen w;
  search(m, "reach", 0, &w);
  CHECK(w.finished && !w.broken);
  CHECK(w.deadlocked > 0);
  seen_free(&w);
  CHECK(compare(m, 4000, false) == 1);
  model_free(m);
}

/* Equal messages are different sends. */
TEST(equal_messages_of_one_sender_are_told_apart) {
  static const char text[] = "scheme async\n"
                             "thread a { b.in!m; b.in!m; b.in!m }\n"
                             "thread b { port in [3]: m; in?m; in?m }\n";
  struct model *m = read_model("equal", text, sizeof text - 1);
  CHECK(m != NULL);
  if (!m)
    return;
  struct seen w;
  search(m, "reach", 0, &w);
  CHECK_EQ(w.runs, 6);
  CHECK_EQ(w.again, 0);
  seen_free(&w);
  model_free(m);
}
