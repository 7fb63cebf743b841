/* wire: the memory that the tested process shares with the explorer.
 *
 * One file in memory (memfd), mapped by both, begins with struct wire; the
 * arrays of a batch (plans, choices, inputs, runs, events, texts; their types
 * are those of exec/executor.h) follow at the offsets it gives.  The explorer
 * writes everything before the process is started and the plans before each
 * batch; the process writes runs, events, texts and the tables below.
 *
 * Hand-over is two counters and two futexes: the explorer raises `asked`, the
 * process works until `answered` is equal to it (rt/handover.h).  The process
 * may be killed at any moment, and it may scribble over all of this: the
 * explorer believes nothing it reads here without a check (exec/program.c).
 *
 * Both sides are built from one tree; `version` says so. */
#ifndef RT_WIRE_H
#define RT_WIRE_H

#include <signal.h>
#include <stdint.h>

#include "exec/executor.h"

/* The file is inherited as this descriptor, named in the environment. */
#define WIRE_ENV "HEDDLE_WIRE"
/* Or a file is named that holds the same with one plan: it is run once, for
 * debuggers (rt/replay.c). */
#define WIRE_REPLAY_ENV "HEDDLE_REPLAY"

/* The version changes with whatever the two sides must agree on: also with
 * the kinds of operations and findings, and the sizes of what is shared. */
enum { WIRE_MAGIC = 0x68656464, WIRE_LAYOUT = 10 };
#define WIRE_VERSION                                                       \
  ((uint32_t)(WIRE_LAYOUT << 24 ^ OP_COUNT << 16 ^ FOUND_COUNT << 10 ^     \
              sizeof(struct event) << 5 ^ sizeof(struct plan) ^            \
              sizeof(struct run) << 3 ^ sizeof(struct wire) << 1))

/* The name of the note with the version, in every program that was linked with
 * the runtime. */
#define WIRE_NOTE "heddle"

/* Where the runtime puts what belongs to thread t, the same in every process:
 * its heap and its stack, each with room for THREADS_MAX threads. */
#define WIRE_HEAPS UINT64_C(0x200000000000)
#define WIRE_HEAP_SIZE (UINT64_C(1) << 30)
#define WIRE_STACKS_AT UINT64_C(0x400000000000)
#define WIRE_STACK_SIZE (UINT64_C(16) << 20)
#define WIRE_STACK_GUARD (UINT64_C(1) << 20)
/* Files and their names (rt/kernel.c) are accessed as if they were here, 16
 * bytes each; nothing is.  What they are called is a label. */
#define WIRE_FILES UINT64_C(0x600000000000)
#define WIRE_FILES_SIZE UINT64_C(4096)
/* Pipes, sockets and their like (rt/stream.h): numbers of objects, called by
 * labels as well. */
#define WIRE_STREAMS (WIRE_FILES + (UINT64_C(1) << 20))
#define WIRE_STREAMS_SIZE (UINT64_C(1) << 28)

/* What MPI keeps of ranks (rt/mpi_world.c). */
#define WIRE_MPI UINT64_C(0x680000000000)
#define WIRE_MPI_SIZE (UINT64_C(128) << 30)
/* Variables of the rank r of an MPI program, in events: their addresses, which
 * are low, and 1 + r from this bit on (rt/rank.h). */
enum { WIRE_RANK_SHIFT = 36, WIRE_RANKS = 128 };

/* A run has room for twice as many events as it may have steps, for what is to
 * be told of each step where threads are many (exec/event.h, MORE), and for
 * where every thread stands in the end. */
enum { WIRE_EVENTS_SPARE = 8 * THREADS_MAX };
static inline uint64_t wire_events_room(uint64_t steps) {
  return (2 + MORE_MOST) * steps + WIRE_EVENTS_SPARE;
}

/* In the text of a crash, before the address of the instruction in
 * hexadecimal digits. */
#define WIRE_CODE_MARK " \n@"

/* How a process began. */
enum wire_ready {
  WIRE_STARTING,
  WIRE_READY,   /* tables are written */
  WIRE_CROWDED, /* the addresses above are not to be had */
};

#define WIRE_CROWDED_TEXT                                                    \
  "the address space is limited (ulimit -v): a tested program needs 80 GB "  \
  "of addresses (hardly any of it is memory)"

enum { WIRE_PATH = 1024 }; /* PROGRAM_PATH of exec/program.h */

enum wire_flags {
  WIRE_FORK = 1,     /* a process for each execution */
  WIRE_SPURIOUS = 2, /* condition waits may wake up by themselves */
  WIRE_SAME_OUTPUT = 4, /* the order of what is printed matters */
  WIRE_MALLOC_FAILS = 8, /* malloc and its kin may return NULL */
  WIRE_PARTIAL = 16,     /* reads and writes may do less than they could */
  WIRE_UNBUFFERED = 32,  /* a send of MPI waits for its receive */
  WIRE_LEAKS = 64,       /* what MPI made and nobody freed is a finding */
};

enum {
  WIRE_ESCAPES = ESCAPES_MAX, /* distinct things that were not looked at */
  WIRE_ESCAPE_LEN = 56,
  WIRE_STACKS = 1024,    /* distinct call stacks that were asked for; their
                            numbers fit into those of events */
  WIRE_FRAMES = 16,
  WIRE_LABELS = 1024,    /* distinct texts of events; a power of 2 */
  WIRE_LABEL_LEN = 120,
  WIRE_EXPR_SIZE = 32,   /* of a struct sym_node (sym/node.h) */
  WIRE_WHERE_FRAMES = 48,
  WIRE_CALL_LEN = 64,
  WIRE_PROPERTIES = EXECUTOR_PROPERTIES, /* bits of run.violates */
  WIRE_PROPERTY_FILE = 256,
  WIRE_TERMS = 100,      /* of the expression of a property */
  WIRE_THINGS = 64,      /* that these read; */
  WIRE_THING = 1 << 24,  /* the thread that their variables have */
};

