#include "model/stepping.h"

#include "base/sound.h"

/* The last of the steps that are taken has failed. */
static bool has_failed(const struct stepping *s) {
  return s->failed.failure && s->at == s->steps.len;
}

static void find_moves(struct stepping *s) {
  vec_clear(&s->moves.at);
  if (!has_failed(s))
    interp_steps(s->in, stepping_state(s), &s->moves);
}

void stepping_open(struct stepping *s, const struct model *m) {
  *s = (struct stepping){.m = m, .in = interp_new(m)};
  vec_push(&s->states, interp_initial(s->in, &s->failed));
  find_moves(s);
}

void stepping_close(struct stepping *s) {
  vec_each(&s->states, state) interp_state_free(*state);
  vec_free(&s->states);
  vec_free(&s->steps);
  vec_free(&s->moves.at);
  interp_free(s->in);
}

const struct istate *stepping_state(const struct stepping *s) {
  return s->states.at[s->at < s->states.len ? s->at : s->states.len - 1];
}

enum stepping_end stepping_end(const struct stepping *s) {
  if (has_failed(s))
    return STEPPING_FAILED;
  switch (interp_end(s->in, stepping_state(s))) {
  case END_TERMINATED:
    return STEPPING_TERMINATED;
  case END_BLOCKING:
    return STEPPING_BLOCKING;
  case END_DEADLOCK:
    return STEPPING_DEADLOCK;
  default:
    return STEPPING_ON;
  }
}

uint32_t stepping_violated(const struct stepping *s) {
  for (uint32_t i = 0; i < s->m->property_count; i++)
    if (interp_violated(s->in, stepping_state(s), &s->m->properties[i]))
      return i;
  return NONE;
}

const char *stepping_error(const struct stepping *s) {
  uint32_t property = stepping_violated(s);
  switch (stepping_end(s)) {
  case STEPPING_FAILED:
    return failure_texts[s->failed.failure];
  case STEPPING_DEADLOCK:
    return finding_kind_names[FINDING_DEADLOCK];
  case STEPPING_BLOCKING:
    return finding_kind_names[FINDING_BLOCKING];
  default:
    return property == NONE ? NULL : s->m->properties[property].text;
  }
}

const char *stepping_who(const struct stepping *s, size_t n) {
  EXPECTS(n < s->moves.at.len);
  return s->m->processes[s->moves.at.at[n].process].name;
}

void stepping_text(const struct stepping *s, size_t n, struct text *out) {
  EXPECTS(n < s->moves.at.len);
  interp_print_step(s->in, stepping_state(s), &s->moves.at.at[n], out);
}

/* --- moving --------------------------------------------------------------- */

static void forget_rest(struct stepping *s) {
  EXPECTS(s->at <= s->steps.len);
  if (s->at == s->steps.len)
    return;
  s->steps.len = s->at;
  while (s->states.len > s->at + 1)
    interp_state_free(vec_pop(&s->states));
  s->failed.failure = FAIL_NONE;
}

bool stepping_take(struct stepping *s, size_t n) {
  if (n >= s->moves.at.len)
    return false;
  struct model_step step = s->moves.at.at[n];
  forget_rest(s);
  struct istate *next =
      interp_fire(s->in, stepping_state(s), &step, &s->failed);
  vec_push(&s->steps, step);
  s->at++;
  if (next)
    vec_push(&s->states, next);
  find_moves(s);
  return true;
}

bool stepping_follow(struct stepping *s, const struct model_step *step) {
  for (size_t i = 0; i < s->moves.at.len; i++) {
    const struct model_step *t = &s->moves.at.at[i];
    if (t->process == step->process && t->edge == step->edge &&
        t->choice == step->choice && t->object == step->object)
      return stepping_take(s, i);
  }
  return false;
}

bool stepping_back(struct stepping *s) {
  if (!s->at)
    return false;
  s->at--;
  find_moves(s);
  return true;
}

bool stepping_forward(struct stepping *s) {
  if (s->at == s->steps.len)
    return false;
  s->at++;
  find_moves(s);
  return true;
}

/* --- recording ------------------------------------------------------------ */

static void record_failure(const struct stepping *s, struct recording *out,
                           struct text *where) {
  const struct interp_failure *f = &s->failed;
  out->finding.kind = failure_kind(f->failure);
  out->finding.process = f->process;
  out->finding.failure = f->failure;
  out->finding.place = f->place;
  if (f->failure == FAIL_UNSPECIFIED) {
    out->finding.message = f->message;
    out->finding.object = f->object;
    out->finding.location = f->location;
  }
  out->finding.last_step_fails = s->at > 0;
  text_printf(where, "%s:%u:%u: %s in %s", s->m->file, f->place.line,
              f->place.col, failure_texts[f->failure],
              s->m->processes[f->process].name);
}

static void record_end(const struct stepping *s, struct recording *out,
                       struct text *where) {
  uint32_t property = stepping_violated(s);
  enum stepping_end end = stepping_end(s);
  if (end == STEPPING_FAILED) {
    record_failure(s, out, where);
  } else if (end == STEPPING_DEADLOCK || end == STEPPING_BLOCKING) {
    out->finding.kind =
        end == STEPPING_DEADLOCK ? FINDING_DEADLOCK : FINDING_BLOCKING;
    interp_print_state(s->in, stepping_state(s), where);
  } else if (property != NONE) {
    out->finding.kind = FINDING_PROPERTY;
    out->finding.property = property;
    text_add(where, s->m->properties[property].text);
  } else {
    out->plain = true;
    interp_print_state(s->in, stepping_state(s), where);
  }
}

void stepping_record(const struct stepping *s, struct recording *out) {
  struct text t = {0};
  *out = (struct recording){
      .model = s->m->file, .digest = s->m->digest, .scheme = s->m->scheme};
  out->finding = (struct recorded_finding){.process = NONE,
                                           .location = NONE,
                                           .message = NONE,
                                           .object = NONE,
                                           .property = NONE};
  for (uint32_t i = 0; i < s->m->parameter_count; i++)
    vec_push(&out->parameters, s->m->parameters[i]);
  for (size_t i = 0; i < s->at; i++) {
    text_clear(&t);
    interp_print_step(s->in, s->states.at[i], &s->steps.at[i], &t);
    vec_push(&out->steps, s->steps.at[i]);
    vec_push(&out->texts, arena_string(&out->arena, text_str(&t), t.len));
  }
  text_clear(&t);
  record_end(s, out, &t);
  out->where = arena_string(&out->arena, text_str(&t), t.len);
  text_free(&t);
}
