#include "expect.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/stress.h"

const char *const expect_keys[EXPECT_KEYS] = {
    "states",    "transitions",  "depth",      "deadlocks",
    "blocking",  "unspecified",  "overflow",   "property",
    "assertion", "range",        "endless",    "liveness",
    "circle",    "unexecutable", "terminated", "findings"};

uint64_t expect_value(size_t key, const struct explore_result *r,
                      unsigned find) {
  uint64_t total = 0;
  for (int k = 0; k < FINDING_KINDS; k++)
    total += r->counts[k];
  bool twice = find >> FINDING_DEADLOCK & 1 && find >> FINDING_BLOCKING & 1;
  const uint64_t values[EXPECT_KEYS] = {
      r->stats.states,
      r->stats.transitions,
      r->stats.depth,
      r->counts[FINDING_DEADLOCK],
      r->counts[FINDING_BLOCKING],
      r->counts[FINDING_UNSPECIFIED],
      r->counts[FINDING_OVERFLOW],
      r->counts[FINDING_PROPERTY],
      r->counts[FINDING_ASSERTION],
      r->counts[FINDING_RANGE],
      r->counts[FINDING_ENDLESS],
      r->counts[FINDING_LIVENESS],
      r->counts[FINDING_CIRCLE],
      r->counts[FINDING_UNEXECUTABLE],
      r->stats.terminated,
      total - (twice ? r->counts[FINDING_DEADLOCK] : 0)};
  return values[key];
}

/* --- reading -------------------------------------------------------------- */

static int index_of(const char *word, const char *const *names, int count) {
  for (int i = 0; i < count; i++)
    if (!strcmp(names[i], word))
      return i;
  return -1;
}

static bool parse_find(const char *list, unsigned *find, struct text *why) {
  *find = 0;
  while (*list) {
    char word[32] = "";
    size_t len = strcspn(list, ",");
    if (len < sizeof word)
      memcpy(word, list, len);
    int kind = index_of(word, finding_kind_names, FINDING_KINDS);
    if (kind < 0) {
      text_printf(why, "unknown kind of finding in '%s'", list);
      return false;
    }
    *find |= 1u << kind;
    list += len + (list[len] == ',');
  }
  return true;
}

static bool parse_scheme(struct expect *e, const char *name, struct text *why) {
  int scheme = index_of(name, scheme_names, SCHEME_MAILBOX + 1);
  if (scheme < 0) {
    text_printf(why, "unknown scheme '%s'", name);
    return false;
  }
  e->has_scheme = true;
  e->scheme = (enum scheme)scheme;
  return true;
}

static bool parse_key(struct expect *e, const char *word, const char *number,
                      struct text *why) {
  int key = index_of(word, expect_keys, EXPECT_KEYS);
  if (key < 0) {
    text_printf(why, "unknown word '%s'", word);
    return false;
  }
  char *end = NULL;
  e->wanted[key] = strtoull(number, &end, 10);
  if (!*number || *end || *number == '-' || e->given[key]) {
    text_printf(why, "'%s' needs one number, and once", word);
    return false;
  }
  e->given[key] = true;
  return true;
}

static bool parse_word(struct expect *e, const char *word) {
  static const char *const words[] = {"", "holds", "violated", "incomplete",
                                      "refused"};
  int found = index_of(word, words, 5);
  if (found <= 0 || e->word)
    return false;
  e->word = (enum expect_word)found;
  return true;
}

static bool parse_define(struct expect *e, const char *definition,
                         struct arena *arena, struct text *why) {
  struct lang_param p;
  if (!lang_param_parse(definition, arena, &p)) {
    text_printf(why, "'-D %s': expected NAME=NUMBER", definition);
    return false;
  }
  vec_push(&e->params, p);
  return true;
}

/* A word that takes the next one. */
static bool parse_pair(struct expect *e, const char *word, const char *next,
                       struct arena *arena, struct text *why) {
  if (!strcmp(word, "-D"))
    return parse_define(e, next, arena, why);
  if (!strcmp(word, "--scheme"))
    return parse_scheme(e, next, why);
  if (!strcmp(word, "--find"))
    return parse_find(next, &e->find, why);
  return parse_key(e, word, next, why);
}

bool expect_parse(struct expect *e, const char *text, struct arena *arena,
                  struct text *why) {
  *e = (struct expect){.find = EXPLORE_FIND_ALL};
  char *rest = arena_string(arena, text, strlen(text)), *save = NULL;
  char *word = strtok_r(rest, " \t", &save);
  e->strategy = word ? strategy_find(word) : NULL;
  if (!e->strategy) {
    text_printf(why, "unknown strategy '%s'", word ? word : "");
    return false;
  }
  bool says_something = false;
  while ((word = strtok_r(NULL, " \t", &save))) {
    says_something |= word[0] != '-';
    if (parse_word(e, word))
      continue;
    char *next = strtok_r(NULL, " \t", &save);
    if (!parse_pair(e, word, next ? next : "", arena, why))
      return false;
  }
  if (!says_something)
    text_add(why, "it expects nothing");
  return says_something;
}

void expect_free(struct expect *e) {
  vec_free(&e->params);
}

/* --- comparing ------------------------------------------------------------ */

/* The stress build lets bsra take more products, and shrinks the batches in
 * which sleep sets meet: findings are the same, sizes are not. */
static bool is_fixed(const struct expect *e, size_t key) {
  const char *name = e->strategy->name;
  bool varies = !strncmp(name, "bsra", 4) || strstr(name, "sleep");
  enum { FIRST_FINDING = 3 }; /* of the keys */
  return key >= FIRST_FINDING || !STRESSED(varies, varies && false);
}

bool expect_met(const struct expect *e, const struct explore_result *r,
                struct text *why) {
  size_t before = why->len;
  static const enum verdict verdicts[] = {[EXPECT_HOLDS] = VERDICT_HOLDS,
                                          [EXPECT_VIOLATED] = VERDICT_VIOLATED,
                                          [EXPECT_INCOMPLETE] =
                                              VERDICT_INCOMPLETE};
  if (e->word && r->verdict != verdicts[e->word])
    text_printf(why, "  verdict: %s\n", verdict_names[r->verdict]);
  for (size_t key = 0; key < EXPECT_KEYS; key++) {
    uint64_t got = expect_value(key, r, e->find);
    if (e->given[key] && is_fixed(e, key) && got != e->wanted[key])
      text_printf(why, "  %s: expected %" PRIu64 ", got %" PRIu64 "\n",
                  expect_keys[key], e->wanted[key], got);
  }
  return why->len == before;
}
