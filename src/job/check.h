/* check: `heddle check` as a job: the states of a model are searched by a
 * strategy that fits.
 *
 *     struct check c = {.model = m, .find = EXPLORE_FIND_ALL};
 *     struct check_options o = {.strategy = "auto"};
 *     if (check_run(&c, host, &o))
 *       ... c.result; forms are made of result_of_check (result.h) ...
 *     check_close(&c); */
#ifndef JOB_CHECK_H
#define JOB_CHECK_H

#include "explore/explore.h"
#include "explore/strategy.h"
#include "job/host.h"
#include "sets/sets.h"

/* Zero: every kind, `full`, all cores, no limits but most of the memory. */
struct check_options {
  const char *strategy; /* "auto": the best for what is asked */
  const char *engine;   /* NULL, "auto": engine.h; "states"; "dd": sets.h */
  bool depth_first, first_only;
  bool fair; /* everybody is owed weak fairness */
  bool graph; /* the state graph is wanted: edges are kept, single steps */
  bool edges; /* edges are kept */
  uint64_t jobs, memory, states, depth, findings;
  double seconds;
  /* Hashes are kept instead of states (explore/hashed.h). */
  bool compact, bitstate;
  uint64_t hashes, seed;
  uint64_t swarm; /* so many such searches; 0: one */
  /* The search is saved (explore/checkpoint.h): in memory, or with its states
   * as files (explore/disk.h). */
  const char *disk, *save;
  bool resume;
  double every;
  struct ranks *ranks; /* all search together (explore/spread.h); NULL: alone */
};

struct check {
  const struct model *model;
  const struct strategy *strategy;
  const char *why; /* this strategy, or NULL when the user chose it */
  struct explore_result *result;
  unsigned find, jobs;
  bool shortest;  /* the runs are */
  bool hashed;    /* states were not kept */
  bool symbolic;  /* they were a set: --engine dd */
  struct sets_figures sets; /* of that set */
  uint64_t list_states; /* that were listed before the set was there; 0: it was
                           asked for */
  bool hint;      /* for people: what to do next */
  const char *source; /* the text of the model, or NULL */
};

/* "deadlock,range": bits; NULL: all.  False after a message. */
bool check_find(const struct host *h, const char *list, unsigned *find);
/* Wants model and find (0: all).  False after a message: the strategy does not
 * exist or does not apply, or inputs cannot be tried one by one. */
bool check_run(struct check *c, const struct host *h,
               const struct check_options *o);
/* Is the number of findings of this kind exact, or at least so many? */
bool check_exact(const struct check *c, enum finding_kind kind);
/* The model as a protocol of RELIEF (read/relief.h); false after a message. */
bool check_relief(const struct check *c, const struct host *h,
                  struct text *out);
void check_close(struct check *c);

#endif
