/* rt: what the files of the runtime share.
 *
 * The runtime is linked into the tested program and runs all its threads as
 * fibers on one kernel thread.  There is one of it in the process, so its
 * state is one variable, `rt`.
 *
 * The life of an execution (loop.c): reset memory, make the fiber of main,
 * switch to it.  A fiber runs until its next visible operation and calls
 * rt_visible with it; that parks the fiber, asks the plan which thread goes
 * next (pick.c), writes its event, and switches to it; when rt_visible
 * returns the operation may be carried out.  So between two calls of
 * rt_visible nothing else runs, and the state of a lock can simply be written
 * into the user's own pthread_mutex_t, where the reset also finds it.
 *
 * When the program has only one thread left, and all others were joined,
 * nothing it does can be seen by anybody: operations then are no steps and
 * leave no events (rt_alone). */
#ifndef RT_RT_H
#define RT_RT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/why.h"
#include "exec/policy.h"
#include "rt/abi.h"
#include "rt/look.h"
#include "rt/property.h"
#include "rt/watch.h"
#include "rt/wire.h"

enum { TLS_MAX = 64, KEYS_MAX = 128 };

/* A variable of ours that the reset puts back with those of the program, and
 * of which each rank has its own (rank.h); one that all ranks share. */
#define PUT_BACK __attribute__((section("heddle_data")))
#define PUT_BACK_OF_ALL __attribute__((section("heddle_own")))
/* Of a struct heddle_global: the name of a variable of ours, in stories. */
#define NAMED __attribute__((section("heddle_globals"), aligned(8), used))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* A small variable of ours that most runs touch: these stand together, again for
 * the sake of runs with a process of their own. */
#define TOUCHED __attribute__((section("heddle_touched")))

#define INSIDE_ASSEMBLY UINT32_MAX

/* A thread-local variable of one thread. */
struct tls_copy {
  const void *initial;
  void *at;
  bool shared; /* others may know the address */
};

/* An atomic update, or a write in a turn that may be in vain, that was just
 * let go: what it did is seen when its thread comes back to the runtime,
 * before anybody else runs. */
struct update {
  struct event *event; /* NULL: none */
  uint64_t object, before;
  uint32_t size;
};

struct fiber {
  void *sp;
  /* the operation it is parked at */
  uint64_t object;
  uint32_t size;
  union { /* of one word: what is written in parts and then read as a whole
             keeps the processor waiting */
    struct {
      uint8_t kind;  /* enum op */
      uint8_t flags; /* enum event_flags of the event to come */
      uint8_t order; /* enum event_order of it */
    };
    uint32_t what;
  };
  uint16_t alts, alt; /* alt: the alternative that was taken */
  heddle_at site;
  int *lent_errno;   /* its errno, where others may know the address (tls.c), or
                        NULL */
  uint16_t id, stack;
  uint16_t rank;     /* 1 + that of MPI, or 0 (rank.h) */
  bool finished, joined, detached, told_handle; /* it has its own handle */
  uint8_t fences;    /* that came since its last event */
  uint64_t handled;  /* signals that it knows handlers for (signals.h) */
  bool tried;        /* parked at a step that is tried before it is taken */
  bool heads;        /* and its turn begins with it (rt/turn.c) */
  uint8_t block;     /* so many reads of its turn the prefix takes as one step,
                        or TURN_RAW, TURN_FREE (rt/turn.c) */
  uint8_t gone;      /* reads of that which are still to come */
  uint8_t taken;     /* reads of this turn taken so, or TAKEN_UNKNOWN */
  /* of its number, so they outlive it (fiber.c) */
  uint8_t cancel_state, cancel_type;
  uint32_t inside;   /* 1 + the row of the call it is in that nobody looks
                        into (foreign.c), or INSIDE_ASSEMBLY, or 0 */
  const char *calls; /* the function of libc that it is in (effects.c), or
                        NULL */
  const struct rt_extent *extent; /* of the read it is parked at (extent.h), or
                                     NULL */
  uint16_t places;   /* of its children, ever taken */
  uint16_t gate;     /* 1 + that at which it stands (gates.c), or 0 */
  uint16_t child;    /* the last one that it made, or 0 */
  uint16_t endeds;   /* 1 + the child that it has joined last, or 0, and */
  uint16_t ended_before; /* of a joined one: 1 + the one before it, or 0 */
  int32_t held;      /* locks that it holds, by the events before rt.counted */
  uint32_t lives;    /* threads that had the number before */
  uint16_t joiner;   /* 1 + the thread that joins this one */
  uint16_t awaited;  /* of a rank that waits: 1 + for whom, or 0 (mpi.h) */
  uint16_t parent;
  int saved_errno;
  const struct event *born; /* the next one when it was made */
  void *(*start)(void *);
  void *argument, *result;
  void *robust;      /* newest of the robust mutexes that it holds */
  void *cleanups;    /* innermost handler of pthread_cleanup_push */
  bool quits;        /* by pthread_exit: its functions do not return */
  void *endings;     /* newest thread-local variable of C++ (cxx.c) */
  uint64_t exceptions[2]; /* of the C++ library */
  heddle_at thrown;  /* where the last exception was, or NULL */
  /* condition variables */
  uint64_t waits_on; /* the condition it is registered at, or 0; and */
  uint64_t waits_with; /* the mutex */
  struct heddle_port *port; /* that its operation is on (port.c), or */
  struct stream *stream; /* the stream (stream.h), and */
  struct descriptor *descriptor; /* by which; or NULL */
  const void *sender; /* of the message that it has got last */
  bool woken;        /* a signal has chosen it */
  uint16_t ticket;   /* of the barrier that it has passed last */
  uint32_t parked;   /* a lock, for park.c; and of who sleeps at a futex: */
  uint32_t futex_mask; /* what wakes it; 0: it does not sleep at one */
  uint32_t inputs;   /* inputs taken so far */
  uint32_t sym_argument, sym_result; /* expressions (symbolic.c), or 0 */
  uint64_t clock;    /* virtual time, nanoseconds */
  uint32_t looks;    /* at the clock */
  uint64_t output;   /* hash of what it printed */
  uint64_t signal_mask; /* blocked signals (signals.h), */
  uint64_t shown_mask;  /* and as those see it who send to the process, */
  uint64_t told;        /* those that are to break into it, */
  bool looking;         /* it looks for them; */
  bool aside;           /* it is ours, and has none */
  uint64_t barrier;  /* that it has come to last, or 0 */
  uint64_t signals_pending; /* for this thread alone */
  uint64_t awaits;          /* while it waits for signals: which ones */
  uint32_t tls_len;    /* thread-local variables that it has */
  struct threads kept; /* of its places: children that are not joined */
  struct watch watch;
};

