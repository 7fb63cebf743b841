#include "serve/jobs.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "serve/body.h"
#include "serve/child.h"

enum {
  OUTPUT_MOST = 64 << 20,    /* bytes that a job prints */
  MESSAGES_MOST = 256 << 10, /* bytes that it says; the rest is dropped */
  BYTES_KEPT = 256 << 20,    /* of all jobs that are kept */
  TICK = 50                  /* ms between two looks at what is wanted */
};
static const double patience = 3;       /* from SIGINT to SIGKILL */
static const double last_patience = .3; /* the same when the server ends */

const char *const job_state_names[] = {"running", "done", "stopped", "failed"};

struct job {
  struct jobs *all;
  struct job_line line;
  char ticket[TOKEN_LENGTH + 1];
  unsigned holders;
  bool stop;
  double began;
  struct job_glance now; /* under the lock of all */
  /* Its thread's; when it has ended nobody's. */
  struct child child;
  struct text output, messages, figures;
  uint64_t written; /* bytes of what is in its place */
  bool result, too_much;
  double asked; /* when SIGINT was sent, or 0 */
};

struct jobs {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int folder;
  const char *program;
  VEC(struct job *) kept;
  uint64_t last;
  unsigned running;
  bool closing;
};

void job_line_free(struct job_line *l) {
  vec_each(&l->words, w) free(*w);
  vec_free(&l->words);
  outcome_drop(l->place);
  l->place[0] = 0;
}

/* Under the lock, as all that changes `kept`. */
static void let_go(struct job *j) {
  if (--j->holders)
    return;
  job_line_free(&j->line);
  text_free(&j->output);
  text_free(&j->messages);
  text_free(&j->figures);
  free(j);
}

static void forget(struct jobs *all, size_t i) {
  struct job *j = all->kept.at[i];
  memmove(&all->kept.at[i], &all->kept.at[i + 1],
          (all->kept.len - i - 1) * sizeof *all->kept.at);
  all->kept.len--;
  let_go(j);
}

/* The oldest that have ended go, until number and bytes fit. */
static void prune(struct jobs *all) {
  for (;;) {
    size_t bytes = 0, oldest = all->kept.len, ended = 0;
    for (size_t i = all->kept.len; i--;) {
      const struct job *j = all->kept.at[i];
      if (j->now.state == JOB_RUNNING)
        continue;
      bytes += j->output.cap + j->messages.cap + (size_t)j->written;
      ended++;
      oldest = i;
    }
    if (ended <= 1 || (ended <= JOBS_KEPT && bytes <= BYTES_KEPT))
      return;
    forget(all, oldest);
  }
}

/* --- the thread of a job ---------------------------------------------------
 */

static void take(struct job *j, enum child_stream stream, const char *at,
                 size_t len) {
  if (stream == CHILD_OUT) {
    j->too_much = j->too_much || j->output.len + len > OUTPUT_MOST;
    if (!j->too_much)
      text_add_n(&j->output, at, len);
  } else if (stream == CHILD_ERR) {
    if (j->messages.len + len <= MESSAGES_MOST)
      text_add_n(&j->messages, at, len);
  } else if (j->figures.len + len < sizeof j->now.progress) {
    text_add_n(&j->figures, at, len);
  } else {
    text_clear(&j->figures);
  }
}

/* The last whole line of figures is how far it is. */
static void publish(struct job *j) {
  const char *from = text_str(&j->figures);
  char *last = memrchr(from, '\n', j->figures.len);
  if (!last)
    return;
  *last = 0;
  char *line = strrchr(from, '\n');
  line = line ? line + 1 : (char *)from;
  const char *why;
  struct body *b = body_read(line, strlen(line), &why);
  if (b) { /* whoever writes there: what is passed on is JSON */
    pthread_mutex_lock(&j->all->lock);
    snprintf(j->now.progress, sizeof j->now.progress, "%s", line);
    j->now.changes++;
    pthread_cond_broadcast(&j->all->changed);
    pthread_mutex_unlock(&j->all->lock);
  }
  body_free(b);
  struct text rest = {0};
  text_add(&rest, last + 1);
  text_free(&j->figures);
  j->figures = rest;
}

/* What the pipes have; false when all are at their ends. */
static bool drain(struct job *j) {
  static const size_t chunk = 65536;
  bool open = false;
  char buffer[chunk];
  for (int i = 0; i < CHILD_STREAMS; i++) {
    ssize_t got = -1;
    while (j->child.from[i] >= 0 &&
           (got = read(j->child.from[i], buffer, chunk)) > 0)
      take(j, (enum child_stream)i, buffer, (size_t)got);
    if (j->child.from[i] >= 0 && !got) {
      close(j->child.from[i]);
      j->child.from[i] = -1;
    }
    open |= j->child.from[i] >= 0;
  }
  publish(j);
  return open;
}

