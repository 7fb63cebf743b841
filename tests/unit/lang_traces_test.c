/* The steps of threads are the right ones: the number of Mazurkiewicz traces
 * of the shipped examples is that of doc/papers.md (Kahkonen,
 * tables 8.1 and 8.3; Lei and Carver), written in the models as
 *
 *     // traces: [-D NAME=VALUE] TRACES [deadlocked D]
 *
 * Counted on the plain interpreter by a depth-first search with sleep sets
 * (Godefroid 1996), which ends exactly one run in each trace. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/lang.h"
#include "base/text.h"
#include "model/interp.h"
#include "test.h"

/* Larger ones take too long for a unit test. */
#ifdef __SANITIZE_ADDRESS__
enum { TRACES_MAX = 3000 };
#else
enum { TRACES_MAX = 25000 };
#endif

struct counting {
  const struct model *m;
  struct interp *in;
  unsigned traces, deadlocked;
};

static const struct edge *edge_of(const struct counting *c,
                                  const struct model_step *s) {
  return &c->m->processes[s->process].edges[s->edge];
}

/* Same process, or same object unless both only read it. */
static bool dependent(const struct counting *c, const struct model_step *a,
                      const struct model_step *b) {
  if (a->process == b->process)
    return true;
  if (a->object == NONE || a->object != b->object)
    return false;
  return edge_of(c, a)->action != ACT_READ || edge_of(c, b)->action != ACT_READ;
}

static bool holds(const struct model_step *set, size_t len,
                  const struct model_step *s) {
  for (size_t i = 0; i < len; i++)
    if (set[i].process == s->process && set[i].edge == s->edge &&
        set[i].choice == s->choice)
      return true;
  return false;
}

static void count(struct counting *c, const struct istate *s,
                  const struct model_step *sleep, size_t sleeping) {
  struct interp_steps steps = {0};
  interp_steps(c->in, s, &steps);
  if (!steps.at.len) {
    c->traces++;
    c->deadlocked += interp_end(c->in, s) != END_TERMINATED;
  }
  size_t room = sleeping + steps.at.len + 1, done = sleeping;
  struct model_step *asleep = alloc_zero(room, sizeof *asleep);
  struct model_step *below = alloc_zero(room, sizeof *below);
  if (sleeping)
    memcpy(asleep, sleep, sleeping * sizeof *asleep);
  vec_each(&steps.at, e) {
    if (holds(asleep, done, e))
      continue;
    struct interp_failure failed;
    struct istate *next = interp_fire(c->in, s, e, &failed);
    size_t n = 0;
    for (size_t i = 0; i < done; i++)
      if (!dependent(c, &asleep[i], e))
        below[n++] = asleep[i];
    if (next)
      count(c, next, below, n);
    else
      c->traces++; /* a failure ends the run */
    interp_state_free(next);
    asleep[done++] = *e;
  }
  free(asleep);
  free(below);
  vec_free(&steps.at);
}

static void check_traces(const char *file, const struct text *source,
                         const char *line) {
  char definition[64] = "";
  unsigned traces, deadlocked = 0;
  if (sscanf(line, "// traces: -D %60s %u deadlocked %u", definition, &traces,
             &deadlocked) < 2)
    CHECK(sscanf(line, "// traces: %u deadlocked %u", &traces, &deadlocked) >=
          1);
  if (traces > TRACES_MAX)
    return;
  struct arena arena = {0};
  struct lang_param param;
  struct lang_options options = {.params = &param};
  if (definition[0])
    options.param_count = lang_param_parse(definition, &arena, &param);
  struct diag diag = {0};
  struct model *m =
      lang_read(file, text_str(source), source->len, &options, &diag);
  CHECK(m != NULL);
  if (m) {
    struct interp_failure failed;
    struct counting c = {.m = m, .in = interp_new(m)};
    struct istate *s = interp_initial(c.in, &failed);
    count(&c, s, NULL, 0);
    CHECK_EQ(c.traces, traces);
    CHECK_EQ(c.deadlocked, deadlocked);
    interp_state_free(s);
    interp_free(c.in);
  }
  model_free(m);
  arena_free(&arena);
}

SLOW_TEST(lang_threads_have_the_traces_of_the_papers) {
  glob_t files;
  unsigned lines = 0;
  CHECK(!glob("models/*.hed", 0, NULL, &files));
  for (size_t i = 0; i < files.gl_pathc; i++) {
    struct text source = {0};
    CHECK(text_read_file(&source, files.gl_pathv[i]));
    const char *at = text_str(&source);
    for (; (at = strstr(at, "// traces:")); at++, lines++)
      check_traces(files.gl_pathv[i], &source, at);
    text_free(&source);
  }
  CHECK(lines >= 20);
  globfree(&files);
}
