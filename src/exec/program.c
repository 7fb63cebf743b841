#include "exec/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/text.h"
#include "base/verdict.h"
#include "exec/binary.h"
#include "exec/crash.h"
#include "exec/frames.h"
#include "exec/pair.h"
#include "exec/properties.h"
#include "exec/shape.h"
#include "exec/stuck.h"
#include "exec/symbols.h"
#include "exec/watch.h"
#include "rt/handover.h"
#include "rt/wire.h"

/* Seconds without a step, of the CPU: of a run, and of one that comes after
 * such a run. */
#define PATIENCE 10.0
#define AGAIN 1.0

struct program {
  struct executor base;
  struct alloc_undo undo;
  struct batch batch;
  struct program_options options;
  char *path, *here;
  char **argv;
  struct wire *wire;  /* shared: believe nothing */
  struct wire shape;  /* the layout, our own copy */
  struct symbols symbols;
  int file;
  pid_t pid;
  int killed_by; /* the signal, when it is dead */
  bool fork_told;
  struct text error;
  char escapes[ESCAPES_MAX][WIRE_ESCAPE_LEN]; /* names, copies */
  char label[WIRE_LABEL_LEN + 1]; /* a copy, with its end */
  struct arena arena; /* of names in stacks */
  struct crash_places crashes;
  struct properties properties;
  struct stuck_places stuck;
  struct frames frames;
  double patience;
  size_t stuck_now; /* the newest of the places */
  struct binary_image image;
  struct cpu_pair pair;
};

/* --- shared memory ------------------------------------------------------ */

static void fill_options(struct program *p, struct wire *w) {
  w->magic = WIRE_MAGIC;
  w->version = WIRE_VERSION;
  const struct program_options *o = &p->options;
  w->flags = (o->fork ? WIRE_FORK : 0) | (o->spurious ? WIRE_SPURIOUS : 0) |
             (o->malloc_fails ? WIRE_MALLOC_FAILS : 0) |
             (o->partial_io ? WIRE_PARTIAL : 0) | (o->leaks ? WIRE_LEAKS : 0) |
             (o->same_output ? WIRE_SAME_OUTPUT : 0) |
             (o->unbuffered ? WIRE_UNBUFFERED : 0);
  w->ranks = (uint32_t)o->ranks;
  w->memory_max = o->memory_max;
  w->threads_max = o->threads_max < THREADS_MAX ? (uint32_t)o->threads_max : 0;
  snprintf(w->real_files, WIRE_PATH, "%s", o->real_files ? o->real_files : "");
  w->input_seed = o->input_seed;
  w->steps_max = p->base.steps_max;
  w->threads_len = 1;
}

static bool share_memory(struct program *p) {
  shape_lay_out(&p->shape, p->base.steps_max);
  fill_options(p, &p->shape);
  p->file = memfd_create("heddle", MFD_CLOEXEC);
  if (p->file < 0 || ftruncate(p->file, (off_t)p->shape.size))
    return false;
  p->wire = mmap(NULL, p->shape.size, PROT_READ | PROT_WRITE, MAP_SHARED,
                 p->file, 0);
  if (p->wire == MAP_FAILED) {
    p->wire = NULL;
    return false;
  }
  *p->wire = p->shape;
  p->here = getcwd(NULL, 0);
  p->symbols = (struct symbols){&p->shape, p->wire, p->here};
  return true;
}

static void *array(struct program *p, uint64_t offset) {
  return (char *)p->wire + offset;
}

static void make_batch(struct program *p) {
  const struct wire *w = &p->shape;
  p->batch = (struct batch){
      .plans = array(p, w->plans),       .choices = array(p, w->choices),
      .inputs = array(p, w->inputs),     .runs = array(p, w->runs),
      .events = array(p, w->events),     .text = array(p, w->text),
      .plans_cap = w->plans_cap,         .choices_cap = w->choices_cap,
      .inputs_cap = w->inputs_cap,       .events_cap = w->events_cap,
      .text_cap = w->text_cap,           .exprs = array(p, w->exprs),
      .exprs_cap = w->exprs_cap,         .cold = array(p, w->cold),
  };
}

/* --- the process -------------------------------------------------------- */

