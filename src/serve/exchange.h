/* exchange: a request and its answer, as the handlers see them: no sockets, no
 * library of HTTP (server.c has those).
 *
 * A handler fills in an answer that is all zero but for the status, 200. */
#ifndef SERVE_EXCHANGE_H
#define SERVE_EXCHANGE_H

#include <stdbool.h>

#include "base/text.h"
#include "report/json.h"

struct server;
struct job;

struct request {
  const char *path; /* what follows the route, decoded: "models/ring.hed" */
  const char *if_match, *if_none_match; /* headers, or NULL */
  const char *body;
  size_t len;
};

struct reply {
  unsigned status;
  const char *type; /* NULL: JSON */
  struct text body;
  char etag[48];       /* "": none */
  char location[64];   /* "": none */
  struct job *watched; /* not NULL: what happens to it instead of a body; the
                          answer holds it (jobs.h) */
};

/* {"error": "..."} with this status. */
void answer_error(struct reply *a, unsigned status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* What a server has; each file below knows its part. */
struct server_parts {
  int folder;       /* open */
  const char *name; /* of the folder, for people */
  const char *program, *version;
  struct jobs *jobs;
  struct saves *saves;
  struct steps *steps;
};
const struct server_parts *server_parts(const struct server *s);

typedef void handler(struct server *s, const struct request *r,
                     struct reply *a);

handler files_get, files_put;
handler jobs_list, jobs_post, jobs_get, jobs_delete;
/* A file that a job has written, "TICKET/NAME": without the token. */
void jobs_view(struct server *s, const char *path, struct reply *a);
handler read_post;
handler answers_post;
handler steps_post, steps_get, steps_move, steps_delete;

#endif
