/* What the set of all states shows. */
#include <string.h>

#include "base/alloc.h"
#include "base/count.h"
#include "explore/endless.h"
#include "sets/inside.h"

/* Conditions under which something shows: a tree for dd_select each. */
struct signs {
  struct dd_steps *executable;    /* some step can be taken */
  struct dd_steps *moves;         /* ... and leads somewhere */
  VEC(struct dd_steps *) notes;   /* by note, or NULL */
  VEC(struct dd_steps *) sources; /* by source, or NULL */
};

static bool wanted(const struct sets *s, enum finding_kind kind) {
  unsigned kinds = 1u << kind;
  if (kind == FINDING_DEADLOCK)
    kinds |= 1u << FINDING_BLOCKING;
  return s->options->find & kinds;
}

static struct finding finding_of(enum finding_kind kind) {
  return (struct finding){.kind = kind,
                          .process = NONE,
                          .location = NONE,
                          .message = NONE,
                          .object = NONE,
                          .property = NONE,
                          .source = NONE};
}

/* --- signs ---------------------------------------------------------------- */

static struct dd_steps *open_tree(struct sets *s, struct dd_steps **at) {
  if (!*at)
    *at = dd_steps_open(dd_levels(s->forest));
  return *at;
}

static void add_source(struct sets *s, struct signs *g, process_id p,
                       const struct offer *offer, edge_id edge) {
  if (edge == NONE)
    return;
  const source_id source = s->model->processes[p].edges[edge].source;
  sets_condition(s, p, offer, open_tree(s, &g->sources.at[source]));
}

static void add_signs(struct sets *s, process_id p, const struct offer *offer,
                      const struct moves *list, void *user) {
  struct signs *g = user;
  if (list->executable)
    sets_condition(s, p, offer, g->executable);
  if (list->count)
    sets_condition(s, p, offer, g->moves);
  for (uint32_t i = 0; i < list->count; i++)
    add_source(s, g, p, offer, list->at[i].edge);
  const struct remark *remarks = moves_remarks(list);
  for (uint32_t i = 0; i < list->remark_count; i++) {
    const note_id note = remarks[i].note;
    if (note >= g->notes.len)
      vec_resize(&g->notes, note + 1);
    sets_condition(s, p, offer, open_tree(s, &g->notes.at[note]));
    if (remarks[i].fails)
      add_source(s, g, p, offer, remarks[i].edge);
  }
}

static void signs_free(struct signs *g) {
  dd_steps_close(g->executable);
  dd_steps_close(g->moves);
  vec_each(&g->notes, t) dd_steps_close(*t);
  vec_each(&g->sources, t) dd_steps_close(*t);
  vec_free(&g->notes);
  vec_free(&g->sources);
}

/* --- ends ----------------------------------------------------------------- */

/* The states of `in` where this part has one of the values that fit. */
static dd_node where(struct sets *s, dd_node in, part_id part,
                     bool (*fits)(struct sets *s, part_id part, value_id v)) {
  struct dd_steps *tree = dd_steps_open(dd_levels(s->forest));
  const unsigned level = s->level_of[part];
  vec_each(&s->known[part].list, v) if (fits(s, part, *v))
      dd_steps_add(tree, &level, v, v, 1);
  const dd_node n = in == DD_FULL ? DD_FULL : sets_select(s, in, tree);
  dd_steps_close(tree);
  return n;
}

static bool is_final(struct sets *s, part_id part, value_id v) {
  return mover_local(&s->mover, &s->hand, part, v)->final;
}
static bool is_empty(struct sets *s, part_id part, value_id v) {
  (void)s;
  (void)part;
  return !v; /* the first value of a queue */
}

