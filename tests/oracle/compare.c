#include "compare.h"

enum { MOST = 3000, FULL_MOST = 1000, SAMPLES = 40 };

const struct oracle_row oracle_rows[] = {
    {"optimal", true, true, true, MOST},
    {"dpor", true, true, true, MOST},
    {"flip", true, true, true, MOST},
    {"full", true, true, true, FULL_MOST},
    {"unfold", true, false, false, MOST},
    {"contextual", true, false, false, MOST},
    {"reach", true, true, true, MOST},
    {"stateful", true, false, false, MOST},
    {"stateful-naive", true, false, false, MOST},
    {"stateful-runs", true, false, true, MOST},
    {"random", false, false, true, SAMPLES},
    {"pct", false, false, true, SAMPLES},
    {"pos", false, false, true, SAMPLES},
    {"auto", true, true, true, MOST}};
const unsigned oracle_rows_len = sizeof oracle_rows / sizeof *oracle_rows;

static const char *const kind_names[FAIL_KINDS] = {
    "assertion", "misuse", "abort", "use after free", "double free"};

static uint32_t line(const struct code *c, unsigned place) {
  return place == PLACE_NONE ? 0 : code_line(c, place);
}

static bool is_among(const struct brute_race *set, unsigned len,
                     struct brute_race r) {
  for (unsigned i = 0; i < len; i++)
    if (set[i].first == r.first && set[i].second == r.second)
      return true;
  return false;
}

/* Fails of the code at this place, as a set. */
static uint64_t fails_at(const struct code *c, struct fail f) {
  uint64_t set = 0;
  for (unsigned i = 0; i < c->fails; i++)
    if (c->fail[i].place == f.place && c->fail[i].kind == f.kind)
      set |= UINT64_C(1) << i;
  return set;
}

static void no_false_alarm(const struct code *c, const struct brute *b,
                           const struct answer *a, struct text *why) {
  for (unsigned i = 0; i < a->fails_len; i++)
    if (!(fails_at(c, a->fails[i]) & b->may_fail))
      text_printf(why, "  %s at line %u cannot be\n",
                  kind_names[a->fails[i].kind], line(c, a->fails[i].place));
  for (unsigned i = 0; i < a->races_len; i++)
    if (!is_among(b->may_race, b->may_races, a->races[i]))
      text_printf(why, "  there is no race of lines %u and %u\n",
                  line(c, a->races[i].first), line(c, a->races[i].second));
  for (unsigned i = 0; i < 256; i++)
    if ((a->exits[i / 64] & ~b->may_exit[i / 64]) >> i % 64 & 1)
      text_printf(why, "  exit code %u cannot be\n", i);
  if (a->stuck && !b->stuck && !b->circles)
    text_printf(why, "  no run waits for ever\n");
  if (a->other[0])
    text_printf(why, "  unexpected: %s\n", a->other);
}

static void nothing_missed(const struct code *c, const struct brute *b,
                           const struct oracle_row *row, const struct answer *a,
                           struct text *why) {
  uint64_t fails = 0;
  for (unsigned i = 0; i < a->fails_len; i++)
    fails |= fails_at(c, a->fails[i]);
  for (unsigned i = 0; i < c->fails; i++)
    if ((b->must_fail & ~fails) >> i & 1)
      text_printf(why, "  missed: %s at line %u\n", kind_names[c->fail[i].kind],
                  line(c, c->fail[i].place));
  if (b->may_fail && !a->fails_len)
    text_printf(why, "  missed: something fails\n");
  for (unsigned i = 0; row->pairs && i < b->must_races; i++)
    if (!is_among(a->races, a->races_len, b->must_race[i]))
      text_printf(why, "  missed: a race of lines %u and %u\n",
                  line(c, b->must_race[i].first),
                  line(c, b->must_race[i].second));
  if (b->must_races && !a->races_len)
    text_printf(why, "  missed: a race\n");
  for (unsigned i = 0; i < 256; i++)
    if ((b->must_exit[i / 64] & ~a->exits[i / 64]) >> i % 64 & 1)
      text_printf(why, "  missed: exit code %u\n", i);
  if (b->stuck && !a->stuck)
    text_printf(why, "  missed: a run that waits for ever\n");
}

/* How much of the text is read depends on what others have made of it. */
static bool has_lengths(const struct program *p) {
  bool lengths = program_uses(p, S_PARSE) || program_uses(p, S_LENGTH);
  bool looks = program_uses(p, S_MATCH) || program_uses(p, S_FIND);
  return program_uses(p, S_PRINT) &&
         (looks || (lengths && p->text_numbers > 10));
}

static void right_verdict(const struct code *c, const struct answer *a,
                          struct text *why) {
  if (a->holds && (a->findings || a->incomplete))
    text_printf(why, "  it says that it holds, with %u findings%s\n",
                a->findings, a->incomplete ? " and not finished" : "");
  if (a->incomplete && !a->cut && !c->loops)
    text_printf(why, "  it did not come to its end\n");
  if (!a->holds && !a->findings && !a->incomplete && !a->broken)
    text_printf(why, "  no finding, and yet it does not hold\n");
  if (a->broken)
    text_printf(why, "  it could not be tested: %s\n", a->other);
}

bool compare_answer(const struct code *c, const struct brute *b,
                    const struct oracle_row *row, const struct answer *a,
                    struct text *why) {
  size_t before = why->len;
  if (a->broken && !row->texts && has_lengths(c->program))
    return true;
  no_false_alarm(c, b, a, why);
  if (row->covers) {
    if (!a->incomplete)
      nothing_missed(c, b, row, a, why);
    right_verdict(c, a, why);
  }
  return why->len == before;
}

void compare_describe(const struct code *c, const struct brute *b,
                      struct text *out) {
  text_printf(out, "brute force, %u states:%s%s%s", b->states,
              brute_holds(b) ? " holds" : "", b->stuck ? " stuck" : "",
              b->circles ? " circles" : "");
  for (unsigned i = 0; i < c->fails; i++)
    if (b->may_fail >> i & 1)
      text_printf(out, " %s:%u%s", kind_names[c->fail[i].kind],
                  line(c, c->fail[i].place), b->must_fail >> i & 1 ? "" : "?");
  for (unsigned i = 0; i < b->may_races; i++)
    text_printf(out, " race:%u-%u%s", line(c, b->may_race[i].first),
                line(c, b->may_race[i].second),
                is_among(b->must_race, b->must_races, b->may_race[i]) ? ""
                                                                      : "?");
  for (unsigned i = 0; i < 256; i++)
    if (b->may_exit[i / 64] >> i % 64 & 1)
      text_printf(out, " exit:%u", i);
  text_char(out, '\n');
}
