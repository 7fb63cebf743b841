/* derive --equal: two networks side by side, as text or JSON (schema
 * heddle.equal/1; the keys are in doc/derive.md). */
#include <string.h>

#include "base/alloc.h"
#include "form/derive.h"
#include "report/because.h"
#include "report/json.h"

/* What a network says to the last input. */
struct said {
  enum answer how;
  const char *output; /* ANSWER_OUTPUT */
};

struct difference {
  symbol_list inputs; /* in the symbols of the first network */
  const char *last;   /* a last input that only the second one knows, or NULL */
};

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
    text_printf(out, " %s", input_name(p, d, i));
  text_char(out, '\n');
  for (unsigned k = 0; k < 2; k++) {
    const struct said said = replay(p, k, d);
    text_printf(out, "  %s ", p->files[k]);
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
  json_key(j, "answers");
  json_open(j, '[');
  for (unsigned k = 0; k < 2; k++) {
    const struct said said = replay(p, k, d);
    json_open(j, '{');
    json_put_string(j, "file", p->files[k]);
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
  const enum distinguish found = distinguish_networks(
      p->nets[0], p->nets[1], p->mode, l, &d.inputs, &only_second);
  const enum verdict v = distinguish_claim(found, net_limits_check(l, 0), &c);
  if (only_second != NETWORK_NONE)
    d.last = network_symbol_name(p->nets[1], only_second);
  (json ? as_json : as_text)(p, &d, v, &c, out);
  reasons_free(&c.because);
  vec_free(&d.inputs);
  return v;
}
