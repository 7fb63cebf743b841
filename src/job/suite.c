#include "job/suite.h"

#include <string.h>

/* --- the choices of a sequence --------------------------------------------- */

/* Messages on their way, as the file has them. */
struct mail {
  struct waiting_messages waiting;
  VEC(const char *) ports;
  VEC(uint64_t) numbers; /* of each event that is a send, by its line; or 0 */
};

static uint64_t port_of(struct mail *m, const char *name) {
  for (size_t i = 0; i < m->ports.len; i++)
    if (!strcmp(m->ports.at[i], name))
      return i + 1;
  vec_push(&m->ports, name);
  return m->ports.len;
}

/* The message of the send that a receive names; 0: there is none. */
static uint64_t message_of(const struct mail *m, const struct syn_sequence *q,
                           const struct sequence_event *r) {
  for (size_t i = 0; i < m->numbers.len; i++)
    if (q->events.at[i].thread == r->from &&
        q->events.at[i].number == r->from_number)
      return m->numbers.at[i];
  return 0;
}

/* By which alternative the receive gets it. */
static bool alternative(struct mail *m, const struct syn_sequence *q,
                        const struct sequence_event *e, struct diag *d,
                        unsigned *alt) {
  uint64_t message = message_of(m, q, e);
  if (!message || MESSAGE_PORT(message) != port_of(m, e->object))
    return diag_error(d, e->at,
                      "event %u of its sender sends nothing to '%s' "
                      "before",
                      e->from_number, e->object);
  *alt = waiting_alt(&m->waiting, message);
  if (*alt == UINT32_MAX)
    return diag_error_hint(d, e->at, "by the scheme of the model",
                           "another message has to be received first");
  waiting_take(&m->waiting, e->thread, message);
  return true;
}

typedef VEC(choice) choices;

static bool add_choice(struct mail *m, const struct syn_sequence *q,
                       const struct sequence_event *e, struct diag *d,
                       choices *out) {
  unsigned alt = e->choice == SEQUENCE_NONE ? 0 : e->choice;
  uint64_t number = 0;
  if (alt >= ALTS_MAX)
    return diag_error(d, e->at, "there is no choice %u", alt);
  if (!strcmp(e->operation, op_text(OP_SEND)))
    number = waiting_send(&m->waiting, e->thread, port_of(m, e->object), false);
  if (e->from_number && !alternative(m, q, e, d, &alt))
    return false;
  vec_push(&m->numbers, number);
  if (!e->never)
    vec_push(out, (choice)CHOICE(e->thread, alt));
  return true;
}

static bool find_choices(const struct syn_sequence *q, const struct executor *x,
                         struct diag *d, choices *out) {
  struct mail m = {0};
  bool ok = true;
  waiting_begin(&m.waiting, x->ports);
  for (size_t i = 0; ok && i < q->events.len; i++)
    ok = add_choice(&m, q, &q->events.at[i], d, out);
  waiting_free(&m.waiting);
  vec_free(&m.ports);
  vec_free(&m.numbers);
  return ok;
}

/* --- running --------------------------------------------------------------- */

/* Where the run is another one; false after a message. */
static bool compare(const struct sequences *s, const struct syn_sequence *want,
                    const struct syn_sequence *got, struct diag *d) {
  struct text now = {0};
  size_t i = 0, both = want->events.len < got->events.len ? want->events.len
                                                          : got->events.len;
  while (i < both &&
         sequence_event_equal(&want->events.at[i], &got->events.at[i]))
    i++;
  struct diag_at at = i < want->events.len ? want->events.at[i].at : want->at;
  if (i < got->events.len) {
    sequence_event_text(s, &got->events.at[i], &now);
    diag_error(d, at, "%s '%s'",
               i < want->events.len ? "what comes here now is"
                                    : "it goes on now with",
               text_str(&now));
  } else if (i < want->events.len) {
    diag_error(d, at, "it ends before this now: '%s'", got->end);
  } else if (strcmp(want->end, got->end)) {
    diag_error(d, at, "it ends with '%s' now, not with '%s'", got->end,
               want->end);
  } else {
    return true;
  }
  text_free(&now);
  return false;
}

/* Runs one; false: the executor has died. */
static bool run_one(struct syn_suite *u, struct sequences *s, size_t i,
                    struct executor *x, struct diag *d) {
  const struct syn_sequence *want = &s->all.at[i];
  struct batch *b = x->batch;
  choices way = {0};
  struct syn_sequence got;
  struct text name = {0};
  batch_clear(b);
  struct plan *p = NULL;
  if (find_choices(want, x, d, &way) && !(p = batch_plan(b, (uint32_t)way.len)))
    diag_error(d, want->at, "it is too long");
  if (p) {
    batch_prefix(b, p, way.at);
    p->flags |= PLAN_SKIP | PLAN_ONCE;
  }
  bool ran = !p || (x->run(x) && b->done);
  u->stopped = !ran && x->stopped;
  u->run += ran;
  if (p && ran) {
    sequence_of_run(s, b, 0, &got);
    u->same += compare(s, want, &got, d);
    bool fails = strcmp(got.end, "complete") && strcmp(got.end, "cut-off");
    text_printf(&name, "sequence %zu", i + 1);
    if (fails && !u->failing++)
      text_printf(&u->first, "%s: %s", text_str(&name), got.end);
    sequences_judge(s, &got, text_str(&name));
    sequences_drop(&got);
  }
  vec_free(&way);
  text_free(&name);
  return ran;
}

static bool time_is_over(const struct host *h, const struct executor *x) {
  return host_stopped(h) || (x->give_up && x->give_up(x->give_up_user));
}

bool suite_run(struct syn_suite *out, struct sequences *s, const struct host *h,
               struct executor *x) {
  struct diag d = host_diag(h);
  bool ok = true;
  s->x = x;
  for (size_t i = 0; ok && i < s->all.len; i++) {
    if ((out->stopped = time_is_over(h, x)))
      break;
    ok = run_one(out, s, i, x, &d);
  }
  host_said(h, &d);
  return ok || out->stopped ||
         host_say(h, "%s: %s", x->name, x->error ? x->error : "it died");
}

/* --- in words --------------------------------------------------------------- */

void suite_text(const struct syn_suite *u, const char *file, struct text *out) {
  text_printf(out, "%s: ", file);
  text_count(out, u->run);
  text_printf(out, " sequence%s, ", u->run == 1 ? "" : "s");
  if (u->run && u->run == u->same)
    text_add(out, "all as written");
  else
    text_count(out, u->same), text_add(out, " as written");
  if (u->failing) {
    text_add(out, "; ");
    text_count(out, u->failing);
    text_printf(out, " with a finding (%s)", text_str(&u->first));
  }
  if (u->stopped)
    text_add(out, "; there was no time for the rest");
  text_char(out, '\n');
}

bool suite_before(const struct sequences *s, uint64_t of, struct text *out) {
  bool holds = true;
  vec_each(&s->before, p) {
    text_printf(out, "'%s' ", p->text);
    if (!p->fails)
      text_add(out, "holds in all ");
    else
      text_add(out, "fails in "), text_count(out, p->fails),
          text_add(out, " of ");
    text_count(out, of);
    text_printf(out, " sequence%s%s%s\n", of == 1 ? "" : "s",
                p->fails ? ", first in " : "",
                p->fails ? text_str(&p->first)
                : p->met ? ""
                         : ": none has what is to come after");
    holds &= !p->fails;
  }
  return holds;
}
