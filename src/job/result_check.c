/* The result of a check, and of a recording of a model that is shown. */
#include <string.h>

#include "job/check.h"
#include "job/check_graph.h"
#include "job/findings.h"
#include "job/rerun.h"
#include "job/result.h"
#include "job/words.h"
#include "report/json.h"
#include "report/picture.h"

static void name_place(const struct finding *f, const struct model *m,
                       struct heddle_finding *out) {
  struct place place = f->place;
  if (f->process != NONE) {
    const struct process *p = &m->processes[f->process];
    out->process = p->name;
    if (f->location != NONE)
      out->state = p->locations[f->location].name;
  }
  if (f->message != NONE)
    out->message = m->messages[f->message].name;
  if (f->object != NONE)
    out->object = m->objects[f->object].name;
  if (f->property != NONE)
    out->property = finding_property(f, m, &place);
  if (f->source != NONE) {
    out->process = m->sources[f->source].process;
    out->state = m->sources[f->source].from;
    place = m->sources[f->source].place;
  }
  out->file = m->file;
  out->line = place.line;
  out->column = place.col;
}

static const char *keep(struct arena *a, const char *s) {
  return s ? arena_string(a, s, strlen(s)) : NULL;
}

static void take_details(const struct finding *f, const struct model *m,
                         struct arena *a, struct heddle_finding *out) {
  struct json j = json_keep(a, &out->details);
  if (f->source != NONE)
    json_put_string(&j, "edge", m->sources[f->source].text);
  if (f->failure)
    json_put_string(&j, "failure", failure_texts[f->failure]);
}

/* Where it is, and its run, for which that is walked along once. */
static void take_run(const struct finding *f, const struct model *m,
                     struct arena *a, struct heddle_finding *out) {
  struct recording r;
  struct text end = {0}, where = {0};
  finding_steps(f, m, &r);
  result_run(&r, m, &end, a, out);
  finding_where_end(f, m, text_str(&end), &where);
  out->where = result_lines(&where, a);
  text_free(&end);
  recording_free(&r);
}

static void take_where(const struct finding *f, const struct model *m,
                       struct arena *a, struct heddle_finding *out) {
  struct text where = {0};
  finding_where(f, m, &where);
  out->where = result_lines(&where, a);
}

static void take_picture(const struct finding *f, const struct model *m,
                         struct arena *a, struct heddle_finding *out) {
  struct recording r;
  finding_record(f, m, &r);
  result_picture(&r, m, a, out);
  recording_free(&r);
}

static void take_finding(const struct check *c, const struct finding *f,
                         bool run, struct arena *a,
                         struct heddle_finding *out) {
  const struct model *m = c->model;
  *out = (struct heddle_finding){.kind = (enum heddle_kind)f->kind,
                                 .key = finding_kind_names[f->kind],
                                 .word = finding_word(f->kind),
                                 .length = f->run.steps.len,
                                 .for_ever = finding_for_ever(f, m),
                                 .circle = f->circle,
                                 .shortest = c->shortest};
  if (run)
    take_run(f, m, a, out);
  else
    take_where(f, m, a, out);
  out->title = arena_printf(a, "%s: %s", out->word, out->where);
  out->headline = out->where;
  name_place(f, m, out);
  take_details(f, m, a, out);
}

/* Findings come by kind; of each kind the first are told. */
static void take_findings(const struct check *c, struct result_wish wish,
                          struct arena *a, struct heddle_result *out) {
  const struct explore_result *r = c->result;
  struct heddle_finding *at =
      arena_array(a, struct heddle_finding, r->findings.len);
  size_t told[FINDING_KINDS] = {0}, kept[FINDING_KINDS] = {0}, n = 0;
  vec_each(&r->findings, f) {
    kept[f->kind]++;
    if (told[f->kind] == wish.listed)
      continue;
    told[f->kind]++;
    bool runs = f->kind != FINDING_UNEXECUTABLE;
    take_finding(c, f, runs && n < wish.runs, a, &at[n]);
    if (runs && n < wish.pictures)
      take_picture(f, c->model, a, &at[n]);
    n++;
  }
  out->findings = at;
  out->finding_count = n;
  struct heddle_more *more = arena_array(a, struct heddle_more, FINDING_KINDS);
  for (int k = 0; k < FINDING_KINDS; k++) {
    uint64_t count = r->counts[k];
    if (k == FINDING_BLOCKING) /* a deadlock counts as one, too */
      count -= r->counts[FINDING_DEADLOCK];
    if (count > told[k])
      more[out->more_count++] =
          (struct heddle_more){finding_kind_names[k], count - told[k],
                               count > kept[k], c->strategy->fold};
  }
  out->more = more;
}

