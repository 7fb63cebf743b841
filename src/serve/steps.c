/* /api/steps: opened with a text, moved, looked at, saved as a recording. */
#include "serve/steps.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "model/stepping.h"
#include "read/reader.h"
#include "serve/body.h"
#include "serve/exchange.h"

enum { DEFINES = 32 }; /* parameters that are set */

struct session {
  uint64_t id, used; /* used 0: free */
  struct model *model;
  struct stepping at;
  struct rng random;
};

struct steps {
  pthread_mutex_t lock;
  uint64_t last, clock;
  struct session sessions[STEPS_KEPT];
};

struct steps *steps_open(void) {
  struct steps *all = alloc_zero(1, sizeof *all);
  pthread_mutex_init(&all->lock, NULL);
  return all;
}

static void end(struct session *x) {
  if (!x->used)
    return;
  stepping_close(&x->at);
  model_free(x->model);
  *x = (struct session){0};
}

void steps_close(struct steps *all) {
  for (size_t i = 0; all && i < STEPS_KEPT; i++)
    end(&all->sessions[i]);
  if (all)
    pthread_mutex_destroy(&all->lock);
  free(all);
}

/* --- what is shown ----------------------------------------------------------
 */

static void put_step(struct json *j, const struct session *x,
                     const struct istate *before,
                     const struct model_step *step) {
  const struct model *m = x->model;
  const struct process *p = &m->processes[step->process];
  struct text what = {0};
  interp_print_step(x->at.in, before, step, &what);
  json_open(j, '{');
  json_put_string(j, "process", p->name);
  json_put_string(j, "step", text_str(&what));
  if (step->edge != NONE)
    json_put_uint(j, "line",
                  m->sources[p->edges[step->edge].source].place.line);
  if (step->object != NONE)
    json_put_string(j, "object", m->objects[step->object].name);
  json_close(j);
  text_free(&what);
}

static void put_state(struct json *j, const struct session *x) {
  struct text lines = {0};
  interp_print_lines(x->at.in, stepping_state(&x->at), &lines);
  json_key(j, "state");
  json_open(j, '[');
  for (char *line = lines.len ? lines.at : NULL, *next; line; line = next) {
    next = strchr(line, '\n');
    if (next)
      *next++ = 0;
    line += strspn(line, " ");
    if (*line)
      json_string(j, line);
  }
  json_close(j);
  text_free(&lines);
}

static void put_session(const struct session *x, struct reply *a) {
  char id[24];
  snprintf(id, sizeof id, "%llu", (unsigned long long)x->id);
  const struct stepping *s = &x->at;
  const char *wrong = stepping_error(s);
  struct json j = {.out = &a->body};
  json_begin(&j, "heddle.steps/1");
  json_put_string(&j, "id", id);
  json_put_uint(&j, "length", s->at);
  json_put_uint(&j, "taken_back", s->steps.len - s->at);
  json_put_bool(&j, "ended", stepping_end(s) != STEPPING_ON);
  if (wrong)
    json_put_string(&j, "error", wrong);
  put_state(&j, x);
  json_key(&j, "moves");
  json_open(&j, '[');
  vec_each(&s->moves.at, m) put_step(&j, x, stepping_state(s), m);
  json_close(&j);
  json_key(&j, "run");
  json_open(&j, '[');
  for (size_t i = 0; i < s->at; i++)
    put_step(&j, x, s->states.at[i], &s->steps.at[i]);
  json_close(&j);
  json_end(&j);
}

/* --- what is done -----------------------------------------------------------
 */

static struct session *oldest(struct steps *all) {
  struct session *x = &all->sessions[0];
  for (size_t i = 1; i < STEPS_KEPT; i++)
    if (all->sessions[i].used < x->used)
      x = &all->sessions[i];
  return x;
}

static bool follow(const struct body *b, struct session *x, struct reply *a);

