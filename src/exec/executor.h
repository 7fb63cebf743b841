/* executor: the waist between testing strategies and what is tested.
 *
 * An executor takes a batch of plans, runs each from the initial state, and
 * returns the events.  A strategy knows nothing else, so it is developed on
 * models in microseconds and then runs unchanged on C programs.
 *
 *     struct batch *b = x->batch;
 *     batch_clear(b);
 *     struct plan *p = batch_plan(b);          NULL: full, run it first
 *     batch_choices(b, p, choices, count);
 *     if (!x->run(x)) ...                      the executor died: x->error
 *     for (i = 0; i < b->done; i++) use(b->runs[i]);
 *
 * The arrays of a batch belong to the executor; the program executor keeps
 * them in memory shared with the tested process, which loops over the plans
 * by itself, so a hand-over is paid once a batch.  Everything is found by
 * offsets, nothing by pointers.
 *
 * What the tested process decides alone, with the plan in hand:
 *
 *   while choices of the prefix are left      take the next one
 *   then                                      follow `after`, among the
 *                                             enabled threads not asleep
 *
 * With PLAN_STOP the run ends where the prefix does, as RUN_STOPPED unless it
 * has failed by then or nothing is enabled; every thread that is left is
 * pending.  With PLAN_SKIP a choice whose thread is not enabled is left out
 * instead of ending the run, so every sequence of choices is a schedule.
 *
 * With PLAN_ONCE what waits for values of variables (a loop without effects,
 * an `await` of a model) looks when its thread is chosen, and if it looked in
 * vain the thread stops there for good.  This loses nothing: a run in which
 * it looks again later is, without the looks in vain, a run too, and nobody
 * can tell the difference.  That holds as long as a look in vain is nothing
 * that another thread or the thread itself could notice: not in memory, not
 * by trying for a lock that the look held, not by errno or a clock; rt/wait.c
 * goes through these, and a look that can be noticed is not in vain: the
 * thread goes on.  And it makes every look a step that is always enabled, so
 * that methods which leave out equivalent schedules apply as they stand.  A
 * run at whose end something that was looked at in vain has been written
 * since is RUN_EARLY: the run in which the thread looks later counts instead.
 * Otherwise the thread waits for ever, and that is RUN_DEADLOCK.  Without the
 * flag the thread goes on when a value is another one.
 *
 * With PLAN_AWAIT beside it, a look in vain is no step either: a thread is not
 * enabled at the step by which its turn would end in vain, and may come to it
 * later, when it would not.  So nothing is run for a thread that would only
 * have looked too early; Jonsson, Lang and Sagonas 2022 do this to loops that
 * they find in the text.  It concerns the last step of a turn (of a turn with
 * one step: all there is) if that is an atomic access to a place of up to 8
 * bytes (rt/trial.c); other looks are as above.
 *
 * With PLAN_TURN beside that, it concerns turns that read several places, too:
 * a thread is not enabled at the first read of a turn that would be in vain
 * from there on to its end, and a turn that would not be is taken as a whole,
 * its reads one after the other (rt/turn.c).  A choice of the prefix says by
 * its alternative how many reads come together: of a turn that others write into
 * while it reads, these are fewer than it has (CHOICE_PART).  What is left of
 * such a turn is then tried like a turn, and not enabled before something of
 * what was read has been written: else it could have been taken as a whole.
 * Where it is not known what else a turn could have been, its reads are
 * steps as any others; so they are, beyond the prefix, with PLAN_RAW.
 *
 * Why the runs without such steps are enough: a run in which somebody took
 * one is a run without it, and the thread stops for good; so it is a run that
 * counts only if it deadlocks, and then the look can as well be the last thing
 * that happens: when nothing else is enabled those who wait look, and are
 * seen to.  Why methods that leave out equivalent schedules still apply:
 * sched/order.h.  A choice of the prefix is carried out even if it is a look
 * in vain; then it is the step that it is with PLAN_ONCE alone.
 *
 * A run that reaches the bound on steps is RUN_STEPS; and if it goes round for
 * ever, which is looked up then (circle.h), it is FOUND_LIVELOCK too.  With
 * PLAN_CIRCLE that is looked for from the beginning of the run, which goes on
 * after its prefix as circle.h says; it ends where the circle closes, with
 * `round` its first event.  If the plan says with which choice of the prefix
 * the round begins, only the states there and at the end of the prefix are
 * compared, and that is the end of the run in any case.
 *
 * A choice is a thread and an alternative.  Most steps have one alternative;
 * a signal has one for each waiter (by ascending thread), an input one for
 * each value, when they are enumerated, a reception one for each message that
 * can be received (as they came).  An alternative that does not exist
 * (waiters differ) is taken modulo their number.
 *
 * Threads have numbers that do not depend on the schedule: the executor
 * keeps, for its whole life, a table from (parent, index among the parent's
 * children) to number, so that equivalent runs name threads alike; main is
 * 0.  Object numbers and addresses are the same in equivalent runs too.
 *
 * Sleep sets (Godefroid 1996): `sleep` is the set of threads asleep when the
 * prefix ends.  After each step beyond the prefix a sleeping thread wakes
 * if its parked operation depends on the operation of the step
 * (op_dependent).  When threads are enabled but all of them sleep the run
 * ends as RUN_REDUNDANT.  Wakeup sequences (Abdulla et al. 2014) need no
 * support of their own: they are the last part of the prefix, and the sleep
 * set after them is empty.
 *
 * Plans to be *foreseen* (batch_foresee) come behind the only other one of their
 * batch, and have room for a prefix and no prefix.  Whoever runs the batch gives
 * them one, each from a run before it: what that did before a step e, what a
 * later step q needs of what came between, and q, which depends on e and comes
 * first now.  So a small search need not be handed over for each race that is to
 * be reversed.  It does so as long as it finds such steps in short runs of
 * ordinary operations, at most one for each e, and beyond the prefix of the run:
 * then no two of these runs are equivalent (rt/foresee.c).
 *
 * Bounds: a preemption is a step of another thread although the thread of
 * the step before is still enabled; a delay (Emmi et al. 2011) is a thread
 * passed over by comparison with the scheduler that goes on with the thread
 * of the last step if it can, and else with the next enabled one in cyclic
 * order.  Beyond the prefix no more than the plan's budget is spent
 * (the prefix is not counted).  AFTER_FIRST spends none unless `steps` of the
 * plan are used up. */
