/* Nets in PNML: what is refused, sizes that are known, and random nets against
 * a search of markings that shares nothing with Heddle's. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "explore/explore.h"
#include "heddle.h"
#include "read/reader.h"
#include "test.h"

enum { PLACES = 40, TRANSITIONS = 60 };

struct net {
  unsigned places, transitions;
  unsigned char first[PLACES];
  unsigned char takes[TRANSITIONS][PLACES], puts[TRANSITIONS][PLACES];
};

static void arc(struct text *t, bool to_place, unsigned transition,
                unsigned place, unsigned weight) {
  if (!weight)
    return;
  if (to_place)
    text_printf(t, "<arc id='x' source='t%u' target='p%u'>", transition, place);
  else
    text_printf(t, "<arc id='x' source='p%u' target='t%u'>", place, transition);
  text_printf(t, "<inscription><text> %u\n</text></inscription></arc>\n",
              weight);
}

static void write_net(const struct net *n, struct text *t) {
  text_add(t, "<pnml><net id='n' type='x/ptnet'><page id='g'>\n");
  for (unsigned p = 0; p < n->places; p++)
    text_printf(t,
                "<place id='p%u'><initialMarking><text>%u</text>"
                "</initialMarking></place>\n",
                p, n->first[p]);
  for (unsigned i = 0; i < n->transitions; i++)
    text_printf(t, "<transition id='t%u'/>\n", i);
  for (unsigned i = 0; i < n->transitions; i++)
    for (unsigned p = 0; p < n->places; p++) {
      arc(t, false, i, p, n->takes[i][p]);
      arc(t, true, i, p, n->puts[i][p]);
    }
  text_add(t, "</page></net></pnml>\n");
}

/* --- Heddle's answer ------------------------------------------------------ */

struct answer {
  uint64_t states, deadlocks, dead;
};

static bool ask(const struct net *n, struct answer *a) {
  struct text t = {0};
  write_net(n, &t);
  struct heddle_model *m =
      heddle_model_read("n.pnml", text_str(&t), t.len, NULL, NULL, NULL);
  text_free(&t);
  if (!m)
    return false;
  struct heddle_check_options o = {
      .strategy = "full",
      .find = 1u << HEDDLE_DEADLOCK | 1u << HEDDLE_UNEXECUTABLE};
  struct heddle_check *c = heddle_check(m, &o, NULL, NULL);
  const struct heddle_check_stats *s = heddle_check_stats(c);
  *a = (struct answer){s->states, s->counts[HEDDLE_DEADLOCK],
                       s->counts[HEDDLE_UNEXECUTABLE]};
  for (size_t i = 0; i < heddle_check_count(c); i++)
    CHECK(heddle_check_finding(c, i)->kind == HEDDLE_UNEXECUTABLE ||
          heddle_check_replay(c, i));
  heddle_check_free(c);
  heddle_model_free(m);
  return true;
}

/* --- a search of markings, by itself -------------------------------------- */

enum { MARKINGS = 4000 };
static unsigned char seen[MARKINGS][PLACES];

static bool fires(const struct net *n, unsigned t, const unsigned char *from,
                  unsigned char *to) {
  for (unsigned p = 0; p < PLACES; p++) {
    if (from[p] < n->takes[t][p])
      return false;
    to[p] = (unsigned char)(from[p] - n->takes[t][p] + n->puts[t][p]);
  }
  return true;
}

/* False: too many, or too much in a place. */
static bool search(const struct net *n, struct answer *a) {
  bool fired[TRANSITIONS] = {0};
  unsigned count = 1;
  *a = (struct answer){0};
  memcpy(seen[0], n->first, PLACES);
  for (unsigned at = 0; at < count; at++) {
    bool stuck = true;
    for (unsigned t = 0; t < n->transitions; t++) {
      unsigned char to[PLACES];
      if (!fires(n, t, seen[at], to))
        continue;
      stuck = false;
      fired[t] = true;
      unsigned known = 0;
      while (known < count && memcmp(seen[known], to, PLACES))
        known++;
      if (known < count)
        continue;
      for (unsigned p = 0; p < PLACES; p++)
        if (to[p] > 100)
          return false;
      if (count == MARKINGS)
        return false;
      memcpy(seen[count++], to, PLACES);
    }
    a->deadlocks += stuck;
  }
  a->states = count;
  for (unsigned t = 0; t < n->transitions; t++)
    a->dead += !fired[t];
  return true;
}

