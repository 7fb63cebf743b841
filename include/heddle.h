/* heddle: the library.
 *
 * Everything here is also what the command line uses; it has no other way
 * in.  The library never prints and never exits: messages go to a function
 * of the caller's.  All strings are UTF-8 and end in NUL; those a call
 * returns live as long as the object they came from. */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ======================================================================== *
 *  messages                                                                 *
 * ======================================================================== */

/* A message about the input.  line 0: the file as a whole; file NULL: no
 * place.  hint may be NULL. */
struct heddle_message {
  bool error; /* otherwise a warning */
  const char *file;
  unsigned line, column, length;
  const char *text, *hint;
};
typedef void heddle_report(void *user, const struct heddle_message *m);

/* ==================================================== end of messages ==== */

/* ======================================================================== *
 *  check: models of concurrent systems (heddle check)                       *
 * ======================================================================== *
 *
 *     struct heddle_model *m =
 *         heddle_model_read("ring.hed", text, len, NULL, report, NULL);
 *     struct heddle_check *c = m ? heddle_check(m, NULL, report, NULL) : NULL;
 *     if (c) {
 *       for (size_t i = 0; i < heddle_check_count(c); i++) {
 *         const struct heddle_finding *f = heddle_check_finding(c, i);
 *         printf("%s: %s\n", heddle_kind_names[f->kind], f->where);
 *         for (size_t k = 0; k < f->length; k++)
 *           printf("  %s: %s\n", f->run[k].process, f->run[k].text);
 *       }
 *       heddle_check_free(c);
 *     }
 *     heddle_model_free(m);
 */

struct heddle_model; /* processes and the objects they share */

struct heddle_param { /* as "-D N=5" */
  const char *name;
  int64_t value;
};

/* Zero: the model as it is written. */
struct heddle_model_options {
  const struct heddle_param *params;
  size_t param_count;
  const char *scheme; /* "async", "fifo", "causal", "mailbox"; NULL: its own */
};

/* Reads a model (doc/language.md).  All errors are reported at once; NULL
 * when there was one.  `file` is only a name.  options and report may be
 * NULL. */
struct heddle_model *heddle_model_read(const char *file, const char *text,
                                       size_t len,
                                       const struct heddle_model_options *o,
                                       heddle_report *report, void *user);
void heddle_model_free(struct heddle_model *m); /* NULL is fine */

enum heddle_kind {
  HEDDLE_DEADLOCK,
  HEDDLE_BLOCKING,
  HEDDLE_UNSPECIFIED,
  HEDDLE_OVERFLOW,
  HEDDLE_PROPERTY,
  HEDDLE_ASSERTION,
  HEDDLE_RANGE,
  HEDDLE_UNEXECUTABLE,
  HEDDLE_KINDS
};
extern const char *const heddle_kind_names[]; /* NULL-terminated */

/* Zero: every kind of finding, `full`, breadth first, one core, no limits. */
struct heddle_check_options {
  const char *strategy;
  unsigned find; /* 1u << HEDDLE_... */
  bool depth_first, first_only;
  unsigned jobs;
  double seconds;
  uint64_t memory, states, depth;
  uint64_t findings; /* kept of each kind (0: 1000); the rest is counted */
  const volatile sig_atomic_t *stop; /* not zero: end with what there is */
};

enum heddle_verdict { HEDDLE_HOLDS, HEDDLE_VIOLATED, HEDDLE_INCOMPLETE };

struct heddle_check_stats {
  uint64_t states, transitions, depth, terminated, bytes;
  uint64_t counts[HEDDLE_KINDS]; /* blocking counts deadlocks too */
  double seconds;
};

struct heddle_step {
  const char *process; /* "P1" */
  const char *text;    /* "P2!m1" */
};

/* A shortest run (with `full`, breadth first) and what is wrong at its end.
 * Names are NULL and the line is 0 where they say nothing. */
struct heddle_finding {
  enum heddle_kind kind;
  const char *where; /* for people */
  const char *process, *state, *message, *property;
  unsigned line, column;
  const struct heddle_step *run;
  size_t length; /* 0 for unexecutable, which has no run */
};

struct heddle_check; /* the result of a search */

/* Searches the states of the model, which must outlive the result.  NULL
 * after a message when the strategy does not exist or does not apply. */
struct heddle_check *heddle_check(const struct heddle_model *m,
                                  const struct heddle_check_options *o,
                                  heddle_report *report, void *user);
void heddle_check_free(struct heddle_check *c); /* NULL is fine */

enum heddle_verdict heddle_check_verdict(const struct heddle_check *c);
/* "everything explored", "time limit reached" ... */
const char *heddle_check_stopped(const struct heddle_check *c);
const struct heddle_check_stats *
heddle_check_stats(const struct heddle_check *c);

/* Findings kept: by kind, then in the order of discovery. */
size_t heddle_check_count(const struct heddle_check *c);
const struct heddle_finding *heddle_check_finding(const struct heddle_check *c,
                                                  size_t i);
/* The recording that `heddle replay` runs again, to be freed; NULL for an
 * unexecutable edge. */
char *heddle_check_recording(const struct heddle_check *c, size_t i);
/* Runs the finding again on the plain interpreter, which shares no code with
 * the search; false when it does not come out (a bug in Heddle). */
bool heddle_check_replay(const struct heddle_check *c, size_t i);

/* ===================================================== end of check ===== */

#ifdef __cplusplus
}
#endif

#endif
