/* roam: a walk from state to state of the net that runs have shown (net.h),
 * without unfolding it (Kähkönen 2015, figure 7.5, with sleep sets as in 8.3).
 *
 *     roam_open(&w, &u);            u: an unfolding with a net, and no events
 *     while (roam_walk(&w)) ...     plans[0 .. len): to be run, and learned
 *     roam_close(&w);
 *
 * A state is a marking of the net.  From each, whatever can be done there is
 * done once, in the order of threads: by the net where it knows what comes of
 * it, and only where it does not a run is asked for.  What is no step (a join,
 * being woken, the opening of a barrier) happens as soon as it can: nobody
 * can tell when it did.
 *
 * Why nothing is missed.  The search is that of Godefroid (1996, 5.2): a state
 * knows who slept at every visit so far; who did, and does not at another, goes
 * on then.  All states are visited, for a sleep set leaves out steps and no
 * states.  So
 *   - every local state of every thread is seen, and every transition that can
 *     be taken is taken somewhere, which a run has shown, with what it says of
 *     failures and properties (net.h);
 *   - a failure that a run hid behind another one is run by itself in a state
 *     in which nobody else has failed, if there is one;
 *   - every deadlock is a state, and run unless a run has met one in which
 *     threads wait at the same places;
 *   - two accesses that race are met in a state in which both stand there
 *     (strategy/stateful_runs.c says why), and run one after the other.
 *
 * Branches on inputs are steps that nobody else notices, and one way or the
 * other is always open: so a thread that stands at one takes it before anybody
 * else moves (a persistent set; whose turn that is never sleeps).  Which ways
 * are open follows from the state, as its places say which branches led there
 * (net.h); the solver is asked for all those on the way.
 *
 * The walk does not depend on when a run is made, only on what comes of it: so
 * after its net was saved and loaded it begins anew, asks for nothing that it
 * has asked for, and goes on where it was. */
#ifndef SCHED_UNFOLD_ROAM_H
#define SCHED_UNFOLD_ROAM_H

#include "sched/unfold/net.h"

/* A state, and what can be told of it. */
struct net_state {
  struct net_walk walk;
  uint32_t at[THREADS_WORD]; /* the step that a thread has taken last; 0: it is
                                not there */
  struct map values; /* of objects, where steps have changed them; how often a
                        thread came to a barrier */
  uint64_t since;    /* the join after which values are as runs show; 0: none */
};

/* A state on the way from the first to where the walk is. */
struct roam_level {
  struct net_state state;
  uint64_t todo, sleep; /* threads */
  uint32_t alt;         /* of the first of todo */
  choice by;            /* the step that led here */
  uint64_t branch;      /* that it is, `object << 1 | way`; 0: it is none */
  bool entered;         /* it is looked at */
};

enum roam_asked {
  ROAM_FIRST,    /* anything */
  ROAM_STEP,     /* what comes of a step that is not known: of this key */
  ROAM_JOIN,     /* whether anybody notices a join */
  ROAM_DEADLOCK, /* it ends in the deadlock of this key */
  ROAM_TOLD,     /* a failure, by itself */
  ROAM_RACE,     /* two accesses, one after the other */
};
struct roam_plan {
  uint64_t key;
  size_t from, len; /* of choices */
  size_t branches_from, branches_len;
  uint8_t asked; /* enum roam_asked */
  bool opens;    /* the step is the opening of a barrier */
};

struct roam {
  struct unfold *u;
  VEC(struct roam_level) way;
  struct map visited; /* marking -> who slept at every visit */
  struct map tries;   /* key of a step -> how often it was asked for */
  bool begun, over;
  uint64_t moves;
  VEC(struct roam_plan) plans; /* that are not learned yet */
  VEC(choice) choices;         /* of these */
  VEC(uint64_t) branches;      /* likewise, that have to go as given */
};

void roam_open(struct roam *w, struct unfold *u);
void roam_close(struct roam *w);
uint64_t roam_bytes(const struct roam *w);
/* To where something must be run, or the end: whether there are plans.  Told to
 * give up it may leave off, neither with plans nor `over`, and goes on later. */
bool roam_walk(struct roam *w);
/* The run of a plan, which the net has been taught; `deadlock` is what it ended
 * in, `cut` that a bound cut it off.  False: it is not what was expected. */
bool roam_learn(struct roam *w, const struct roam_plan *p, uint64_t deadlock,
                bool cut);
/* The first so many plans were learned. */
void roam_learned(struct roam *w, size_t plans);
void roam_save(const struct roam *w, struct text *out);
bool roam_load(struct roam *w, struct unpack *in);

#endif