static void random_net(struct net *n, struct rng *g) {
  memset(n, 0, sizeof *n);
  n->places = (unsigned)rng_range(g, 1, 7);
  n->transitions = (unsigned)rng_range(g, 1, 7);
  for (unsigned p = 0; p < n->places; p++)
    n->first[p] = (unsigned char)rng_range(g, 0, 2);
  for (unsigned t = 0; t < n->transitions; t++)
    for (unsigned p = 0; p < n->places; p++) {
      if (!rng_range(g, 0, 2))
        n->takes[t][p] = (unsigned char)rng_range(g, 1, 2);
      if (!rng_range(g, 0, 3))
        n->puts[t][p] = (unsigned char)rng_range(g, 1, 2);
    }
}

TEST(pnml_random_nets_have_the_markings_of_a_plain_search) {
  unsigned compared = 0;
  for (uint64_t seed = 1; compared < 300 && seed < 3000; seed++) {
    struct rng g = rng_seed(seed);
    struct net n;
    struct answer expected, got;
    random_net(&n, &g);
    if (!search(&n, &expected))
      continue;
    compared++;
    test_row("seed %llu", (unsigned long long)seed);
    CHECK(ask(&n, &got));
    CHECK_EQ(got.states, expected.states);
    CHECK_EQ(got.deadlocks, expected.deadlocks);
    CHECK_EQ(got.dead, expected.dead);
  }
  CHECK_EQ(compared, 300);
}

/* --- known sizes ----------------------------------------------------------- */

/* Of the philosophers of the Model Checking Contest: 3^count markings. */
static void philosophers(struct net *n, unsigned count) {
  enum { THINK, FORK, LEFT, RIGHT, EAT, KINDS };
  memset(n, 0, sizeof *n);
  n->places = KINDS * count;
  n->transitions = 5 * count;
  for (unsigned i = 0; i < count; i++) {
    unsigned at = KINDS * i, next = KINDS * ((i + 1) % count), t = 5 * i;
    n->first[at + THINK] = n->first[at + FORK] = 1;
    n->takes[t][at + THINK] = n->takes[t][at + FORK] = 1;
    n->puts[t][at + LEFT] = 1;
    n->takes[t + 1][at + THINK] = n->takes[t + 1][next + FORK] = 1;
    n->puts[t + 1][at + RIGHT] = 1;
    n->takes[t + 2][at + LEFT] = n->takes[t + 2][next + FORK] = 1;
    n->puts[t + 2][at + EAT] = 1;
    n->takes[t + 3][at + RIGHT] = n->takes[t + 3][at + FORK] = 1;
    n->puts[t + 3][at + EAT] = 1;
    n->takes[t + 4][at + EAT] = 1;
    n->puts[t + 4][at + THINK] = n->puts[t + 4][at + FORK] = 1;
    n->puts[t + 4][next + FORK] = 1;
  }
}

static void move(struct net *n, const char *from, const char *to) {
  unsigned t = n->transitions++;
  for (; *from; from++)
    n->takes[t][*from - 'a']++;
  for (; *to; to++)
    n->puts[t][*to - 'a']++;
}

/* Four cells with places kanban, machine, back, out: a-d, e-h, i-l, m-p. */
static void kanban(struct net *n, unsigned cards) {
  static const char *const moves[][2] = {
      {"a", "b"},   {"d" "e" "i", "a" "f" "j"}, {"h" "l" "m", "e" "i" "n"},
      {"p", "m"},   {"b", "d"}, {"b", "c"}, {"c", "b"}, {"f", "h"},
      {"f", "g"},   {"g", "f"}, {"j", "l"}, {"j", "k"}, {"k", "j"},
      {"n", "p"},   {"n", "o"}, {"o", "n"}};
  memset(n, 0, sizeof *n);
  n->places = 16;
  for (unsigned group = 0; group < 4; group++)
    n->first[4 * group] = (unsigned char)cards;
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
    move(n, moves[i][0], moves[i][1]);
}

/* One transition from a place, or two, to another, or two; -1: none. */
static void move_number(struct net *n, int from, int also, int to, int too) {
  unsigned t = n->transitions++;
  n->takes[t][from]++;
  n->puts[t][to]++;
  if (also >= 0)
    n->takes[t][also]++;
  if (too >= 0)
    n->puts[t][too]++;
}

/* So many tokens go round. */
static void ring(struct net *n, unsigned places, unsigned tokens) {
  memset(n, 0, sizeof *n);
  n->places = places;
  n->first[0] = (unsigned char)tokens;
  for (unsigned i = 0; i < places; i++)
    move_number(n, (int)i, -1, (int)((i + 1) % places), -1);
}

