#include "serve/events.h"

#include <string.h>

#include "report/json.h"

static const double heartbeat = 5; /* seconds; tells a client that is gone */

struct events *events_open(struct job *j) {
  struct events *e = alloc_zero(1, sizeof *e);
  e->job = j;
  return e;
}

void events_close(void *events) {
  struct events *e = events;
  job_release(e->job);
  text_free(&e->text);
  free(e);
}

static void say_end(struct events *e, const struct job_glance *g) {
  text_printf(&e->text, "event: end\ndata: {\"state\": \"%s\"}\n\n",
              job_state_names[g->state]);
  e->ended = true;
}

static void next(struct events *e) {
  struct job_glance g;
  if (e->begun)
    job_wait(e->job, e->seen, heartbeat, &g);
  else
    job_look(e->job, &g);
  bool news = !e->begun || g.changes != e->seen;
  e->begun = true;
  e->seen = g.changes;
  if (news && g.progress[0])
    text_printf(&e->text, "event: progress\ndata: %s\n\n", g.progress);
  if (g.state != JOB_RUNNING)
    say_end(e, &g);
  else if (job_closing(e->job))
    e->ended = true;
  else if (!e->text.len)
    text_add(&e->text, ": alive\n\n");
}

ssize_t events_read(struct events *e, char *to, size_t most) {
  if (!e->text.len && !e->ended)
    next(e);
  if (!e->text.len)
    return e->ended ? -1 : 0;
  size_t len = e->text.len < most ? e->text.len : most;
  memcpy(to, e->text.at, len);
  struct text rest = {0};
  text_add_n(&rest, e->text.at + len, e->text.len - len);
  text_free(&e->text);
  e->text = rest;
  return (ssize_t)len;
}
