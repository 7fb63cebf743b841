/* heddle cover --sequence: orders of events. */
#include <stdlib.h>
#include <string.h>

#include "cli/cover_command.h"
#include "cli/backstop.h"

static void add_table(struct cover *c, const struct heddle_cover_sequence *s,
                      const struct heddle_cover_tests *tests,
                      char separator) {
  for (size_t i = 0; i < tests->params; i++)
    text_printf(&c->out, "%zu%c", i + 1,
                i + 1 < tests->params ? separator : '\n');
  for (size_t t = 0; t < tests->count; t++)
    for (size_t i = 0; i < tests->params; i++)
      text_printf(&c->out, "%s%c",
                  heddle_cover_event(s, heddle_cover_cell(tests, t, i)),
                  i + 1 < tests->params ? separator : '\n');
}

static void add_json(struct cover *c, const struct heddle_cover_sequence *s,
                     const struct heddle_cover_orders *r) {
  struct json j = {.out = &c->out};
  json_begin(&j, "heddle.cover-sequence/1");
  json_put_string(&j, "model", c->path);
  json_put_uint(&j, "strength", c->strength);
  json_put_uint(&j, "size", r->tests.count);
  json_put_uint(&j, "lower", r->bound);
  json_put_uint(&j, "sequences", r->possible);
  json_put_uint(&j, "covered", r->covered);
  json_put_uint(&j, "infeasible_count", r->impossible);
  json_key(&j, "tests");
  json_open(&j, '[');
  for (size_t t = 0; t < r->tests.count; t++) {
    json_open(&j, '[');
    for (size_t i = 0; i < r->tests.params; i++)
      json_string(&j, heddle_cover_event(s, heddle_cover_cell(&r->tests, t,
                                                              i)));
    json_close(&j);
  }
  json_close(&j);
  json_end(&j);
}

static int make(struct cover *c, struct heddle_cover_sequence *s) {
  struct heddle_cover_orders r;
  double left = budget_left(&c->budget, 1e9);
  if (c->r.seconds > 0 && c->r.seconds < left)
    left = c->r.seconds;
  if (!heddle_cover_sequence_generate(s, c->strength, c->r.seed, left,
                                      backstop_stop(), &r))
    return cover_bad_input(c);
  if (c->r.json || (c->r.format && !strcmp(c->r.format, "json")))
    add_json(c, s, &r);
  else
    add_table(c, s, &r.tests,
              c->r.format && !strcmp(c->r.format, "csv") ? ',' : '\t');
  int status = cover_write_out(c);
  if (!status && r.covered < r.possible) {
    term_message("%zu tests cover %llu of %llu sequences of %u events, not "
                 "everything covered (incomplete: the time is over, or "
                 "interrupted)", r.tests.count,
                 (unsigned long long)r.covered,
                 (unsigned long long)r.possible, c->strength);
    status = EXIT_INCOMPLETE;
  } else if (!status && !c->r.quiet) {
    term_message("%zu tests cover all %llu sequences of %u events (%s)",
                 r.tests.count, (unsigned long long)r.possible, c->strength,
                 r.bound >= r.tests.count ? "no set is smaller"
                                          : "a smaller set may exist");
  }
  heddle_cover_tests_free(&r.tests);
  return status;
}

int cover_make_sequences(struct cover *c, const struct text *model) {
  const struct cover_request *r = &c->r;
  if (r->measure || r->keep || r->rank || r->minimise || r->explain ||
      r->run || r->locate || r->dont_care)
    return usage_error(&cover_usage, "--sequence makes tests and nothing "
                                     "else");
  if (r->format && strcmp(r->format, "tsv") && strcmp(r->format, "csv") &&
      strcmp(r->format, "json"))
    return usage_error(&cover_usage, "--sequence writes tsv, csv or json, not "
                                     "'%s'", r->format);
  struct heddle_cover_sequence *s = heddle_cover_sequence_read(
      c->path, text_str(model), model->len, cover_report, &c->diag);
  if (!s)
    return cover_bad_input(c);
  size_t events = heddle_cover_events(s);
  c->strength = c->r.strength ? (unsigned)strtoul(c->r.strength, NULL, 10)
                : events < 3  ? (unsigned)events
                              : 3;
  int status = make(c, s);
  heddle_cover_sequence_free(s);
  return status;
}