/* Who makes, who uses, and room for so many between them. */
static void buffer(struct net *n, unsigned room) {
  memset(n, 0, sizeof *n);
  n->places = 6;
  n->first[0] = n->first[2] = 1;
  n->first[4] = (unsigned char)room;
  move_number(n, 0, -1, 1, -1);
  move_number(n, 1, 4, 0, 5);
  move_number(n, 2, 5, 3, 4);
  move_number(n, 3, -1, 2, -1);
}

/* Processors that use their own memory, or by the bus that of another: places
 * active, queue, own of each, the bus, and one for each pair. */
static void shared_memory(struct net *n, unsigned count) {
  memset(n, 0, sizeof *n);
  int bus = (int)(3 * count), pair = bus + 1;
  for (unsigned i = 0; i < count; i++) {
    int at = (int)(3 * i);
    n->first[at] = 1;
    move_number(n, at, -1, at + 1, -1);
    move_number(n, at, -1, at + 2, -1);
    move_number(n, at + 2, -1, at, -1);
    for (unsigned j = 1; j < count; j++, pair++) {
      move_number(n, at + 1, bus, pair, -1);
      move_number(n, pair, -1, at, bus);
    }
  }
  n->first[bus] = 1;
  n->places = (unsigned)pair;
}

static void has_states(const struct net *n, uint64_t states) {
  struct answer got;
  CHECK(ask(n, &got));
  CHECK_EQ(got.states, states);
  CHECK_EQ(got.deadlocks, 0);
  CHECK_EQ(got.dead, 0);
}

/* Tokens on a ring: combinations; the processors of the Model Checking
 * Contest: 3^n without the bus, and n (n - 1) 3^(n - 1) with it. */
TEST(pnml_sizes_of_nets_are_what_a_formula_says) {
  static const struct {
    unsigned places, tokens;
    uint64_t states;
  } rings[] = {{5, 4, 70}, {6, 6, 462}, {8, 5, 792}, {3, 40, 861}};
  static const uint64_t processors[] = {81, 405, 1863};
  struct net n;
  for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) {
    test_row("ring %u, %u", rings[i].places, rings[i].tokens);
    ring(&n, rings[i].places, rings[i].tokens);
    has_states(&n, rings[i].states);
  }
  for (unsigned room = 10; room <= 30; room += 10) {
    test_row("buffer %u", room);
    buffer(&n, room);
    has_states(&n, 4 * (room + 1));
  }
  for (unsigned i = 0; i < 3; i++) {
    test_row("processors %u", i + 3);
    shared_memory(&n, i + 3);
    has_states(&n, processors[i]);
  }
}

TEST(pnml_a_transition_without_arcs_is_read) {
  static const char text[] = "<pnml><net><transition id='t'/></net></pnml>";
  struct heddle_model *m =
      heddle_model_read("n.pnml", text, strlen(text), NULL, NULL, NULL);
  CHECK(m != NULL);
  heddle_model_free(m);
}

TEST(pnml_sizes_of_nets_are_those_of_the_literature) {
  static const uint64_t cards[] = {160, 4600, 58400};
  struct net n;
  struct answer got;
  uint64_t power = 9;
  for (unsigned count = 2; count <= 8; count++, power *= 3) {
    test_row("%u philosophers", count);
    philosophers(&n, count);
    CHECK(ask(&n, &got));
    CHECK_EQ(got.states, power);
    CHECK_EQ(got.deadlocks, 2);
  }
  for (unsigned i = 0; i < 3; i++) {
    test_row("kanban %u", i + 1);
    kanban(&n, i + 1);
    CHECK(ask(&n, &got));
    CHECK_EQ(got.states, cards[i]);
    CHECK_EQ(got.deadlocks, 0);
    CHECK_EQ(got.dead, 0);
  }
}

/* --- what is refused -------------------------------------------------------- */

static void hear(void *user, const struct heddle_message *m) {
  struct text *t = user;
  if (!t->len)
    text_add(t, m->text);
}

