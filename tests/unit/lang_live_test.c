/* Temporaries of threads never split states: in every reachable state of the
 * shipped models a temporary that nobody will read is 0.
 *
 * Whether somebody will is decided here by walking: from the location, over
 * every edge and through its code, until the slot is read (then it is
 * needed) or written.  lang/live.c solves equations instead. */
#include <glob.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/text.h"
#include "lang/lang.h"
#include "model/interp.h"
#include "test.h"

enum { STATES_MAX = 4000 };

static bool reads(const struct model *m, expr_id id, slot_id slot) {
  if (id == NONE)
    return false;
  const struct expr *e = &m->exprs[id];
  switch (e->op) {
  case EXPR_LOCAL:
    return e->a == slot;
  case EXPR_LOCAL_AT:
    return (e->a <= slot && slot < e->a + e->value) || reads(m, e->b, slot);
  case EXPR_SHARED_AT:
    return reads(m, e->b, slot);
  case EXPR_CONST:
  case EXPR_BOUND:
  case EXPR_SHARED:
    return false;
  case EXPR_COND:
    return reads(m, e->a, slot) || reads(m, e->b, slot) || reads(m, e->c, slot);
  case EXPR_NEG:
  case EXPR_NOT:
    return reads(m, e->a, slot);
  default:
    return reads(m, e->a, slot) || reads(m, e->b, slot);
  }
}

struct walk {
  const struct model *m;
  const struct process *p;
  slot_id slot;
  unsigned char *code_seen, *location_seen;
};

static bool needed_at(struct walk *w, location_id l);

static bool needed_in(struct walk *w, code_id id) {
  for (; !w->code_seen[id]; id++) {
    const struct code *c = &w->m->code[id];
    w->code_seen[id] = 1;
    if (c->op == CODE_STOP)
      return needed_at(w, c->to);
    if (c->op != CODE_JUMP &&
        (reads(w->m, c->index, w->slot) || reads(w->m, c->value, w->slot)))
      return true;
    if (c->op == CODE_SET && c->target == w->slot)
      return false;
    if (c->op == CODE_JUMP)
      return needed_in(w, c->to);
    if (c->op == CODE_UNLESS && needed_in(w, c->to))
      return true;
  }
  return false;
}

static bool needed_at(struct walk *w, location_id l) {
  if (w->location_seen[l])
    return false;
  w->location_seen[l] = 1;
  const struct location *at = &w->p->locations[l];
  for (uint32_t i = 0; i < at->edge_count; i++) {
    const struct edge *e = &w->p->edges[at->first_edge + i];
    bool now = reads(w->m, e->index, w->slot) ||
               reads(w->m, e->guard, w->slot) || reads(w->m, e->fits, w->slot);
    for (uint32_t k = 0; k < e->arg_count; k++)
      now = now || reads(w->m, e->args[k], w->slot);
    if (now || needed_in(w, e->code))
      return true;
  }
  return false;
}

/* How many temporaries of the state are not 0 and not needed. */
static unsigned stray(const struct model *m, const struct istate *s,
                      unsigned *in_use) {
  unsigned count = 0;
  for (process_id i = 0; i < m->process_count; i++) {
    const struct process *p = &m->processes[i];
    for (slot_id k = 0; k < p->slot_count; k++) {
      if (!p->slots[k].temporary || !interp_slot(s, i, k))
        continue;
      struct walk w = {m, p, k, alloc_zero(m->code_count, 1),
                       alloc_zero(p->location_count, 1)};
      ++*in_use;
      count += !needed_at(&w, interp_location(s, i));
      free(w.code_seen);
      free(w.location_seen);
    }
  }
  return count;
}

struct queue {
  VEC(struct istate *) at;
};

static void add(struct interp *in, struct queue *q, struct map *seen,
                struct istate *s) {
  struct text key = {0};
  bool added;
  interp_key(in, s, &key);
  map_at(seen, hash_bytes(text_str(&key), key.len), &added);
  if (added)
    vec_push(&q->at, s);
  else
    interp_state_free(s);
  text_free(&key);
}

static unsigned check_states(const struct model *m) {
  struct interp *in = interp_new(m);
  struct interp_failure failed;
  struct queue q = {0};
  struct map seen = {0};
  unsigned in_use = 0, strays = 0;
  add(in, &q, &seen, interp_initial(in, &failed));
  for (size_t i = 0; i < q.at.len && i < STATES_MAX; i++) {
    struct interp_steps steps = {0};
    strays += stray(m, q.at.at[i], &in_use);
    interp_steps(in, q.at.at[i], &steps);
    vec_each(&steps.at, e) {
      struct istate *next = interp_fire(in, q.at.at[i], e, &failed);
      if (next)
        add(in, &q, &seen, next);
    }
    vec_free(&steps.at);
  }
  CHECK_EQ(strays, 0);
  vec_each(&q.at, s) interp_state_free(*s);
  vec_free(&q.at);
  map_free(&seen);
  interp_free(in);
  return in_use;
}

TEST(lang_temporaries_are_zero_where_nobody_reads_them) {
  glob_t files;
  unsigned in_use = 0;
  CHECK(!glob("models/*.hed", 0, NULL, &files));
  for (size_t i = 0; i < files.gl_pathc; i++) {
    struct text source = {0};
    struct diag diag = {0};
    CHECK(text_read_file(&source, files.gl_pathv[i]));
    struct model *m = lang_read(files.gl_pathv[i], text_str(&source),
                                source.len, NULL, &diag);
    CHECK(m != NULL);
    if (m)
      in_use += check_states(m);
    model_free(m);
    text_free(&source);
  }
  CHECK(in_use > 1000); /* there was something to look at */
  globfree(&files);
}
