/* sched: stateless search.  One loop: the strategy proposes plans, the
 * executor runs them, the strategy learns from the events, until nothing is
 * left to propose, a limit is reached, or a finding ends it.
 *
 *     struct sched s;
 *     sched_open(&s, executor, &options);
 *     sched_run(&s, progress);
 *     s.stats, s.findings, s.verdict, s.claim
 *     sched_close(&s);
 *
 * Everything is deterministic by options and seed, except where a limit on
 * time or memory cuts it off.  A search that was cut off is taken up again by
 * saved.h, and then does exactly what it would have done.
 *
 * What the search may say is derived at its end, here and nowhere else: the
 * kinds that were asked for, those that the strategy preserves, what cut the
 * search or runs of it off, and what escaped from runs make a claim
 * (base/verdict.h), from which every report takes its verdict. */
#ifndef SCHED_SCHED_H
#define SCHED_SCHED_H

#include "base/map.h"
#include "base/progress.h"
#include "base/vec.h"
#include "base/verdict.h"
#include "exec/executor.h"

struct sched_strategy;
struct sched_finding;
struct constraints;
struct second_opinion;
struct contacts;
struct datarace;
struct distant_line;
struct sched_division;

#define SCHED_UNBOUNDED UINT32_MAX

struct sched;

/* Which of the events that an unfolding has found possible are run next; what
 * is run in the end is the same (sched/unfold/plan.c). */
enum sched_order {
  ORDER_DEPTH,   /* those found last */
  ORDER_BREADTH, /* those found first */
  ORDER_RANDOM,  /* by the seed */
  ORDER_COVERAGE /* those that do what has been done least often */
};

/* A search whose tree is divided (divide.h): so many parts of it are away at a
 * time, 0 for none; from so many executions on; each of about so many. */
struct sched_divide {
  uint32_t parts;
  uint64_t from, runs;
};

/* A run that a search begins with: choices, of which those that cannot be made
 * are left out, and values of symbolic inputs. */
struct sched_start {
  const choice *choices;
  uint32_t len;
  const struct plan_input *inputs;
  uint32_t inputs_len;
};

struct sched_options {
  const struct sched_strategy *strategy;
  uint64_t seed;
  uint64_t runs;        /* of this sched_run; 0: no limit */
  uint64_t steps;       /* of all runs together; 0: no limit */
  double seconds;       /* of this sched_run; 0: no limit */
  double deadline;      /* as clock_wall tells the time; 0: none */
  double byte_seconds;  /* so much earlier for each byte to be saved */
  /* Unless NULL, called every so many seconds between batches, with a search
   * that can be saved (saved.h) and goes on afterwards: whoever is killed then
   * loses no more than this.  Where it takes long it is called less often. */
  void (*keep)(void *user, const struct sched *s);
  void *keep_user;
  double keep_every;
  uint64_t memory;      /* bytes, 0: no limit */
  uint32_t preemptions; /* or SCHED_UNBOUNDED */
  uint32_t delays;      /* or SCHED_UNBOUNDED */
  uint32_t depth;       /* of pct; 0: it varies */
  bool all;             /* go on after the first finding */
  bool no_races;        /* do not look for data races */
  bool exact_states;    /* of stateful: states are no hashes */
  bool no_values;       /* likewise: they do not know values of variables */
  enum sched_order order; /* of unfold and contextual */
  /* Properties are looked for in the unfolding (constraints.h), and make no
   * steps dependent; NULL: they do.  Of unfold and contextual. */
  const struct constraints *constraints;
  struct second_opinion *opinion; /* on deadlocks (constraints.h), or NULL */
  /* Of unfoldings; trees of runs take the first of them. */
  const struct sched_start *starts;
  uint32_t starts_len;
  struct sched_divide divide;
  void (*attend)(void *user); /* called every few dozen runs, unless NULL */
  void *attend_user;
  struct distant_line *line; /* to those who search the parts, beside whoever
                                lends them; NULL: nobody */
  bool same_output;     /* different output in different runs is a finding */
  const struct plan_input *inputs; /* the same for every run */
  uint32_t inputs_len;
  /* Called with each run in order, for tests; may be NULL. */
  void (*watch)(void *user, const struct batch *b, uint32_t i);
  void *watch_user;
  /* Findings that do not count: the search goes on past them, and they make
   * no verdict; may be NULL. */
  bool (*ignore)(void *user, const struct sched_finding *f);
  void *ignore_user;
  /* Of symbolic inputs (concolic.h): whether branches can all go as given,
   * each `object << 1 | way`; NULL: there are none. */
  bool (*feasible)(void *user, const uint64_t *branches, size_t count);
  /* The inputs that a plan with PLAN_FREE is to have, by a number for its
   * seed. */
  uint64_t (*want)(void *user, const uint64_t *branches, size_t count);
  /* The same of inputs that are given. */
  uint64_t (*give)(void *user, const struct plan_input *inputs, size_t count);
  void *feasible_user;
  /* Why it cannot cover everything, known beforehand; or NULL. */
  const struct reasons *known;
  uint8_t ports; /* set by sched_open: the executor's */
  bool parallel; /* likewise: its runs may be digested (strategy.h) */
  const uint32_t *ports_most; /* likewise */
  struct contacts *contacts; /* likewise, for rows that sample */
  /* Set by sched_open: whether to leave off and come back later. */
  bool (*give_up)(void *user);
  void *give_up_user;
  /* Likewise: a bound on preemptions or delays was in the way at a place. */
  void (*cut)(void *user, uint32_t site);
};

