/* strategy: which leaps leave a state.
 *
 * A leap is a non-empty sequence of steps taken together as one edge of the
 * reduced graph.  The search owns store, frontier, limits, checks and runs;
 * a strategy answers this one question, so each reduction is one file and
 * one row of the table.
 *
 * Contract: the steps of a leap can be taken one after the other from the
 * state; no leap is left out that something the strategy preserves needs; same
 * state, same leaps, same order, whichever worker asks (a strategy keeps no
 * memory between states; what is costly to find out about the model is
 * computed in `open` and only read afterwards).
 *
 * A strategy that keeps sleep sets (asleep.h) is told, in the view, which
 * steps of the state sleep.  If it gives every step, or every step of some
 * processes, the search leaves out those that sleep and works out what sleeps
 * behind the others; if it makes leaps, it does this itself and says for each
 * what sleeps where it leads.
 *
 * To add one: doc/first-strategy.md. */
#ifndef EXPLORE_STRATEGY_H
#define EXPLORE_STRATEGY_H

#include "base/text.h"
#include "explore/asleep.h"
#include "explore/moves.h"

struct desk;

/* What a process can do at a state: its moves, grouped by offer. */
struct view_entry {
  process_id process;
  const struct offer *offer;
  const struct moves *list;
};

struct view {
  struct mover *mover;
  struct hand *hand;
  struct desk *desk;      /* scratch memory of this worker (desk.h) */
  const value_id *values; /* the state, by part */
  const struct local *const *locals; /* by process */
  const struct view_entry *entries;  /* by process */
  const uint32_t *first; /* entries of p: first[p] .. first[p + 1] - 1 */
  const bool *waits;     /* by process: some open edge waits (moves.h) */
  /* For strategies that keep sleep sets (sets: NULL for others): */
  const struct asleep *sets;
  sleep_set asleep; /* need not be taken */
  /* Expanded again: exactly these are to be taken.  Empty the first time. */
  sleep_set woken;
  /* A run is being told: every step is to be followed, and none sleeps. */
  bool telling;
};

/* Is this step, as a set, to be taken? */
static inline bool view_awake(const struct view *v, sleep_set step) {
  return v->telling || (v->woken ? v->woken & step : !(v->asleep & step));
}

struct leaps {
  /* Every executable step by itself; nothing else need be filled in. */
  bool every_step;
  const bool *only; /* with every_step: of these processes; NULL: of all */
  object_id grows;  /* this port would grow for ever on the way: cut there;
                       NONE: none would */
  VEC(struct model_step) steps; /* of all leaps, one leap after the other */
  VEC(uint32_t) ends;           /* where each leap ends in steps */
  /* Where each leap leads: the values of all parts.  Filled in by
   * desk_leap, which is how leaps are made. */
  VEC(value_id) values;
  VEC(sleep_set) asleep; /* by leap: at its end, where sleep sets are kept */
};

/* Takes back all leaps made so far. */
static inline void leaps_drop(struct leaps *l) {
  vec_clear(&l->steps);
  vec_clear(&l->ends);
  vec_clear(&l->values);
  vec_clear(&l->asleep);
}

enum sleeps {
  SLEEPS_NOT,  /* it keeps no sleep sets */
  SLEEPS_SOME, /* it does */
  SLEEPS_ALL,  /* and gives every step at every state */
};

struct strategy {
  const char *name;    /* as the user writes it: --strategy sra */
  const char *summary; /* one line for --help */
  /* 1u << FINDING_...: these, if asked for, come out exactly as with full;
   * what is not here is a lower bound, and no reason to say that the model
   * holds (strategy_tells; conclude.c derives the verdict). */
  unsigned preserves;
  bool sound; /* false: kept for study */
  /* find: the kinds asked for; the less is asked, the more can be left out.
   * NULL when the strategy does not apply to the model; the reason is then
   * in *why. */
  void *(*open)(const struct model *m, unsigned find, struct text *why);
  void (*leaps)(void *self, const struct view *v, struct leaps *out);
  void (*close)(void *self);
  enum sleeps sleeps;
  /* Of a row that keeps one state for several, whose leaps lead to such states
   * only, and are single steps: makes of a state the one that stands for it;
   * returns for how many it stands.  NULL: each stands for itself. */
  uint64_t (*fold)(void *self, struct desk *d, value_id *values);
  /* Beside what it preserves: of these some are found if there are any, though
   * not each, which is enough to say that there are none. */
  unsigned finds;
};

extern const struct strategy strategy_full, strategy_lra, strategy_bsra,
    strategy_sra, strategy_fra, strategy_era, strategy_era_refined,
    strategy_era_peng, strategy_ample, strategy_bsra_ample, strategy_sleep,
    strategy_ample_sleep, strategy_bsra_sleep, strategy_bsra_ample_sleep,
    strategy_symmetry;
extern const struct strategy *const strategies[];       /* NULL-terminated */
const struct strategy *strategy_find(const char *name); /* or NULL */

/* What a strategy says of a kind of finding, if asked for it. */
enum strategy_tells {
  TELLS_EXACT,    /* all of them, as full does */
  TELLS_AT_LEAST, /* those that it meets: there may be more */
  TELLS_NOT,      /* nothing */
};
enum strategy_tells strategy_tells(const struct strategy *s,
                                   enum finding_kind kind);
extern const char *const strategy_tells_names[]; /* "exact", "at least" ... */
/* The names of kinds, 1u << FINDING_..., with this between them. */
void strategy_kinds(unsigned kinds, const char *between, struct text *out);

/* The kinds that can come up in this model at all, of those asked for. */
unsigned strategy_relevant(const struct model *m, unsigned find);
/* The strategy that leaves out most and still preserves what is asked for;
 * *why says, for people, why it is this one. */
const struct strategy *strategy_auto(const struct model *m, unsigned find,
                                     const char **why);

#endif