static uint64_t count_of(const struct sets *s, dd_node n) {
  const double about = dd_count_about(s->forest, n);
  struct text digits = {0};
  uint64_t exact = 0;
  if (about >= 1.8e19)
    return UINT64_MAX;
  dd_count(s->forest, n, &digits);
  for (size_t i = 0; i < digits.len; i++)
    exact = exact * 10 + (uint64_t)(digits.at[i] - '0');
  text_free(&digits);
  return exact;
}

/* The nearest states first, each with its run, as many as are kept. */
static void tell_states(struct sets *s, enum finding_kind kind, dd_node in) {
  uint64_t left = s->options->findings_kept;
  uint32_t *values = alloc_zero(s->parts.count, sizeof *values);
  dd_protect(s->forest, &in);
  while (in && left-- && !s->stopped) {
    struct finding f = finding_of(kind);
    if (!sets_run(s, in, &f.run)) {
      vec_free(&f.run.steps);
      break;
    }
    vec_push(&s->result->findings, f);
    for (part_id part = 0; part < s->parts.count; part++)
      values[s->level_of[part] - 1] = s->values[part];
    const dd_node one = dd_tuple(s->forest, values);
    const dd_node rest =
        one == DD_FULL ? DD_FULL : dd_minus(s->forest, in, one);
    if (sets_failed(s, rest))
      break;
    in = rest;
    if (dd_crowded(s->forest))
      dd_collect(s->forest);
  }
  dd_unprotect(s->forest, 1);
  free(values);
}

static void find_ends(struct sets *s) {
  struct explore_result *r = s->result;
  dd_node quiet = s->stuck, ended;
  for (part_id part = 0; part < s->parts.count; part++)
    if (s->parts.at[part].kind >= PART_CHANNEL)
      quiet = where(s, quiet, part, is_empty);
  ended = quiet;
  for (process_id p = 0; p < s->model->process_count; p++)
    ended = where(s, ended, p, is_final);
  if (sets_failed(s, ended))
    return;
  dd_node deadlocks = dd_minus(s->forest, quiet, ended);
  dd_node others = dd_minus(s->forest, s->stuck, quiet);
  if (sets_failed(s, deadlocks) || sets_failed(s, others))
    return;
  r->stats.terminated = count_of(s, ended);
  r->stats.deadlocks = count_of(s, deadlocks);
  r->stats.blocking = count_plus(r->stats.deadlocks, count_of(s, others));
  if (wanted(s, FINDING_DEADLOCK)) {
    r->counts[FINDING_DEADLOCK] = r->stats.deadlocks;
    r->counts[FINDING_BLOCKING] = r->stats.deadlocks;
  }
  if (wanted(s, FINDING_BLOCKING))
    r->counts[FINDING_BLOCKING] = r->stats.blocking;
  dd_protect(s->forest, &others);
  if (wanted(s, FINDING_DEADLOCK))
    tell_states(s, FINDING_DEADLOCK, deadlocks);
  if (wanted(s, FINDING_BLOCKING))
    tell_states(s, FINDING_BLOCKING, others);
  dd_unprotect(s->forest, 1);
}

/* --- notes, properties ---------------------------------------------------- */

/* One of the nearest states of the set shows it; false: a limit. */
static bool tell(struct sets *s, struct finding *f, dd_node in) {
  if (s->result->counts[f->kind]++ >= s->options->findings_kept)
    return true;
  if (!sets_run(s, in, &f->run)) {
    vec_free(&f->run.steps);
    return false;
  }
  vec_push(&s->result->findings, *f);
  return true;
}

/* At s->values: the remark as somebody has it here.  A failure is one for each
 * place, whoever comes to it. */
static const struct remark *remark_here(struct sets *s, note_id note,
                                        process_id *who) {
  for (process_id p = 0; p < s->model->process_count; p++) {
    const struct local *local =
        mover_local(&s->mover, &s->hand, p, s->values[p]);
    for (uint32_t i = 0; i < local->offer_count; i++) {
      const struct moves *list =
          mover_moves(&s->mover, &s->hand, p, &local->at[i], s->values);
      *who = p;
      for (uint32_t k = 0; k < list->remark_count; k++)
        if (moves_remarks(list)[k].note == note)
          return &moves_remarks(list)[k];
    }
  }
  return NULL;
}

