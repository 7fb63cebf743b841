/* What heddle cover does with given tests, and with none. */
#include <stdlib.h>
#include <string.h>

#include "cli/backstop.h"
#include "cli/cover_command.h"

/* --- measuring ------------------------------------------------------------ */

/* The strength asked for may take all memory; the others, which are there
 * for comparison, only what is counted at once. */
static uint64_t measure_memory(const struct cover *c, unsigned strength) {
  return strength == c->strength || c->r.memory ? c->r.memory
                                                : (uint64_t)24 << 20;
}

struct missing {
  struct cover *c;
  uint64_t shown, more;
};

/* False: there are enough already, and it is only counted. */
static bool list_tuple(struct missing *l, const struct heddle_cover_tuple *t) {
  if (l->shown == l->c->r.missing) {
    l->more++;
    return false;
  }
  l->shown++;
  text_add(&l->c->out, "  ");
  cover_tuple(l->c->m, &l->c->out, t);
  text_char(&l->c->out, '\n');
  return true;
}

static bool list_missing(void *user, const struct heddle_cover_tuple *t) {
  if (!t->count)
    list_tuple(user, t);
  return true;
}

struct json_missing {
  struct cover *c;
  struct json *j;
  uint64_t shown;
};

static bool json_list_missing(void *user, const struct heddle_cover_tuple *t) {
  struct json_missing *l = user;
  if (t->count || l->shown == l->c->r.missing)
    return true;
  l->shown++;
  json_open(l->j, '{');
  cover_json_tuple(l->c->m, l->j, t);
  json_close(l->j);
  return true;
}

/* A limit came before all was counted. */
int cover_in_part(struct cover *c) {
  cover_say(c, "not everything was counted (incomplete: %s)",
            *backstop_stop() ? "interrupted" : "the time is over");
  return EXIT_INCOMPLETE;
}

static int measure_json(struct cover *c) {
  struct json j = {.out = &c->out};
  struct heddle_cover_measure got = {0}, at = {0};
  json_begin(&j, "heddle.cover-measure/1");
  json_put_string(&j, "model", c->path);
  json_put_string(&j, "tests", c->r.measure);
  json_put_uint(&j, "size", c->given.count);
  json_put_uint(&j, "strength", c->strength);
  json_key(&j, "coverage");
  json_open(&j, '[');
  for (unsigned t = 1; t <= 6 && t <= c->given.params; t++) {
    if (!heddle_cover_measure(c->m, &c->given, t, measure_memory(c, t),
                              NULL, NULL, &got))
      return cover_bad_input(c);
    json_open(&j, '{');
    json_put_uint(&j, "strength", t);
    json_put_bool(&j, "counted", !got.too_large);
    json_put_uint(&j, "possible", got.possible);
    json_put_uint(&j, "covered", got.covered);
    json_put_uint(&j, "infeasible", got.infeasible);
    json_close(&j);
  }
  json_close(&j);
  json_key(&j, "missing");
  json_open(&j, '[');
  struct json_missing l = {c, &j, 0};
  if (!heddle_cover_measure(c->m, &c->given, c->strength, c->r.memory,
                            json_list_missing, &l, &at))
    return cover_bad_input(c);
  json_close(&j);
  json_put_bool(&j, "complete", !at.cut_off);
  json_end(&j);
  int status = cover_write_out(c);
  if (at.cut_off)
    return cover_in_part(c);
  return status ? status
                : at.covered < at.possible ? EXIT_FINDINGS : EXIT_HOLDS;
}