#ifndef EXEC_EXECUTOR_H
#define EXEC_EXECUTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/why.h"
#include "exec/event.h"

typedef uint32_t choice; /* thread | alternative << 16 */
#define CHOICE(thread, alt) ((choice)((thread) | (choice)(alt) << 16))
#define CHOICE_THREAD(c) ((c)&0xffff)
#define CHOICE_ALT(c) ((c) >> 16)
enum { ALTS_MAX = 256 }; /* of an input, or what a program asks for; a signal
                            has as many as there are threads */
/* As alternative of a read of a waiting turn (PLAN_TURN): so many reads are one
 * step, each with a choice of its own; and whether the turn goes on then. */
enum { CHOICE_READS = 63, CHOICE_PART = 64 };

enum after {
  AFTER_FIRST,  /* the thread of the last step while it is enabled and
                   awake, then the next one in cyclic order (0 at first);
                   alternative 0; see `steps` */
  AFTER_RANDOM, /* uniform among enabled threads, then alternatives */
  AFTER_PCT,    /* Burckhardt et al. 2010: random distinct priorities,
                   `depth` - 1 change points among `steps` steps */
  AFTER_POS,    /* Yuan, Yang, Gu 2018: a random priority for each operation
                   that a thread is parked at, drawn anew when a step that
                   depends on it was taken */
};

/* Places where nothing is decided: every access there was seen to be of
 * memory that no other thread touched.  PCT counts no steps there, POS draws
 * nothing: the thread goes on.  A bit for each of the first sites; all zero
 * is right for every program. */
enum { COLD_SITES = 1 << 15 };

enum plan_flags {
  PLAN_EVENTS = 1, /* return events always; else only of findings */
  PLAN_OUTPUT = 2, /* let the tested program's output through */
  PLAN_STOP = 4,   /* end with the prefix */
  PLAN_SKIP = 8,   /* leave out choices of threads that are not enabled */
  PLAN_SYMBOLIC = 16, /* inputs are symbolic: branches on them are steps */
  PLAN_ONCE = 32,     /* what only waits looks once: see above */
  PLAN_CIRCLE = 64,   /* it is to go round: see above */
  PLAN_SEEN = 128,    /* events say which properties see them (event.h) */
  PLAN_AWAIT = 256,   /* beside ONCE: a look in vain is no step: see above */
  PLAN_TOUCH = 512,   /* an atomic block wakes who depends on what it touched
                         (event.h); else everybody who sleeps */
  PLAN_TURN = 1024,   /* beside AWAIT: nor is a turn in vain: see above */
  PLAN_RAW = 2048,    /* beside TURN: but beyond the prefix, each read is a
                         step */
  PLAN_FREE = 4096,   /* beside SYMBOLIC: the prefix says nothing of branches,
                         which go as the inputs do */
  PLAN_LATE = 8192,   /* of every run all steps are learned from: that a step
                         has an alternative more may be told by a later run
                         that comes through it (rt.h, rt_choice_late) */
  PLAN_OWN = 16384,  /* for the strategy alone, which put it there */
  PLAN_SHOWS = 32768, /* what properties read is shown where it changes */
};
/* The round may begin anywhere; it is not known where it begins. */
#define ROUND_ANYWHERE UINT32_MAX

