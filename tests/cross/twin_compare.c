/* What a text means against what it was written to mean. */
#include <inttypes.h>
#include <string.h>

#include "base/map.h"
#include "brute.h"
#include "compare.h"
#include "lang/lang.h"
#include "twin.h"

enum { STATE_LIMIT = 4000 };

/* Facts as lines of text, each with the least number of steps to it. */
struct facts {
  const struct model *m;
  struct names lines;
  VEC(uint32_t) least;
  struct brute *b;
};

static void add_fact(struct facts *f, const struct text *line, uint32_t steps) {
  uint32_t id = names_add(&f->lines, text_str(line), line->len);
  if (id == f->least.len)
    vec_push(&f->least, steps);
  else if (steps < f->least.at[id])
    f->least.at[id] = steps;
}

static object_id object_named(const struct model *m, const char *name) {
  for (object_id o = 0; o < m->object_count; o++)
    if (!strcmp(m->objects[o].name, name))
      return o;
  return NONE;
}

/* Everything that was declared: variables, objects (in the order of the
 * names of the built model), and who has ended. */
struct projector {
  struct facts *facts;
  const struct model *order;
};

static void visit(void *user, const struct istate *s, uint32_t depth) {
  struct projector *x = user;
  const struct model *m = x->facts->m;
  struct text line = {0};
  for (process_id p = 0; p < m->process_count; p++) {
    const struct process *q = &m->processes[p];
    const struct location *at = &q->locations[interp_location(s, p)];
    text_printf(&line, "%s%s", p ? ", " : "", q->thread ? "" : at->name);
    text_add(&line, q->thread && at->final ? "ended" : "");
    for (slot_id i = 0; i < q->slot_count; i++)
      if (!q->slots[i].temporary)
        text_printf(&line, " %s=%d", q->slots[i].name, interp_slot(s, p, i));
  }
  for (object_id i = 0; i < x->order->object_count; i++) {
    const char *name = x->order->objects[i].name;
    object_id o = object_named(m, name);
    text_printf(&line, ", %s=%" PRId64, name,
                o == NONE ? -99 : interp_object(s, o));
  }
  add_fact(x->facts, &line, depth);
  text_free(&line);
}

static void add_finding(struct facts *f, const struct brute_finding *x) {
  const struct model *m = f->m;
  struct text line = {0};
  text_add(&line, finding_kind_names[x->kind]);
  switch (x->kind) {
  case FINDING_UNEXECUTABLE:
    text_free(&line);
    return;
  case FINDING_UNSPECIFIED:
  case FINDING_OVERFLOW:
    text_printf(&line, " %s %s", m->processes[x->process].name,
                m->messages[x->message].name);
    if (!m->processes[x->process].thread)
      text_printf(&line, " at %s",
                  m->processes[x->process].locations[x->location].name);
    break;
  case FINDING_ENDLESS:
    text_printf(&line, " %s", m->processes[x->process].name);
    break;
  case FINDING_PROPERTY:
    text_printf(&line, " %u", x->property);
    break;
  case FINDING_ASSERTION:
  case FINDING_RANGE:
    text_printf(&line, " in line %u", x->place.line);
    break;
  default:
    break;
  }
  add_fact(f, &line, x->length);
  text_free(&line);
}

static void facts_open(struct facts *f, const struct model *m,
                       const struct model *order) {
  struct projector x = {f, order};
  *f = (struct facts){.m = m};
  f->b = brute_walk(m, STATE_LIMIT, visit, &x);
  vec_each(&f->b->findings, g) add_finding(f, g);
}

static void facts_close(struct facts *f) {
  brute_free(f->b);
  names_free(&f->lines);
  vec_free(&f->least);
}

/* Facts of a that b has not, or reaches in another number of steps. */
static bool covered(const struct facts *a, const struct facts *b,
                    const char *whose, struct text *why) {
  bool ok = true;
  unsigned shown = 0;
  for (uint32_t i = 0; i < a->lines.at.len && shown < 5; i++) {
    const char *line = a->lines.at.at[i];
    uint32_t id = names_find(&b->lines, line, strlen(line));
    if (id != NAMES_NONE && b->least.at[id] == a->least.at[i])
      continue;
    ok = false;
    shown++;
    text_printf(why, "only %s: %s after %u steps", whose, line, a->least.at[i]);
    if (id != NAMES_NONE)
      text_printf(why, " (the other: %u)", b->least.at[id]);
    text_char(why, '\n');
  }
  return ok;
}

static void hear(void *user, enum diag_level level, struct diag_at at,
                 const char *message, const char *hint) {
  (void)hint;
  if (level == DIAG_ERROR)
    text_printf(user, "%u:%u: %s\n", at.line, at.col, message);
}

bool twin_compare(const struct twin *t, struct text *why, bool *skipped) {
  struct diag diag = {.sink = hear, .user = why};
  struct model *m = lang_read("twin.hed", t->text.at, t->text.len, NULL, &diag);
  *skipped = false;
  if (!m)
    return false;
  struct facts built, read;
  facts_open(&built, t->model, t->model);
  facts_open(&read, m, t->model);
  *skipped = built.b->too_large || read.b->too_large;
  bool ok = true;
  if (!*skipped) {
    ok = covered(&built, &read, "built", why);
    ok = covered(&read, &built, "read", why) && ok;
    if (!t->threads && (built.b->states.len != read.b->states.len ||
                        built.b->transitions != read.b->transitions)) {
      ok = false;
      text_printf(why,
                  "built: %zu states, %" PRIu64 " transitions; "
                  "read: %zu states, %" PRIu64 " transitions\n",
                  built.b->states.len, built.b->transitions, read.b->states.len,
                  read.b->transitions);
    }
    if (read.b->states.len > built.b->states.len) {
      ok = false; /* temporaries that are zeroed cannot split more states */
      text_printf(why, "read: %zu states, built with temporaries: %zu\n",
                  read.b->states.len, built.b->states.len);
    }
  }
  if (ok && !*skipped) {
    static const struct compare_row row = {"the explorer", NULL, false, 2};
    ok = compare(m, read.b, &row, why);
  }
  facts_close(&built);
  facts_close(&read);
  model_free(m);
  return ok;
}
