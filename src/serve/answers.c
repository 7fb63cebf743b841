/* /api/answers: what a network, or a mutant of it, answers to the inputs of a
 * test, with each transition that fires on the way.  Nothing is run but this
 * and nothing is written. */
#include "job/answers.h"

#include <stdlib.h>
#include <string.h>

#include "read/reader.h"
#include "serve/body.h"
#include "serve/exchange.h"

enum { INPUTS_MOST = 10000 };

static const char *const whys[] = {[ANSWER_OUTPUT] = "",
                                   [ANSWER_UNDEFINED] = "no transition",
                                   [ANSWER_STUCK] = "stuck",
                                   [ANSWER_LIVELOCK] = "a livelock"};

static void put_fired(struct json *j, const struct network *n,
                      const struct answers *a, const struct answers_step *s) {
  const struct network_edge *e = &n->edges.at[s->edge];
  json_put_string(j, "machine", n->machines.at[e->machine].name);
  json_put_string(j, "from", network_state_name(n, e->machine, e->from));
  json_put_string(j, "input", network_symbol_name(n, e->input));
  json_put_string(j, "output", network_symbol_name(n, s->symbol));
  json_put_string(j, "to", network_state_name(n, e->machine, s->to));
  json_put_uint(j, "line", e->at.line);
  if (a->mutant.kind != MUTANT_KINDS && a->mutant.edge == s->edge)
    json_put_bool(j, "mutated", true);
}

static void put_step(struct json *j, const struct network *n,
                     const struct answers *a, const struct answers_step *s) {
  json_open(j, '{');
  if (s->kind == ANSWERS_INPUT)
    json_put_string(j, "gives", network_symbol_name(n, s->symbol));
  else if (s->kind == ANSWERS_FIRES)
    put_fired(j, n, a, s);
  else if (s->kind == ANSWERS_OUTPUT)
    json_put_string(j, "sees", network_symbol_name(n, s->symbol));
  else
    json_put_string(j, "silent", whys[s->how]);
  if ((s->kind == ANSWERS_OUTPUT || s->kind == ANSWERS_NONE) &&
      s->expected != NETWORK_NONE)
    json_put_string(j, "expected", network_symbol_name(n, s->expected));
  json_close(j);
}

static void put_answers(struct json *j, const struct network *n,
                        const struct answers *a) {
  json_begin(j, "heddle.answers/1");
  if (a->mutant.kind != MUTANT_KINDS) {
    struct text what = {0};
    mutant_describe(n, &a->mutant, &what);
    json_put_string(j, "mutant", text_str(&what));
    text_free(&what);
  }
  json_put_bool(j, "differs", a->differs);
  json_key(j, "steps");
  json_open(j, '[');
  vec_each(&a->steps, s) put_step(j, n, a, s);
  json_close(j);
  json_end(j);
}

static void first_error(void *user, enum diag_level level, struct diag_at at,
                        const char *message, const char *hint) {
  (void)hint;
  struct text *to = user;
  if (level == DIAG_ERROR && !to->len)
    text_printf(to, "no network: line %u: %s", at.line, message);
}

struct wanted {
  unsigned operators;
  uint64_t mutant;
  struct text *why;
};

/* {"mutate": "initial,output", "mutant": 12}: its number, counted from 1. */
static bool take_option(void *user, const char *name, const char *value,
                        bool off, bool wrong) {
  struct wanted *w = user;
  char *after = NULL;
  if (wrong || off || !value) {
    text_printf(w->why, "'%.40s' wants a value", name);
  } else if (!strcmp(name, "mutate")) {
    w->operators = answers_operators(value, w->why);
  } else if (!strcmp(name, "mutant")) {
    w->mutant = strtoull(value, &after, 10) - 1;
    if (*value < '1' || *value > '9' || *after)
      text_add(w->why, "'mutant' is the number of one, 1 the first");
  } else {
    text_printf(w->why, "there is no option '%.40s' here", name);
  }
  return !w->why->len;
}

/* False after `why`. */
static bool ask(const struct body *b, struct network *n, struct answers *a,
                struct text *why) {
  size_t path_len = 0, len = 0;
  const char *path = body_string(b, "path", &path_len);
  const char *text = body_string(b, "text", &len), *input;
  struct diag d = {.sink = first_error, .user = why};
  struct wanted w = {MUTANT_PAPER, ANSWERS_SPECIFICATION, why};
  VEC(const char *) inputs = {0};
  bool wrong = false;
  while (inputs.len < INPUTS_MOST &&
         (input = body_item(b, "inputs", inputs.len, &wrong)))
    vec_push(&inputs, input);
  if (!path || !text || strlen(path) != path_len)
    text_add(why, "'path' and 'text' are strings");
  else if (wrong || inputs.len == INPUTS_MOST)
    text_add(why, "'inputs' is a list of names");
  else if (body_each(b, "options", take_option, &w) &&
           read_network(n, path, text, len, &d))
    answers_give(a, n, w.operators, w.mutant, inputs.at, inputs.len, why);
  vec_free(&inputs);
  return !why->len;
}

void answers_post(struct server *s, const struct request *r, struct reply *a) {
  (void)s;
  const char *why;
  struct body *b = body_read(r->body, r->len, &why);
  struct network net = {0};
  struct answers answers = {0};
  struct text wrong = {0};
  struct json j = {.out = &a->body};
  if (!b)
    answer_error(a, 400, "the body is no JSON object: %s", why);
  else if (!ask(b, &net, &answers, &wrong))
    answer_error(a, 400, "%s", text_str(&wrong));
  else
    put_answers(&j, &net, &answers);
  text_free(&wrong);
  answers_free(&answers);
  network_free(&net);
  body_free(b);
}