/* Which messages of a port can be received next; after the first in the order
 * of model.h's enum scheme. */
enum ports {
  PORTS_OTHER, /* there are none, or it depends on more than is told */
  PORTS_ASYNC, /* any */
  PORTS_FIFO,  /* the oldest of each sender */
  PORTS_CAUSAL,  /* those with no other message to the port in their past */
  PORTS_MAILBOX, /* the oldest */
  PORTS_SAID, /* of a program: see PORT_OBJECTS in event.h */
};

/* No bound. */
#define PLAN_UNBOUNDED UINT16_MAX

struct plan {
  uint64_t sleep;  /* threads asleep after the prefix: the first word */
  uint64_t seed;   /* of AFTER_RANDOM, AFTER_PCT, AFTER_POS */
  uint32_t prefix; /* first choice in batch->choices */
  uint32_t prefix_len;
  uint32_t sleepers; /* threads beyond the first word that sleep: so many
                        choices behind the prefix name them */
  uint32_t inputs; /* first value in batch->inputs */
  uint32_t inputs_len;
  uint32_t steps;       /* PCT: expected length of a run; FIRST: so many steps
                           of one thread in a row, then the next; 0: any */
  uint16_t depth;       /* PCT */
  uint16_t preemptions; /* budget beyond the prefix, or PLAN_UNBOUNDED */
  uint16_t delays;      /* likewise */
  uint8_t after;        /* enum after */
  uint16_t flags;       /* enum plan_flags */
  /* Beyond the prefix, as long as anybody else can move: threads parked at
   * the site `hold` do not, until a step at the site `until` was taken.
   * 0: none. */
  uint32_t hold, until;
  uint32_t round;       /* CIRCLE: choices before it, or ROUND_ANYWHERE */
};

/* The index-th input of a thread takes this value; inputs not listed take
 * the executor's default (or what --input says, or an alternative).  A value
 * outside the bounds of a named input is taken as the nearest within.  With
 * thread INPUT_NAMED, all inputs of a name: index is input_name(name). */
#define INPUT_NAMED UINT32_MAX
/* Beside a thread: the input is symbolic, and this is only its value now. */
#define INPUT_SOLVED (UINT32_C(1) << 30)
static inline uint32_t input_name(const char *name) {
  uint64_t h = label_number(name);
  return (uint32_t)(h ^ h >> 32);
}
struct plan_input {
  uint32_t thread, index;
  int64_t value;
};

/* How a run ended. */
enum run_end {
  RUN_NONE,      /* not run yet */
  RUN_COMPLETE,  /* every thread ended, or main did and the process */
  RUN_DEADLOCK,  /* threads left, none enabled */
  RUN_REDUNDANT, /* threads enabled, all asleep */
  RUN_FAILED,    /* a finding ended it */
  RUN_STEPS,     /* the bound on steps was reached */
  RUN_ASSUMED,   /* an assumption was false: the thread stopped there, and
                    nothing else was left to do */
  RUN_DIVERGED,  /* a choice of the prefix was not enabled */
  RUN_STOPPED,   /* the prefix ended, and PLAN_STOP says so */
  RUN_EARLY,     /* PLAN_ONCE: a thread looked too early */
  RUN_STUCK,     /* no step came any more, and it was given up: a limit of
                    ours, which says nothing about what is tested */
  RUN_ESCAPED,   /* it came where Heddle does not look or has no more room;
                    the last of its escapes says where */
};

/* Not the program's end: what comes after it is not known. */
static inline bool run_is_cut(unsigned end) {
  return end == RUN_STEPS || end == RUN_STUCK || end == RUN_ESCAPED;
}

