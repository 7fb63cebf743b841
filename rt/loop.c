/* The loop over batches: the real main of a tested program.
 *
 * Under an explorer (the environment names the shared file) plans are run
 * until it goes away; on its own the program runs once, with the schedule
 * that switches threads only where it must, or with the one that the
 * environment names (replay.c). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

#include "rt/inputs.h"
#include "rt/address.h"
#include "rt/call.h"
#include "rt/foresee.h"
#include "rt/handover.h"
#include "rt/rank.h"
#include "rt/rt.h"
#include "rt/stream.h"
#include "rt/switch.h"
#include "rt/symbolic.h"
#include "rt/tests.h"

int rt_argc;
char **rt_argv;
extern char **environ;
extern bool rt_direct;

/* --- the note by which the program is known without being run ----------- */

struct note {
  uint32_t name_size, version_size, type;
  char name[(sizeof WIRE_NOTE + 3) / 4 * 4];
  uint32_t version;
};

__attribute__((section(".note." WIRE_NOTE), used, aligned(4)))
static const struct note note = {sizeof WIRE_NOTE, sizeof(uint32_t), 1,
                                 WIRE_NOTE, WIRE_VERSION};

/* --- the program's arguments, which it may change ----------------------- */

static struct {
  char *at, *copy; /* pointers and strings, and how they were */
  size_t size;
} arguments;

static void keep_arguments(int argc, char **argv) {
  rt_inputs_take(&argc, &argv);
  size_t size = ((size_t)argc + 1) * sizeof *argv;
  for (int i = 0; i < argc; i++)
    size += strlen(argv[i]) + 1;
  arguments.size = size;
  arguments.at = malloc(size);
  arguments.copy = malloc(size);
  if (!arguments.at || !arguments.copy)
    abort();
  char **to = (char **)arguments.at;
  char *strings = arguments.at + ((size_t)argc + 1) * sizeof *argv;
  for (int i = 0; i < argc; i++) {
    to[i] = strings;
    strings = stpcpy(strings, argv[i]) + 1;
  }
  to[argc] = NULL;
  memcpy(arguments.copy, arguments.at, size);
  rt_argc = argc;
  rt_argv = to;
}

const char *rt_arguments(size_t *size) {
  *size = arguments.size;
  return arguments.at;
}

/* --- one run ------------------------------------------------------------ */

static void *main_start(void *unused) {
  (void)unused;
  int code, argc = rt_inputs_begin(rt_argc, rt_argv);
  rt_startup(argc, rt_argv);
  if (rt.wire->ranks)
    rt_process_exit(rt_ranks_run(rt.wire->ranks, argc));
  if (!rt_tests_chosen || !rt_tests_chosen(argc, rt_argv, &code))
    code = heddle_user_main(argc, rt_argv, environ);
  heddle_sym_truth(rt_sym_result(heddle_user_main), NULL);
  heddle_here = NULL; /* the end of main has no line */
  rt_process_exit(&heddle_main_is_void ? 0 : code);
}

/* So many steps again are looked at after the bound. */
static void follow(void) {
  rt.steps_max *= 2;
  rt_circle_begin();
}

/* Threads beyond the first word; there may be none of them yet. */
static void put_to_sleep(const struct plan *p, const choice *who) {
  for (unsigned w = 1; w < THREADS_WORDS; w++)
    rt.asleep.at[w] = 0;
  for (uint32_t i = 0; i < p->sleepers; i++)
    threads_add(THREADS_WORDS, &rt.asleep,
                CHOICE_THREAD(who[i]) % THREADS_MAX);
}

/* What may be out of the ordinary at a step is, but for more than one word of
 * threads (fiber.c), known when the run begins: most often there is nothing,
 * and then nobody asks step by step (pick.c). */
static bool is_quick(const struct plan *p) {
  return !(p->flags & (PLAN_STOP | PLAN_SKIP)) && !rt.show && !rt.followed &&
         !rt.properties && !rt.awaits && !rt.wire->ranks &&
         policy_is_plain(&rt.policy);
}

