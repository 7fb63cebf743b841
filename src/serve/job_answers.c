/* /api/jobs: started, looked at, stopped. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "serve/commands.h"
#include "serve/exchange.h"
#include "serve/jobs.h"
#include "serve/outcome.h"
#include "serve/save.h"

static void put_line(struct json *j, const struct job_line *l) {
  json_put_string(j, "command", l->words.at[1]);
  json_key(j, "files");
  json_open(j, '[');
  size_t end = l->words.len - l->after;
  for (size_t i = end - l->files; i < end; i++)
    json_string(j, l->words.at[i]);
  json_close(j);
}

static void put_glance(struct json *j, const struct job_glance *g,
                       const struct job_line *line) {
  char id[24];
  snprintf(id, sizeof id, "%llu", (unsigned long long)g->id);
  json_put_string(j, "id", id);
  put_line(j, line);
  json_put_string(j, "state", job_state_names[g->state]);
  if (g->why[0])
    json_put_string(j, "why", g->why);
  if (g->exit >= 0)
    json_put_int(j, "exit", g->exit);
  json_put_real(j, "seconds", g->seconds);
  if (g->progress[0]) {
    json_key(j, "progress");
    json_raw(j, g->progress, strlen(g->progress));
  }
}

void jobs_list(struct server *s, const struct request *r, struct reply *a) {
  (void)r;
  struct jobs *all = server_parts(s)->jobs;
  uint64_t ids[JOBS_KEPT + JOBS_RUNNING];
  size_t count = jobs_numbers(all, ids);
  struct json j = {.out = &a->body};
  json_begin(&j, "heddle.jobs/1");
  json_key(&j, "jobs");
  json_open(&j, '[');
  for (size_t i = 0; i < count; i++) {
    struct job *job = jobs_find(all, ids[i]);
    if (!job)
      continue;
    struct job_glance g;
    job_look(job, &g);
    json_open(&j, '{');
    put_glance(&j, &g, job_line(job));
    json_close(&j);
    job_release(job);
  }
  json_close(&j);
  json_end(&j);
}

void jobs_post(struct server *s, const struct request *r, struct reply *a) {
  const struct server_parts *p = server_parts(s);
  const char *wrong;
  struct body *b = body_read(r->body, r->len, &wrong);
  struct text why = {0};
  struct job_line line = {0};
  unsigned status = 400;
  uint64_t id = 0;
  if (!b)
    answer_error(a, 400, "the body is no JSON object: %s", wrong);
  else if (!command_line(b, p->folder, p->jobs, &line, &status, &why))
    answer_error(a, status, "%s", text_str(&why));
  else if (!(id = jobs_start(p->jobs, &line)))
    answer_error(a, 429, "%d jobs run already: stop one, or wait",
                 JOBS_RUNNING);
  if (id) {
    char number[24];
    snprintf(number, sizeof number, "%llu", (unsigned long long)id);
    snprintf(a->location, sizeof a->location, "/api/jobs/%s", number);
    a->status = 201;
    struct json j = {.out = &a->body};
    json_open(&j, '{');
    json_put_string(&j, "id", number);
    json_end(&j);
  }
  job_line_free(&line);
  text_free(&why);
  body_free(b);
}

/* "12", "12/events": the job, or NULL after an error. */
static struct job *find(struct server *s, const char *path, const char **rest,
                        struct reply *a) {
  char *end = NULL;
  unsigned long long id =
      *path >= '1' && *path <= '9' ? strtoull(path, &end, 10) : 0;
  struct job *j = end && (!*end || *end == '/')
                      ? jobs_find(server_parts(s)->jobs, id)
                      : NULL;
  *rest = end ? end : "";
  if (!j)
    answer_error(a, 404, "no job '%.40s'", path);
  return j;
}

struct written {
  struct json *out;
  const char *ticket;
};