void result_claim(const struct claim *c, struct arena *a,
                  struct heddle_result *out) {
  const struct reasons *r = &c->because;
  struct heddle_because *at =
      arena_array(a, struct heddle_because, r->at.len);
  for (size_t i = 0; i < r->at.len; i++) {
    const struct because *b = &r->at.at[i];
    at[i] = (struct heddle_because){why_key(b->why), keep(a, b->name),
                                    keep(a, b->file), b->line, b->count};
  }
  out->because = at;
  out->because_count = r->at.len;
  const char **under = arena_array(a, const char *, UNDER_COUNT + 1);
  out->under = under;
  for (unsigned i = 0; i < UNDER_COUNT; i++)
    if (c->under >> i & 1)
      *under++ = under_texts[i];
}

static void take_counts(const struct check *c, struct arena *a,
                        struct heddle_result *out) {
  const struct explore_result *r = c->result;
  bool all = !r->stopped && !c->hashed;
  struct heddle_count *at =
      arena_array(a, struct heddle_count, FINDING_KINDS + 2);
  size_t n = 0;
  const uint64_t states = r->stats.states;
  at[n++] = (struct heddle_count){"states", states,
                                  all && states < UINT64_MAX, false};
  if (!c->symbolic)
    at[n++] = (struct heddle_count){"transitions", r->stats.transitions, all,
                                    false};
  for (int k = 0; k < FINDING_KINDS; k++)
    if (c->find >> k & 1)
      at[n++] = (struct heddle_count){finding_kind_names[k], r->counts[k],
                                      check_exact(c, (enum finding_kind)k),
                                      true};
  out->counts = at;
  out->count_count = n;
}

/* Of a set: as a number beyond 64 bits the count of states is only near. */
static void put_sets(const struct check *c, struct json *j) {
  const struct explore_stats *st = &c->result->stats;
  json_put_string(j, "engine", "dd");
  if (c->list_states)
    json_put_uint(j, "listed_states", c->list_states);
  if (c->sets.states.len)
    json_put_string(j, "states_exact", text_str(&c->sets.states));
  json_put_uint(j, "peak_nodes", c->sets.peak_nodes);
  json_put_uint(j, "sifted", c->sets.sifted);
  json_put_uint(j, "states", st->states);
  json_put_uint(j, "terminated", st->terminated);
  json_put_uint(j, "blocking", st->blocking);
  json_put_uint(j, "deadlocks", st->deadlocks);
  if (st->depth)
    json_put_uint(j, "depth", st->depth);
  json_put_uint(j, "store_bytes", st->store_bytes);
  json_put_uint(j, "memo_bytes", st->memo_bytes);
}

