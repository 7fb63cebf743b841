/* Which message a receive takes.  Messages of one rank in one communicator do
 * not overtake each other, and neither do receives: a message goes to the first
 * receive that was posted for it, and a receive takes the first message of a
 * source that fits. */
#include <stdio.h>
#include <string.h>

#include "rt/mpi.h"

bool mpi_fits(const struct heddle_mpi_request *r,
              const struct heddle_mpi_request *m) {
  return r->comm == m->comm && r->owner == m->to &&
         (r->source == MPI_ANY_SOURCE || r->source == m->source) &&
         (r->tag == MPI_ANY_TAG || r->tag == m->tag);
}

static void append(MPI_Request **end, MPI_Request r) {
  r->next = NULL;
  **end = r;
  *end = &r->next;
}

void mpi_post(MPI_Request r) {
  struct mpi_rank *me =
      mpi_world.ranks[r->kind == REQUEST_SEND ? r->to : r->owner];
  if (r->nobody)
    return;
  append(r->kind == REQUEST_SEND ? &me->inbox_end : &me->posted_end, r);
}

static void take_out(MPI_Request *first, MPI_Request **end, MPI_Request r) {
  while (*first && *first != r)
    first = &(*first)->next;
  if (!*first)
    return;
  *first = r->next;
  if (*end == &r->next)
    *end = first;
}

void mpi_match(MPI_Request receive, MPI_Request message) {
  struct mpi_rank *me = mpi_world.ranks[receive->owner];
  receive->match = message;
  message->match = receive;
  take_out(&me->posted, &me->posted_end, receive);
  take_out(&me->inbox, &me->inbox_end, message);
}

/* A receive posted before this one that would get the message. */
static bool is_claimed(const struct heddle_mpi_request *r,
                       const struct heddle_mpi_request *m) {
  const struct mpi_rank *me = mpi_world.ranks[r->owner];
  for (MPI_Request q = me->posted; q && q != r; q = q->next)
    if (mpi_fits(q, m))
      return true;
  return false;
}

static bool is_put_off(const struct heddle_mpi_request *r, unsigned source) {
  return r->put_off[source / 64] >> source % 64 & 1;
}

unsigned mpi_candidates(const struct heddle_mpi_request *r, MPI_Request *out) {
  MPI_Request first[MPI_RANKS] = {0};
  const struct mpi_rank *me = mpi_world.ranks[r->owner];
  unsigned n = 0;
  for (MPI_Request m = me->inbox; m; m = m->next)
    if (mpi_fits(r, m) && !first[m->from])
      first[m->from] = m;
  for (unsigned s = 0; s < mpi_world.size; s++)
    if (first[s] && !is_put_off(r, s) && !is_claimed(r, first[s]))
      out[n++] = first[s];
  return n;
}

/* A receive that names its source can take but one message.  One that is not
 * there yet may let a later receive go before it, for another source. */
bool mpi_match_named(struct mpi_rank *me) {
  MPI_Request all[MPI_RANKS];
  for (MPI_Request r = me->posted; r; r = r->next)
    if (r->source != MPI_ANY_SOURCE && mpi_candidates(r, all)) {
      mpi_match(r, all[0]);
      return true;
    }
  return false;
}

static void match_probe(struct mpi_rank *me) {
  MPI_Request all[MPI_RANKS];
  if (me->blocked && me->waits == WAIT_PROBE && !me->own->match &&
      me->own->source != MPI_ANY_SOURCE && mpi_candidates(me->own, all))
    me->own->match = all[0];
}

void mpi_match_all(void) {
  for (unsigned r = 0; r < mpi_world.size; r++) {
    struct mpi_rank *me = mpi_world.ranks[r];
    while (me && mpi_match_named(me))
      ;
    if (me)
      match_probe(me);
  }
}

bool mpi_is_complete(const struct heddle_mpi_request *r) {
  if (r->nobody || (r->persistent && !r->active) || r->cancelled)
    return true;
  if (mpi_world.threads && r->kind != REQUEST_COLL)
    return r->seen;
  switch (r->kind) {
  case REQUEST_SEND:
    return r->match || r->buffered || r->mode == MODE_BUFFERED;
  case REQUEST_COLL:
    return mpi_coll_is_complete(r);
  default:
    return r->match != NULL;
  }
}

unsigned mpi_lacks(const struct heddle_mpi_request *r, char *words,
                   size_t size) {
  char tag[24] = "";
  if (r->kind == REQUEST_COLL)
    return mpi_coll_lacks(r, words, size);
  if (r->tag != MPI_ANY_TAG)
    snprintf(tag, sizeof tag, ", tag %d", r->tag);
  if (r->kind == REQUEST_SEND)
    snprintf(words, size, "rank %u to receive what %s sends%s", r->to, r->call,
             tag);
  else if (r->source == MPI_ANY_SOURCE)
    snprintf(words, size, "a message of anybody%s", tag);
  else
    snprintf(words, size, "a message of rank %d%s", r->comm->ranks[r->source],
             tag);
  if (r->kind == REQUEST_SEND)
    return r->to + 1u;
  return r->source == MPI_ANY_SOURCE ? 0
                                     : (unsigned)r->comm->ranks[r->source] + 1;
}