/* What few threads need, apart: threads stand close together, so that a run of a
 * process of its own writes to few pages. */
struct fiber_room {
  struct tls_copy tls[TLS_MAX];
  void *specific[KEYS_MAX];
  struct trials trials;
};

/* The first thing that went wrong in a run. */
struct rt_failure {
  uint8_t finding, end;
  uint16_t thread;
  uint32_t site, text;
  uint64_t escapes; /* before it */
  uint16_t stack;   /* the calls there, of a run that is shown */
};

struct rt {
  struct fiber *current;
  int *errno_at; /* libc's; there is one thread, and asking takes long */
  /* sets of threads, and how many words of them are in use (exec/threads.h):
   * as many as the highest number in this run needs */
  unsigned words;
  struct threads made;     /* in this run */
  struct threads live;     /* made and not ended */
  struct threads fresh;    /* made, not yet run to their first operation */
  struct threads released; /* waited for a join or a barrier that came true */
  struct threads ready;    /* parked at an operation that never waits */
  struct threads gated;    /* parked at one that may have to wait */
  struct threads queued;   /* of these: at a gate, or aside (gates.c) */
  struct threads blocked;  /* parked until they are released: a join, a barrier */
  unsigned mapped;   /* threads that there are stacks and heaps for */
  unsigned ranks;    /* of an MPI program, in this run (rank.h); or 0 */
  uint32_t unjoined; /* threads made and not joined */
  uint32_t atomic;   /* 1 + the thread inside an atomic block, or 0 */
  uint32_t atomic_depth;   /* of blocks in blocks */
  struct event *block;     /* the step of that block, or NULL: nobody looks */
  uint64_t touched;        /* in it (exec/event.h), or 0: not known */
  /* the plan */
  const struct plan *plan;
  const choice *prefix, *next, *prefix_end;
  struct threads asleep;
  uint16_t last;     /* thread of the last step, or POLICY_NOBODY */
  uint32_t steps, steps_max;
  uint32_t counted_preemptions;
  /* events */
  struct event *all_events; /* of the batch */
  struct event *event, *events, *events_end; /* of the run */
  struct event *step; /* of the last step: where effects are written */
  uint32_t more;     /* events of kind MORE so far */
  struct event *last_join; /* after which the running thread is alone */
  const struct event *counted; /* locks of events before this (fiber.c) */
  struct update update;
  struct run *run;
  struct rt_failure failure;
  uint32_t round;    /* it goes round from this event on, or ROUND_ANYWHERE */
  void *home;        /* stack of the loop */
  int exit_code;
  bool quick;        /* nothing out of the ordinary is looked for (loop.c) */
  bool show;         /* PLAN_OUTPUT */
  uint8_t exact;     /* EVENT_EXACT, or 0 (loop.c) */
  bool properties;   /* the program has some (property.c) */
  uint32_t violated; /* a bit for each that was, in this run */
  bool yielded;      /* the last step ended in a yield */
  bool block_wakes;  /* the atomic block is beyond the prefix (block.c) */
  uint32_t solved;   /* of the plan's solved inputs, where to look next */
  bool awaits;       /* PLAN_AWAIT, and there is something to try */
  uint8_t trial;     /* what runs now is taken back (trial.c) */
  bool followed;     /* circle.c picks, and looks for a circle */
  uint32_t judged;   /* events of the run that is taken again, or 0 */
  bool outside;      /* what it does depends on more than the memory that
                        circle.c knows: files, libraries */
  struct wire *wire;
  bool ended[THREADS_MAX]; /* threads that have; what their ends write */
  bool claimed[THREADS_MAX]; /* somebody joins it, or has detached it */
  bool joined[THREADS_MAX];  /* as uses of its handle see it */
  struct policy policy; /* beyond the prefix */
  struct fiber fibers[THREADS_MAX];
  struct fiber_room rooms[THREADS_MAX];
};