/* How many runs a search will have had at its end, or how many remain: likely
 * between low and high.  As long as estimates still grow with what is seen,
 * high is INFINITY: at least low, and nobody can tell how many more.  All
 * zero: nobody can tell anything. */
struct sched_estimate {
  double low, middle, high;
};

/* name, unit, what it is */
#define SCHED_STATS(X)                                                         \
  X(executions, "runs", "runs, all of them")                                   \
  X(complete, "runs", "runs that ended by themselves")                         \
  X(deadlocked, "runs", "runs that ended with threads waiting")                \
  X(redundant, "runs", "runs abandoned: another run covers them")              \
  X(failed, "runs", "runs that a finding ended")                               \
  X(early, "runs", "runs in which a wait looked too early; others cover them") \
  X(left_out, "runs", "runs beyond a bound, among the redundant")              \
  X(cut_off, "runs", "runs that the bound on steps cut off")                   \
  X(given_up, "runs", "runs that made no step any more, or have no model")     \
  X(steps, "steps", "steps of all runs")                                       \
  X(batches, "batches", "times that plans were handed over")                   \
  X(longest, "steps", "steps of the longest run")                              \
  X(threads, "threads", "threads of the run that had most")                    \
  X(unequal, "runs", "runs whose end state differs from the first run's")      \
  X(bytes, "bytes", "memory of the strategy at its largest")                   \
  X(events, "events", "events of the unfolding")                               \
  X(conditions, "conditions", "conditions of the unfolding")                   \
  X(stuck, "deadlocks", "deadlocks in the complete unfolding")                 \
  X(asked, "questions", "questions to the solver about properties")           \
  X(solutions, "runs", "runs that answers of the solver led to")               \
  X(undecided, "properties", "properties that the solver could not decide")    \
  X(terminals, "events", "cut-offs: their marking was known, nothing follows") \
  X(states, "states", "states of the net that were walked")                    \
  X(misfit, "", "why there is no net of it (unfold/net.h), or 0")

struct sched_stats {
#define FIELD(name, unit, text) uint64_t name;
  SCHED_STATS(FIELD)
#undef FIELD
};

/* stats.misfit in words, or NULL. */
const char *unfold_misfit(unsigned why);

/* A strategy at work.  Most searches have one; a row that is made of others
 * (strategy.h, choose) has several, which take turns. */
struct sched_part {
  const struct sched_strategy *strategy;
  struct sched_options options; /* the search's, with bounds of its own */
  void *self;
  bool partial;  /* it covers only what is within bounds of its own */
  bool over;     /* nothing is left to propose ... */
  bool complete; /* ... and so everything is covered */
#define SCHED_PART_COUNTS(X) X(executions) X(steps) X(findings)
#define FIELD(name) uint64_t name;
  SCHED_PART_COUNTS(FIELD)
#undef FIELD
  uint32_t news; /* behaviour first seen in its last turns, fading */
  double seconds;
};
enum { SCHED_PARTS = 8 };

/* A finding and the first run that reached it. */
struct sched_finding {
  uint8_t kind;        /* enum found */
  uint8_t part;        /* which part of the search found it */
  uint16_t thread;     /* who */
  uint16_t other;      /* RACE: the other thread */
  uint32_t site;       /* where */
  uint32_t stack;      /* of the run that was shown: its calls there, or 0 */
  uint32_t other_site; /* RACE: the other place */
  uint32_t event;      /* the event that shows it, in events */
  uint32_t other_event;
  uint64_t execution; /* which run, from 1 */
  uint64_t count;     /* how many runs showed it */
  char *text;         /* or NULL */
  bool rounds;        /* LIVELOCK: it goes round (PLAN_CIRCLE) */
  uint32_t round;     /* rounds: choices before it, or ROUND_ANYWHERE */
  struct event *events;
  uint32_t events_len;
  choice *choices;
  uint32_t choices_len;
  /* of a reduced run (sched/minimise.h) */
  bool stops;                /* it ends with its choices: PLAN_STOP */
  bool stuck;                /* its events do; a replay goes on to the end,
                                and shows that nobody lets the others go on */
  struct threads waiting;    /* DEADLOCK, LIVELOCK: who waits for ever */
  uint32_t preemptions;      /* of any run */
  struct plan_input *inputs; /* instead of those of the search, or NULL */
  uint32_t inputs_len;
  struct reasons after; /* what its run had not looked at before it */
};

/* Where a bound on preemptions or delays was in the way (WHY_BOUND): of
 * `full`, each way that was not gone; of others, each run that went too far.
 * And where a run was that the bound on steps cut off (WHY_STEPS). */
struct sched_cut {
  uint32_t site;
  uint32_t part; /* whose run it was */
  enum why why;
  uint64_t count;
};

