/* A story as a space-time diagram. */
#include "story/story.h"

static size_t columns(struct story *s, struct run_column *out,
                      uint32_t *column_of) {
  size_t n = 0;
  for (unsigned i = 0; i < THREADS_MAX; i++)
    if (s->threads[i].seen)
      column_of[i] = (uint32_t)n++;
  for (unsigned i = 0; i < THREADS_MAX; i++) {
    const struct story_thread *t = &s->threads[i];
    if (!t->seen)
      continue;
    uint32_t whom = t->waits_for;
    out[column_of[i]] = (struct run_column){
        .name = cast_name(&s->cast, i),
        .waits = t->waits,
        .waits_for =
            whom && s->threads[whom - 1].seen ? column_of[whom - 1] + 1 : 0,
        .holds = t->holds,
        .ends = t->waits ? NULL : t->ends};
  }
  return n;
}

static struct run_event event_of(const struct story *s,
                                 const struct story_step *step,
                                 const uint32_t *column_of) {
  /* of a condition wait: the lock it gives back */
  uint32_t which = step->look == RUN_UNLOCK ? step->op_count - 1 : 0;
  const struct story_op *op =
      step->op_count ? &s->ops.at[step->first_op + which] : NULL;
  return (struct run_event){
      .column = column_of[step->thread % THREADS_MAX],
      .kind = step->look == RUN_SEND || step->look == RUN_RECEIVE ? RUN_LOCAL
                                                                  : step->look,
      .label = step->what,
      .after = step->cause,
      .object = op && *op->object ? op->object : NULL,
      .file = step->at.file ? listing_base(step->at.file) : NULL,
      .line = step->at.line,
      .source = step->source,
      .note = step->note,
      .before = step->before,
      .fails = step->fails || step->marked};
}

void story_chart(struct story *s, struct run_chart *out) {
  uint32_t column_of[THREADS_MAX] = {0};
  struct run_column *columns_at =
      arena_array(&s->arena, struct run_column, THREADS_MAX);
  struct run_event *events =
      arena_array(&s->arena, struct run_event, s->steps.len + 1);
  size_t count = columns(s, columns_at, column_of), n = 0;
  /* What a thread waits for is in the box at its end. */
  for (size_t i = 0; i < s->steps.len; i++)
    if (s->steps.at[i].kind != STORY_WAIT)
      events[n++] = event_of(s, &s->steps.at[i], column_of);
  *out = (struct run_chart){.title = s->headline,
                            .finding = s->decisive ? s->decisive : s->where,
                            .columns = columns_at,
                            .column_count = count,
                            .events = events,
                            .event_count = n};
}