/* Asks it to end when that is wanted, and ends it when it does not. */
static void press(struct job *j) {
  pthread_mutex_lock(&j->all->lock);
  bool closing = j->all->closing, stop = closing || j->stop;
  pthread_mutex_unlock(&j->all->lock);
  double now = clock_wall();
  stop |= j->too_much || now > j->began + JOB_SECONDS;
  if (!stop)
    return;
  if (!j->asked) {
    j->asked = now;
    child_signal(&j->child, SIGINT);
  } else if (now > j->asked + (closing ? last_patience : patience)) {
    child_signal(&j->child, SIGKILL);
  }
}

static int attend(struct job *j) {
  int status = 0;
  for (bool open = true; !child_ended(&j->child, &status);) {
    struct pollfd fds[CHILD_STREAMS];
    for (int i = 0; i < CHILD_STREAMS; i++)
      fds[i] = (struct pollfd){.fd = j->child.from[i], .events = POLLIN};
    poll(fds, CHILD_STREAMS, open ? TICK : 5);
    open = drain(j);
    press(j);
  }
  drain(j);
  return status;
}

/* What the process has left behind ends, and its pipes are closed. */
static void sweep(struct job *j) {
  child_signal(&j->child, SIGKILL);
  for (int i = 0; i < CHILD_STREAMS; i++)
    if (j->child.from[i] >= 0)
      close(j->child.from[i]);
}

static void conclude(struct job *j, int status) {
  struct job_glance *g = &j->now;
  g->exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (j->too_much)
    snprintf(g->why, sizeof g->why, "it printed more than %d MB",
             OUTPUT_MOST >> 20);
  else if (j->asked && !j->stop && !j->all->closing)
    snprintf(g->why, sizeof g->why, "it took longer than %d s", JOB_SECONDS);
  else if (WIFSIGNALED(status))
    snprintf(g->why, sizeof g->why, "signal %d", WTERMSIG(status));
  else if (g->exit == 127)
    snprintf(g->why, sizeof g->why, "it could not be started");
  else if (g->exit == 2)
    snprintf(g->why, sizeof g->why, "bad input");
  else if (g->exit > 3)
    snprintf(g->why, sizeof g->why, "exit code %d", g->exit);
  else if (!j->result && !j->line.text)
    snprintf(g->why, sizeof g->why, "it printed no result");
  g->state = j->stop ? JOB_STOPPED : g->why[0] ? JOB_FAILED : JOB_DONE;
}

static void add_size(void *sum, const char *name, uint64_t size) {
  (void)name;
  *(uint64_t *)sum += size;
}

struct errand {
  struct job *j;
  int status;
  bool started;
};

static void run(void *arg) {
  struct errand *e = arg;
  struct job *j = e->j;
  e->started = child_start(&j->child, j->all->program, j->line.words.at,
                           j->all->folder, j->line.address_space);
  if (e->started)
    e->status = attend(j);
  j->result = !j->too_much && !j->line.text &&
              body_fine(text_str(&j->output), j->output.len);
}

static void *thread(void *arg) {
  struct errand e = {.j = arg, .status = 127 << 8};
  struct job *j = arg;
  struct jobs *all = j->all;
  bool memory = alloc_guarded(run, &e);
  if (e.started)
    sweep(j);
  while (!memory && e.started && !child_ended(&j->child, &e.status))
    poll(NULL, 0, 5);
  outcome_each(j->line.place, add_size, &j->written);
  pthread_mutex_lock(&all->lock);
  conclude(j, e.status);
  if (!memory)
    snprintf(j->now.why, sizeof j->now.why, "out of memory");
  j->now.seconds = clock_wall() - j->began;
  j->now.changes++;
  prune(all);
  let_go(j);
  all->running--;
  pthread_cond_broadcast(&all->changed);
  pthread_mutex_unlock(&all->lock);
  return NULL;
}

/* --- for others ------------------------------------------------------------
 */

struct jobs *jobs_open(int folder, const char *program) {
  struct jobs *all = alloc_zero(1, sizeof *all);
  pthread_condattr_t how;
  pthread_condattr_init(&how);
  pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
  pthread_cond_init(&all->changed, &how);
  pthread_condattr_destroy(&how);
  pthread_mutex_init(&all->lock, NULL);
  all->folder = folder;
  all->program = program;
  /* Never grows under the lock. */
  vec_reserve(&all->kept, JOBS_KEPT + JOBS_RUNNING + 1);
  return all;
}