/* In the child.  Addresses must be the same in every process, so address
 * space layout is not random. */
static _Noreturn void become(struct program *p) {
  setpgid(0, 0);
  personality(ADDR_NO_RANDOMIZE);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  close(0); /* makes room where there are few descriptors */
  int null = open("/dev/null", O_RDWR);
  for (int i = 0; i < 3 && null >= 0; i++)
    if (i != null)
      dup2(null, i);
  fcntl(p->file, F_SETFD, 0); /* survives exec */
  char number[16];
  snprintf(number, sizeof number, "%d", p->file);
  setenv(WIRE_ENV, number, 1);
  execv(p->path, p->argv);
  _exit(127);
}

static void stop(struct program *p) {
  if (p->pid <= 0)
    return;
  kill(-p->pid, SIGKILL);
  kill(p->pid, SIGKILL);
  while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
    ;
  p->pid = 0;
}

static void undo_start(void *program) { stop(program); }

/* True when the process is gone. */
static bool is_dead(struct program *p) {
  int status;
  if (p->pid <= 0)
    return true;
  if (waitpid(p->pid, &status, WNOHANG) != p->pid)
    return false;
  p->pid = 0;
  p->killed_by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return true;
}

/* The layout is written anew: the process before may have spoilt it. */
static void restore_shape(struct program *p) {
  struct wire *w = p->wire, kept = *w;
  *w = p->shape;
  w->escaped = kept.escaped;
  w->threads_len = kept.threads_len;
  memcpy(w->threads, kept.threads, sizeof w->threads);
  w->escapes_len = kept.escapes_len;
  memcpy(w->escapes, kept.escapes, sizeof w->escapes);
  /* should this one not come to write them again (rt/tables.c) */
  w->names_len = kept.names_len;
  w->sites_len = kept.sites_len;
  w->globals_len = kept.globals_len;
  w->steps_max = p->base.steps_max;
}

/* Time is over, or a signal came.  While it is being opened nobody but its
 * options can say so. */
static bool given_up(const struct program *p) {
  const struct program_options *o = &p->options;
  if (p->base.give_up)
    return p->base.give_up(p->base.give_up_user);
  return o->give_up && o->give_up(o->give_up_user);
}

static bool start(struct program *p) {
  struct wire *w = p->wire;
  if (given_up(p))
    return false;
  restore_shape(p);
  w->ready = WIRE_STARTING;
  w->asked = w->answered = 0;
  p->pid = fork();
  if (p->pid < 0)
    return false;
  if (p->pid == 0)
    become(p);
  setpgid(p->pid, p->pid);
  double limit = clock_wall() + 20;
  const struct timespec slice = {.tv_nsec = 20000000};
  while (!__atomic_load_n(&w->ready, __ATOMIC_ACQUIRE)) {
    if (is_dead(p) || given_up(p) || clock_wall() > limit)
      return stop(p), false;
    handover_wait(&w->ready, &w->answered_sleeper, 0, 0, &slice);
  }
  if (w->ready != WIRE_READY)
    return stop(p), false;
  pair_begin(&p->pair, p->pid, !(w->flags & WIRE_FORK));
  return true;
}

enum answer { ANSWERED, DIED, STUCK, GIVEN_UP };

/* Where the process is, while it is still there. */
static void note_stuck(struct program *p, enum watched how) {
  struct wire_where where = stuck_ask(p->wire, p->pid);
  p->stuck_now = (size_t)(stuck_note(&p->stuck, &where, &p->symbols, &p->frames,
                                     how == WATCH_BLOCKED) -
                          p->stuck.at.at);
  if (p->patience > AGAIN)
    p->patience = AGAIN; /* the next one is not waited for as long */
}

static enum answer look(struct program *p, struct process_watch *watch) {
  watch_look(watch, p->wire, p->pid);
  enum watched how = watch_judge(watch, p->patience, p->patience / 2);
  if (how == WATCH_MOVES)
    return ANSWERED;
  note_stuck(p, how);
  return STUCK;
}

/* Time is over, or a signal came.  A process that has not made a step for a
 * moment would perhaps never have: that is worth telling. */