/* A batch that the end of the search cut off: plans before `done` were taken
 * in. */
struct sched_batch {
  VEC(struct plan) plans;
  VEC(choice) choices;
  VEC(uint64_t) cold;
  uint32_t done;
};

struct sched {
  struct executor *x;
  struct sched_options options;
  struct sched_stats stats;
  enum verdict verdict; /* BROKEN: the executor died or is not deterministic:
                           `error` */
  struct claim claim;   /* what the verdict is derived from */
  bool finished;        /* the strategy covered what it can: nothing is left to
                           be proposed */
  bool stopped;         /* a limit of the search cut it off, and which: */
  enum why limit;
  bool spoilt;          /* it cannot be saved and taken up again */
  const char *error;
  uint32_t differs; /* BROKEN by sched_diverged (strategy.h): the first step
                       that was another one; what was called before it without
                       a model is in `escaped` */
  double seconds;
  VEC(struct sched_finding) findings; /* distinct, in order of discovery */
  uint64_t kept; /* events of their runs */
  VEC(struct sched_cut) cuts; /* by place, as they were first met */
  size_t counting; /* findings that are not ignored */
  struct reasons escaped; /* from runs; see sched_escaped */
  uint64_t escapes[ESCAPES_MAX]; /* likewise: runs, by bit, not yet there */
  /* of the searches that this one continues */
  uint64_t before;       /* executions */
  double keep_due;       /* when options.keep is called next */
  double before_seconds;
  /* who is at work, whose batch it is, and what runs have shown */
  struct sched_part parts[SCHED_PARTS];
  uint32_t parts_len, acting;
  struct contacts *contacts; /* NULL: nobody samples */
  /* the machinery */
  struct map seen;      /* key of a finding -> its number */
  VEC(uint64_t) keys;   /* by number; those of `findings` come first */
  struct sched_batch left;
  double marks[64]; /* the estimate when 2^i runs were done */
  struct progress *progress;
  struct datarace *races;
  struct sched_digests *digests; /* digests.h */
  struct sched_division *division; /* divide.h; NULL: nothing was lent yet */
  uint64_t first_state;
  double started;
};

void sched_open(struct sched *s, struct executor *x,
                const struct sched_options *o);
void sched_run(struct sched *s, struct progress *p);
/* The same without its end: nothing is claimed. */
void sched_search(struct sched *s, struct progress *p);
void sched_close(struct sched *s);
/* The executor, which another search has used, is its own again. */
void sched_has_executor(struct sched *s);
/* How many more runs may be taken in. */
uint64_t sched_runs_left(const struct sched *s);
/* Whether it is to leave off. */
bool sched_gives_up(const struct sched *s);
/* What is found out elsewhere (divide.h): a place where runs were cut off; a
 * finding whose number of the run is right, which is taken over or freed; runs
 * were added. */
void sched_take_cut(struct sched *s, const struct sched_cut *c);
void sched_take_finding(struct sched *s, uint64_t key,
                        struct sched_finding *f);
void sched_mark(struct sched *s, uint64_t before);
/* Brings `escaped` up to date: for each thing that was not looked at, in how
 * many runs it happened. */
void sched_escaped(struct sched *s);
/* Where races are not asked for: what follows from one that concerns a lock is
 * not looked at, and that becomes a reason.  False: there was no time to
 * look. */
bool sched_overlaid(struct sched *s, const struct batch *b,
                    const struct run *r);
/* What bits of run.escapes stand for, added to a list. */
void sched_escaped_before(struct executor *x, uint64_t bits,
                          struct reasons *out);
/* The claim and the verdict, of what is known by now: sched_run ends so. */
void sched_conclude(struct sched *s);
/* Everything that was asked for was looked at, findings or not. */
static inline bool sched_covered(const struct sched *s) {
  return s->finished && !s->claim.because.at.len;
}
/* For a row that is made of others: one more of them, with the options of the
 * search.  Its bounds may be changed before the first turn. */
struct sched_part *sched_add_part(struct sched *s,
                                  const struct sched_strategy *row);
/* The part whose end was the end of the search, or the one that is likely to
 * come to it. */
const struct sched_part *sched_leading(const struct sched *s);
/* The kinds of findings, 1u << FOUND_..., that are asked for and can come up. */
unsigned sched_asked(const struct sched *s);
/* Lets every plan of the batch have the inputs of the options. */
void sched_give_inputs(struct sched *s);
/* Of the runs that remain; false when nobody can tell.  tests/unit/size_test.c
 * says how often it is right. */
bool sched_remaining(const struct sched *s, struct sched_estimate *out);

/* What a schedule has cost so far in preemptions and delays (see
 * executor.h). */
struct sched_cost {
  uint32_t preemptions, delays;
};
#define SCHED_NOBODY THREADS_NONE
/* A step of `thread`, where this event tells who could have moved. */
void sched_spend(struct sched_cost *cost, unsigned before, unsigned thread,
                 const struct event *e);
static inline bool sched_within(const struct sched_cost *c,
                                const struct sched_options *o) {
  return c->preemptions <= o->preemptions && c->delays <= o->delays;
}

#endif