static void find_note(struct sets *s, note_id id,
                      struct dd_steps *where_it_is) {
  const struct note note = notes_get(&s->notes, id);
  if (!wanted(s, note.kind))
    return;
  const dd_node in = sets_select(s, s->all, where_it_is);
  if (sets_failed(s, in) || !in)
    return;
  struct finding f = finding_of(note.kind);
  const size_t before = s->result->findings.len;
  if (!tell(s, &f, in) || s->result->findings.len == before)
    return;
  struct finding *told = vec_last(&s->result->findings);
  const struct remark *r = remark_here(s, id, &told->process);
  assert(r);
  told->failure = r->failure;
  told->place = r->place;
  told->object = r->object;
  told->last_step_fails = r->fails;
  if (note.kind == FINDING_UNSPECIFIED || note.kind == FINDING_OVERFLOW)
    told->message = note.message;
  parts_words(&s->parts, told->process, s->values[told->process],
              &s->hand.mine);
  told->location = (location_id)s->hand.mine.at[0];
  if (r->fails) {
    const struct model_step last = {told->process, r->edge, r->choice,
                                    r->object};
    vec_push(&told->run.steps, last);
  }
}

static void not_looked_at(struct sets *s, const char *what, const char *text,
                          struct place place) {
  struct text name = {0};
  text_printf(&name, "%s '%s': it looks at too many values together", what,
              text);
  reasons_add(&s->result->claim.because,
              (struct because){.why = WHY_BOUND,
                               .name = text_str(&name),
                               .file = s->model->file,
                               .line = place.line});
  text_free(&name);
}

static void find_property(struct sets *s, uint32_t i) {
  const struct property *p = &s->model->properties[i];
  dd_node yes, fails, bad;
  if (!sets_truth(s, p->expr, &yes, &fails)) {
    if (!s->stopped)
      not_looked_at(s, "the property", p->text, p->place);
    return;
  }
  bad = p->kind == PROPERTY_NEVER ? dd_union(s->forest, yes, fails)
                                  : dd_minus(s->forest, s->all, yes);
  if (sets_failed(s, bad) || !bad)
    return;
  struct finding f = finding_of(FINDING_PROPERTY);
  f.property = i;
  tell(s, &f, bad);
}

static void find_possibly(struct sets *s, uint32_t i) {
  const struct temporal *t = &s->model->temporals[i];
  dd_node yes, fails;
  if (!sets_truth(s, t->expr, &yes, &fails)) {
    if (!s->stopped)
      not_looked_at(s, "the property", t->text, t->place);
    return;
  }
  const dd_node lost = sets_never_to(s, yes);
  if (sets_failed(s, lost) || !lost)
    return;
  struct finding f = finding_of(FINDING_LIVENESS);
  f.property = i;
  tell(s, &f, lost);
}

/* --- endless -------------------------------------------------------------- */

/* Neither where the process has ended nor where nothing goes on. */
static void find_endless(struct sets *s, const struct signs *g) {
  struct endless e = {0};
  endless_open(&e, s->model);
  dd_node stands = sets_reject(s, g->moves);
  if (sets_failed(s, stands))
    stands = DD_EMPTY;
  dd_protect(s->forest, &stands);
  for (size_t i = 0; e.on && i < e.who.len && !s->stopped; i++) {
    const dd_node ended = where(s, s->all, e.who.at[i], is_final);
    const dd_node ends =
        ended == DD_FULL ? DD_FULL : dd_union(s->forest, ended, stands);
    const dd_node lost =
        sets_failed(s, ends) ? DD_FULL : sets_never_to(s, ends);
    if (sets_failed(s, lost) || !lost)
      continue;
    struct finding f = finding_of(FINDING_ENDLESS);
    f.process = e.who.at[i];
    const size_t before = s->result->findings.len;
    if (!tell(s, &f, lost) || s->result->findings.len == before)
      continue;
    parts_words(&s->parts, f.process, s->values[f.process], &s->hand.mine);
    vec_last(&s->result->findings)->location = (location_id)s->hand.mine.at[0];
  }
  dd_unprotect(s->forest, 1);
  endless_close(&e);
}

