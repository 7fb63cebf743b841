/* When it is worth while to put off a decision.
 *
 * A receive took one of the messages that were there when its rank decided, and
 * others had something to decide, too.  If later in the run a message is sent
 * that fits, of a source that had none then, and its sender does not follow from
 * what was decided, then the message would be sent as well while the receive
 * still waits: there is an outcome in which the receive takes it, and the
 * decision could have been put off.
 *
 * No such outcome is lost.  Take one in which the receive takes a message that
 * was not there when it could first decide.  What comes before that message
 * there follows from decisions of others, none of which needs the receive.  In
 * the runs in which the receive takes one of those that were there, the others
 * can decide the same; all their answers are tried, so in one of these runs the
 * message is sent.
 *
 * What somebody follows from is told by less rather than more: then a decision
 * is put off in vain now and then, and nothing is missed.  A send in the standard
 * mode could have had a buffer, so that its rank does not follow from the
 * receive. */
#include <string.h>

#include "rt/mpi.h"

struct mpi_decision {
  MPI_Request receive;
  struct event *event;            /* NULL: it is told already */
  uint64_t there[MPI_RANKS / 64]; /* sources of messages that it could take */
};

static bool has(const uint64_t *bits, uint32_t i) {
  return bits[i / 64] >> i % 64 & 1;
}

/* When there are too many, those that come are told of at once. */
void mpi_late_note(MPI_Request receive, struct event *event,
                   const MPI_Request *messages, unsigned count) {
  uint32_t n = mpi_world.decisions_len;
  if (!event)
    return;
  if (n == MPI_DECISIONS) {
    event->alts++;
    return;
  }
  struct mpi_decision *d = mpi_alloc(sizeof *d);
  d->receive = receive;
  d->event = event;
  for (unsigned i = 0; i < count; i++)
    d->there[messages[i]->from / 64] |= UINT64_C(1) << messages[i]->from % 64;
  mpi_world.decisions[n] = d;
  mpi_world.decisions_len = n + 1;
  receive->decision = n + 1;
}

void mpi_late_sent(MPI_Request m) {
  struct mpi_rank *me = mpi_self();
  m->past = mpi_alloc(sizeof *m->past);
  *m->past = me->past;
  m->clock = mpi_clock_told(me);
  for (uint32_t i = 0; i < mpi_world.decisions_len; i++) {
    struct mpi_decision *d = mpi_world.decisions[i];
    if (!d->event || !mpi_fits(d->receive, m) || has(d->there, m->from) ||
        has(me->past.bits, i))
      continue;
    d->event->alts++;
    d->event = NULL;
  }
}

static void follows(struct mpi_rank *me, const struct heddle_mpi_request *r) {
  if (r->decision)
    me->past.bits[(r->decision - 1) / 64] |= UINT64_C(1)
                                             << (r->decision - 1) % 64;
}

void mpi_late_over(struct mpi_rank *me, const struct heddle_mpi_request *r) {
  bool waited = r->mode == MODE_SYNCHRONOUS || mpi_unbuffered();
  if (r->kind == REQUEST_COLL) {
    mpi_coll_past(r, &me->past);
    mpi_coll_heard(me, r);
  } else if (r->kind == REQUEST_RECV && r->match) {
    mpi_past_join(&me->past, r->match->past);
    mpi_clock_heard(me, r->match->clock);
    follows(me, r);
  } else if (r->kind == REQUEST_SEND && r->match && waited) {
    follows(me, r->match);
  }
}