extern struct rt rt;

/* By its address from then on: else the compiler multiplies by the size of a
 * thread each time. */
__attribute__((always_inline)) static inline struct fiber *rt_fiber(unsigned t) {
  struct fiber *f = &rt.fibers[t];
  __asm__("" : "+r"(f));
  return f;
}
static inline struct fiber_room *rt_room(const struct fiber *f) {
  return &rt.rooms[f->id];
}

/* --- pick.c --- */
/* Parks the running thread at an operation; returns when it was chosen. */
void rt_park(void);
/* Waits for something that is no step of its own (a join, a barrier): the
 * thread goes on when it is put into rt.released. */
void rt_block(uint8_t kind, uint64_t object, heddle_at site);
enum { STOPPED_BY_LIMIT = 1 }; /* the object of a STOPPED: not by the program */
/* Where the schedule is free, another thread goes next. */
void rt_yield(void);
/* The thread that goes next; ends the run when there is none. */
struct fiber *rt_pick(void);
/* The same, for who picks in its stead. */
struct fiber *rt_choose(void);
/* Whether a choice of the prefix is left that can be made, or must be. */
bool rt_prefix_left(void);
bool rt_enabled(struct fiber *f);
/* Whether whoever wants to take a lock or semaphore can. */
bool rt_passes(uint8_t kind, uint64_t object);
/* The words of a set beyond its first, as MORE of this thread; how many. */
uint32_t rt_write_more(unsigned words, const struct threads *set,
                       bool backwards);
/* The value of the step is this set. */
void rt_tell_freed(const struct threads *set);
/* How many alternatives its operation has now. */
unsigned rt_count_alts(struct fiber *f);

/* --- gates.c --- */
void rt_gates_reset(void);
/* A thread is parked at what may have to wait. */
void rt_gate_enter(struct fiber *f);
/* One that is parked, or will be, was chosen by a signal. */
void rt_gate_chosen(struct fiber *f);
static inline void rt_woken(struct fiber *f) {
  f->woken = true;
  if (UNLIKELY(rt.words > 1))
    rt_gate_chosen(f);
}
void rt_gate_leave(struct fiber *f);
/* Adds those whose locks are free. */
void rt_gates_open(struct threads *set);

/* --- block.c --- */
/* What the running thread is about to do is inside an atomic block: an event
 * without a choice. */
void rt_inside(void);
/* It is over, wherever its end is. */
void rt_block_end(void);
/* The running thread does what is no access, or chooses an input: if that is
 * in a block it is not known what the block depends on. */
static inline void rt_block_blur(void) { rt.touched = 0; }

/* Nobody else is there to see what the running thread does, or nobody may
 * look (an atomic block). */
static inline bool rt_alone(void) { return !rt.unjoined || rt.atomic; }

/* --- circle.c --- */
/* The run is followed from its beginning: PLAN_CIRCLE. */
void rt_circle_begin(void);
/* Hands the choice of the next thread over to another stack, so that all
 * threads are parked; returns when the running thread was chosen. */
struct fiber *rt_circle_pick(void);
/* Lets no trace of the last call be left below the stack pointer: numbers of
 * events would make states differ that are the same. */
