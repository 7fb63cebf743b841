/* derive --equal: two networks side by side, as text or JSON (schema
 * heddle.equal/1; the keys are in doc/derive.md). */
#include <string.h>

#include "base/alloc.h"
#include "form/derive.h"
#include "net/belief.h"
#include "report/because.h"
#include "report/json.h"

/* What a network says to the last input. */
struct said {
  enum answer how;
  const char *output; /* ANSWER_OUTPUT */
};

struct difference {
  symbol_list inputs; /* in the symbols of the first network */
  symbol_list seen;   /* with choices: the outputs to all but the last */
  const char *last;   /* a last input that only the second one knows, or NULL */
};

static bool has_choices(const struct derive_pair *p) {
  return !network_deterministic(p->nets[0]) ||
         !network_deterministic(p->nets[1]);
}

static const char *const answer_texts[] = {
    [ANSWER_UNDEFINED] = "does not take it",
    [ANSWER_STUCK] = "gets stuck",
    [ANSWER_LIVELOCK] = "runs for ever",
};
static const char *const answer_keys[] = {
    [ANSWER_OUTPUT] = "output",
    [ANSWER_UNDEFINED] = "undefined",
    [ANSWER_STUCK] = "stuck",
    [ANSWER_LIVELOCK] = "livelock",
};

static const char *input_name(const struct derive_pair *p,
                              const struct difference *d, size_t i) {
  return i < d->inputs.len ? network_symbol_name(p->nets[0], d->inputs.at[i])
                           : d->last;
}

/* Runs the sequence; the last step is where the two differ. */
static struct said replay(const struct derive_pair *p, unsigned which,
                          const struct difference *d) {
  const struct network *n = p->nets[which];
  struct stepper s;
  local_id *at = alloc_zero(n->machines.len, sizeof *at);
  symbol_id output = 0;
  enum answer how = ANSWER_UNDEFINED;
  stepper_begin(&s, n);
  stepper_initial(&s, at);
  for (size_t i = 0; i <= d->inputs.len; i++) {
    const char *name = input_name(p, d, i);
    if (!name)
      break;
    const symbol_id x = names_find(&n->symbol_names, name, strlen(name));
    how = x == NAMES_NONE || !network_is_external(n, x)
              ? ANSWER_UNDEFINED
              : stepper_input(&s, at, x, &output);
  }
  stepper_end(&s);
  free(at);
  return (struct said){
      how, how == ANSWER_OUTPUT ? network_symbol_name(n, output) : NULL};
}

/* What a network with choices may say to it: outputs by name, and whether
 * one of them must come. */
struct possibly {
  VEC(const char *) outputs;
  bool sure;
};

static uint32_t input_number(const struct network *n, const char *name) {
  uint32_t i = 0;
  while (i < n->inputs.len &&
         strcmp(network_symbol_name(n, n->inputs.at[i]), name))
    i++;
  return i;
}

static struct possibly replay_sets(const struct derive_pair *p, unsigned which,
                                   const struct difference *d) {
  const struct network *n = p->nets[which];
  struct states rest = {.width = (uint32_t)n->machines.len};
  struct possibly said = {0};
  struct belief b;
  belief_begin(&b, n, &rest, p->fair);
  uint32_t set = belief_initial(&b);
  for (size_t i = 0; input_name(p, d, i); i++) {
    const uint32_t x = input_number(n, input_name(p, d, i));
    if (x == n->inputs.len)
      break;
    const struct outlook o = belief_after(&b, set, x);
    if (i == d->seen.len) {
      said.sure = o.sure;
      for (uint32_t k = 0; k < o.count; k++)
        vec_push(&said.outputs,
                 network_symbol_name(n, b.branches.at[o.first + k].output));
      break;
    }
    const char *seen = network_symbol_name(p->nets[0], d->seen.at[i]);
    set = belief_seen(&b, &o, names_find(&n->symbol_names, seen, strlen(seen)));
  }
  belief_end(&b);
  states_free(&rest);
  return said;
}

static void possibly_text(struct possibly said, struct text *out) {
  text_add(out, !said.outputs.len ? "answers nothing"
                : said.sure       ? "answers"
                                  : "may answer");
  for (size_t i = 0; i < said.outputs.len; i++)
    text_printf(out, "%s '%s'", i ? " or" : "", said.outputs.at[i]);
  if (!said.sure && said.outputs.len)
    text_add(out, " or nothing");
  text_char(out, '\n');
  vec_free(&said.outputs);
}

