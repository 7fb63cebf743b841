#include "form/replay_report.h"

#include <string.h>

#include "job/events.h"
#include "job/telling.h"
#include "report/json.h"

static void add_output(struct executor *x, struct text *out) {
  size_t len = 0;
  const char *output = x->output ? x->output(x, &len) : NULL;
  if (output && len) {
    text_add(out, "\n  what the program printed:\n\n");
    text_add_n(out, output, len);
    if (output[len - 1] != '\n')
      text_char(out, '\n');
  }
}

void replay_report_json(const struct replay *w, struct text *out) {
  struct telling told;
  replay_tell(&told, w);
  struct json j = {.out = out};
  json_begin(&j, "heddle.replay/1");
  json_put_string(&j, "name", w->name);
  json_put_string(&j, "finding", found_key(w->tape.finding));
  json_put_bool(&j, "reproduced", w->same);
  telling_after_json(&w->finding, &j);
  json_put_uint(&j, "times", w->again);
  json_put_uint(&j, "starts", w->starts);
  json_put_bool(&j, "changed", w->changed);
  json_key(&j, "events");
  events_json(w->target.executor, w->finding.events, w->finding.events_len,
              &j);
  json_key(&j, "story");
  json_open(&j, '{');
  story_json(&told.story, &j);
  json_close(&j);
  json_end(&j);
  telling_close(&told);
}

void replay_report_line(const struct replay *w, struct text *out) {
  uint64_t times = w->options->times;
  text_printf(out, "%s: %s ", w->name, found_text(w->tape.finding));
  if (times > 1)
    text_printf(out, "came %llu times of %llu (%u starts of the %s)",
                (unsigned long long)w->again, (unsigned long long)times,
                w->starts,
                w->tape.target == TAPE_MODEL ? "model" : "program");
  else
    text_add(out, w->same ? "again" : "did not come again");
  if (w->same && w->finding.after.at.len) {
    text_add(out, ", after ");
    reasons_text(&w->finding.after, out);
  }
  text_char(out, '\n');
}

void replay_report_text(const struct replay *w, struct story_style style,
                        struct text *out) {
  struct telling told;
  replay_report_line(w, out);
  text_char(out, '\n');
  replay_tell(&told, w);
  telling_text(&told, style, out);
  telling_close(&told);
  add_output(w->target.executor, out);
}

/* --- the story alone ------------------------------------------------------ */

void replay_story_json(const struct replay *w, struct text *out) {
  struct telling told;
  struct json j = {.out = out};
  replay_tell(&told, w);
  json_begin(&j, "heddle.story/1");
  json_put_string(&j, "name", w->name);
  json_put_string(&j, "finding", found_key(w->tape.finding));
  telling_after_json(&w->finding, &j);
  story_json(&told.story, &j);
  json_end(&j);
  telling_close(&told);
}

/* --- near the old schedule ------------------------------------------------ */

static void add_followed(const struct near *n, struct text *out) {
  text_printf(out, "  of %u steps of the old schedule %u were done",
              n->options.choices_len, n->kept);
  if (n->gone)
    text_printf(out, ", %u could not be or are gone", n->gone);
  if (n->fresh)
    text_printf(out, "; %u new ones came in between", n->fresh);
  text_char(out, '\n');
}

static void add_extent(const struct near *n, struct text *out) {
  text_add(out, "  ");
  text_count(out, n->runs);
  text_printf(out, " execution%s", n->runs == 1 ? "" : "s");
  if (n->exhausted)
    text_add(out, ", and no other schedule is near");
  else if (n->reason && n->found != NEAR_SAME)
    text_printf(out, ", stopped: %s",
                !strcmp(n->reason, "runs")   ? "the number of runs is reached"
                : !strcmp(n->reason, "time") ? "the time is over"
                                             : "interrupted");
  if (n->found != NEAR_SAME && n->complete)
    text_printf(out, "; all with at most %u change%s were tried", n->complete,
                n->complete == 1 ? "" : "s");
  text_char(out, '\n');
}

static void add_found(const struct retry *w, const struct story_style *style,
                      struct text *out) {
  const struct near *n = &w->near;
  struct telling told;
  if (n->changes)
    text_printf(out, " with %u change%s of the old schedule", n->changes,
                n->changes == 1 ? "" : "s");
  text_char(out, '\n');
  if (!style)
    return;
  text_char(out, '\n');
  telling_open(&told, w->target, &w->finding, NULL);
  telling_text(&told, *style, out);
  telling_close(&told);
  text_char(out, '\n');
}

/* What happened in the other order, whether it failed or not. */
static void put_moved(const struct retry *w, struct json *j) {
  const struct batch *b = w->x->batch;
  json_key(j, "events");
  events_json(w->x, b->events + b->runs[0].events, b->runs[0].events_len, j);
}

void retry_report_json(const struct retry *w, struct text *out) {
  const struct near *n = &w->near;
  const struct sched_finding *f = &w->finding;
  static const char *const found[] = {"nothing", "other", "same"};
  struct json j = {.out = out};
  json_begin(&j, "heddle.replay/1");
  json_put_string(&j, "name", w->name);
  json_put_string(&j, "finding", found_key(w->tape->finding));
  json_put_bool(&j, "reproduced", false);
  json_put_string(&j, "near", found[n->found]);
  if (n->found)
    json_put_string(&j, "kind", found_key(f->kind));
  telling_after_json(f, &j);
  if (w->moved) {
    json_put_uint(&j, "left_out", n->gone);
    put_moved(w, &j);
  }
  json_put_uint(&j, "executions", n->runs);
  json_put_uint(&j, "changes", n->found ? n->changes : n->complete);
  json_end(&j);
}

static void add_difference(const struct retry *w, struct text *out) {
  const struct sched_finding *f = &w->finding;
  const struct tape *r = w->tape;
  struct text place = {0};
  events_place(w->x, f->site, &place);
  text_printf(out, "fails differently: %s", found_text(f->kind));
  if (f->kind == r->finding && place.len)
    text_printf(out, " at %s", text_str(&place));
  text_printf(out, " instead of %s", found_text(r->finding));
  if (f->kind == r->finding && *r->place)
    text_printf(out, " at '%s'", *r->quote ? r->quote : r->place);
  text_free(&place);
}

void retry_report_text(const struct retry *w, const struct story_style *style,
                       struct text *out) {
  const struct near *n = &w->near;
  text_printf(out, "%s: ", w->name);
  if (w->moved)
    text_add(out, "in the other order it ");
  if (w->moved && !n->found)
    text_add(out, "does not fail\n");
  else if (n->found == NEAR_SAME)
    text_printf(out, "still fails: %s", found_text(w->finding.kind));
  else if (n->found == NEAR_OTHER)
    add_difference(w, out);
  else
    text_printf(out, "no longer fails in %llu executions near it\n",
                (unsigned long long)n->runs);
  if (n->found)
    add_found(w, style, out);
  if (w->moved && n->gone)
    text_printf(out, "  %u step%s of it could not be taken there\n", n->gone,
                n->gone == 1 ? "" : "s");
  if (w->moved)
    return;
  if (n->followed)
    add_followed(n, out);
  add_extent(n, out);
}
