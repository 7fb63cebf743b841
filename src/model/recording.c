#include "model/recording.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/record_head.h"
#include "base/sound.h"
#include "model/interp.h"
#include "model/lasso.h"

void recording_free(struct recording *r) {
  vec_free(&r->parameters);
  vec_free(&r->never);
  vec_free(&r->steps);
  vec_free(&r->texts);
  arena_free(&r->arena);
}

/* --- writing -------------------------------------------------------------- */

/* One line, whatever the string holds. */
static void add_line(struct text *out, const char *word, const char *s) {
  text_printf(out, "%s ", word);
  for (; *s; s++)
    text_char(out, *s == '\n' || *s == '\r' ? ' ' : *s);
  text_char(out, '\n');
}

void recording_write(const struct recording *r, struct text *out) {
  record_head_write(RECORD_STATES, out);
  add_line(out, "model", r->model);
  text_printf(out, "digest %016" PRIx64 "\n", r->digest);
  text_printf(out, "scheme %s\n", scheme_names[r->scheme]);
  vec_each(&r->parameters, p)
      text_printf(out, "param %s %" PRId64 "\n", p->name, p->value);
  vec_each(&r->never, p) text_printf(out, "never %s\n", *p);
  const struct recorded_finding *f = &r->finding;
  text_printf(out, "finding %s\n",
              r->plain ? "none" : finding_kind_names[f->kind]);
  add_line(out, "where", r->where);
  text_printf(out, "facts %u %u %u %u %u %u %u %u %d\n", f->process,
              f->location, f->message, f->object, f->property, f->failure,
              f->place.line, f->place.col, f->last_step_fails);
  if (!r->plain && lasso_is(f->kind))
    text_printf(out, "circle %u\n", f->circle);
  for (size_t i = 0; i < r->steps.len; i++) {
    const struct model_step *s = &r->steps.at[i];
    text_printf(out, "step %u %u %d %u ", s->process, s->edge, s->choice,
                s->object);
    text_printf(out, "%s\n", r->texts.at[i]);
  }
  text_printf(out, "end %zu\n", r->steps.len);
}

/* --- reading -------------------------------------------------------------- */

struct reader {
  struct recording *r;
  struct diag *diag;
  const char *file, *at;
  uint32_t line;
  bool ended;
};

static bool bad(struct reader *rd, const char *what) {
  return diag_error(rd->diag, (struct diag_at){rd->file, rd->line, 1, 1},
                    "%s", what);
}

/* Index of the word in a NULL-terminated list, or -1. */
static int index_of(const char *const *names, const char *word) {
  for (int i = 0; names[i]; i++)
    if (!strcmp(names[i], word))
      return i;
  return -1;
}

static bool read_named(struct reader *rd, const char *const *names,
                       const char *value, int *index, const char *what) {
  EXPECTS(names && names[0]);
  *index = index_of(names, value);
  return *index >= 0 || bad(rd, what);
}

static bool read_param(struct reader *rd, const char *value) {
  const char *space = strchr(value, ' ');
  if (!space)
    return bad(rd, "expected 'param NAME VALUE'");
  struct parameter p = {
      arena_string(&rd->r->arena, value, (size_t)(space - value)),
      strtoll(space + 1, NULL, 10)};
  vec_push(&rd->r->parameters, p);
  return true;
}

static bool read_step(struct reader *rd, const char *value) {
  struct model_step s;
  int used = 0;
  if (sscanf(value, "%" SCNu32 " %" SCNu32 " %" SCNd32 " %" SCNu32 " %n",
             &s.process, &s.edge, &s.choice, &s.object, &used) != 4)
    return bad(rd, "expected 'step PROCESS EDGE CHOICE OBJECT TEXT'");
  vec_push(&rd->r->steps, s);
  vec_push(&rd->r->texts,
           arena_string(&rd->r->arena, value + used, strlen(value + used)));
  return true;
}

static bool read_facts(struct reader *rd, const char *value) {
  struct recorded_finding *f = &rd->r->finding;
  int fails;
  if (sscanf(value,
             "%" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32
             " %" SCNu32 " %" SCNu32 " %" SCNu32 " %d",
             &f->process, &f->location, &f->message, &f->object,
             &f->property, &f->failure, &f->place.line, &f->place.col,
             &fails) != 9)
    return bad(rd, "expected nine numbers");
  if (f->failure >= FAILURES)
    return bad(rd, "unknown failure");
  f->last_step_fails = fails != 0;
  return true;
}