/* How it was searched, and what that took. */
static void take_numbers(const struct check *c, struct arena *a,
                         struct heddle_result *out) {
  const struct explore_result *r = c->result;
  const struct explore_stats *st = &r->stats;
  const double bytes = (double)(st->store_bytes + st->memo_bytes);
  struct json j = json_keep(a, &out->details);
  json_put_string(&j, "model", c->model->file);
  json_put_string(&j, "strategy", c->strategy->name);
  if (c->symbolic)
    put_sets(c, &j);
  json_put_bool(&j, "complete", !r->stopped && !r->claim.because.at.len);
  json_put_string(&j, "stopped", stop_reason_texts[r->stopped]);
#define PUT(name, unit, text) json_put_uint(&j, #name, st->name);
  if (!c->symbolic) {
    EXPLORE_STATS(PUT)
    json_put_real(&j, "bytes_per_state",
                  st->states ? bytes / (double)st->states : 0);
  }
#undef PUT
  json_put_real(&j, "seconds", st->seconds);
  json_put_real(&j, "cpu_seconds", st->cpu_seconds);
  if (st->searches || c->hashed) {
    json_put_real(&j, "omitted_expected", st->omitted);
    json_put_real(&j, "omission_probability", st->omission);
    json_put_uint(&j, "searches", st->searches ? st->searches : 1);
  }
  if (st->disk_bytes)
    json_put_uint(&j, "disk_bytes", st->disk_bytes);
  if (st->ranks) {
    json_put_uint(&j, "ranks", st->ranks);
    json_put_uint(&j, "sent_bytes", st->sent_bytes);
    json_put_uint(&j, "meets", st->meets);
    json_put_uint(&j, "most_states", st->most_states);
    json_put_uint(&j, "level_most_states", st->level_most_states);
  }
  if (r->resumed)
    json_put_bool(&j, "resumed", true);
  json_put_uint(&j, "jobs", c->jobs);
  json_put_string(&j, "scheme", scheme_names[c->model->scheme]);
  json_key(&j, "parameters");
  json_open(&j, '{');
  for (uint32_t i = 0; i < c->model->parameter_count; i++)
    json_put_int(&j, c->model->parameters[i].name,
                 c->model->parameters[i].value);
  json_close(&j);
}

/* Why not everything was explored, or NULL. */
static const char *missed(const struct explore_result *r, struct arena *a) {
  struct text why = {0};
  reasons_text(&r->claim.because, &why);
  if (!why.len && r->stopped != STOP_NOT)
    text_add(&why, stop_reason_texts[r->stopped]);
  return result_lines(&why, a);
}

static void free_graph(void *graph) {
  check_graph_free(graph);
}

static void take_sheet(const struct check *c, struct arena *a,
                       struct heddle_result *out) {
  enum { STATES_SHOWN = 60 };
  struct check_graph *g = !c->symbolic && c->result->stats.states <= STATES_SHOWN
                              ? check_graph_make(c)
                              : NULL;
  struct heddle_sheet *s = arena_new(a, struct heddle_sheet);
  *s = (struct heddle_sheet){c->source, g ? check_graph_get(g) : NULL};
  arena_at_end(a, free_graph, g);
  out->sheet = s;
}

void result_of_check(const struct check *c, struct result_wish wish,
                     struct arena *a, struct heddle_result *out) {
  const struct explore_result *r = c->result;
  *out = (struct heddle_result){.command = "check",
                                .name = c->model->file,
                                .verdict = (enum heddle_verdict)r->verdict};
  take_findings(c, wish, a, out);
  take_counts(c, a, out);
  result_claim(&r->claim, a, out);
  take_numbers(c, a, out);
  words_of_check(c, a, out);
  if (wish.sheet)
    take_sheet(c, a, out);
  out->goal = stop_reason_texts[STOP_NOT];
  out->missed = missed(r, a);
  out->seconds = r->stats.seconds;
}

void result_of_rerun(const struct rerun *w, struct arena *a,
                     struct heddle_result *out) {
  const struct recording *r = &w->recording;
  const struct model *m = w->loaded.model;
  struct heddle_finding *f = arena_array(a, struct heddle_finding, 1);
  *out = (struct heddle_result){.command = "show",
                                .name = m->file,
                                .verdict = r->plain ? HEDDLE_HOLDS
                                                    : HEDDLE_VIOLATED,
                                .findings = f,
                                .finding_count = 1};
  *f = (struct heddle_finding){
      .kind = (enum heddle_kind)r->finding.kind,
      .key = recording_word(r),
      .word = recording_word(r),
      .where = keep(a, r->where),
      .file = m->file,
      .line = r->finding.place.line,
      .column = r->finding.place.col};
  f->headline = f->where;
  f->title = arena_printf(a, "%s: %s", f->key, f->where);
  out->line = out->title = arena_printf(a, "%s: %s", r->model, f->title);
  result_run(r, m, NULL, a, f);
  result_picture(r, m, a, f);
}