static enum answer leave_off(struct program *p, struct process_watch *watch) {
  watch_look(watch, p->wire, p->pid);
  enum watched how = watch_judge(watch, 0.02, 0.1);
  /* on a busy machine it may not have had even that much */
  if (how == WATCH_MOVES && watch->now_wall - watch->wall > 0.3)
    how = watch->ran ? WATCH_SPINS : WATCH_BLOCKED;
  if (how != WATCH_MOVES)
    note_stuck(p, how);
  return GIVEN_UP;
}

static enum answer wait_answer(struct program *p) {
  struct wire *w = p->wire;
  struct process_watch watch = {0};
  double begun = 0;
  uint32_t yields = w->yields;
  for (;;) {
    /* short at first, so that a death is seen at once */
    bool early = !begun || clock_wall() < begun + 0.1;
    const struct timespec slice = {.tv_nsec = early ? 2000000 : 50000000};
    uint32_t answered = __atomic_load_n(&w->answered, __ATOMIC_ACQUIRE);
    if (answered == w->asked)
      return ANSWERED;
    handover_wait(&w->answered, &w->answered_sleeper, answered, yields,
                  &slice);
    yields = 0; /* it takes long */
    if (__atomic_load_n(&w->answered, __ATOMIC_ACQUIRE) == w->asked)
      return ANSWERED;
    if (!begun) {
      begun = clock_wall();
      pair_long(&p->pair);
      watch_look(&watch, w, p->pid);
    }
    if (is_dead(p))
      return DIED;
    if (p->base.give_up && p->base.give_up(p->base.give_up_user))
      return leave_off(p, &watch);
    if (!early && look(p, &watch) == STUCK)
      return STUCK;
  }
}

/* --- believing what comes back ------------------------------------------ */

static bool event_is_sane(const struct event *e) {
  return e->thread < THREADS_MAX && e->kind < OP_COUNT && e->alts;
}

/* Whether it is, and has no more words of threads: as nearly all.  What has to
 * be looked at is one word, of which the compiler would load each part. */
static inline bool event_is_plain(const struct event *e) {
  enum { AT = offsetof(struct event, thread), ALTS = 44 };
  const uint64_t never = (UINT16_MAX & ~(THREADS_MAX - UINT64_C(1))) |
                         UINT64_C(3) << 62; /* `more`, `freed` */
  const uint64_t alts = UINT64_C(0x1fff) << ALTS;
  uint64_t word;
  _Static_assert(sizeof *e == AT + sizeof word && offsetof(struct event, kind) ==
                 AT + 2 && !(THREADS_MAX & (THREADS_MAX - 1)), "its last word");
  memcpy(&word, (const char *)e + AT, sizeof word);
  return !(word & never) && word & alts && e->kind < OP_COUNT;
}

static size_t escapes_known(const struct program *p) {
  uint32_t count = p->wire->escapes_len;
  return count < WIRE_ESCAPES ? count : WIRE_ESCAPES;
}

/* Bits that stand for nothing are dropped. */
static uint64_t sane_escapes(const struct program *p, uint64_t bits) {
  size_t known = escapes_known(p);
  return known < 64 ? bits & ((UINT64_C(1) << known) - 1) : bits;
}

static bool run_is_sane(const struct program *p, const struct run *r) {
  const struct batch *b = &p->batch;
  if (r->end == RUN_NONE || r->end > RUN_ESCAPED ||
      r->finding >= FOUND_COUNT || r->thread >= THREADS_MAX ||
      r->events > b->events_cap || r->events_len > b->events_cap - r->events ||
      (r->text != UINT32_MAX && r->text >= b->text_cap) ||
      r->exprs > b->exprs_cap || r->exprs_len > b->exprs_cap - r->exprs ||
      r->escapes != sane_escapes(p, r->escapes) || r->before & ~r->escapes)
    return false;
  const struct event *events = &b->events[r->events];
  for (uint32_t i = 0; i < r->events_len; i++)
    if (!event_is_plain(&events[i]) &&
        (!event_is_sane(&events[i]) ||
         !event_more_is_there(events, r->events_len, i)))
      return false;
  return true;
}