void rt_circle_scrub(void);
/* Who goes next where no choice of the prefix is left. */
unsigned rt_circle_next(const struct threads *enabled);

/* --- wait.c --- */
/* The running thread is in a turn that has had no effect so far. */
static inline bool rt_waiting(void) {
  const struct watch *w = &rt.current->watch;
  return w->pure_from < w->loops_len;
}
/* Before an operation: how the attempt before it ended; then the operation,
 * when it is done. */
void rt_wait_settle(struct watch *w);
void rt_wait_does(struct watch *w, uint8_t kind, uint64_t object);
void rt_wait_effect(struct watch *w);
/* The running thread sees whether others hold this, and does not wait. */
void rt_wait_tried(uint64_t object);
/* It has just read these bytes. */
void rt_wait_saw(uint64_t object, uint32_t size);
/* Of a thread parked at an AWAIT: it may go on; it does; it looked too early,
 * and what it saw was written since. */
bool rt_wait_over(const struct fiber *f);
void rt_wait_passes(struct fiber *f);
bool rt_wait_early(const struct fiber *f);
/* Something that its turn has read, from this place on, was written since. */
bool rt_wait_written(const struct fiber *f, uint32_t first);
/* --- trial.c --- */
void rt_trial_begin(void); /* a run */
/* Whether the step that the running thread comes to is tried. */
bool rt_trial_applies(const struct fiber *f);
/* Parks the running thread at it; returns when it was chosen. */
void rt_trial_pick(void);
/* Of a thread that is parked so: its turn would not be in vain.  All such
 * threads. */
bool rt_trial_passes(struct fiber *f);
bool rt_trial_is_parked(unsigned thread);
void rt_trial_parked(struct threads *out);
/* Writes the event that tells of it; f's step is about to be taken. */
void rt_trial_tell(struct fiber *f);
void rt_trial_step(struct fiber *f);
/* The thread that is tried comes to a step: false, and it reads on; or the
 * trial ends. */
bool rt_trial_parks(void);
enum { NO_TRIAL, TRIAL, JUDGED_TRIAL }; /* rt.trial; the last is of a run that
                                           is over */
/* What comes belongs to a step: a trial ends here. */
_Noreturn void rt_trial_end(enum look_result result);
static inline void rt_trial_stop(void) {
  if (UNLIKELY(rt.trial))
    rt_trial_end(LOOK_OTHER);
}
/* The thread that is tried comes round in a loop, or NULL: in one whose turn
 * had effects; in vain, or not. */
_Noreturn void rt_trial_turned(const struct watch_loop *l, bool vain);
/* What comes of the turn of a parked thread: of what is left of it as a whole,
 * or of its next step alone; with these contents, or (NULL) what is there. */
void rt_trial_look(struct fiber *f, bool whole,
                   const struct rt_contents *contents, struct turn_look *out);
const struct turn_look *rt_trial_now(struct fiber *f);
/* What the write that is this event found there. */
uint64_t rt_trial_found(uint32_t event);

/* --- turn.c --- */
enum { TURN_RAW = 0, TURN_FREE = 255 }; /* fiber.block */
void rt_turns_begin(void); /* a run */
/* Whether the step that the running thread comes to begins a turn, or what is
 * left of one. */
bool rt_turn_heads(struct fiber *f);
/* Of a thread that is parked so: what it comes to is more than was before. */
bool rt_turn_ready(struct fiber *f);
/* A thread is about to take such a step, or stands there in the end. */
void rt_turn_note(struct fiber *f);
/* The run is over: what can be said of its turns is told. */
void rt_turns_judge(struct run *r);

/* What is there, of more than 8 bytes the first. */
uint64_t rt_load(const void *p, uint32_t size);

/* Events so far, those apart that say more of others. */
static inline uint32_t rt_told(void) {
  return (uint32_t)(rt.event - rt.events) - rt.more;
}

static inline bool rt_is_live(unsigned thread) {
  return thread < rt.words * THREADS_WORD &&
         threads_has(rt.words, &rt.live, thread);
}

/* What libc has written to errno where others may know it (tls.c): before a
 * step, and before what orders others behind it without a step of its own. */
void rt_errno_settle(void);
static inline void rt_errno_catch_up(void) {
  if (UNLIKELY(rt.current->lent_errno))
    rt_errno_settle();
}

/* --- kill.c (signals.h) --- */
#ifndef IN_KILL
#define IN_KILL __attribute__((weak))
#endif
/* Before an operation, which is kept: signals that break into it. */
void rt_signal_point(void) IN_KILL;
/* The same where nobody else is left who could send any. */
void rt_signal_late(void) IN_KILL;
/* That thread would have had to look later. */
bool rt_signal_missed(const struct fiber *f) IN_KILL;