static void begin(const struct plan *p, const choice *prefix) {
  struct wire *w = rt.wire;
  w->begun++;
  rt.yielded = rt.followed = rt.outside = rt.block_wakes = false;
  rt.more = 0;
  rt.plan = p;
  rt.next = rt.prefix = prefix;
  rt.prefix_end = rt.next + p->prefix_len;
  rt.asleep.at[0] = p->sleep;
  if (UNLIKELY(p->sleepers))
    put_to_sleep(p, rt.prefix_end);
  policy_begin(&rt.policy, p);
  rt.last = POLICY_NOBODY;
  rt.steps = rt.counted_preemptions = 0;
  rt.steps_max = w->steps_max;
  rt.exit_code = 0;
  rt.show = p->flags & PLAN_OUTPUT;
  /* of values that follow from nothing but what threads did and read: neither
   * from inputs that are followed nor from the time (hear.c) */
  rt.exact = p->flags & PLAN_SYMBOLIC || &heddle_reads_clock ? 0 : EVENT_EXACT;
  rt.step = NULL;
  rt.failure.finding = FOUND_NONE;
  w->escapes_now = 0;
  rt_foreign_run_begin();
  rt.solved = 0;
  rt.round = ROUND_ANYWHERE;
  rt.update.event = NULL;
  rt_properties_reset();
  rt_trial_begin();
  if (p->flags & PLAN_CIRCLE)
    follow();
  rt_sym_begin(p->flags & PLAN_SYMBOLIC);
  rt.quick = is_quick(p);
  if (rt.show)
    w->output_len = w->output_lost = 0;
}

/* getopt remembers where it is in the arguments; 0 makes it forget. */
static void getopt_reset(void) {
  static char *const none[] = {"", NULL};
  optind = 0;
  getopt(1, none, "");
  optarg = NULL;
  opterr = 1;
}

/* What a process for one run leaves behind is only what it did to files. */
static void reset(bool whole) {
  rt_files_reset(whole); /* before the memory of what is open goes */
  if (rt.wire->flags & WIRE_FORK)
    return;
  if (rt_mmap_reset)
    rt_mmap_reset();
  rt_snapshot_restore();
  memcpy(arguments.at, arguments.copy, arguments.size);
  rt_heap_reset();
  rt_environment_reset();
  rt_call_reset();
  rt_streams_reset();
  rt_addresses_reset();
  rt_library_lend(false);
  rt_bounds_reset();
  rt_ranks_reset();
  rt_fibers_reset();
  rt_exit_reset();
  rt_cxx_reset();
  rt_keys_reset();
  rt_signals_reset();
  rt_hear_reset();
  if (optind != 1)
    getopt_reset();
  errno = 0;
}

/* Runs a plan with this prefix; its events begin at `events`. */
static void execute_with(const struct plan *p, const choice *prefix,
                         struct run *r, struct event *events) {
  begin(p, prefix);
  rt.counted = rt.events = rt.event = events;
  rt.run = r;
  struct fiber *f = rt_fiber_make(NULL, main_start, NULL);
  rt.current = f;
  rt_switch(&rt.home, f->sp);
  rt_turns_judge(r);
  rt_properties_mark(r);
  rt.run = NULL;
  rt_sym_end(r);
  reset(r->end == RUN_COMPLETE);
}

static void execute(const struct plan *p, struct run *r,
                    struct event *events) {
  const choice *all = (choice *)((char *)rt.wire + rt.wire->choices);
  execute_with(p, all + p->prefix, r, events);
}

/* --- runs that reached the bound on steps -------------------------------- */

/* Room for the steps of such a run and as many again, with their events. */
static struct {
  struct event *events;
  choice *choices;
  uint64_t steps;
} apart;

static bool make_apart(uint64_t steps) {
  if (apart.steps >= steps)
    return true;
  size_t events = wire_events_room(2 * steps);
  char *at = mmap(NULL, events * sizeof *apart.events + steps * sizeof(choice),
                  PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED)
    return false;
  apart.events = (struct event *)at;
  apart.choices = (choice *)(apart.events + events);
  apart.steps = steps;
  return true;
}

/* Does it go round for ever?  Its steps are taken once more to see
 * (circle.c); whatever else comes of that is beyond the bound. */