/* The run that the process was in when it was lost: what it wrote of it so
 * far, cut at the first thing that cannot be.  A finding when there is a
 * message, unless it was in code that nobody looks into. */
static void lost_run(struct program *p, uint32_t index, const char *message) {
  struct wire *w = p->wire;
  struct batch *b = &p->batch;
  struct run *r = &b->runs[index];
  uint32_t first = w->events_len <= b->events_cap ? w->events_len : 0;
  uint32_t len = w->steps;
  if (len > b->events_cap - first)
    len = 0;
  uint32_t sane = 0;
  while (sane < len && event_is_sane(&b->events[first + sane]) &&
         event_more_is_there(&b->events[first], len, sane))
    sane++;
  bool known = message && !w->inside;
  *r = (struct run){.events = first, .events_len = sane,
                    .end = known     ? RUN_FAILED
                           : message ? RUN_ESCAPED
                                     : RUN_STUCK,
                    .finding = known ? FOUND_CRASH : FOUND_NONE,
                    .text = UINT32_MAX,
                    .escapes = sane_escapes(p, w->escapes_now)};
  r->before = r->escapes;
  for (uint32_t i = 0; i < sane; i++) {
    struct event *e = &b->events[first + i];
    if (e->flags & EVENT_SILENT)
      continue;
    r->steps++;
    r->thread = e->thread;
    r->site = e->site;
  }
  for (uint32_t i = sane; i-- > 0;)
    if (!(b->events[first + i].flags & EVENT_SILENT)) {
      b->events[first + i].flags |= EVENT_ENDS;
      break;
    }
  if (!known)
    return;
  uint32_t room = b->text_cap - 256;
  r->text = w->text_len < room ? w->text_len : 0;
  snprintf(b->text + r->text, 255, "%s", message);
}

/* --- running ------------------------------------------------------------ */

static void ask(struct program *p) {
  struct wire *w = p->wire;
  struct batch *b = &p->batch;
  w->first = b->done;
  w->plans_len = b->plans_len;
  w->foresees = b->foresees;
  w->done = b->done;
  w->running = w->steps = 0;
  w->steps_max = p->base.steps_max;
  w->yields = pair_hand_over(&p->pair, p->base.rested);
  p->base.rested = 0;
  handover_raise(&w->asked, &w->asked_sleeper, w->asked + 1);
}

/* Checks runs from..to; how many are good. */
static uint32_t sane_runs(struct program *p, uint32_t from, uint32_t to) {
  uint32_t i = from;
  while (i < to && run_is_sane(p, &p->batch.runs[i]))
    i++;
  return i;
}

static bool fail(struct program *p, const char *why) {
  text_clear(&p->error);
  text_add(&p->error, why);
  p->base.error = text_str(&p->error);
  return false;
}

/* Where there is no time for it whoever runs it next starts it. */
static bool restart(struct program *p) {
  stop(p);
  if (start(p) || given_up(p))
    return true;
  return fail(p, "the program cannot be started again");
}

/* What was seen from here happened in the run, at this place.  No process is
 * writing now. */
static void add_escape(struct program *p, struct run *r, enum why why,
                       const char *name, uint32_t site) {
  struct wire *w = p->wire;
  size_t i = 0, known = escapes_known(p);
  while (i < known && (w->escapes[i].why != why || w->escapes[i].site != site ||
                       strncmp(w->escapes[i].name, name, WIRE_ESCAPE_LEN)))
    i++;
  if (i == WIRE_ESCAPES)
    i--;
  if (i >= known) {
    w->escapes[i] = (struct wire_escape){.why = why, .site = site};
    snprintf(w->escapes[i].name, WIRE_ESCAPE_LEN, "%s", name);
    w->escapes_len = (uint32_t)i + 1;
  }
  r->escapes |= UINT64_C(1) << i;
}

/* The run stood in a call that has no model, or went on without a step. */
static void add_stuck(struct program *p, struct run *r) {
  const struct stuck *s = &p->stuck.at.at[p->stuck_now];
  char name[WIRE_ESCAPE_LEN];
  snprintf(name, sizeof name, "%.30s is blocked", s->call ? s->call : s->thread);
  add_escape(p, r, s->blocked ? WHY_UNMODELLED : WHY_TIME,
             s->blocked ? name : "no step any more",
             s->at.line ? crash_number(&p->crashes, s->at) : r->site);
}

