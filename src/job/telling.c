#include "job/telling.h"

#include <sys/stat.h>

#include "story/page.h"

/* Events that are told of a run: telling one takes some microseconds, and a run
 * may have millions. */
enum { MOST = 50 * 1000, MOST_BRIEF = 5 * 1000 };

static struct story_switch switch_of(const struct minimised *minimised) {
  const struct minimise_switch *m = minimised ? &minimised->decisive : NULL;
  static const enum story_change changes[] = {[CHANGE_NONE] = STORY_UNKNOWN,
                                              [CHANGE_LATER] = STORY_LATER,
                                              [CHANGE_UNDONE] = STORY_UNDONE,
                                              [CHANGE_OTHER] = STORY_OTHER,
                                              [CHANGE_AHEAD] = STORY_AHEAD};
  if (!m || m->change >= sizeof changes / sizeof *changes)
    return (struct story_switch){0};
  return (struct story_switch){.change = changes[m->change],
                               .from = m->from,
                               .instead = m->instead,
                               .event = m->event,
                               .failed = m->failed,
                               .always = m->always};
}

/* The sources of a program that was built before may have changed since. */
static void add_hints(struct listings *s, const struct target *target) {
  struct stat st;
  for (size_t i = 0; i < target->files.len; i++)
    listings_hint(s, target->files.at[i]);
  if (target->kind == TAPE_BINARY && !stat(target->files.at[0], &st))
    s->built = st.st_mtime;
}

/* "pipe at x.c:7, which was not looked into" */
static void add_after(struct telling *t, const struct sched_finding *f) {
  if (!f->after.at.len)
    return;
  reasons_text(&f->after, &t->after);
  text_add(&t->after, ", which was not looked into");
}

void telling_after_json(const struct sched_finding *f, struct json *j) {
  if (!f->after.at.len)
    return;
  json_key(j, "after");
  json_open(j, '[');
  vec_each(&f->after.at, b) json_string(j, b->name);
  json_close(j);
}

/* The event of the step with which the round begins. */
static uint32_t round_of(const struct sched_finding *f) {
  uint32_t steps = 0;
  for (uint32_t i = 0; f->rounds && i < f->events_len; i++)
    if (!(f->events[i].flags & (EVENT_SILENT | EVENT_PENDING)) &&
        steps++ == f->round)
      return i;
  return STORY_NONE;
}

/* Who started whom, which gives threads their names; and the events where it
 * goes wrong. */
static void take_excerpt(struct telling *t, const struct sched_finding *f,
                         struct story_facts *facts) {
  for (uint32_t i = 0; i < f->events_len; i++) {
    const struct event *e = &f->events[i];
    bool race = f->kind == FOUND_RACE;
    if (e->kind != OP_CREATE && !(e->flags & EVENT_PENDING) && i != f->event &&
        !(race && i == f->other_event))
      continue;
    if (i == f->event)
      facts->event = (uint32_t)t->excerpt.len;
    if (i == f->other_event)
      facts->other_event = (uint32_t)t->excerpt.len;
    vec_push(&t->excerpt, *e);
    vec_last(&t->excerpt)->more = vec_last(&t->excerpt)->freed = false;
  }
  facts->events = t->excerpt.at;
  facts->events_len = (uint32_t)t->excerpt.len;
  facts->round = STORY_NONE;
  facts->relevant = NULL;
  facts->decisive = (struct story_switch){0};
  facts->bare = true;
}

void telling_make(struct telling *t, const struct target *target,
                  const struct sched_finding *f, const struct minimised *m) {
  add_hints(&t->sources, target);
  add_after(t, f);
  struct story_facts facts = {.x = target->executor,
                              .events = f->events,
                              .events_len = f->events_len,
                              .kind = f->kind,
                              .thread = f->thread,
                              .site = f->site,
                              .event = f->event,
                              .other_event = f->other_event,
                              .round = round_of(f),
                              .text = f->text,
                              .after = t->after.len ? text_str(&t->after)
                                                    : NULL,
                              .stack = f->stack,
                              .decisive = switch_of(m),
                              .relevant = m ? m->relevant : NULL,
                              .most = t->brief ? MOST_BRIEF : MOST};
  if (t->bare)
    take_excerpt(t, f, &facts);
  story_make(&t->story, &facts, &t->sources);
}

void telling_open(struct telling *t, const struct target *target,
                  const struct sched_finding *f, const struct minimised *m) {
  *t = (struct telling){0};
  telling_make(t, target, f, m);
}

void telling_close(struct telling *t) {
  story_free(&t->story);
  listings_free(&t->sources);
  text_free(&t->after);
  vec_free(&t->excerpt);
}

void telling_text(const struct telling *t, struct story_style style,
                  struct text *out) {
  style.indent = 2;
  story_text(&t->story, style, out);
}

void telling_html(struct telling *t, const char *title, struct text *out) {
  story_page(&t->story, title, out);
}