/* The process is asked by this signal where it is (rt/where.c).  Signals of
 * the program are modelled: the real ones are ours. */
#define WIRE_WHERE_SIGNAL (SIGRTMAX - 1)

/* The answer: who runs, and the addresses of its calls, innermost first, each
 * as if it were a return address.  `call` is the function of a library that
 * the program is in, or empty. */
struct wire_where {
  uint32_t told; /* 1: the rest is written */
  uint32_t thread, site, len;
  uint64_t at[WIRE_WHERE_FRAMES];
  char call[WIRE_CALL_LEN];
};

/* A place in the source; strings are offsets into the names. */
struct wire_site {
  uint32_t file, function, line, column;
  uint32_t values; /* "IDLE=0 LOCKED=-1 " (rt/abi.h), or "" */
};

struct wire_global {
  uint64_t at, size, element;
  uint32_t name, member; /* rt/abi.h */
};

/* A line, or a branch, and what was seen of it so far (rt/abi.h). */
struct wire_cover {
  struct wire_site at;
  uint8_t branch, seen;
  uint16_t reserved;
};

/* A property of the program (rt/property.c), and where it is written. */
struct wire_property {
  char text[WIRE_LABEL_LEN], file[WIRE_PROPERTY_FILE];
  uint32_t line;
  /* Whether it is violated: nodes of sym/node.h, the last says it; 0: it is no
   * expression.  Variables are numbers of things (exec/event.h, SHOWS). */
  uint32_t terms_len;
  uint64_t terms[WIRE_TERMS][WIRE_EXPR_SIZE / 8];
};

struct wire_thread {
  uint16_t parent, index;
};

/* Something that happened in a run and was not looked at (rt/escape.c).  The
 * last row stands for all those for which there was no room. */
struct wire_escape {
  uint32_t why; /* enum why */
  uint32_t site;
  char name[WIRE_ESCAPE_LEN];
};

struct wire {
  uint32_t magic, version;
  uint64_t size;        /* of the whole file */
  uint32_t flags;       /* enum wire_flags */
  uint32_t steps_max;
  uint64_t memory_max;  /* bytes of heap, 0: no bound but ours */
  uint32_t threads_max; /* at a time, main included; 0: no bound but ours */
  uint32_t ranks;       /* of an MPI program; 0: it is none */
  uint64_t input_seed;  /* of rand, when the program does not seed it */
  char real_files[WIRE_PATH]; /* below it nothing is put back; or "" */

  /* offsets of the arrays, and their capacities */
  uint64_t plans, choices, inputs, runs, events, text, output, names, sites,
      globals, stacks, covers, labels, exprs, cold;
  uint32_t plans_cap, choices_cap, inputs_cap, events_cap, text_cap,
      output_cap, names_cap, sites_cap, globals_cap, covers_cap, exprs_cap;

  /* hand-over: futex words, and who sleeps on them */
  uint32_t asked, answered;
  uint32_t asked_sleeper, answered_sleeper;
  uint32_t yields;      /* before one sleeps (rt/handover.h) */
  uint32_t ready;       /* enum wire_ready */

  /* one batch */
  uint32_t first;       /* plan to begin with */
  uint32_t plans_len;   /* plans in all */
  uint32_t foresees;    /* 1: those behind the first are to be foreseen */
  uint32_t done;        /* plans done */
  uint32_t events_len, text_len, exprs_len;
  uint32_t output_len;  /* of the last run with PLAN_OUTPUT */
  uint32_t output_lost; /* bytes that did not fit */

  /* a heart beat, so that a process that hangs is seen */
  uint32_t running;     /* plan + 1, or 0 */
  uint32_t begun;       /* runs so far: one may have no step at all */
  uint32_t steps;       /* events of that run so far */
  uint32_t waits;       /* looks for whether another test is over */
  uint64_t escapes_now; /* of that run so far: bits of rows below */
  uint32_t inside;      /* it is in code that nobody looks into: 1 + the row
                           below, or 0 */
  uint32_t escaped;     /* 1: state that the reset does not reach was seen */
  uint32_t symbolic;    /* 1: inputs can be followed */

  /* tables of the process */
  uint32_t names_len, sites_len, globals_len, stacks_len, escapes_len;
  uint32_t threads_len, covers_len;
  struct wire_thread threads[THREADS_MAX];
  struct wire_escape escapes[WIRE_ESCAPES];
  struct wire_where where;
  uint32_t properties_len, properties_ask; /* ask: where threads are */
  uint32_t things_len;
  struct wire_property properties[WIRE_PROPERTIES];
};

/* A call stack: sites are not known for return addresses, so these are
 * addresses of code; the explorer asks the binary's line table. */
struct wire_stack {
  uint64_t at[WIRE_FRAMES];
  uint32_t len, reserved;
};

/* A text that events refer to (exec/event.h), where its number says. */
struct wire_label {
  uint64_t number; /* 0: none */
  char text[WIRE_LABEL_LEN];
};

/* The row of the number, or the free one for it; NULL: no room. */
static inline const struct wire_label *
wire_label_find(const struct wire_label *all, uint64_t number) {
  for (uint64_t i = 0; i < WIRE_LABELS; i++) {
    const struct wire_label *l = &all[(number + i) & (WIRE_LABELS - 1)];
    if (!l->number || l->number == number)
      return l;
  }
  return NULL;
}

#endif