static void judge(const struct plan *p, struct run *r,
                  struct event *events) {
  struct plan again = *p;
  struct run seen;
  if (r->end != RUN_STEPS || r->finding || p->flags & PLAN_CIRCLE ||
      !make_apart(rt.wire->steps_max))
    return;
  again.flags = PLAN_CIRCLE;
  again.after = AFTER_FIRST;
  again.round = ROUND_ANYWHERE;
  again.sleep = again.prefix_len = again.sleepers = 0;
  for (uint32_t i = 0; i < r->events_len; i++)
    if (!(events[i].flags & (EVENT_SILENT | EVENT_PENDING)) &&
        events[i].kind != OP_BRANCH)
      apart.choices[again.prefix_len++] =
          CHOICE(events[i].thread, events[i].alt);
  struct event *end = rt.events_end;
  uint32_t text = rt.wire->text_len;
  rt.events_end = apart.events + wire_events_room(2 * apart.steps) -
                  WIRE_EVENTS_SPARE;
  rt.judged = r->events_len;
  execute_with(&again, apart.choices, &seen, apart.events);
  rt.judged = 0;
  rt.events_end = end;
  rt.wire->text_len = text;
  if (seen.finding != FOUND_LIVELOCK)
    return;
  r->finding = FOUND_LIVELOCK;
  r->thread = seen.thread;
  r->site = seen.site;
}

/* --- a process for each run --------------------------------------------- */

static void in_child(void (*what)(const struct plan *, struct run *,
                                  struct event *),
                     const struct plan *p, struct run *r,
                     struct event *events) {
  pid_t pid = fork();
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    what(p, r, events);
    rt_covers_collect();
    /* what _exit does; the linker would look for that in each child anew */
    syscall(SYS_exit_group, 0);
  }
  int status;
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
}

static void execute_forked(const struct plan *p, struct run *r,
                           struct event *events) {
  *r = (struct run){.text = UINT32_MAX};
  while (rt.mapped < rt.wire->threads_len && rt_fibers_map())
    ; /* once for all children */
  in_child(execute, p, r, events);
  if (r->end == RUN_NONE) { /* it died without a word */
    bool known = !rt.wire->inside;
    r->end = known ? RUN_FAILED : RUN_ESCAPED;
    r->finding = known ? FOUND_CRASH : FOUND_NONE;
    r->escapes = r->before = rt.wire->escapes_now;
  }
  if (r->end == RUN_STEPS)
    in_child(judge, p, r, events);
}

/* --- does the reset reach everything? ----------------------------------- */

static bool same_twice(const struct plan *p, struct run *r,
                       struct event *events) {
  struct run first = *r;
  size_t size = first.events_len * sizeof *events;
  struct event *copy = malloc(size + 1);
  if (!copy)
    return true;
  memcpy(copy, events, size);
  uint32_t text = rt.wire->text_len;
  execute(p, r, events);
  bool same = first.end == r->end && first.finding == r->finding &&
              first.state == r->state && first.events_len == r->events_len &&
              !memcmp(copy, events, size);
  free(copy);
  rt.wire->text_len = text;
  r->text = first.text;
  return same;
}

/* The first run, and then the 2^k-th, are done twice. */
static bool is_checked(uint64_t count) { return !(count & (count - 1)); }

/* --- batches ------------------------------------------------------------ */

static uint64_t runs_done;

static void run_plan(uint32_t i) {
  struct wire *w = rt.wire;
  const struct plan *p = (struct plan *)((char *)w + w->plans) + i;
  struct run *r = (struct run *)((char *)w + w->runs) + i;
  struct event *events = rt.all_events + w->events_len;
  w->running = i + 1;
  if (w->flags & WIRE_FORK) {
    execute_forked(p, r, events);
  } else {
    execute(p, r, events);
    rt_covers_collect();
    if (is_checked(++runs_done) && !same_twice(p, r, events)) {
      w->escaped = 1; /* the explorer starts a clean process that forks */
      _exit(0);
    }
    if (UNLIKELY(r->end == RUN_STEPS))
      judge(p, r, events);
  }
  w->running = 0;
  if (!(p->flags & PLAN_EVENTS) && r->finding == FOUND_NONE &&
      r->end != RUN_STEPS)
    r->events_len = 0;
  w->events_len += r->events_len;
  w->exprs_len += r->exprs_len;
}

/* A run must have room for as many events as a run can have. */
static bool has_room(void) {
  struct wire *w = rt.wire;
  return w->events_cap - w->events_len >= wire_events_room(w->steps_max) &&
         rt_sym_room();
}

static void run_batch(void) {
  struct wire *w = rt.wire;
  w->events_len = w->text_len = w->exprs_len = 0;
  w->done = w->first;
  const bool foresees = w->foresees;
  while (w->done < w->plans_len && (w->done == w->first || has_room())) {
    if (foresees && w->done && !rt_foresee(w->done))
      break;
    run_plan(w->done);
    if (foresees)
      rt_foresee_from(w->done);
    w->done++;
  }
}

