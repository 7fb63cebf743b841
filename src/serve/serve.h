/* serve: the workbench, an HTTP server for one folder and one person.
 *
 *     struct server *s = serve_open(&(struct serve_options){
 *         .folder = ".", .program = "/proc/self/exe", .version = "0.2"}, host);
 *     puts(serve_link(s));
 *     ... until it shall end ...
 *     serve_close(s);
 *
 * It listens on 127.0.0.1 and nowhere else, unless it is told to.  Whoever knows the token of the
 * link may read and write the files of the folder and start jobs on them;
 * whoever does not gets the page, which is the same for everybody, and
 * nothing else.  doc/serve.md has the interface.
 *
 * Each connection has a thread of its own, so that who is slow keeps nobody
 * waiting; a job is a process of its own with limits (jobs.h).  Nothing is
 * printed; everything that is wrong with a request is said in its answer. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include "job/host.h"

struct serve_options {
  const char *folder;
  const char *address; /* where it listens; NULL: 127.0.0.1 */
  unsigned port;       /* 0: any that is free */
  const char *program; /* this binary: what jobs run */
  const char *version; /* "0.2" */
};

struct server;

/* NULL after a message: no such folder, the port is taken, or this build has
 * no server. */
struct server *serve_open(const struct serve_options *options,
                          const struct host *h);
/* "http://127.0.0.1:8080/?token=..." */
const char *serve_link(const struct server *s);
/* Jobs are stopped, connections closed; NULL is fine. */
void serve_close(struct server *s);

#endif