static void put_written(void *user, const char *name, uint64_t size) {
  struct written *w = user;
  struct text view = {0};
  text_printf(&view, "/view/%s/%s", w->ticket, name);
  json_open(w->out, '{');
  json_put_string(w->out, "name", name);
  json_put_uint(w->out, "size", size);
  json_put_string(w->out, "view", text_str(&view));
  json_close(w->out);
  text_free(&view);
}

static void tell(struct job *j, struct reply *a) {
  struct job_glance g;
  job_look(j, &g);
  struct json out = {.out = &a->body};
  json_begin(&out, "heddle.job/1");
  put_glance(&out, &g, job_line(j));
  if (g.state != JOB_RUNNING) {
    bool result;
    const struct text *output = job_output(j, &result);
    json_put_string(&out, "messages", text_str(job_messages(j)));
    json_key(&out, "written");
    json_open(&out, '[');
    struct written w = {&out, job_ticket(j)};
    outcome_each(job_line(j)->place, put_written, &w);
    json_close(&out);
    json_key(&out, "result");
    if (result)
      json_raw(&out, text_str(output), output->len);
    else
      json_null(&out);
  }
  json_end(&out);
}

/* --- what it printed, and what it wrote -------------------------------------
 */

static void give_output(struct job *j, struct reply *a) {
  struct job_glance g;
  bool result;
  job_look(j, &g);
  if (g.state == JOB_RUNNING) {
    answer_error(a, 409, "it still runs");
    return;
  }
  const struct text *output = job_output(j, &result);
  a->type = result ? NULL : "text/plain; charset=utf-8";
  text_add_n(&a->body, text_str(output), output->len);
}

static void give_written(struct job *j, const char *name, struct reply *a) {
  struct job_glance g;
  job_look(j, &g);
  int file =
      g.state == JOB_RUNNING ? -1 : outcome_open(job_line(j)->place, name);
  if (file < 0)
    answer_error(a, 404, "it has written no '%.200s'", name);
  else if (!save_read(file, &a->body))
    answer_error(a, errno == EFBIG ? 413 : 500, "cannot read '%.200s': %s",
                 name, strerror(errno));
  else
    a->type = "text/plain; charset=utf-8";
  if (file >= 0)
    close(file);
}

static bool starts_as_page(const char *text) {
  return !strncasecmp(text, "<!doctype html", 14);
}

void jobs_get(struct server *s, const struct request *r, struct reply *a) {
  static const char written[] = "/written/";
  const char *rest;
  struct job *j = find(s, r->path, &rest, a);
  if (!j)
    return;
  if (!strcmp(rest, "/events")) {
    a->type = "text/event-stream";
    a->watched = j;
    return;
  }
  if (!*rest)
    tell(j, a);
  else if (!strcmp(rest, "/output"))
    give_output(j, a);
  else if (!strncmp(rest, written, sizeof written - 1))
    give_written(j, rest + sizeof written - 1, a);
  else
    answer_error(a, 404, "a job has 'events', 'output' and 'written/'");
  job_release(j);
}

/* Pages are shown in a frame, which cannot send the token: the ticket of the
 * job is in their address. */
void jobs_view(struct server *s, const char *path, struct reply *a) {
  const char *slash = strchr(path, '/');
  struct job *j = slash ? jobs_find_ticket(server_parts(s)->jobs, path,
                                           (size_t)(slash - path))
                        : NULL;
  if (!j) {
    answer_error(a, 404, "there is nothing here");
    return;
  }
  give_written(j, slash + 1, a);
  if (a->status == 200)
    a->type = starts_as_page(text_str(&a->body)) ? "text/html; charset=utf-8"
                                                 : a->type;
  job_release(j);
}

void jobs_delete(struct server *s, const struct request *r, struct reply *a) {
  const char *rest;
  struct job *j = find(s, r->path, &rest, a);
  if (!j)
    return;
  if (*rest)
    answer_error(a, 404, "no such thing: '%.80s'", r->path);
  else
    a->status = job_stop(j) ? 202 : 204;
  job_release(j);
}