static void note_findings(struct program *p, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) {
    const struct run *r = &p->batch.runs[i];
    if (!(r->finding | r->violates))
      continue;
    crash_locate_run(&p->crashes, &p->symbols, &p->frames, &p->batch, i);
    properties_list(&p->properties, &p->batch, i);
  }
}

/* After the process was lost in the middle of a batch. */
static bool recover(struct program *p, enum answer a) {
  static const char *const messages[] = {
      [ANSWERED] = "the program overwrote Heddle's memory",
      [DIED] = "the process was killed",
      [STUCK] = NULL,
  };
  struct batch *b = &p->batch;
  uint32_t done = p->wire->done;
  if (done < b->done || done >= b->plans_len)
    done = b->done;
  done = sane_runs(p, b->done, done);
  lost_run(p, done, messages[a]);
  note_findings(p, b->done, done);
  if (a == STUCK)
    add_stuck(p, &b->runs[done]);
  b->done = done + 1;
  b->events_len = b->runs[done].events + b->runs[done].events_len;
  return restart(p);
}

/* The runs that were done by then count; the process is in the middle of
 * another one, which nobody will look at. */
static bool abandon(struct program *p) {
  struct batch *b = &p->batch;
  stop(p);
  uint32_t done = p->wire->done;
  if (done < b->done || done > b->plans_len)
    done = b->done;
  done = sane_runs(p, b->done, done);
  note_findings(p, b->done, done);
  b->done = done;
  b->events_len = p->wire->events_len;
  b->text_len = p->wire->text_len;
  p->base.stopped = true;
  return true;
}

/* The process saw that its reset does not reach everything and went away, so
 * that the next one begins with a clean state and forks for each run. */
static bool has_escaped(struct program *p) {
  if (!p->wire->escaped || (p->shape.flags & WIRE_FORK))
    return false;
  p->shape.flags |= WIRE_FORK;
  return true;
}

static bool program_run(struct executor *x) {
  struct program *p = x->self;
  struct batch *b = &p->batch;
  if (p->pid <= 0 && !start(p))
    return given_up(p) ? x->stopped = true
                       : fail(p, "the program cannot be started");
  ask(p);
  enum answer a = wait_answer(p);
  if (a == DIED && has_escaped(p)) {
    if (!restart(p))
      return false;
    if (p->pid <= 0)
      return x->stopped = true;
    ask(p);
    a = wait_answer(p);
  }
  if (a == GIVEN_UP)
    return abandon(p);
  if (a != ANSWERED)
    return recover(p, a);
  uint32_t done = p->wire->done;
  bool sane = done > b->done && done <= b->plans_len &&
              sane_runs(p, b->done, done) == done;
  if (!sane)
    return recover(p, a);
  note_findings(p, b->done, done);
  b->done = done;
  b->events_len = p->wire->events_len;
  b->text_len = p->wire->text_len;
  return true;
}

/* --- for debuggers ------------------------------------------------------ */

static bool put(int file, const void *at, size_t len, uint64_t offset) {
  return pwrite(file, at, len, (off_t)offset) == (ssize_t)len;
}

/* Most of the file is a hole. */
bool program_executor_save(struct executor *x, const char *path) {
  struct program *p = x->self;
  const struct batch *b = &p->batch;
  struct wire w = p->shape;
  w.plans_len = 1;
  w.flags &= ~(uint32_t)WIRE_FORK;
  w.steps_max = x->steps_max;
  w.threads_len = p->wire->threads_len;
  memcpy(w.threads, p->wire->threads, sizeof w.threads);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0)
    return false;
  bool ok =
      !ftruncate(file, (off_t)w.size) && put(file, &w, sizeof w, 0) &&
      put(file, b->plans, sizeof *b->plans, w.plans) &&
      put(file, b->choices, b->choices_len * sizeof(choice), w.choices) &&
      put(file, b->inputs, b->inputs_len * sizeof *b->inputs, w.inputs);
  return close(file) == 0 && ok;
}

/* --- for reports -------------------------------------------------------- */