/* The same where there is no step: before a join, and at the end. */
static inline void rt_signals_meet(heddle_at site) {
  void (*point)(void) = rt_signal_point;
  if (LIKELY(!rt.current->handled) || !point)
    return;
  rt.current->site = site;
  point();
}

/* The program has loops that may only wait (cc/wait.c). */
extern const char heddle_has_waits __attribute__((weak));
enum { RT_ORDER_SHIFT = 8 };
/* A visible operation of the running thread; `how` has the flags of its event,
 * and its order << RT_ORDER_SHIFT.  True: it is a step, or part of one (an
 * atomic block), with rt.step its event.  False: the thread is alone; then an
 * operation that would have to wait is a deadlock: the caller asks rt_stuck. */
bool rt_step(uint8_t kind, uint64_t object, uint32_t size, uint32_t how,
             heddle_at site); /* pick.c */
__attribute__((always_inline)) static inline bool
rt_visible(uint8_t kind, uint64_t object, uint32_t size, uint32_t how,
           heddle_at site) {
  bool step = rt_step(kind, object, size, how, site);
  if (op_tries(kind) && &heddle_has_waits)
    rt_wait_tried(object);
  return step;
}

/* An event that is no choice. */
void rt_silent(uint8_t kind, uint64_t object, uint64_t value, heddle_at site);
extern const struct heddle_site __start_heddle_sites[]
    __attribute__((weak));
/* The number of a place; 0 is "unknown". */
static inline uint32_t rt_site(heddle_at site) {
  uint64_t offset = (uint64_t)site - (uint64_t)__start_heddle_sites;
  if (UNLIKELY(offset >= (EVENT_SITES - 1) * sizeof *site)) /* NULL, too */
    return 0;
  return (uint32_t)offset / (uint32_t)sizeof *site + 1;
}

/* --- verifier.c --- */
/* An input of the running thread from low to high: what the plan says; else a
 * choice among them if they may be tried one by one (`few`) and are not too
 * many; else `usual`, and then the verdict is incomplete.  In a symbolic run
 * it is a variable, unless its name is fixed; `self` is the modelled function
 * that returns it.  `label` is that of its name, or 0. */
struct rt_input {
  const char *name;
  uint64_t label;
  int64_t low, high, usual;
  bool few;
  bool plain;     /* a choice in a symbolic run, too */
  uint8_t floats; /* bytes of a float or double, whose bits it is; or 0 */
};
int64_t rt_input(const struct rt_input *in, const void *self);
/* Any float or double, as its bits. */
float rt_input_float(const char *name, uint64_t label, const void *self);
double rt_input_double(const char *name, uint64_t label, const void *self);
/* What the machine does beside the schedule, by this name: one of `count`. */
unsigned rt_choice(const char *name, unsigned count);
/* The same, or `count`: one answer more.  A plan with PLAN_LATE that leaves the
 * choice open does not take it and is not told of it; `at` is the event, whose
 * alternatives are one more when it is seen that there is something to it. */
unsigned rt_choice_late(const char *name, unsigned count, struct event **at);