static void serve(void) {
  struct wire *w = rt.wire;
  uint32_t seen = w->answered;
  for (;;) {
    uint32_t asked = __atomic_load_n(&w->asked, __ATOMIC_ACQUIRE);
    if (asked == seen) {
      handover_wait(&w->asked, &w->asked_sleeper, seen, w->yields, NULL);
      continue;
    }
    run_batch();
    seen = asked;
    handover_raise(&w->answered, &w->answered_sleeper, seen);
  }
}

/* --- starting ----------------------------------------------------------- */

static struct wire *map_wire(const char *number) {
  int file = atoi(number);
  struct stat s;
  if (fstat(file, &s) || (size_t)s.st_size < sizeof(struct wire))
    return NULL;
  struct wire *w = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE,
                        MAP_SHARED, file, 0);
  close(file);
  if (w == MAP_FAILED || w->magic != WIRE_MAGIC)
    return NULL;
  return w->version == WIRE_VERSION ? w : NULL;
}

/* Memory of the same shape, for a run without an explorer. */
static struct wire *own_wire(void) {
  enum { STEPS = 1 << 19, TEXT = 4096 };
  const size_t events = wire_events_room(STEPS);
  size_t size = sizeof(struct wire) + 4096 + TEXT +
                events * sizeof(struct event);
  struct wire *w = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (w == MAP_FAILED)
    abort();
  w->steps_max = STEPS;
  w->threads_len = 1;
  w->plans = (sizeof *w + 63) & ~UINT64_C(63);
  w->runs = w->plans + sizeof(struct plan);
  w->text = w->runs + sizeof(struct run);
  w->text_cap = TEXT;
  w->events = (w->text + TEXT + 63) & ~UINT64_C(63);
  w->events_cap = (uint32_t)events;
  w->plans_len = 1;
  struct plan *p = (struct plan *)((char *)w + w->plans);
  *p = (struct plan){.preemptions = PLAN_UNBOUNDED, .delays = PLAN_UNBOUNDED,
                     .flags = PLAN_OUTPUT};
  return w;
}

/* False when the addresses it needs are not to be had (ulimit -v). */
static bool prepare(void) {
  struct wire *w = rt.wire;
  rt.words = 1;
  rt.errno_at = &errno;
  rt.all_events = (struct event *)((char *)w + w->events);
  rt.events_end = rt.all_events + w->events_cap - WIRE_EVENTS_SPARE;
  rt_bounds_map();
  if (!rt_fibers_map())
    return false;
  rt_snapshot_take();
  rt_crash_install();
  rt_where_install();
  rt_files_begin();
  rt_library_begin();
  rt_foreign_begin();
  rt_properties_begin();
  return true;
}

static int run_alone(const char *image) {
  rt.wire = image ? rt_replay_wire(image) : own_wire();
  rt_direct = true;
  unsetenv(WIRE_REPLAY_ENV);
  if (!prepare()) {
    fputs("heddle: " WIRE_CROWDED_TEXT "\n", stderr);
    return 2;
  }
  if (image)
    heddle_replay_begin();
  struct run *r = (struct run *)((char *)rt.wire + rt.wire->runs);
  execute((struct plan *)((char *)rt.wire + rt.wire->plans), r,
          rt.all_events);
  fflush(stdout);
  if (r->finding == FOUND_NONE || r->finding == FOUND_EXIT)
    return rt.exit_code;
  const char *text = r->finding == FOUND_PROPERTY ? rt_property_text()
                     : r->text == UINT32_MAX
                         ? "deadlock"
                         : (char *)rt.wire + rt.wire->text + r->text;
  fprintf(stderr, "heddle: %s\n", text);
  return 134;
}

int main(int argc, char **argv) {
  keep_arguments(argc, argv);
  const char *number = getenv(WIRE_ENV);
  if (getenv(BINARY_LIST))
    return rt_tests_list ? rt_tests_list() : 0;
  if (!number)
    return run_alone(getenv(WIRE_REPLAY_ENV));
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  rt.wire = map_wire(number);
  unsetenv(WIRE_ENV);
  if (!rt.wire)
    return 2;
  if (!prepare()) {
    handover_raise(&rt.wire->ready, &rt.wire->answered_sleeper, WIRE_CROWDED);
    return 2;
  }
  rt_tables_write();
  handover_raise(&rt.wire->ready, &rt.wire->answered_sleeper, WIRE_READY);
  serve();
}