static struct spot program_place(struct executor *x, uint32_t site) {
  struct program *p = x->self;
  return site >= CRASH_SITES ? crash_place(&p->crashes, site)
                             : symbols_place(&p->symbols, site);
}

static size_t program_stack(struct executor *x, uint16_t stack,
                            struct spot *at, size_t cap) {
  struct program *p = x->self;
  if (!stack || stack > WIRE_STACKS)
    return 0;
  struct wire_stack *all = array(p, p->shape.stacks);
  struct wire_stack s = all[stack - 1];
  size_t len = s.len < WIRE_FRAMES ? s.len : WIRE_FRAMES;
  return frames_find(&p->frames, s.at, len, at, cap, &p->arena);
}

static const char *program_label(struct executor *x, uint64_t number) {
  struct program *p = x->self;
  const struct wire_label *all = array(p, p->shape.labels);
  const struct wire_label *l = wire_label_find(all, number);
  if (!l || l->number != number || !(number & LABEL_BIT))
    return NULL;
  memcpy(p->label, l->text, sizeof p->label - 1);
  return p->label;
}

static void program_thread_name(struct executor *x, unsigned thread,
                                struct text *out) {
  symbols_thread(&((struct program *)x->self)->symbols, thread, out);
}

static void program_object_name(struct executor *x, const struct event *e,
                                struct text *out) {
  symbols_object(&((struct program *)x->self)->symbols, e, out);
}

static bool program_meaning(struct executor *x, uint64_t address,
                            struct text *out) {
  struct program *p = x->self;
  return binary_meaning(&p->image, p->path, address, out);
}

static size_t program_threads(struct executor *x, uint32_t *parent_index,
                              size_t cap) {
  struct program *p = x->self;
  size_t count = p->wire->threads_len;
  if (count > THREADS_MAX)
    count = THREADS_MAX;
  for (size_t i = 0; i < count && i < cap; i++)
    parent_index[i] = p->wire->threads[i].parent |
                      (uint32_t)p->wire->threads[i].index << 16;
  return count;
}

static void program_set_threads(struct executor *x,
                                const uint32_t *parent_index, size_t count) {
  struct program *p = x->self;
  if (count > THREADS_MAX)
    count = THREADS_MAX;
  for (size_t i = 0; i < count; i++)
    p->wire->threads[i] = (struct wire_thread){
        (uint16_t)parent_index[i], (uint16_t)(parent_index[i] >> 16)};
  p->wire->threads_len = count ? (uint32_t)count : 1;
}

static const char *program_output(struct executor *x, size_t *len) {
  struct program *p = x->self;
  uint32_t written = p->wire->output_len, cap = p->shape.output_cap;
  *len = written < cap ? written : cap;
  return array(p, p->shape.output);
}

static const char *program_notice(struct executor *x) {
  struct program *p = x->self;
  if (!p->wire->escaped || p->fork_told)
    return NULL;
  p->fork_told = true;
  return "the same schedule gave two different runs: something of the "
         "program's state escapes the reset; from now on each execution is a "
         "process of its own";
}

static size_t program_because(struct executor *x, struct because *out,
                              size_t cap) {
  struct program *p = x->self;
  size_t count = escapes_known(p);
  for (size_t i = 0; i < count && i < cap; i++) {
    struct wire_escape e = p->wire->escapes[i];
    struct spot at = program_place(x, e.site);
    snprintf(p->escapes[i], WIRE_ESCAPE_LEN, "%.*s", WIRE_ESCAPE_LEN - 1,
             e.name);
    out[i] = (struct because){e.why < WHY_COUNT ? (enum why)e.why
                                                : WHY_UNMODELLED,
                              p->escapes[i], at.file, at.line, 0};
  }
  return count;
}

static size_t program_covers(struct executor *x, struct covered *out,
                             size_t cap) {
  struct program *p = x->self;
  const struct wire_cover *rows = array(p, p->shape.covers);
  size_t count = p->wire->covers_len;
  if (count > p->shape.covers_cap)
    count = 0;
  for (size_t i = 0; i < count && i < cap; i++)
    out[i] = (struct covered){symbols_spot(&p->symbols, &rows[i].at),
                              rows[i].branch, rows[i].seen};
  return count;
}