static void begin(struct steps *all, const struct body *b, struct model *m,
                  struct reply *a) {
  struct session *x = oldest(all);
  end(x);
  x->id = ++all->last;
  x->used = ++all->clock;
  x->model = m;
  x->random = rng_seed(x->id);
  stepping_open(&x->at, m);
  if (!follow(b, x, a)) {
    end(x);
    return;
  }
  a->status = 201;
  snprintf(a->location, sizeof a->location, "/api/steps/%llu",
           (unsigned long long)x->id);
  put_session(x, a);
}

static void first_error(void *user, enum diag_level level, struct diag_at at,
                        const char *message, const char *hint) {
  (void)hint;
  struct text *to = user;
  if (level == DIAG_ERROR && !to->len)
    text_printf(to, "line %u: %s", at.line, message);
}

/* "N=5" each; false: one is no such thing. */
static bool take_defines(const struct body *b, struct lang_param *params,
                         size_t *count, struct arena *names) {
  bool wrong = false;
  const char *define;
  for (*count = 0; (define = body_item(b, "define", *count, &wrong));) {
    const char *equals = strchr(define, '=');
    char *after = NULL;
    long long value = equals ? strtoll(equals + 1, &after, 10) : 0;
    if (*count == DEFINES || !after || after == equals + 1 || *after)
      return false;
    params[(*count)++] = (struct lang_param){
        .name = arena_string(names, define, (size_t)(equals - define)),
        .value = value};
  }
  return !wrong;
}

/* NULL after an error. */
static struct model *read_text(const struct body *b, const char *folder,
                               struct reply *a) {
  size_t path_len = 0, len = 0;
  const char *path = body_string(b, "path", &path_len);
  const char *text = body_string(b, "text", &len);
  struct lang_param params[DEFINES];
  struct lang_options options = {.params = params, .folder = folder};
  struct arena names = {0};
  struct text said = {0};
  struct diag d = {.sink = first_error, .user = &said};
  struct model *m = NULL;
  if (!path || !text || strlen(path) != path_len)
    answer_error(a, 400, "'path' and 'text' are strings");
  else if (!take_defines(b, params, &options.param_count, &names))
    answer_error(a, 400, "'define' is a list of NAME=NUMBER");
  else if (!(m = read_model(path, text, len, &options, &d)))
    answer_error(a, 400, "no model: %s", text_str(&said));
  text_free(&said);
  arena_free(&names);
  return m;
}

/* The steps of a recording of this model, as far as there is one; false after
 * an error. */
static bool follow(const struct body *b, struct session *x, struct reply *a) {
  size_t len;
  const char *text = body_string(b, "recording", &len);
  struct text said = {0};
  struct diag d = {.sink = first_error, .user = &said};
  struct recording recording = {0};
  bool ok = !text || recording_read(&recording, "recording", text, &d);
  if (!ok)
    answer_error(a, 400, "no recording of a model: %s", text_str(&said));
  for (size_t i = 0; ok && i < recording.steps.len; i++) {
    ok = i < STEPS_LONGEST && stepping_follow(&x->at, &recording.steps.at[i]);
    if (!ok)
      answer_error(a, 409,
                   "step %zu of the recording cannot be taken: is it "
                   "of this model, with these parameters?",
                   i + 1);
  }
  recording_free(&recording);
  text_free(&said);
  return ok;
}

void steps_post(struct server *s, const struct request *r, struct reply *a) {
  struct steps *all = server_parts(s)->steps;
  const char *why;
  struct body *b = body_read(r->body, r->len, &why);
  if (!b) {
    answer_error(a, 400, "the body is no JSON object: %s", why);
    return;
  }
  struct model *m = read_text(b, server_parts(s)->name, a);
  if (m) {
    alloc_lock(&all->lock);
    begin(all, b, m, a);
    alloc_unlock(&all->lock);
  }
  body_free(b);
}