/* --- never taken ---------------------------------------------------------- */

/* sources: by source, where it is taken; NULL: nothing is. */
static void find_untaken(struct sets *s, struct dd_steps **sources) {
  for (source_id i = 0; i < s->model->source_count && !s->stopped; i++) {
    if (!s->model->sources[i].place.line)
      continue; /* what nobody wrote is nobody's mistake */
    const dd_node in =
        sources && sources[i] ? sets_meets(s, sources[i]) : DD_EMPTY;
    if (sets_failed(s, in) || in)
      continue;
    struct finding f = finding_of(FINDING_UNEXECUTABLE);
    f.source = i;
    f.place = s->model->sources[i].place;
    s->result->counts[FINDING_UNEXECUTABLE]++;
    vec_push(&s->result->findings, f);
  }
}

/* --- all of them ---------------------------------------------------------- */

static void tidy(struct sets *s) {
  if (dd_crowded(s->forest))
    dd_collect(s->forest);
}

static void find_all(struct sets *s, struct signs *g) {
  const struct model *m = s->model;
  const dd_node stuck = sets_reject(s, g->executable);
  if (sets_failed(s, stuck))
    return;
  s->stuck = stuck;
  find_ends(s);
  for (note_id i = 0; i < g->notes.len && !s->stopped; i++, tidy(s))
    if (g->notes.at[i])
      find_note(s, i, g->notes.at[i]);
  for (uint32_t i = 0;
       wanted(s, FINDING_PROPERTY) && i < m->property_count && !s->stopped;
       i++, tidy(s))
    find_property(s, i);
  for (uint32_t i = 0;
       wanted(s, FINDING_LIVENESS) && i < m->temporal_count && !s->stopped;
       i++, tidy(s))
    if (m->temporals[i].possibly)
      find_possibly(s, i);
  if (wanted(s, FINDING_ENDLESS) && !s->stopped)
    find_endless(s, g);
  tidy(s);
  if (wanted(s, FINDING_UNEXECUTABLE) && !s->stopped)
    find_untaken(s, g->sources.at);
}

void sets_start_fails(struct sets *s, const struct note *failed) {
  VEC(note_id) told = {0};
  for (process_id p = 0; p < s->model->process_count; p++) {
    bool before = false;
    if (!failed[p].failure || !wanted(s, failed[p].kind))
      continue;
    const note_id note = notes_number(&s->notes, &failed[p]);
    vec_each(&told, n) before |= *n == note;
    if (before)
      continue;
    vec_push(&told, note);
    struct finding f = finding_of(failed[p].kind);
    parts_words(&s->parts, p, s->start[p], &s->hand.mine);
    f.process = p;
    f.location = (location_id)s->hand.mine.at[0];
    f.failure = failed[p].failure;
    f.place = failed[p].place;
    if (s->result->counts[f.kind]++ < s->options->findings_kept)
      vec_push(&s->result->findings, f);
  }
  if (wanted(s, FINDING_UNEXECUTABLE))
    find_untaken(s, NULL);
  vec_free(&told);
}

void sets_findings(struct sets *s) {
  struct signs g = {.executable = dd_steps_open(dd_levels(s->forest)),
                    .moves = dd_steps_open(dd_levels(s->forest))};
  vec_resize(&g.sources, s->model->source_count);
  sets_each(s, add_signs, &g);
  if (!s->stopped)
    find_all(s, &g);
  signs_free(&g);
}