TEST(pnml_what_is_no_net_is_refused_by_name) {
  static const char *const rows[][2] = {
      {"<pnml></pnml>", "there is no net in it"},
      {"<pnml><net type='a/symmetricnet'/></pnml>",
       "a net of the type 'a/symmetricnet'"},
      {"<pnml><net/></pnml>", "a net without transitions"},
      {"<pnml><net/><net/></pnml>", "a second net"},
      {"<pnml><net><place/></net></pnml>",
       "element 'place' needs an attribute 'id'"},
      {"<pnml><net><place id='a'/><transition id='a'/></net></pnml>",
       "'a' is there before"},
      {"<pnml><net><transition id='a'/><arc source='a' target='b'/></net>"
       "</pnml>",
       "there is no place or transition 'b'"},
      {"<pnml><net><transition id='a'/><transition id='b'/>"
       "<arc source='a' target='b'/></net></pnml>",
       "an arc from 'a' to 'b'"},
      {"<pnml><net><place id='a'><initialMarking><text>-1</text>"
       "</initialMarking></place></net></pnml>",
       "the initial marking is '-1'"},
      {"<pnml><net><place id='p'/><transition id='t'/><arc source='p' "
       "target='t'><type value='inhibitor'/></arc></net></pnml>",
       "an arc of the type 'inhibitor'"},
      {"<pnml><net><referencePlace id='a'/></net></pnml>",
       "an element 'referencePlace' is not read"},
      {"<pnml><net>", "malformed XML: no element found"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct text said = {0};
    test_row("%s", rows[i][0]);
    CHECK(!heddle_model_read("n.pnml", rows[i][0], strlen(rows[i][0]), NULL,
                             hear, &said));
    CHECK_STR(text_str(&said), rows[i][1]);
    text_free(&said);
  }
}

/* --- claims ---------------------------------------------------------------- */

/* Of the marking a = 1, b = 2, c = 3, in which nothing can fire. */
static const char claimed[] =
    "<pnml><net><place id='a'><initialMarking><text>1</text></initialMarking>"
    "</place><place id='b'><name><text>two</text></name><initialMarking>"
    "<text>2</text></initialMarking></place><place id='c'><name><text>two"
    "</text></name><initialMarking><text>3</text></initialMarking></place>"
    "<place id='d'/><transition id='t'/><arc source='d' target='t'/></net>"
    "</pnml>";

static void unheard(void *user, enum diag_level level, struct diag_at at,
                    const char *message, const char *hint) {
  (void)user, (void)level, (void)at, (void)message, (void)hint;
}

/* '+' holds in that marking, '-' does not, '?' is no claim. */
static char judged(const char *claim) {
  struct diag d = {.sink = unheard};
  struct lang_options o = {.never = &claim, .never_count = 1};
  struct model *m =
      read_model("n.pnml", claimed, strlen(claimed), &o, &d);
  if (!m)
    return '?';
  struct explore_options x = {.find = 1u << FINDING_PROPERTY};
  struct explore_result *r = explore(m, &x);
  const char sign = r->counts[FINDING_PROPERTY] ? '+' : '-';
  explore_result_free(r);
  model_free(m);
  return sign;
}

TEST(pnml_claims_mean_what_they_mean_in_c) {
  static const struct {
    char sign;
    const char *claim;
  } rows[] = {{'+', "a + b * c == 7"},
              {'-', "a + b * c == 9"},
              {'+', "b * c - a * b = 4"},
              {'+', "c - b - a == 0"},
              {'+', "!a + b == 2"},
              {'-', "!a == 1"},
              {'+', "!(a == 2) && b == 2"},
              {'+', "!!a == 1"},
              {'+', "a == 2 || b == 2 && c == 3"},
              {'-', "(a == 1 || b == 2) && c == 2"},
              {'+', "b <= 9223372036854775807"},
              {'?', "b <= 9223372036854775808"},
              {'?', "two == 2"},
              {'?', "a < b < c"},
              {'?', "a +"},
              {'?', ""}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    test_row("%s", rows[i].claim);
    CHECK_EQ(judged(rows[i].claim), rows[i].sign);
  }
}

static char repeated(const char *begin, const char *part, unsigned times,
                     const char *end) {
  struct text t = {0};
  text_add(&t, begin);
  while (times--)
    text_add(&t, part);
  text_add(&t, end);
  const char sign = judged(text_str(&t));
  text_free(&t);
  return sign;
}

TEST(pnml_claims_that_are_too_deep_or_too_long_are_refused) {
  CHECK_EQ(repeated("", "!", 198, "a"), '+');
  CHECK_EQ(repeated("", "!", 100000, "a"), '?');
  CHECK_EQ(repeated("", "(", 100000, "a"), '?');
  CHECK_EQ(repeated("a", " + a", 9999, "> 1"), '+');
  CHECK_EQ(repeated("a", " + a", 100000, "> 1"), '?');
}