#define FOUND_KINDS(X)                                                         \
  X(NONE, "none", "nothing")                                                   \
  X(ASSERTION, "assertion", "assertion failed")                                \
  X(ABORT, "abort", "the program aborted")                                     \
  X(CRASH, "crash", "crash by a signal")                                       \
  X(DEADLOCK, "deadlock", "deadlock")                                          \
  X(RACE, "race", "data race")                                                 \
  X(MISUSE, "misuse", "misuse of a lock or thread")                            \
  X(MPI, "mpi", "misuse of MPI")                                               \
  X(USE_AFTER_FREE, "use-after-free", "use of freed memory")                   \
  X(DOUBLE_FREE, "double-free", "memory freed twice")                          \
  X(OUT_OF_BOUNDS, "out-of-bounds", "access out of bounds")               \
  X(STACK, "stack-overflow", "stack exhausted")                                \
  X(LIVELOCK, "livelock", "a loop that does not end")                          \
  X(OUTPUT, "output", "different output for the same input")                   \
  X(EXIT, "exit", "exit with a non-zero code")                                 \
  X(RANGE, "range", "a value outside its range")                               \
  X(PROPERTY, "property", "a violated property")                               \
  X(UNSPECIFIED, "unspecified", "a message that no edge receives")             \
  X(BLOCKING, "blocking", "everybody has ended, and messages are left")

enum found {
#define ROW(name, key, text) FOUND_##name,
  FOUND_KINDS(ROW)
#undef ROW
      FOUND_COUNT
};
const char *found_key(unsigned kind);  /* "deadlock" */
const char *found_text(unsigned kind); /* "data race" */

struct run {
  uint32_t events;     /* first event in batch->events */
  uint32_t events_len; /* silent and pending ones included; 0 when the
                          plan did not ask for them */
  uint32_t steps;      /* choices taken */
  uint8_t finding;     /* enum found */
  uint8_t preemptions; /* at most 255 */
  uint16_t thread;     /* of the finding */
  uint32_t site;       /* of the finding */
  uint32_t text;       /* finding's message in batch->text, or UINT32_MAX */
  uint64_t state;      /* hash of what is observed at the end (output, final
                          values), 0 when the executor has none */
  uint32_t exprs;      /* first node in batch->exprs */
  uint32_t exprs_len;
  uint32_t round;      /* CIRCLE, LIVELOCK: events before the round */
  uint16_t stack;      /* PLAN_OUTPUT: the calls at the finding, or 0 */
  uint8_t end;         /* enum run_end */
  uint8_t violates;    /* of a program: a bit for each of its properties */
  /* What happened in it that was not looked at (a call without a model): a
   * bit for each row of the executor's `because`.  `before`: those before its
   * finding. */
  uint64_t escapes, before;
};
enum { ESCAPES_MAX = 64 };
enum { EXECUTOR_PROPERTIES = 8 }; /* of a program, at most */

/* Findings of a run that has several: what stops a thread stops no other, and
 * a violated property stops nobody.  All of them, the run's own first; of the
 * runs of programs only those that violate properties have a list, and of
 * threads that were stopped it has the first. */
struct run_found {
  uint32_t run;     /* which */
  uint8_t kind;     /* enum found; DEADLOCK: at its end */
  uint16_t thread;  /* who */
  uint32_t site;
  uint32_t event;   /* that shows it, in the run; 0 before the first */
  const char *text; /* lives as long as the executor */
};

struct batch {
  struct plan *plans;
  choice *choices;
  struct plan_input *inputs;
  struct run *runs; /* one for each plan that was run */
  struct event *events;
  char *text; /* messages, NUL-terminated */
  struct sym_node *exprs; /* of symbolic runs (sym/node.h), or NULL */
  uint64_t *cold; /* COLD_SITES bits: see above */
  struct run_found *found; /* by run; ordinary memory */
  uint32_t plans_len, plans_cap;
  uint32_t choices_len, choices_cap;
  uint32_t inputs_len, inputs_cap;
  uint32_t events_len, events_cap; /* a run's events never exceed the cap */
  uint32_t text_len, text_cap;
  uint32_t exprs_len, exprs_cap;
  bool collects_exprs; /* of runs that batch_collect puts into it */
  uint32_t found_len, found_cap;
  uint32_t done; /* plans run; the rest had no room: run it again */
  bool foresees; /* those behind the first plan are to be foreseen */
};

