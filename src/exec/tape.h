/* tape: the recording of a schedule, with what it ran on: programs and
 * thread models under test.  (Runs of `heddle check` are recordings of
 * states and steps: model/recording.h.)
 *
 * Plain text, one fact a line, so that it can be read, compared and mailed:
 *
 *     heddle recording 2
 *     kind schedule
 *     program /home/me/counter.c
 *     target sources
 *     flag -DN=2
 *     arg 3
 *     identity 9f86d081884c7d65
 *     build 1f0c5de1a2b3c4d5
 *     steps 10000
 *     finding assertion
 *     place counter.c:31
 *     quote assert(total == 2);
 *     text assert(total == 2)
 *     source 32c9e17b804cc061 /home/me/counter.c
 *     marks 1f3a 0000 77c1
 *     at read 0 12 int seen = total;
 *     at write 0 13 total = seen + 1;
 *     thread 1 0 0
 *     thread 2 0 1
 *     choices 1 2 2 1
 *     switch later 1 1 4
 *     trail 0 0 1 1
 *     check 5d41402abc4b2a76
 *     end
 *
 * Everything that decides the run is in it: the choices are the whole
 * schedule, so a replay needs no strategy and no seed.  A line break or a
 * percent sign inside a value is written %0A, %25.
 *
 * The rest is for the day when the program has changed: `source` names a
 * file that the program was made of, with the digest of its text, and `marks`
 * has 16 bits for each of its lines, so that what changed can be said by
 * line; `at` is a kind of step (operation, source, line, text of the line),
 * and `trail` says for each choice which of them it was, so that the schedule
 * can be followed where lines have moved.  `build` is a hash of the places
 * and variables of the program: the same for the same source built anew.
 * `switch` is the decisive switch, verified when the run was recorded: how
 * else it went (later, undone, other, ahead), who was running, who would have
 * gone instead, and the event after it (sched/minimise.h, story/story.h); or
 * `none 0 0` and how many other runs, plus 1, showed that there is none.
 * `round` says of a loop that does not end how many choices come before its
 * round, which is the rest of them.
 * `check` is the digest of all lines before it: a recording that was edited
 * is known as such. */
#ifndef EXEC_TAPE_H
#define EXEC_TAPE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "base/vec.h"
#include "exec/executor.h"

enum tape_target { TAPE_SOURCES, TAPE_BINARY, TAPE_MODEL };

struct tape_thread {
  uint16_t parent, index; /* of thread number 1 + its place here */
};

struct tape_source {
  const char *path;
  uint64_t digest;
  const uint16_t *marks; /* exec/source.h; in the arena */
  size_t marks_len;      /* 0: its lines were not kept */
};

/* What a step did, where, and the text of the line there. */
struct tape_place {
  uint8_t kind;         /* enum op */
  uint32_t source;      /* in sources, or UINT32_MAX: nowhere */
  uint32_t line;        /* or 0 */
  const char *text;     /* blanks around it are taken away */
};

/* See `switch` above; change: 0 none, 1 later, 2 undone, 3 other, 4 ahead. */
struct tape_switch {
  uint8_t change;
  uint16_t from, instead;
  uint32_t event; /* from 0; none: the other runs, 0: not known */
};
enum { TAPE_SWITCHES = 5 };
extern const char *const tape_switch_names[TAPE_SWITCHES];

enum { TAPE_RANKS = 128 }; /* at most, of an MPI program (rt/mpi.h) */

struct tape {
  struct arena arena; /* strings live here */
  enum tape_target target;
  VEC(const char *) files; /* absolute paths */
  VEC(const char *) flags; /* of the compiler, or -D of a model */
  VEC(const char *) args;  /* of the program */
  uint64_t identity;       /* of the contents of the files */
  uint64_t build;          /* executor->identity, or 0 */
  bool fork, spurious, same_output, malloc_fails, partial_io, unbuffered,
      mpi_leaks;
  bool stops;     /* the run ends with its choices: PLAN_STOP */
  bool rounds;    /* and goes round: PLAN_CIRCLE */
  uint32_t round; /* rounds: choices before the round, or ROUND_ANYWHERE */
  uint64_t steps; /* bound on steps of a run */
  uint64_t memory; /* bound on the program's heap in bytes; 0: none */
  uint64_t threads_max; /* on its threads at a time; 0: none */
  uint64_t ranks;       /* of an MPI program; 0: it is none */
  VEC(struct plan_input) inputs;
  VEC(struct tape_thread) threads;
  VEC(choice) choices;
  struct tape_switch decisive;
  VEC(struct tape_source) sources;
  VEC(struct tape_place) places;
  VEC(uint32_t) trail; /* the place of each choice; or empty */
  uint64_t unlike;     /* OUTPUT: how the run ended that this one differs
                          from (struct run: state) */
  unsigned finding;    /* enum found */
  const char *place;   /* "counter.c:31", or "" */
  const char *quote;   /* the line of the source at that place, or "" */
  const char *text;    /* message of the finding, or "" */
  /* made by tape_read */
  uint32_t finding_line; /* of the file */
  VEC(uint32_t) lines; /* of the file, for each choice */
  uint32_t end_line;   /* the last one */
  bool edited;         /* it is not as tape_write wrote it */
};

void tape_write(const struct tape *r, struct text *out);
/* False when the text is no recording; the reason, with its line, is in the
 * diag. */
bool tape_read(struct tape *r, const char *file, const char *text, size_t len,
               struct diag *diag);
void tape_free(struct tape *r);

extern const char *const tape_target_names[3];

#endif
