/* jobs: commands that run, and what came of them.
 *
 * A job is a process of its own, this binary with --json, started in the
 * folder: what it does to itself it does to nobody else.  It has limits of
 * address space, of time, of what it writes; a thread of the server waits for
 * it, keeps what it prints, and ends it: by SIGINT, so that it says what it
 * has, and a few seconds later by SIGKILL.  When the server dies its jobs do.
 *
 * So many run at a time, so many are kept; the oldest that have ended go.
 * Jobs are counted references: job_release is due for each that was found. */
#ifndef SERVE_JOBS_H
#define SERVE_JOBS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"
#include "serve/outcome.h"
#include "serve/token.h"

enum { JOBS_RUNNING = 4, JOBS_KEPT = 64, JOB_SECONDS = 3600 };

/* What is run: "check", "--json", ..., as main has it, and what of it are
 * files.  All of it is owned. */
struct job_line {
  VEC(char *) words;
  size_t files;              /* the last so many are files, */
  size_t after;              /* but for so many after them */
  bool address_space;        /* it can live in a limited one */
  bool text;                 /* it prints a text, and no JSON */
  char place[OUTCOME_PLACE]; /* where it may write, or "" (outcome.h) */
};
/* Frees the words, and drops the place. */
void job_line_free(struct job_line *l);

enum job_state { JOB_RUNNING, JOB_DONE, JOB_STOPPED, JOB_FAILED };
extern const char *const job_state_names[];

struct job;
struct jobs;

struct jobs *jobs_open(int folder, const char *program);
/* Ends them all; those that are kept can still be looked at. */
void jobs_end(struct jobs *all);
void jobs_close(struct jobs *all);

/* Takes the line; 0: too many run (and the line is freed). */
uint64_t jobs_start(struct jobs *all, struct job_line *line);
/* NULL: there is none (any more). */
struct job *jobs_find(struct jobs *all, uint64_t id);
/* The one whose files this ticket shows, and no other's; or NULL. */
struct job *jobs_find_ticket(struct jobs *all, const char *ticket, size_t len);
/* The numbers of all that are kept, the oldest first. */
size_t jobs_numbers(struct jobs *all, uint64_t ids[JOBS_KEPT + JOBS_RUNNING]);
void job_release(struct job *j);
/* Asks one that runs to end: true; forgets one that has ended: false. */
bool job_stop(struct job *j);

/* How it is. */
struct job_glance {
  uint64_t id;
  enum job_state state;
  uint64_t changes; /* how often this has changed */
  double seconds;
  int exit;            /* -1: none */
  char why[96];        /* of JOB_FAILED, for people */
  char progress[2048]; /* a JSON object, or "" */
};
void job_look(struct job *j, struct job_glance *out);
/* The same, when it has changed more often than `changes`, or after so many
 * seconds, or when the server ends. */
void job_wait(struct job *j, uint64_t changes, double seconds,
              struct job_glance *out);
/* The server ends. */
bool job_closing(struct job *j);

const struct job_line *job_line(const struct job *j);
/* As random as the token: who has it may look at the job's files. */
const char *job_ticket(const struct job *j);
/* Of one that has ended: what it printed, which is a JSON object if `result`,
 * and what it said. */
const struct text *job_output(const struct job *j, bool *result);
const struct text *job_messages(const struct job *j);

#endif