/* --- run.c: the end of a run --- */
_Noreturn void rt_end(uint8_t end, uint8_t finding, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A finding at the running thread's operation: the thread goes no further,
 * the others do. */
_Noreturn void rt_fail(uint8_t finding, heddle_at site, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void rt_misuse(const char *fmt, ...)
    __attribute__((format(printf, 1, 2)));
/* The run goes round for ever, from this event on. */
_Noreturn void rt_goes_round(const struct event *from);
/* The running thread waits for what cannot come. */
_Noreturn void rt_stuck(void);

/* --- escape.c --- */
/* Something happens in this run that is not looked at: the verdict of the
 * search is at best incomplete, by this name and place.  The name is copied;
 * what it was told of before in this run is not told again.  Returns its row. */
uint32_t rt_escape(uint8_t why, const char *name, heddle_at site);
/* And the run cannot go on from there: a limit of ours, or what would have to
 * be modelled.  It is no finding; what was found before it is told. */
_Noreturn void rt_escape_end(uint8_t why, const char *name, heddle_at site);

/* --- foreign.c --- */
void rt_foreign_begin(void);     /* of the process */
void rt_foreign_run_begin(void); /* of a run */
/* Code of the runtime; code that is neither this nor instrumented. */
bool rt_is_own(uint64_t code);
bool rt_is_foreign(uint64_t code);
/* The function of this name is not the program's own. */
bool rt_leaves(const void *f, const char *name);

/* --- fiber.c --- */
struct fiber *rt_fiber_make(struct fiber *parent, void *(*start)(void *),
                            void *argument);
_Noreturn void rt_fiber_exit(void *result);
void rt_go(struct fiber *to);
_Noreturn void rt_leave(struct fiber *to); /* never to come back */
bool rt_stack_guard(uint64_t address);
void *rt_stack_top(const struct fiber *f);
/* Stacks and heaps for some more threads; false: there are no such
 * addresses. */
bool rt_fibers_map(void);
/* --- thread.c --- */
/* The thread of a pthread_t, or NULL. */
struct fiber *rt_thread_at(uint64_t handle);
uint64_t rt_thread_handle(const struct fiber *f);
/* Joins a thread, waiting for its end; its result.  0 or an error.  `told`:
 * the result was asked for. */
int rt_thread_join(uint64_t handle, void **result, bool told, heddle_at site);
/* --- thread_np.c, or NULL --- */
void rt_thread_named(unsigned id); /* as at its start */
/* --- claim.c: before a thread, which there is, is joined or detached; or NULL */
struct fiber *rt_thread_claim(uint64_t handle, heddle_at site);
/* --- use.c --- */
/* Behind a join; or NULL. */
void rt_thread_gone(const struct fiber *f, heddle_at site);
/* The thread of a handle that somebody uses, which is a misuse if it was joined
 * before; NULL: there never was one.  `what` is used of it: "cancel of". */
struct fiber *rt_thread_used(uint64_t handle, const char *what, heddle_at site);
/* --- fiber.c --- */
void rt_fibers_reset(void);
/* --- heap.c --- */
/* For the threads from one number up to another; false: there are no such
 * addresses. */
bool rt_heap_map(unsigned from, unsigned to);
void rt_heap_reset(void);
/* What a thread has allocated of its heap, and what is known of it. */
uint64_t rt_heap_used(unsigned thread, const void **at, const void **shadow);
void *rt_heap_alloc(size_t size, size_t align);
/* The same for the program, to which it may be refused: NULL and errno. */
void *rt_heap_ask(size_t size, size_t align);
uint64_t rt_heap_size(const void *p); /* of a block that was allocated */
void rt_heap_close(void *p);          /* freed, and no step */
/* For an access of the program: ends the run when it is not allowed. */
void rt_heap_check(uint64_t at, uint64_t size, bool write, heddle_at site);
/* rt_touch, of an object of the heap. */
void rt_heap_touch(const void *p, uint64_t size, heddle_at site);
/* By which function it was made, and so has to be freed (new.c). */
enum heap_kind { HEAP_MALLOC, HEAP_NEW, HEAP_NEW_ARRAY, HEAP_STRANGE };
void rt_heap_mark(void *p, enum heap_kind kind);
/* The same, of one whose alignment was said; 0: it was not. */
void rt_heap_mark_aligned(void *p, enum heap_kind kind, size_t align);
enum heap_kind rt_heap_kind(const void *p);
size_t rt_heap_alignment(const void *p);
/* Of a block; `said` where inputs decide. */
size_t rt_heap_given(const void *p, size_t said);
void rt_heap_match(const void *p, enum heap_kind kind);
void rt_heap_free(void *p);
#define HEAP_BASE WIRE_HEAPS
#define HEAP_ARENA WIRE_HEAP_SIZE
#define HEAP_SIZE (HEAP_ARENA * rt.mapped)
static inline bool rt_in_heap(uint64_t at) {
  return at - HEAP_BASE < HEAP_SIZE;
}

/* A block that is allocated, or a variable, which has gaps around it. */
struct rt_object {
  uint64_t at, size;
};
/* The block that this lies in; none where its size depends on inputs. */
bool rt_heap_object(uint64_t at, struct rt_object *o);
bool rt_heap_allows(uint64_t at); /* an access to one byte */

/* --- bounds.c --- */
bool rt_bounds_object(uint64_t at, struct rt_object *o);
/* Nothing says that the byte must not be accessed. */
bool rt_bounds_allow(uint64_t at);
void rt_bounds_map(void);
bool rt_bounds_map_stacks(unsigned from, unsigned to);
void rt_bounds_reset(void);
/* Before an operation on an object that is no access, where its memory can
 * come to an end: of the heap, or on the stack of another thread.  A step, so
 * that it is ordered with that end (exec/event.h, TOUCH). */
void rt_local_touch(const void *p, uint64_t size, heddle_at site);
static inline void rt_touch(const void *p, uint64_t size, heddle_at site) {
  _Static_assert(WIRE_HEAPS < WIRE_STACKS_AT, "variables are below both");
  if (LIKELY((uint64_t)p < WIRE_HEAPS))
    return;
  if (rt_in_heap((uint64_t)p))
    rt_heap_touch(p, size, site);
  else if ((uint64_t)p - WIRE_STACKS_AT < WIRE_STACK_SIZE * rt.mapped)
    rt_local_touch(p, size, site);
}
/* The running thread ends with functions that have not returned: so do their
 * locals. */
void rt_locals_end(void);
/* For an access of the program: the thread goes no further when it is not
 * allowed, in the heap or beyond a variable. */
void rt_bounds_look(uint64_t at, uint64_t size, bool write, heddle_at site);
extern struct rt_globals {
  uint64_t base, size;
  uint64_t quick; /* as many bytes, unless every access is to be asked about */
  uint8_t *shadow; /* of 8 bytes, how many of them may be accessed */
} rt_globals;
static inline void rt_bounds_check(uint64_t at, uint64_t size, bool write,
                                   heddle_at site) {
  uint64_t offset = at - rt_globals.base;
  if (LIKELY(offset < rt_globals.quick && size <= 8) &&
      LIKELY((offset & 7) + size <= rt_globals.shadow[offset >> 3]))
    return;
  rt_bounds_look(at, size, write, site);
}
/* From now on rt_mpi_access is asked about every access, or no more. */
void rt_bounds_ask_always(bool always);
/* It points into a variable of the program, or into a stack. */
bool rt_is_variable(const void *p);
/* Into a constant of the program: a text, a table of numbers. */
bool rt_is_constant(const void *p);
/* In memory of the program that can be read: its variables, the heaps, the
 * stacks. */
bool rt_bounds_mapped(uint64_t at, uint64_t size);

/* --- access.c --- */
/* The compare-and-swap that is the last step fails. */
void rt_swap_fails(bool acquires);
/* Looks what the last update did. */
void rt_update_done(void);
/* An access of the running thread to many bytes; len may be 0. */
void rt_range_read(const void *p, uint64_t len, heddle_at site);
/* The same, when it does not matter which inputs are there. */
void rt_range_look(const void *p, uint64_t len, heddle_at site);
/* A copy of so many bytes whose sides overlap is a finding. */
void rt_copy_apart(const void *to, const void *from, uint64_t len,
                   heddle_at site);
/* True when it is a step; what it leaves is its value. */
bool rt_range_write(void *p, uint64_t len, heddle_at site);
/* What a modelled function reads, or is about to write, through its argument:
 * an access of the running thread as if the program had made it, unless cc/
 * knows that nobody else can reach what the argument points to. */
static inline bool rt_argument_hidden(unsigned argument, heddle_at site) {
  return site && argument < ABI_HIDDEN_ARGS && site->hidden >> argument & 1;
}
static inline void rt_argument_look(unsigned argument, const void *p,
                                    uint64_t len, heddle_at site) {
  if (!rt_argument_hidden(argument, site))
    rt_range_look(p, len, site);
  else if (p)
    rt_bounds_check((uint64_t)p, len, false, site);
}
/* The same by a function that does not follow inputs (rt/symbolic.h): whoever
 * can reach what it reads. */
void rt_argument_read(unsigned argument, const void *p, uint64_t len,
                      heddle_at site);
void rt_argument_write(unsigned argument, void *p, uint32_t len,
                       heddle_at site, uint64_t value);

/* A byte of the runtime's own that others may change by atomic writes: the
 * running thread reads it. */
static inline void rt_look(const bool *byte, heddle_at site) {
  bool step = rt_visible(OP_READ, (uint64_t)byte, 1, 0, site);
  if (step)
    rt.step->value = *byte;
  if (UNLIKELY(rt_waiting()))
    rt_wait_saw((uint64_t)byte, 1);
}

/* --- cond.c, time.c, files.c --- */
/* Whether there are some; who. */
bool rt_cond_waiters(uint64_t object, struct threads *out);
/* Wakes one, whom the plan says, or all; how many.  `step`: the event that is
 * under way tells whom. */
int rt_cond_wake_one(uint64_t object, bool step);
int rt_cond_wake_all(uint64_t object, bool step);
struct timespec;
void rt_clock_reach(const struct timespec *until);
void rt_clock_reach_time(uint64_t there); /* nanoseconds */
bool rt_clock_is_before(const struct timespec *until);
int rt_clock_look(struct timespec *to); /* no step */
void rt_clock_sleep(uint64_t nanoseconds);
uint64_t rt_clock_now(void); /* nanoseconds; no look at it */
bool rt_time_is_valid(const struct timespec *t);
/* Whether the program reads a clock anywhere (cc/wait.c). */
extern const char heddle_reads_clock __attribute__((weak));
/* --- hear.c: clocks are set by what their threads have learned, up to the last
 * event --- */
void rt_hear(void);
void rt_hear_reset(void);
bool rt_clock_is_known(int clock); /* one that can be waited for */
/* The loop has looked at the clock in vain so many times. */
void rt_clock_hurry(uint32_t turns);
void rt_clock_pass_long(void);
void rt_files_begin(void);
/* `whole`: the run came to its end, so what is buffered is written. */
void rt_files_reset(bool whole);
void rt_files_freed(const void *p);

/* --- mmap.c, linked only where it is called --- */
#ifndef IN_MMAP
#define IN_MMAP __attribute__((weak))
#endif
/* What may only be read may be written, before it is put back. */
void rt_mmap_reset(void) IN_MMAP;

/* --- park.c --- */
long rt_futex(const long a[6], heddle_at site); /* arguments from 1 on */

/* --- signals.c, kill.c --- */
void rt_signals_reset(void);
const void *rt_signals_object(void); /* of the events about signals */

/* --- port.c, linked only where there are some: whether the operation that a
 * thread is parked at can go on; how many messages it could receive --- */
#ifndef IN_PORT
#define IN_PORT __attribute__((weak))
#endif
bool rt_port_passes(const struct fiber *f) IN_PORT;
unsigned rt_port_count(const struct fiber *f) IN_PORT;
void rt_ports_reset(void) IN_PORT;

/* --- library.c --- */
void rt_library_begin(void);
extern const bool rt_strange_is_here; /* strange.c */
/* Code of a run that is neither the runtime's nor libc's. */
bool rt_library_is_strange(const void *caller);
void rt_library_lend(bool on); /* to libc: what it allocates is the run's */

/* --- snapshot.c, crash.c, where.c --- */
void rt_snapshot_take(void);
void rt_snapshot_restore(void);
void rt_crash_install(void);
/* The calls where the running thread fails, or crashed. */
uint16_t rt_crash_stack(void);
void rt_where_install(void);
/* The name by which the program called the code of a library, which does not
 * tell its own names from those of the standard; or NULL. */
const char *rt_called_name(uint64_t at);

/* --- replay.c: where debuggers stop, in runs that are shown --- */
void heddle_replay_begin(void);
extern volatile uint32_t heddle_event_number;
void heddle_event_hook(uint32_t number); /* before the operation */
void heddle_event_stop(uint32_t number);
void heddle_failure_hook(void);
void heddle_end_hook(void);
struct wire *rt_replay_wire(const char *path);
/* The newest event is about to be. */
static inline void rt_event_begins(const struct event *e) {
  if (LIKELY(!rt.show))
    return;
  heddle_event_hook((uint32_t)(e - rt.events) + 1);
  rt_circle_scrub();
}

/* --- environment.c, tables.c, stack.c, loop.c --- */
void rt_environment_reset(void);
/* By a function that looks there on its way, as those of time do (TZ). */
void rt_environment_look(heddle_at site);
/* The explorer finds the text under the number. */
void rt_label_put(uint64_t number, const char *text);
void rt_exit_reset(void);
void rt_keys_reset(void);
_Noreturn void rt_process_exit(int code);

/* --- startup.c: constructors and destructors of the program --- */
void rt_startup(int argc, char **argv);
void rt_shutdown(void);
void rt_run_keys(struct fiber *f);
/* --- tls.c --- */
/* Its thread-local variables end. */
void rt_tls_end(struct fiber *f);
/* At p there is a variable of the running thread's own, and others may know. */
bool rt_tls_lent(const void *p);
/* The running thread's errno is where libc looks for it: before something is
 * printed, which may say it. */
void rt_errno_show(void);
/* --- cxx.c: thread-local variables are destroyed --- */
void rt_run_endings(struct fiber *f);
void rt_cxx_reset(void);
void rt_throws(void); /* an exception, here */
void rt_tables_write(void);
/* What coverage has seen, after a run. */
void rt_covers_collect(void);
uint16_t rt_stack_number(void);
/* The same of code that was interrupted there, with that frame pointer. */
uint16_t rt_stack_number_at(uint64_t code, uint64_t frame);
extern int rt_argc;
extern char **rt_argv;
/* Pointers and strings: one block. */
const char *rt_arguments(size_t *size);

#endif