static bool read_fact(struct reader *rd, const char *word,
                      const char *value) {
  struct recording *r = rd->r;
  int index = 0;
  if (!strcmp(word, "kind"))
    return record_kind_named(value) == RECORD_STATES ||
           bad(rd, "expected a recording of kind 'states'");
  if (!strcmp(word, "model"))
    r->model = value;
  else if (!strcmp(word, "digest"))
    r->digest = strtoull(value, NULL, 16);
  else if (!strcmp(word, "where"))
    r->where = value;
  else if (!strcmp(word, "param"))
    return read_param(rd, value);
  else if (!strcmp(word, "never"))
    vec_push(&r->never, value);
  else if (!strcmp(word, "step"))
    return read_step(rd, value);
  else if (!strcmp(word, "circle"))
    r->finding.circle = (uint32_t)strtoul(value, NULL, 10);
  else if (!strcmp(word, "facts"))
    return read_facts(rd, value);
  else if (!strcmp(word, "scheme")) {
    if (!read_named(rd, scheme_names, value, &index, "unknown scheme"))
      return false;
    r->scheme = (enum scheme)index;
  } else if (!strcmp(word, "finding") && !strcmp(value, "none")) {
    r->plain = true;
  } else if (!strcmp(word, "finding")) {
    if (!read_named(rd, finding_kind_names, value, &index,
                    "unknown kind of finding"))
      return false;
    r->finding.kind = (enum finding_kind)index;
  } else if (!strcmp(word, "end"))
    rd->ended = strtoull(value, NULL, 10) == r->steps.len;
  else
    return bad(rd, "a line that a recording does not have");
  return true;
}

static bool read_first_line(struct reader *rd, const char *line) {
  const int version = record_version(line);
  if (!version)
    return bad(rd, "this is no recording: it does not begin with 'heddle "
                   "recording'");
  if (record_version_known(version))
    return true;
  return diag_error(rd->diag, (struct diag_at){rd->file, 1, 1, 1},
                    "this recording has version %d, and this heddle reads "
                    "versions 1 to %d: record the run again",
                    version, RECORD_VERSION);
}

bool recording_read(struct recording *r, const char *file, const char *text,
                    struct diag *diag) {
  *r = (struct recording){0};
  struct reader rd = {.r = r, .diag = diag, .file = file, .at = text};
  bool ok = true;
  while (ok && *rd.at && !rd.ended) {
    const char *end = strchr(rd.at, '\n');
    size_t len = end ? (size_t)(end - rd.at) : strlen(rd.at);
    char *line = arena_string(&r->arena, rd.at, len);
    rd.at += len + (end != NULL);
    if (!rd.line++) {
      ok = read_first_line(&rd, line);
      continue;
    }
    char *space = strchr(line, ' ');
    if (space)
      *space = 0;
    ok = read_fact(&rd, line, space ? space + 1 : line + strlen(line));
  }
  if (!ok)
    return false;
  if (!rd.line)
    return bad(&rd, "the file is empty: expected a recording");
  if (!rd.ended || !r->model)
    return bad(&rd, "the recording is cut off: it has no 'end'");
  if (!r->where)
    r->where = "";
  return true;
}

/* --- replaying ------------------------------------------------------------ */

static bool same_failure(const struct recorded_finding *f,
                         const struct interp_failure *failed) {
  return failed->failure && failure_kind(failed->failure) == f->kind &&
         failed->process == f->process &&
         (f->kind == FINDING_UNSPECIFIED
              ? failed->message == f->message && failed->object == f->object
              : failed->place.line == f->place.line &&
                    failed->place.col == f->place.col);
}

static bool stuck_shows(struct interp *in, const struct istate *s,
                        const struct recorded_finding *f) {
  struct interp_stucks stucks = {0};
  interp_stucks(in, s, &stucks);
  bool shows = false;
  vec_each(&stucks.at, k) shows |= k->kind == f->kind &&
                                   k->process == f->process &&
                                   k->location == f->location &&
                                   k->message == f->message &&
                                   k->object == f->object;
  vec_free(&stucks.at);
  return shows;
}

