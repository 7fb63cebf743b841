/* A build without what the server is made of. */
#include "serve/serve.h"

#ifndef HAVE_SERVE

struct server *serve_open(const struct serve_options *options,
                          const struct host *h) {
  (void)options;
  host_say(h, "this heddle was built without its server; please install "
              "libmicrohttpd-dev, libjson-c-dev and libjs-codemirror, and "
              "build it again");
  return NULL;
}

const char *serve_link(const struct server *s) {
  (void)s;
  return "";
}

void serve_close(struct server *s) {
  (void)s;
}

#endif