static size_t program_stuck(struct executor *x, struct stuck *out,
                            size_t cap) {
  const struct program *p = x->self;
  for (size_t i = 0; i < p->stuck.at.len && i < cap; i++)
    out[i] = p->stuck.at.at[i];
  return p->stuck.at.len;
}

static void program_close(struct executor *x) {
  struct program *p = x->self;
  alloc_undo_drop(&p->undo);
  stop(p);
  if (p->wire)
    munmap(p->wire, p->shape.size);
  if (p->file >= 0)
    close(p->file);
  for (char **a = p->argv; *a; a++)
    free(*a);
  free(p->argv);
  free(p->path);
  free(p->here);
  arena_free(&p->arena);
  crash_places_free(&p->crashes);
  properties_free(&p->properties);
  free(p->batch.found);
  frames_close(&p->frames);
  stuck_free(&p->stuck);
  binary_release(&p->image);
  text_free(&p->error);
  free(p);
}

/* --- opening ------------------------------------------------------------ */

static char *copy_string(const char *s) {
  size_t len = strlen(s) + 1;
  return memcpy(alloc_zero(len, 1), s, len);
}

static void copy_arguments(struct program *p) {
  const struct program_options *o = &p->options;
  p->path = copy_string(o->path);
  p->frames.binary = p->path;
  p->argv = alloc_zero(o->args_len + 2, sizeof *p->argv);
  for (size_t i = 0; i <= o->args_len; i++)
    p->argv[i] = copy_string(i ? o->args[i - 1] : o->path);
}

static const struct executor methods = {
    .ports = PORTS_SAID,
    .foresees = true,
    .run = program_run,
    .place = program_place,
    .stack = program_stack,
    .label = program_label,
    .thread_name = program_thread_name,
    .object_name = program_object_name,
    .meaning = program_meaning,
    .threads = program_threads,
    .set_threads = program_set_threads,
    .output = program_output,
    .because = program_because,
    .notice = program_notice,
    .stuck = program_stuck,
    .covers = program_covers,
    .close = program_close,
};

/* Why it did not start. */
static void tell_start(const struct program *p, struct text *error) {
  if (!p->wire)
    text_printf(error, "cannot share memory: %s", strerror(errno));
  else if (p->pid < 0)
    text_printf(error, "cannot start '%s': %s", p->path, strerror(errno));
  else if (p->wire->ready == WIRE_CROWDED)
    text_printf(error, "cannot start '%s': " WIRE_CROWDED_TEXT, p->path);
  else if (p->killed_by)
    text_printf(error,
                "'%s' died before its main began (%s): code that runs that "
                "early (an ifunc resolver) must not be instrumented",
                p->path, strsignal(p->killed_by));
  else
    text_printf(error,
                "'%s' does not start: its main was not reached, or standard "
                "libraries are missing", p->path);
}

struct executor *program_executor_open(const struct program_options *o,
                                       struct text *error) {
  if (!binary_is_ours(o->path, error))
    return NULL;
  struct program *p = alloc_zero(1, sizeof *p);
  p->options = *o;
  p->file = -1;
  alloc_undo_add(&p->undo, undo_start, p);
  p->patience = o->hang > 0 ? o->hang : PATIENCE;
  copy_arguments(p);
  p->base = methods;
  p->base.self = p;
  p->base.name = p->path;
  p->base.steps_max = o->steps_max ? o->steps_max : STEPS_DEFAULT;
  p->base.under = UNDER_ALL ^ (unsigned)o->spurious << UNDER_NO_SPURIOUS ^
                  (unsigned)o->malloc_fails << UNDER_MALLOC ^
                  (unsigned)o->partial_io << UNDER_PARTS;
  if (!share_memory(p) || !start(p)) {
    tell_start(p, error);
    program_close(&p->base);
    return NULL;
  }
  make_batch(p);
  p->base.batch = &p->batch;
  p->base.identity = symbols_identity(&p->symbols);
  p->base.followed = p->wire->symbolic == 1;
  properties_open(&p->properties, &p->base, p->wire, &p->crashes);
  return &p->base;
}
