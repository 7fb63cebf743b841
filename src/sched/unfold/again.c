/* Failures that another one hid.
 *
 * A run tells of one failure.  The event after which another thread of it
 * fails, or leaves the process with a code, is run once more by itself:
 * nothing but its past comes before it, so that what it has to tell is the
 * first that is told, unless something in its past fails, and then it never
 * comes without. */
#include "base/sound.h"
#include "sched/unfold/lesson.h"

bool unf_stopped(const struct unfold *u, unf_id e) {
  EXPECTS(e && e < u->at.len);
  const struct unf_record *r = &u->at.at[e];
  return !r->then && !(r->flags & UNF_OVER) &&
         (r->flags & UNF_STOPPED || (u->exits && !(r->flags & UNF_ENDED)));
}

static bool has_to_tell(const struct unfold *u, unf_id e) {
  EXPECTS(e && e < u->at.len);
  const struct unf_record *r = &u->at.at[e];
  return r->flags & UNF_OVER ? r->after != 0
                             : unf_stopped(u, e) && !(r->flags & UNF_VAIN);
}

static void note_hidden(struct unfold *u, const struct run *run) {
  if (!run->finding || run->finding == FOUND_DEADLOCK ||
      run->finding == FOUND_PROPERTY)
    return;
  for (unsigned t = 0; t < u->width; t++) {
    unf_id e = u->current[t];
    if (!e || u->at.at[e].flags & UNF_TOLD || !has_to_tell(u, e))
      continue;
    u->at.at[e].flags |= UNF_TOLD;
    if (t != run->thread)
      vec_push(&u->again, e);
  }
}

bool unf_stops_a_thread(unsigned finding) {
  EXPECTS(finding < FOUND_COUNT);
  return finding != FOUND_NONE && finding != FOUND_DEADLOCK &&
         finding != FOUND_BLOCKING && finding != FOUND_LIVELOCK &&
         finding != FOUND_EXIT && finding != FOUND_OUTPUT &&
         finding != FOUND_PROPERTY;
}

void unf_note_stopped(struct unfold *u, const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  const struct run *run = &b->runs[i];
  const struct run_found *list;
  uint64_t failed = 0;
  uint32_t count = batch_findings(b, i, &list);
  for (uint32_t k = 0; k < count; k++)
    if (unf_stops_a_thread(list[k].kind))
      failed |= (uint64_t)1 << list[k].thread;
  if (!count && unf_stops_a_thread(run->finding))
    failed = (uint64_t)1 << run->thread % THREADS_WORD;
  for (; failed; failed &= failed - 1) {
    unsigned t = (unsigned)__builtin_ctzll(failed);
    if (t < u->width && u->current[t])
      u->at.at[u->current[t]].flags |= UNF_STOPPED;
  }
  if (!count || run->violates)
    note_hidden(u, run);
}