/* Under the lock: "12", "12/recording"; NULL after an error. */
static struct session *find(struct steps *all, const char *path,
                            const char **rest, struct reply *a) {
  char *after = NULL;
  unsigned long long id =
      *path >= '1' && *path <= '9' ? strtoull(path, &after, 10) : 0;
  for (size_t i = 0; after && i < STEPS_KEPT; i++) {
    struct session *x = &all->sessions[i];
    if (x->used && x->id == id && (!*after || *after == '/')) {
      x->used = ++all->clock;
      *rest = after;
      return x;
    }
  }
  answer_error(a, 404, "no stepping '%.40s' (any more)", path);
  return NULL;
}

struct motion {
  struct session *x;
  bool moved, wrong;
};

/* {"take": 1}, {"back": 1}, {"forward": 1}, {"random": 10} */
static bool move(void *user, const char *name, const char *value, bool off,
                 bool wrong) {
  struct motion *m = user;
  struct stepping *s = &m->x->at;
  char *after = NULL;
  unsigned long n = value && !off && !wrong ? strtoul(value, &after, 10) : 0;
  m->wrong = !n || *after || n > STEPS_LONGEST;
  if (m->wrong)
    return false;
  bool room = s->at < STEPS_LONGEST;
  if (!strcmp(name, "take"))
    m->moved = room && stepping_take(s, n - 1);
  else if (!strcmp(name, "back"))
    while (n-- && stepping_back(s))
      m->moved = true;
  else if (!strcmp(name, "forward"))
    while (n-- && stepping_forward(s))
      m->moved = true;
  else if (!strcmp(name, "random"))
    while (n-- && stepping_count(s) && s->at < STEPS_LONGEST)
      m->moved = stepping_take(s, rng_next(&m->x->random) % stepping_count(s));
  else
    m->wrong = true;
  return !m->wrong;
}

void steps_move(struct server *s, const struct request *r, struct reply *a) {
  struct steps *all = server_parts(s)->steps;
  const char *why, *rest;
  struct body *b = body_read(r->body, r->len, &why);
  if (!b) {
    answer_error(a, 400, "the body is no JSON object: %s", why);
    return;
  }
  alloc_lock(&all->lock);
  struct session *x = find(all, r->path, &rest, a);
  if (x) {
    struct motion m = {.x = x};
    body_each(b, "move", move, &m);
    if (*rest)
      answer_error(a, 404, "no such thing: '%.80s'", r->path);
    else if (m.wrong || !m.moved)
      answer_error(a, m.wrong ? 400 : 409, "%s",
                   m.wrong ? "'move' is {\"take\": N}, {\"back\": N}, "
                             "{\"forward\": N} or {\"random\": N}"
                           : "there is no such step here");
    else
      put_session(x, a);
  }
  alloc_unlock(&all->lock);
  body_free(b);
}

void steps_get(struct server *s, const struct request *r, struct reply *a) {
  struct steps *all = server_parts(s)->steps;
  const char *rest;
  alloc_lock(&all->lock);
  struct session *x = find(all, r->path, &rest, a);
  if (x && !*rest) {
    put_session(x, a);
  } else if (x && !strcmp(rest, "/recording")) {
    struct recording recording;
    stepping_record(&x->at, &recording);
    recording_write(&recording, &a->body);
    recording_free(&recording);
    a->type = "text/plain; charset=utf-8";
  } else if (x) {
    answer_error(a, 404, "a stepping has a 'recording' and nothing else");
  }
  alloc_unlock(&all->lock);
}

void steps_delete(struct server *s, const struct request *r, struct reply *a) {
  struct steps *all = server_parts(s)->steps;
  const char *rest;
  alloc_lock(&all->lock);
  struct session *x = find(all, r->path, &rest, a);
  if (x && *rest)
    answer_error(a, 404, "no such thing: '%.80s'", r->path);
  else if (x) {
    end(x);
    a->status = 204;
  }
  alloc_unlock(&all->lock);
}