void jobs_end(struct jobs *all) {
  pthread_mutex_lock(&all->lock);
  all->closing = true;
  pthread_cond_broadcast(&all->changed);
  while (all->running)
    pthread_cond_wait(&all->changed, &all->lock);
  pthread_mutex_unlock(&all->lock);
}

void jobs_close(struct jobs *all) {
  if (!all)
    return;
  jobs_end(all);
  while (all->kept.len)
    forget(all, 0);
  vec_free(&all->kept);
  pthread_cond_destroy(&all->changed);
  pthread_mutex_destroy(&all->lock);
  free(all);
}

uint64_t jobs_start(struct jobs *all, struct job_line *line) {
  struct job *j = alloc_zero(1, sizeof *j);
  j->all = all;
  j->line = *line;
  j->holders = 2; /* the table and its thread */
  j->began = clock_wall();
  j->now.exit = -1;
  vec_push(&j->line.words, NULL);
  j->line.words.len--;
  *line = (struct job_line){0};
  pthread_attr_t how;
  pthread_t made;
  pthread_attr_init(&how);
  pthread_attr_setdetachstate(&how, PTHREAD_CREATE_DETACHED);
  pthread_mutex_lock(&all->lock);
  bool fits =
      all->running < JOBS_RUNNING && !all->closing && token_make(j->ticket);
  uint64_t id = fits ? ++all->last : 0;
  j->now.id = id;
  if (fits && !pthread_create(&made, &how, thread, j)) {
    all->running++;
    vec_push(&all->kept, j);
  } else {
    j->holders = 1;
    let_go(j);
    id = 0;
  }
  pthread_mutex_unlock(&all->lock);
  pthread_attr_destroy(&how);
  return id;
}

struct job *jobs_find(struct jobs *all, uint64_t id) {
  struct job *found = NULL;
  pthread_mutex_lock(&all->lock);
  vec_each(&all->kept, j) if ((*j)->now.id == id) found = *j;
  if (found)
    found->holders++;
  pthread_mutex_unlock(&all->lock);
  return found;
}

struct job *jobs_find_ticket(struct jobs *all, const char *ticket, size_t len) {
  struct job *found = NULL;
  pthread_mutex_lock(&all->lock);
  vec_each(&all->kept, j) if (len == TOKEN_LENGTH &&
                              token_same((*j)->ticket, ticket)) found = *j;
  if (found)
    found->holders++;
  pthread_mutex_unlock(&all->lock);
  return found;
}

size_t jobs_numbers(struct jobs *all, uint64_t ids[JOBS_KEPT + JOBS_RUNNING]) {
  size_t count = 0;
  pthread_mutex_lock(&all->lock);
  vec_each(&all->kept, j) ids[count++] = (*j)->now.id;
  pthread_mutex_unlock(&all->lock);
  return count;
}

void job_release(struct job *j) {
  struct jobs *all = j->all;
  pthread_mutex_lock(&all->lock);
  let_go(j);
  pthread_mutex_unlock(&all->lock);
}

bool job_stop(struct job *j) {
  struct jobs *all = j->all;
  pthread_mutex_lock(&all->lock);
  bool runs = j->now.state == JOB_RUNNING;
  if (runs)
    j->stop = true;
  for (size_t i = 0; !runs && i < all->kept.len; i++)
    if (all->kept.at[i] == j) {
      forget(all, i);
      break;
    }
  pthread_mutex_unlock(&all->lock);
  return runs;
}

static void glance(const struct job *j, struct job_glance *out) {
  *out = j->now;
  if (out->state == JOB_RUNNING)
    out->seconds = clock_wall() - j->began;
}

void job_look(struct job *j, struct job_glance *out) {
  pthread_mutex_lock(&j->all->lock);
  glance(j, out);
  pthread_mutex_unlock(&j->all->lock);
}

void job_wait(struct job *j, uint64_t changes, double seconds,
              struct job_glance *out) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += (time_t)seconds;
  pthread_mutex_lock(&j->all->lock);
  while (j->now.changes == changes && !j->all->closing &&
         !pthread_cond_timedwait(&j->all->changed, &j->all->lock, &until))
    ;
  glance(j, out);
  pthread_mutex_unlock(&j->all->lock);
}

bool job_closing(struct job *j) {
  pthread_mutex_lock(&j->all->lock);
  bool closing = j->all->closing;
  pthread_mutex_unlock(&j->all->lock);
  return closing;
}

const struct job_line *job_line(const struct job *j) {
  return &j->line;
}

const char *job_ticket(const struct job *j) {
  return j->ticket;
}

const struct text *job_output(const struct job *j, bool *result) {
  *result = j->result;
  return &j->output;
}

const struct text *job_messages(const struct job *j) {
  return &j->messages;
}