static bool shows(struct interp *in, const struct model *m,
                  const struct istate *s, const struct recorded_finding *f) {
  switch (f->kind) {
  case FINDING_DEADLOCK:
    return interp_end(in, s) == END_DEADLOCK;
  case FINDING_BLOCKING:
    return interp_end(in, s) == END_BLOCKING;
  case FINDING_PROPERTY:
    return f->property < m->property_count &&
           interp_violated(in, s, &m->properties[f->property]);
  case FINDING_UNSPECIFIED:
  case FINDING_OVERFLOW:
    return stuck_shows(in, s, f);
  case FINDING_ENDLESS: /* that it is for ever only a search can tell */
    return f->process < m->process_count &&
           f->location == interp_location(s, f->process) &&
           !m->processes[f->process].locations[f->location].final;
  case FINDING_LIVENESS: /* the whole run is looked at: lasso.h */
    return f->property < m->temporal_count &&
           (!m->temporals[f->property].possibly ||
            !interp_true(in, s, m->temporals[f->property].expr));
  case FINDING_CIRCLE:
    return true;
  default:
    return false;
  }
}

bool recording_possible(struct interp *in, const struct istate *s,
                     const struct model_step *step) {
  struct interp_steps steps = {0};
  interp_steps(in, s, &steps);
  bool found = false;
  vec_each(&steps.at, t) found |= t->process == step->process &&
                                  t->edge == step->edge &&
                                  t->choice == step->choice &&
                                  t->object == step->object;
  vec_free(&steps.at);
  return found;
}

/* The state after the steps, or NULL: one failed (*failed), or could not be
 * taken (*why). */
static struct istate *walk(const struct recording *r, const struct model *m,
                           struct interp *in, recording_each *each, void *user,
                           struct interp_failure *failed, struct text *why) {
  struct istate *s = interp_initial(in, failed);
  if (failed->failure && r->finding.process < m->process_count)
    interp_start_fails(in, r->finding.process, failed);
  for (size_t i = 0; i < r->steps.len && !failed->failure; i++) {
    const struct model_step *step = &r->steps.at[i];
    if (!recording_possible(in, s, step)) {
      text_printf(why, "step %zu, '%s', cannot be taken", i + 1,
                  recording_text(r, i));
      if (each)
        each(user, in, s, NULL, i);
      interp_state_free(s);
      return NULL;
    }
    if (each)
      each(user, in, s, step, i);
    struct istate *next = interp_fire(in, s, step, failed);
    if (!next) {
      if (i + 1 < r->steps.len)
        text_printf(why, "step %zu, '%s', fails before the end", i + 1,
                    recording_text(r, i));
      break;
    }
    interp_state_free(s);
    s = next;
  }
  if (each)
    each(user, in, s, NULL, r->steps.len);
  return s;
}

const char *recording_text(const struct recording *r, size_t i) {
  return i < r->texts.len ? r->texts.at[i] : "";
}

const char *recording_word(const struct recording *r) {
  return r->plain ? "run" : finding_kind_names[r->finding.kind];
}

/* Whether what is recorded shows at the end of the steps. */
static bool shows_at_end(const struct recording *r, const struct model *m,
                         struct interp *in, const struct istate *s,
                         const struct interp_failure *failed) {
  if (r->plain)
    return !failed->failure;
  return r->finding.last_step_fails || failed->failure
             ? same_failure(&r->finding, failed)
             : shows(in, m, s, &r->finding);
}

bool recording_replay(const struct recording *r, const struct model *m,
                      recording_each *each, void *user, struct text *why) {
  if (!r->plain && r->finding.kind == FINDING_UNEXECUTABLE) {
    text_add(why, "an edge that is never taken has no run");
    return false;
  }
  struct interp *in = interp_new(m);
  struct interp_failure failed = {0};
  struct istate *s = walk(r, m, in, each, user, &failed, why);
  bool ok = !why->len && shows_at_end(r, m, in, s, &failed);
  if (ok && !r->plain && lasso_is(r->finding.kind))
    ok = lasso_shows(r, m, why);
  if (!ok && !why->len)
    text_printf(why, "the run ends without %s", recording_word(r));
  interp_state_free(s);
  interp_free(in);
  return ok;
}
