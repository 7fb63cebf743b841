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
    cover_say(c, "%zu tests cover %llu of %llu sequences of %u events, not "
                 "everything covered (incomplete: the time is over, or "
                 "interrupted)", r.tests.count,
              (unsigned long long)r.covered, (unsigned long long)r.possible,
              c->strength);
    status = EXIT_INCOMPLETE;
  } else if (!status) {
    cover_say(c, "%zu tests cover all %llu sequences of %u events (%s)",
              r.tests.count, (unsigned long long)r.possible, c->strength,
              r.bound >= r.tests.count ? "no set is smaller"
                                       : "a smaller set may exist");
  }
  heddle_cover_tests_free(&r.tests);
  return status;
}

/* --- measuring ------------------------------------------------------------ */

struct missing {
  struct cover *c;
  const struct heddle_cover_sequence *s;
  struct json *j; /* NULL: as text */
  uint64_t shown, more;
};

static bool list_missing(void *user, const uint16_t *events) {
  struct missing *l = user;
  if (l->shown == l->c->r.missing) {
    l->more++;
    return true;
  }
  l->shown++;
  if (l->j)
    json_open(l->j, '[');
  for (unsigned i = 0; i < l->c->strength; i++) {
    const char *name = heddle_cover_event(l->s, events[i]);
    if (l->j)
      json_string(l->j, name);
    else
      text_printf(&l->c->out, "%s%s", i ? ", " : "  ", name);
  }
  if (l->j)
    json_close(l->j);
  else
    text_char(&l->c->out, '\n');
  return true;
}

static bool measure_text(struct cover *c, struct missing *l,
                         struct heddle_cover_sequence *s,
                         struct heddle_cover_orders *got) {
  text_printf(&c->out, "%s: %zu tests\n\n  strength      possible       "
                       "covered\n", c->r.measure, c->given.count);
  for (unsigned t = 1; t <= c->strength; t++) {
    if (!heddle_cover_sequence_measure(s, t, &c->given, NULL, NULL, got))
      return false;
    text_printf(&c->out, "  %8u  %12llu  %12llu  %5.1f %%\n", t,
                (unsigned long long)got->possible,
                (unsigned long long)got->covered,
                got->possible ? 100.0 * (double)got->covered /
                                    (double)got->possible : 100);
  }
  if (got->covered == got->possible)
    return true;
  text_add(&c->out, "\nmissing sequences:\n");
  heddle_cover_sequence_measure(s, c->strength, &c->given, list_missing, l,
                                got);
  if (l->more)
    text_printf(&c->out, "  ... and %llu more (--missing N lists more)\n",
                (unsigned long long)l->more);
  return true;
}

static bool measure_json(struct cover *c, struct missing *l,
                         struct heddle_cover_sequence *s,
                         struct heddle_cover_orders *got) {
  struct json j = {.out = &c->out};
  l->j = &j;
  json_begin(&j, "heddle.cover-sequence-measure/1");
  json_put_string(&j, "model", c->path);
  json_put_string(&j, "tests", c->r.measure);
  json_put_uint(&j, "size", c->given.count);
  json_put_uint(&j, "strength", c->strength);
  json_key(&j, "missing");
  json_open(&j, '[');
  if (!heddle_cover_sequence_measure(s, c->strength, &c->given, list_missing,
                                     l, got))
    return false;
  json_close(&j);
  json_put_uint(&j, "sequences", got->possible);
  json_put_uint(&j, "covered", got->covered);
  json_put_uint(&j, "infeasible_count", got->impossible);
  json_end(&j);
  return true;
}

static int measure(struct cover *c, struct heddle_cover_sequence *s) {
  struct text file = {0};
  struct heddle_cover_orders got = {0};
  struct missing l = {.c = c, .s = s};
  bool json = c->r.json || (c->r.format && !strcmp(c->r.format, "json"));
  bool ok = term_read(&file, c->r.measure);
  if (!ok) {
    text_free(&file);
    return EXIT_USAGE;
  }
  heddle_cover_sequence_tests(s, c->r.measure, text_str(&file), file.len,
                              &c->given);
  text_free(&file);
  if (!(json ? measure_json : measure_text)(c, &l, s, &got))
    return cover_bad_input(c);
  int status = cover_write_out(c);
  if (c->r.brief)
    cover_say(c, "%zu tests cover %llu of %llu sequences", c->given.count,
              (unsigned long long)got.covered,
              (unsigned long long)got.possible);
  return status                        ? status
         : got.covered < got.possible ? EXIT_FINDINGS
                                       : EXIT_HOLDS;
}

int cover_make_sequences(struct cover *c, const struct text *model) {
  const struct cover_request *r = &c->r;
  if (r->keep || r->rank || r->minimise || r->explain || r->run || r->locate ||
      r->dont_care || r->convert)
    return usage_error(&cover_usage, "--sequence makes tests, or measures "
                                     "them, and nothing else");
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
  int status = r->measure ? measure(c, s) : make(c, s);
  heddle_cover_sequence_free(s);
  return status;
}