static int measure_text(struct cover *c) {
  struct heddle_cover_measure got = {0}, at = {0};
  struct text *out = &c->out;
  text_printf(out, "%s: %zu tests\n\n  strength      possible       covered"
                   "\n", c->r.measure, c->given.count);
  for (unsigned t = 1; t <= 6 && t <= c->given.params; t++) {
    if (!heddle_cover_measure(c->m, &c->given, t, measure_memory(c, t),
                              NULL, NULL, &got))
      return cover_bad_input(c);
    if (got.too_large)
      text_printf(out, "  %8u   not counted: too many for the memory "
                       "allowed (--memory)\n", t);
    else if (got.cut_off)
      text_printf(out, "  %8u   not counted\n", t);
    else
      text_printf(out, "  %8u  %12llu  %12llu  %5.1f %%\n", t,
                  (unsigned long long)got.possible,
                  (unsigned long long)got.covered,
                  got.possible ? 100.0 * (double)got.covered /
                                     (double)got.possible : 100);
  }
  size_t mark = out->len;
  text_add(out, "\nmissing ");
  cover_noun(out, c->strength, 2);
  text_add(out, ":\n");
  struct missing l = {.c = c};
  if (!heddle_cover_measure(c->m, &c->given, c->strength, c->r.memory,
                            list_missing, &l, &at))
    return cover_bad_input(c);
  if (at.covered == at.possible) {
    out->len = mark;
    out->at[mark] = 0;
  }
  if (l.more)
    text_printf(out, "  ... and %llu more (--missing N lists more)\n",
                (unsigned long long)l.more);
  if (at.cut_off) {
    out->len = mark;
    out->at[mark] = 0;
  }
  int status = cover_write_out(c);
  if (at.cut_off)
    return cover_in_part(c);
  if (c->r.brief) {
    struct text t = {0};
    cover_noun(&t, c->strength, at.possible);
    cover_say(c, "%zu tests cover %llu of %llu %s", c->given.count,
              (unsigned long long)at.covered, (unsigned long long)at.possible,
              text_str(&t));
    text_free(&t);
  }
  return status ? status
                : at.covered < at.possible ? EXIT_FINDINGS : EXIT_HOLDS;
}

int cover_measure_given(struct cover *c) {
  if (!cover_read_given(c, c->r.measure))
    return cover_bad_input(c);
  if (c->r.json || (c->r.format && !strcmp(c->r.format, "json")))
    return measure_json(c);
  if (c->r.format && !strcmp(c->r.format, "html"))
    return cover_write_tests(c, &c->given, NULL);
  return measure_text(c);
}

/* --- rearranging ---------------------------------------------------------- */

int cover_rearrange(struct cover *c) {
  const char *path = c->r.minimise ? c->r.minimise : c->r.rank;
  if (!cover_read_given(c, path))
    return cover_bad_input(c);
  size_t before = c->given.count;
  bool ok = c->r.minimise
                ? heddle_cover_minimise(c->m, &c->given, c->strength,
                                        c->r.memory)
                : heddle_cover_order(c->m, &c->given, c->strength,
                                     c->r.memory);
  if (!ok)
    return cover_bad_input(c);
  int status = cover_write_tests(c, &c->given, NULL);
  if (heddle_cover_limited(c->m))
    return cover_in_part(c);
  if (!status && (c->r.minimise || c->r.brief))
    cover_say(c, "%zu of %zu tests cover as much", c->given.count, before);
  return status;
}

/* --- explaining ----------------------------------------------------------- */

static void add_rules(struct cover *c, const uint32_t *rules, size_t count) {
  for (size_t i = 0; i < count; i++)
    text_printf(&c->out, "      line %u: %s\n",
                heddle_cover_rule_line(c->m, rules[i]),
                heddle_cover_rule(c->m, rules[i]));
}

static bool list_infeasible(void *user, const struct heddle_cover_tuple *t) {
  struct missing *l = user;
  uint32_t *rules = NULL;
  size_t count = 0;
  if (list_tuple(l, t) &&
      heddle_cover_conflict(l->c->m, t, &rules, &count))
    add_rules(l->c, rules, count);
  free(rules);
  return true;
}

int cover_explain(struct cover *c) {
  struct text *out = &c->out;
  uint32_t *rules = NULL;
  size_t count = 0;
  struct heddle_cover_tuple none = {0};
  if (heddle_cover_conflict(c->m, &none, &rules, &count)) {
    text_add(out, "no valid test; these rules cannot be met together:\n");
    add_rules(c, rules, count);
    free(rules);
    int status = cover_write_out(c);
    return status ? status : EXIT_FINDINGS;
  }
  struct missing l = {.c = c};
  text_add(out, "impossible ");
  cover_noun(out, c->strength, 2);
  text_add(out, " and the rules that exclude them:\n");
  if (!heddle_cover_infeasible(c->m, c->strength, c->r.memory,
                               list_infeasible, &l))
    return cover_bad_input(c);
  if (!l.shown && !l.more)
    text_add(out, "  none\n");
  if (l.more)
    text_printf(out, "  ... and %llu more (--missing N lists more)\n",
                (unsigned long long)l.more);
  heddle_cover_redundant(c->m, &rules, &count);
  text_add(out, "rules that follow from the others:\n");
  if (!count)
    text_add(out, "  none\n");
  add_rules(c, rules, count);
  free(rules);
  int status = cover_write_out(c);
  return heddle_cover_limited(c->m) ? cover_in_part(c) : status;
}