struct spot {
  const char *file, *function; /* or NULL */
  uint32_t line, col;
  const char *values; /* of an enumeration that is read or written there,
                         "IDLE=0 LOCKED=-1 "; "" or NULL: not known */
};

/* Where a run was that made no step any more when it was given up, for that
 * or because time was over. */
struct stuck {
  const char *thread; /* the function it runs: "worker" */
  const char *call;   /* of a library or the kernel that it is in, or NULL */
  bool blocked;       /* there it sleeps; else it runs */
  struct spot at;
  uint64_t count;
};

/* What coverage counts. */
enum { COVERED_YES = 1, COVERED_NO = 2 };
struct covered {
  struct spot at;
  bool branch;
  uint8_t seen; /* a line: YES; a branch: the ways it went, YES and NO */
};

struct text;
struct unpack;
struct reasons;

/* Made by model_executor_open or program_executor_open. */
/* Bounds on the steps of a run. */
enum { STEPS_DEFAULT = 10000, STEPS_MOST = 1 << 24 };

enum { WORKERS_MAX = 64 };
struct executor {
  const char *name; /* what is tested, as the user knows it */
  struct batch *batch;
  void *self;
  const char *error;  /* why run returned false, or NULL */
  uint32_t steps_max; /* bound on steps of a run; set before the first */
  uint64_t identity;  /* hash of what is tested: source or model */
  /* Asked now and then while runs are under way, unless NULL: when it says
   * true the run in progress is abandoned, and run returns true with fewer
   * plans done and `stopped` set.  The executor can be used again. */
  bool (*give_up)(void *user);
  void *give_up_user;
  bool stopped;
  bool apart; /* other ranks (distant.h) have something else to do: it runs
                 nothing there */
  bool distant; /* it is at one of them */
  bool spoilt; /* time was over within an answer: a search that went by it is
                  not to be taken up again */
  /* Inputs are chosen by the executor: a finding keeps those of its run. */
  bool symbolic;
  /* They could be: what is tested was built for it. */
  bool followed;
  unsigned under; /* what its runs assume: 1u << UNDER_... (verdict.h) */
  /* Why strategies that leave out reorderings of independent steps do not
   * apply, or NULL. */
  const char *no_reduction;
  uint8_t ports; /* enum ports */
  const uint32_t *ports_most; /* by port: with more messages in it a property
                                 may be violated; NULL: with none */
  bool leaves; /* messages may be left at the end: FOUND_BLOCKING */
  bool foresees; /* its batches may have plans to be foreseen */
  uint32_t properties; /* of a program: how many it says it has; */
  bool asks;           /* some of them ask where threads are */
  uint32_t shows;      /* how many things they read, if PLAN_SHOWS shows them */
  /* Of a program: property i as nodes of sym/node.h, numbered from 1, the last
   * of which says whether it is violated; how many, 0: it is no expression. */
  struct {
    const struct sym_node *at;
    uint32_t len;
  } terms[EXECUTOR_PROPERTIES];
  /* Runs plans done..plans_len of the batch; `done` says how far it came.
   * A crash of what is tested is a run, not an error. */
  bool (*run)(struct executor *x);
  /* With `early` it may leave the rest to others and return as soon as one is
   * done; who calls again for the rest may look at the first meanwhile, and
   * may have put more plans behind those that there were.  Who does not gives
   * it up by `settle`, unless NULL, before the batch is changed otherwise, or
   * what give_up looks at. */
  bool early;
  double rested; /* seconds that whoever calls it has slept since it returned;
                    taken to be used up by it */
  void (*settle)(struct executor *x);
  /* An executor that runs several plans at once calls this, unless NULL, with
   * each run that is done, before it returns it: the run is number `i` of b
   * for the moment, and that of plan `plan` of the batch.  It is called by
   * several threads, each with a `worker` of its own, counted from 0; of runs
   * that come together one after the other, in their order, with i from 0 on.
   * True: nobody needs the events of the run, and it comes without. */
  bool (*digest)(void *user, unsigned worker, const struct batch *b, uint32_t i,
                 uint32_t plan);
  void *digest_user;
  /* Everything below is for reports and may be slow. */
  struct spot (*place)(struct executor *x, uint32_t site);
  /* The frames of a call stack number, innermost first; how many. */
  size_t (*stack)(struct executor *x, uint16_t stack, struct spot *at,
                  size_t cap);
  /* The text of a label (event.h), or NULL; valid until the next run. */
  const char *(*label)(struct executor *x, uint64_t number);
  void (*thread_name)(struct executor *x, unsigned thread, struct text *out);
  void (*object_name)(struct executor *x, const struct event *e,
                      struct text *out);
  /* What an address means that no run changes: a function, a text; false:
   * nothing.  Or NULL. */
  bool (*meaning)(struct executor *x, uint64_t address, struct text *out);
  /* The numbers of threads as parent | index << 16, for recordings; the second
   * makes a table agree with a recording before the first run. */
  size_t (*threads)(struct executor *x, uint32_t *parent_index, size_t cap);
  void (*set_threads)(struct executor *x, const uint32_t *parent_index,
                      size_t count);
  /* Output of the last run that had PLAN_OUTPUT, or NULL. */
  const char *(*output)(struct executor *x, size_t *len);
  /* What the bits of run.escapes stand for, bit i row i, without counts; how
   * many rows there are, ESCAPES_MAX at most.  Rows stay what they are; their
   * strings are valid until the next run.  NULL: there are none. */
  size_t (*because)(struct executor *x, struct because *out, size_t cap);
  /* Adds what it has left out by itself so far, whatever the runs; or NULL. */
  void (*left_out)(struct executor *x, struct reasons *out);
  /* A sentence about something the user should know (a fallback), once each;
   * NULL when there is no more. */
  const char *(*notice)(struct executor *x);
  /* The places where runs were stuck, each once; how many.  NULL: never. */
  size_t (*stuck)(struct executor *x, struct stuck *out, size_t cap);
  /* Lines and branches, and what was seen of them so far; how many there
   * are.  None when what is tested was not built for it. */
  size_t (*covers)(struct executor *x, struct covered *out, size_t cap);
  /* Of one that learns from its runs: what it knows, for a search that is left
   * off and taken up by another process (sched/saved.h); or NULL. */
  void (*save)(const struct executor *x, struct text *out);
  bool (*load)(struct executor *x, struct unpack *in);
  void (*close)(struct executor *x);
};

