/* model_frames: the states along a run of the model executor (exec/model.c),
 * for who goes on from the last of them (exec/model_circle.c). */
#ifndef EXEC_MODEL_FRAMES_H
#define EXEC_MODEL_FRAMES_H

#include "base/vec.h"
#include "exec/executor.h"
#include "exec/shadow.h"
#include "exec/shown.h"
#include "model/interp.h"

struct watched;

/* A state on the way, and the step that was taken there. */
struct frame {
  struct istate *state;
  uint64_t enabled, stopped;
  uint64_t vain;   /* those of the enabled that wait, and would look in vain */
  uint64_t failed; /* those of the stopped that have failed */
  uint32_t founds; /* findings up to here */
  choice taken;
  struct event event;
  uint16_t inputs[THREADS_WORD]; /* taken so far, by thread */
  struct shadow *shadow;         /* of a run with symbolic inputs, or NULL */
  uint32_t branches;             /* in x->branches, up to here; */
  uint32_t asks;  /* of them so many, the last, are still to be told, */
  uint16_t asker; /* by this thread */
};

/* An input with more values than there are alternatives is chosen in several
 * steps, by halves so to say: its value is one of these. */
struct frame_span {
  uint32_t frame;     /* in which this is so first */
  uint32_t from, len; /* len 0: it has been taken */
  uint16_t thread;
};

struct model_executor {
  struct executor base;
  const struct model *m;
  struct interp *in;
  VEC(struct frame) frames; /* frames.at[0] is the initial state */
  struct interp_steps steps;
  VEC(uint32_t)
  places; /* of each step, when there are ports: which message
                           it receives, as they came; NONE: none */
  VEC(struct plan_input) inputs; /* that the frames were made with */
  bool symbolic;                 /* likewise: PLAN_SYMBOLIC */
  bool once;                     /* likewise: PLAN_ONCE */
  const struct watched *seen;    /* likewise: PLAN_SEEN */
  VEC(struct run_found) founds;  /* along the frames; event: a frame */
  VEC(struct frame_span) spans;  /* likewise */
  struct watched *watched;
  struct model_shadows *shadows;   /* once it is needed */
  struct shadow_branches branches; /* along the frames */
  bool nearest; /* an input that is given beyond its range has the nearest value
                   there is: a schedule is tried (PLAN_SKIP) */
  bool quiet;   /* what is run now is of no plan: its branches are not told */
  VEC(uint32_t) told; /* by expression: 1 + its number in the run at hand */
  VEC(sym_id) tell;   /* scratch: expressions of the run at hand */
  struct shown shown;
  unsigned alts_most; /* of an input, in one step */
  bool ports;         /* the model has some */
  bool crowded;       /* more messages than alternatives: some were left out */
  bool started;
};

/* Who can move in a frame; leaves their steps in x->steps. */
void frame_enabled(struct model_executor *x, struct frame *f);
/* Takes a step in the newest frame, whose steps are in x->steps. */
void frames_take(struct model_executor *x, unsigned p, unsigned alt);
/* All but the first `len`. */
void frames_drop(struct model_executor *x, size_t len);
/* The next choice of a prefix whose thread is enabled. */
uint32_t plan_skip(const struct plan *plan, const choice *prefix, uint32_t next,
                   uint64_t enabled);

/* --- model_inputs.c: values of inputs --- */

/* How many values the input has that the thread stands at. */
uint64_t frames_values(const struct model_executor *x, const struct frame *f,
                       unsigned p, const struct edge *e);
/* In x->steps, which has one step for each input: those there are. */
void frames_inputs(struct model_executor *x, const struct frame *f);
/* In how many ways the thread can go on; `first`: of x->steps, if any. */
unsigned frames_alternatives(const struct model_executor *x, unsigned p,
                             size_t *first);
unsigned frames_ways(const struct model_executor *x, unsigned p);
/* Part of the choice of an input: nobody else can tell. */
void frames_choose(struct model_executor *x, unsigned p, unsigned alt);
/* The input of the thread is taken; the frame behind it counts it. */
void frames_take_input(struct model_executor *x, struct frame *next,
                       unsigned p);
/* What the plan says of it, or NULL. */
const struct plan_input *frames_given(const struct model_executor *x,
                                      unsigned p, uint32_t index);

/* --- model_branches.c: branches on inputs (shadow.h) --- */

/* From the first frame on. */
void frames_follow(struct model_executor *x);
/* The shadow behind the step of the newest frame, and the branches that the
 * thread has to tell then, in `next`. */
void frames_shadow(struct model_executor *x, struct frame *next,
                   const struct model_step *step, uint32_t place, bool done);
/* The same where the thread has looked in vain. */
void frames_shadow_look(struct model_executor *x, struct frame *next,
                        process_id p);
/* Tells the next branch of the newest frame, as a step; the way it goes. */
bool frames_branch(struct model_executor *x);
/* Puts the expressions of the run into the batch; its events refer to them. */
void frames_tell(struct model_executor *x, struct batch *b, struct run *r);

/* --- model.c --- */

/* What the thread stands at; the first steps of an input with many values are
 * steps of its own. */
bool frames_parked(const struct model_executor *x, const struct frame *f,
                   process_id p, struct event *out);
void frames_push(struct model_executor *x, struct frame *f);

/* --- model_circle.c: going round for ever (exec/circle.h) --- */

/* Of a run that reached the bound on steps: FOUND_LIVELOCK if it goes
 * round. */
void model_judge(struct model_executor *x, struct run *r);
/* Runs a plan with PLAN_CIRCLE from the first frame on; sets the end of the
 * run if it goes round, or stops, or diverges. */
void model_follow(struct model_executor *x, const struct plan *plan,
                  const choice *prefix, struct run *r);

/* --- model_looks.c: looks in vain --- */

/* The step at which a thread looked in vain, or SIZE_MAX; whether somebody did
 * before something came that the look depends on. */
size_t frames_looked_at(const struct model_executor *x, process_id p);
bool frames_looked_early(const struct model_executor *x);

/* --- model_shows.c: what properties read --- */

/* Events that say what is not what it was in the state before; of the first
 * frame: all. */
void frames_show(const struct model_executor *x, struct batch *b, struct run *r,
                 size_t frame);
/* The event of a run that is the step behind so many others: these are events,
 * too. */
uint32_t frames_event(const struct batch *b, const struct run *r,
                      uint32_t step);

#endif
