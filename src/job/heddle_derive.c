/* The part of heddle.h that derives the tests of networks. */
#include <stdlib.h>
#include <string.h>

#include "job/derive.h"
#include "job/guarded.h"
#include "job/result.h"
#include "read/reader.h"

struct heddle_network {
  struct network net;
  const char *file;
  struct arena arena;
};

struct heddle_derive {
  struct arena arena; /* of the result and of the tests' texts */
  struct derivation d;
  struct heddle_result result;
  const char **tests;
};

static struct heddle_network *read_text(const char *file, const char *text,
                                        size_t len, struct listener *l) {
  struct diag diag = {.sink = listener_say, .user = l};
  struct heddle_network *n = alloc_zero(1, sizeof *n);
  n->file = arena_string(&n->arena, file, strlen(file));
  if (read_network(&n->net, file, text, len, &diag))
    return n;
  heddle_network_free(n);
  return NULL;
}

struct heddle_network *heddle_network_read(const char *file, const char *text,
                                           size_t len, heddle_report *report,
                                           void *user) {
  struct listener l = {report, user};
  GUARDED(struct heddle_network *, NULL, &l, read_text(file, text, len, &l));
}

void heddle_network_free(struct heddle_network *n) {
  if (!n)
    return;
  network_free(&n->net);
  arena_free(&n->arena);
  free(n);
}

static void keep_tests(struct heddle_derive *d) {
  const struct suite *s = &d->d.result.suite;
  d->tests = arena_array(&d->arena, const char *, s->tests.len);
  for (size_t i = 0; i < s->tests.len; i++) {
    struct text t = {0};
    suite_test_text(s->net, &s->tests.at[i], &t);
    d->tests[i] = arena_string(&d->arena, text_str(&t), t.len);
    text_free(&t);
  }
}

static struct heddle_derive *run(const struct heddle_network *n,
                                 const struct heddle_derive_options *o,
                                 struct listener *l) {
  const struct derive_request asked = {.engine = o->engine,
                                       .mode = o->mode,
                                       .mutate = o->mutate,
                                       .verify = o->verify,
                                       .fair = o->fair,
                                       .all = o->all,
                                       .jobs = o->jobs ? o->jobs : 1,
                                       .memory = o->memory,
                                       .first = o->first};
  const struct host host = {.say = listener_say, .user = l, .stop = o->stop};
  struct heddle_derive *d = alloc_zero(1, sizeof *d);
  struct text why = {0};
  bool ok = (derive_choose(&d->d.options, &asked, &why) &&
             derive_takes(&d->d.options, &n->net, &why)) ||
            host_say(&host, "%s", text_str(&why));
  text_free(&why);
  if (!ok) {
    free(d);
    return NULL;
  }
  d->d.listed = o->matrix;
  derivation_run(&d->d, &host, &n->net, o->seconds);
  result_of_derive(&d->d, n->file, RESULT_ALL, &d->arena, &d->result);
  keep_tests(d);
  return d;
}

struct heddle_derive *heddle_derive(const struct heddle_network *n,
                                    const struct heddle_derive_options *o,
                                    heddle_report *report, void *user) {
  static const struct heddle_derive_options defaults;
  struct listener l = {report, user};
  GUARDED(struct heddle_derive *, NULL, &l, run(n, o ? o : &defaults, &l));
}

void heddle_derive_free(struct heddle_derive *d) {
  if (!d)
    return;
  derivation_close(&d->d);
  arena_free(&d->arena);
  free(d);
}

const struct heddle_result *
heddle_derive_result(const struct heddle_derive *d) {
  return &d->result;
}

const char *heddle_derive_test(const struct heddle_derive *d, size_t i) {
  return i < d->d.result.suite.tests.len ? d->tests[i] : NULL;
}