static void possibly_json(struct possibly said, struct json *j) {
  json_put_string(j, "answer", said.sure ? "output" : "unsure");
  json_key(j, "outputs");
  json_open(j, '[');
  vec_each(&said.outputs, o) json_string(j, *o);
  json_close(j);
  vec_free(&said.outputs);
}

static void as_text(const struct derive_pair *p, const struct difference *d,
                    enum verdict v, const struct claim *c, struct text *out) {
  text_printf(out, "%s and %s ", p->files[0], p->files[1]);
  if (v == VERDICT_HOLDS) {
    text_add(out, "are equivalent\n");
    return;
  }
  if (v == VERDICT_INCOMPLETE) {
    text_add(out, "do not differ so far, not everything compared");
    reasons_line(&c->because, out);
    text_char(out, '\n');
    return;
  }
  text_add(out, "differ after:");
  for (size_t i = 0; i < d->inputs.len + (d->last != NULL); i++)
    if (i < d->seen.len)
      text_printf(out, " %s/%s", input_name(p, d, i),
                  network_symbol_name(p->nets[0], d->seen.at[i]));
    else
      text_printf(out, " %s", input_name(p, d, i));
  text_char(out, '\n');
  for (unsigned k = 0; k < 2; k++) {
    text_printf(out, "  %s ", p->files[k]);
    if (has_choices(p)) {
      possibly_text(replay_sets(p, k, d), out);
      continue;
    }
    const struct said said = replay(p, k, d);
    if (said.output)
      text_printf(out, "answers '%s'\n", said.output);
    else
      text_printf(out, "%s\n", answer_texts[said.how]);
  }
}

static void difference_json(struct json *j, const struct derive_pair *p,
                            const struct difference *d) {
  json_key(j, "inputs");
  json_open(j, '[');
  for (size_t i = 0; i < d->inputs.len + (d->last != NULL); i++)
    json_string(j, input_name(p, d, i));
  json_close(j);
  if (has_choices(p)) {
    json_key(j, "seen");
    json_open(j, '[');
    vec_each(&d->seen, s) json_string(j, network_symbol_name(p->nets[0], *s));
    json_close(j);
  }
  json_key(j, "answers");
  json_open(j, '[');
  for (unsigned k = 0; k < 2; k++) {
    json_open(j, '{');
    json_put_string(j, "file", p->files[k]);
    if (has_choices(p)) {
      possibly_json(replay_sets(p, k, d), j);
      json_close(j);
      continue;
    }
    const struct said said = replay(p, k, d);
    json_put_string(j, "answer", answer_keys[said.how]);
    if (said.output)
      json_put_string(j, "output", said.output);
    json_close(j);
  }
  json_close(j);
}

static void as_json(const struct derive_pair *p, const struct difference *d,
                    enum verdict v, const struct claim *c, struct text *out) {
  struct json j = {.out = out};
  json_begin(&j, "heddle.equal/1");
  json_put_string(&j, "file", p->files[0]);
  json_put_string(&j, "other", p->files[1]);
  json_put_string(&j, "verdict", verdict_names[v]);
  because_json(&j, &c->because);
  under_json(&j, c->under);
  json_put_string(&j, "mode", p->mode == NET_QUIET ? "quiet" : "paper");
  if (v == VERDICT_VIOLATED)
    difference_json(&j, p, d);
  json_end(&j);
}

enum verdict derive_compare(const struct derive_pair *p,
                            const struct net_limits *l, bool json,
                            struct text *out) {
  struct difference d = {0};
  struct claim c;
  symbol_id only_second = NETWORK_NONE;
  const enum distinguish found =
      distinguish_networks(p->nets[0], p->nets[1], p->mode, p->fair, l,
                           &d.inputs, &d.seen, &only_second);
  const enum verdict v = distinguish_claim(found, net_limits_check(l, 0), &c);
  if (only_second != NETWORK_NONE)
    d.last = network_symbol_name(p->nets[1], only_second);
  (json ? as_json : as_text)(p, &d, v, &c, out);
  reasons_free(&c.because);
  vec_free(&d.inputs);
  vec_free(&d.seen);
  return v;
}