static inline void batch_clear(struct batch *b) {
  b->plans_len = b->choices_len = b->inputs_len = 0;
  b->events_len = b->text_len = b->exprs_len = b->found_len = b->done = 0;
  b->foresees = false;
}
/* One more finding of a run, behind those of earlier runs. */
void batch_found(struct batch *b, struct run_found f);
/* The findings of run i, if they are listed; how many. */
uint32_t batch_findings(const struct batch *b, uint32_t i,
                        const struct run_found **out);
/* Whether somebody could have gone on when a run reached the bound on steps who
 * had not moved for the second half of it.  If it goes round for ever that is a
 * finding; but what that thread would have done was not looked at: a search
 * that leaves out equivalent schedules takes a run to be one of all threads. */
bool run_starves(const struct batch *b, const struct run *r);

/* A new plan: empty prefix, AFTER_FIRST, no bounds, events asked for; NULL
 * when there is no room for it and a prefix of the given length. */
struct plan *batch_plan(struct batch *b, uint32_t prefix_len);
/* These threads sleep when the prefix of the newest plan ends; false, and the
 * plan is gone, when there is no room for them. */
bool batch_sleep(struct batch *b, struct plan *p, unsigned words,
                 const struct threads *who);
/* A copy of a plan of another batch behind those there are, with its prefix and
 * who sleeps, but not its inputs; NULL when there is no room. */
struct plan *batch_copy(struct batch *to, const struct plan *p,
                        const choice *choices);
/* Plans to be foreseen behind the only one that there is, of which they have all
 * but the prefix.  When the batch was run: those that were not foreseen are
 * gone, and the others are plans like any. */
enum { FORESEEN = 31, FORESEEN_CHOICES = 64 };
void batch_foresee(struct batch *b);
void batch_foreseen(struct batch *b);
/* The prefix, copied; there is room when batch_plan said so. */
void batch_prefix(struct batch *b, struct plan *p, const choice *from);
/* Takes over run i of another batch as the next one that is done: its events
 * and text.  False when there is no room (there is for the first). */
bool batch_collect(struct batch *to, const struct batch *from, uint32_t i);

/* The same of all its runs, by exchanging what the two have for events and
 * texts: both are in ordinary memory.  False, and nothing is changed, unless
 * there are no events in `to`. */
bool batch_exchange(struct batch *to, struct batch *from);

/* A batch in ordinary memory, for executors that live in this process. */
struct batch *batch_new(uint32_t plans, uint32_t choices, uint32_t events);
void batch_free(struct batch *b);

#endif
