/* model_frames: the states along a run of the model executor (exec/model.c),
 * for who goes on from the last of them (exec/model_circle.c). */
#ifndef EXEC_MODEL_FRAMES_H
#define EXEC_MODEL_FRAMES_H

#include "base/vec.h"
#include "exec/executor.h"
#include "exec/shown.h"
#include "model/interp.h"

struct watched;

/* A state on the way, and the step that was taken there. */
struct frame {
  struct istate *state;
  uint64_t enabled, stopped;
  uint64_t vain; /* those of the enabled that wait, and would look in vain */
  uint64_t failed; /* those of the stopped that have failed */
  uint32_t founds; /* findings up to here */
  choice taken;
  struct event event;
  uint16_t inputs[THREADS_WORD]; /* taken so far, by thread */
};

/* An input with more values than there are alternatives is chosen in several
 * steps, by halves so to say: its value is one of these. */
struct frame_span {
  uint32_t frame; /* in which this is so first */
  uint32_t from, len; /* len 0: it has been taken */
  uint16_t thread;
};

struct model_executor {
  struct executor base;
  const struct model *m;
  struct interp *in;
  VEC(struct frame) frames; /* frames.at[0] is the initial state */
  struct interp_steps steps;
  VEC(uint32_t) places; /* of each step, when there are ports: which message
                           it receives, as they came; NONE: none */
  VEC(struct plan_input) inputs; /* that the frames were made with */
  bool once;                     /* likewise: PLAN_ONCE */
  const struct watched *seen;    /* likewise: PLAN_SEEN */
  VEC(struct run_found) founds;  /* along the frames; event: a frame */
  VEC(struct frame_span) spans;        /* likewise */
  struct watched *watched;
  struct shown shown;
  unsigned alts_most; /* of an input, in one step */
  bool ports; /* the model has some */
  bool crowded; /* more messages than alternatives: some were left out */
  bool started;
};

/* Who can move in a frame; leaves their steps in x->steps. */
void frame_enabled(struct model_executor *x, struct frame *f);
/* Takes a step in the newest frame, whose steps are in x->steps. */
void frames_take(struct model_executor *x, unsigned p, unsigned alt);
/* All but the first `len`. */
void frames_drop(struct model_executor *x, size_t len);
/* The next choice of a prefix whose thread is enabled. */
uint32_t plan_skip(const struct plan *plan, const choice *prefix,
                   uint32_t next, uint64_t enabled);

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
