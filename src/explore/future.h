/* future: what each process may still do, from each of its spots (spots.h:
 * locations, with the values of counters).
 *
 * Found out once for a model, by following its edges without looking at
 * other values, so it errs on the side of too much; afterwards it is
 * only read.  Reductions ask it whether others can interfere with what a
 * process does now (L 2.4, "reachable"). */
#ifndef EXPLORE_FUTURE_H
#define EXPLORE_FUTURE_H

#include "base/sound.h"
#include "explore/moves.h"

enum use {
  USE_SEND = 1,
  USE_RECEIVE = 2,
  USE_READ = 4,
  USE_WRITE = 8,
  USE_TAKE = 16, /* lock, P */
  USE_GIVE = 32, /* unlock, V */
  USE_KINDS = 6,
};

struct future {
  const struct model *model;
  uint32_t *base;      /* by process: its first location among all */
  uint32_t *spot_base; /* by process: its first spot among all */
  uint32_t *edge_base; /* by process: its first edge among all */
  uint8_t *uses;       /* by spot, then object: uses from there on */
  /* By spot: the first one of its process with the same uses. */
  spot_id *alike;
  uint64_t *users; /* by object: processes that use it at all, as bits */
  /* By object, then kind of use: processes that may use it so from some
   * spot, from every spot, as bits. */
  uint64_t *some, *always;
  /* By edge: may change what a property says. */
  bool *visible;
  /* By edge: leads to or from an end that it is not the last of (endless.h). */
  bool *returns;
  /* By edge: every cycle of a process has one (Kurshan et al. 1998), so a
   * search that never leaves others out where one of these is taken does not
   * leave anybody out for ever. */
  bool *sticky;
  /* By object: sends of different processes do not commute, because they
   * compete for room, or because their order is kept (mailbox). */
  bool *contended;
  /* By location: others disturb what is done there, wherever they are. */
  bool *crowded;
  /* By edge: it leads where two sends are open or it is crowded, and all that
   * may be used from there on was used from before: nothing follows from it
   * that could come first (chain.h). */
  bool *quiet;
  bool ports, scalars; /* the model has ports; has anything but messages */
  const char *scalar;  /* the name of one such object, or NULL */
};

/* Bits of processes; a model with more of them has none set. */
enum { FUTURE_BITS = 64 };

void future_open(struct future *f, const struct model *m);
void future_close(struct future *f);

static inline bool future_may(const struct future *f, process_id q, spot_id at,
                              object_id o, unsigned uses) {
  EXPECTS(at < f->spot_base[q + 1] - f->spot_base[q] && uses);
  return f->uses[(size_t)(f->spot_base[q] + at) * f->model->object_count + o] &
         uses;
}
static inline bool future_visible(const struct future *f, process_id p,
                                  edge_id e) {
  EXPECTS(e < f->model->processes[p].edge_count);
  return f->visible[f->edge_base[p] + e];
}
static inline bool future_returns(const struct future *f, process_id p,
                                  edge_id e) {
  EXPECTS(e < f->model->processes[p].edge_count);
  return f->returns[f->edge_base[p] + e];
}
static inline bool future_sticky(const struct future *f, process_id p,
                                 edge_id e) {
  EXPECTS(e < f->model->processes[p].edge_count);
  return f->sticky[f->edge_base[p] + e];
}

/* The processes that, from where they are, may use o so, as bits; in a model
 * of at most FUTURE_BITS processes.  Most may from anywhere or from nowhere,
 * so there is little to look at. */
static inline uint64_t future_users(const struct future *f,
                                    const struct local *const *locals,
                                    object_id o, unsigned uses) {
  EXPECTS(o < f->model->object_count && uses);
  uint64_t sure = 0, some = 0;
  for (unsigned left = uses; left; left &= left - 1) {
    size_t kind = (size_t)o * USE_KINDS + (unsigned)__builtin_ctz(left);
    sure |= f->always[kind];
    some |= f->some[kind];
  }
  for (uint64_t rest = some & ~sure; rest; rest &= rest - 1) {
    process_id q = (process_id)__builtin_ctzll(rest);
    if (future_may(f, q, locals[q]->spot, o, uses))
      sure |= (uint64_t)1 << q;
  }
  return sure;
}

/* May a process other than p, from where it is, use o so? */
bool future_others(const struct future *f, const struct local *const *locals,
                   process_id p, object_id o, unsigned uses);

/* What others would have to do with the object for this open edge to become
 * executable, stop being so, or not commute with them.  Not for receptions
 * (future_grows), nor for sends that wait for room. */
unsigned future_rivals(const struct future *f, process_id p, edge_id e,
                       object_id o);

/* May others add to what p can receive from o now?  list: what p can do with
 * the offer's part, or NULL for nothing.  In a channel and a mailbox only the
 * oldest message counts, under fifo and causal order the oldest of each
 * sender (a later one has it in its past). */
bool future_grows(const struct future *f, const struct local *const *locals,
                  process_id p, const struct offer *offer,
                  const struct moves *list, object_id o);
/* Which others, as bits; in a model of at most FUTURE_BITS processes.  Asked
 * for a channel only when it is empty. */
uint64_t future_growers(const struct future *f,
                        const struct local *const *locals, process_id p,
                        const struct offer *offer, const struct moves *list,
                        object_id o);

/* Do others, whatever they do, leave alone what p can do now?  Then its
 * steps are a persistent set: they stay, nothing is added, and they commute
 * with everything others do (N 3.2.3.3 calls such transitions executable and
 * the others potentially executable).  A reception from an empty channel
 * waits even where nobody ever sends (doc/papers.md).  lists: by offer
 * of p, or NULL for nothing; waits: some open edge of p waits. */
bool future_undisturbed(const struct future *f,
                        const struct local *const *locals, process_id p,
                        const struct moves *const *lists, bool waits);

#endif
