/* Which states a random script (script.c) can come to, by walking all of them.
 * It shares nothing with Heddle.
 *
 *     brute FIRST COUNT     "NUMBER REACHED ASKED WANTED THREAD..."
 *
 * REACHED: a state with the wanted values can be reached, yes or no; ASKED: one
 * in which the first two threads are about to write constants as well. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 3, LONG = 5, VARIABLES = 3, STATES = 1 << 18, ANY = 15 };
struct op {
  unsigned kind, to, k;
};
struct state {
  uint8_t pc[THREADS], half[THREADS]; /* half: a value is read, not written */
  uint8_t read[THREADS], v[VARIABLES], owner;
};

static struct op scripts[THREADS][LONG + 1];
static unsigned threads, wanted[VARIABLES];
static struct state seen[STATES];
static bool used[STATES];
static unsigned count;
static bool reached, asked;
static uint64_t seed;

static unsigned draw(unsigned n) {
  seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (unsigned)(seed >> 33) % n;
}

static bool is_new(const struct state *s) {
  uint64_t h = 14695981039346656037u;
  const unsigned char *b = (const unsigned char *)s;
  for (size_t i = 0; i < sizeof *s; i++)
    h = (h ^ b[i]) * 1099511628211u;
  size_t at = (h ^ h >> 29) % STATES;
  while (used[at] && memcmp(&seen[at], s, sizeof *s))
    at = (at + 1) % STATES;
  if (used[at])
    return false;
  used[at] = true;
  seen[at] = *s;
  count++;
  return true;
}

static const struct op *op_of(const struct state *s, unsigned t) {
  return &scripts[t][s->pc[t]];
}

static void look(const struct state *s) {
  for (unsigned i = 0; i < VARIABLES; i++)
    if (wanted[i] != ANY && s->v[i] != wanted[i])
      return;
  reached = true;
  asked |= op_of(s, 0)->kind == 1 && op_of(s, 1)->kind == 1;
}

/* One step of a thread, with this value if it chooses one; false: it cannot make
 * one. */
static bool step(struct state *s, unsigned t, unsigned value) {
  const struct op *o = op_of(s, t);
  switch (o->kind) {
  case 0:
    return false;
  case 1:
    s->v[o->to] = (uint8_t)o->k;
    break;
  case 2:
  case 3:
  case 7:
    if (!s->half[t]) {
      s->read[t] = (uint8_t)(o->kind == 2   ? s->v[o->to] + 1
                             : o->kind == 3 ? s->v[o->k]
                                            : value);
      s->half[t] = 1;
      return true;
    }
    s->v[o->to] = s->read[t];
    s->half[t] = s->read[t] = 0;
    break;
  case 4:
    if (s->owner)
      return false;
    s->owner = (uint8_t)(t + 1);
    break;
  case 5:
    s->owner = 0;
    break;
  default:
    if (s->v[o->to] && scripts[t][s->pc[t] + 1].kind)
      s->pc[t]++;
  }
  s->pc[t]++;
  return true;
}

static void walk(const struct state *s) {
  if (!is_new(s) || count > STATES / 2)
    return;
  look(s);
  for (unsigned t = 0; t < threads; t++) {
    for (unsigned value = 0; value < (op_of(s, t)->kind == 7 ? 4 : 1);
         value++) {
      struct state next = *s;
      if (step(&next, t, value))
        walk(&next);
    }
  }
}

/* Locks are taken and given back in pairs, and no test is between them that
 * could leave one of the two out. */
static void make_script(unsigned t) {
  unsigned len = 2 + draw(LONG - 1), held = 0;
  memset(scripts[t], 0, sizeof scripts[t]);
  for (unsigned i = 0; i < len; i++) {
    struct op *o = &scripts[t][i];
    o->kind = 1 + draw(6);
    o->to = draw(VARIABLES);
    o->k = o->kind == 1 ? draw(3) : o->kind == 3 ? draw(VARIABLES) : 0;
    if (o->kind >= 4 && o->kind <= 5 && i + 2 < len && !held && draw(2))
      held = 1, o->kind = 4;
    else if (held && (o->kind == 5 || i + 1 == len))
      held = 0, o->kind = 5;
    else if (o->kind > 3)
      o->kind = held || i + 1 == len ? 2 : 6;
    if (o->kind > 3 && o->kind < 6)
      o->to = o->k = 0;
    if (o->kind == 1 && threads == 2 && draw(3))
      *o = (struct op){7, o->to, 0};
    if (i && scripts[t][i - 1].kind == 6 && o->kind > 3)
      *o = (struct op){1, draw(VARIABLES), draw(3)};
  }
  if (held) /* the end was left out by a test: give it back there */
    scripts[t][len - 1] = (struct op){5, 0, 0};
  if (len > 1 && scripts[t][len - 1].kind == 5 && scripts[t][len - 2].kind == 6)
    scripts[t][len - 2] = (struct op){2, 0, 0};
}

static bool is_fine(unsigned t) {
  int held = 0;
  for (unsigned i = 0; scripts[t][i].kind; i++) {
    held += scripts[t][i].kind == 4 ? 1 : scripts[t][i].kind == 5 ? -1 : 0;
    if (held < 0 || held > 1)
      return false;
  }
  return !held;
}

static void print(unsigned number) {
  printf("%u %s %s ", number, reached ? "yes" : "no", asked ? "yes" : "no");
  for (unsigned i = 0; i < VARIABLES; i++)
    printf("%c", wanted[i] == ANY ? 'x' : '0' + (char)wanted[i]);
  for (unsigned t = 0; t < threads; t++) {
    uint64_t all = 0;
    for (unsigned i = LONG; i-- > 0;)
      all = all << 12 | scripts[t][i].kind << 8 | scripts[t][i].to << 4 |
            scripts[t][i].k;
    printf(" %llx", (unsigned long long)all);
  }
  puts("");
}

int main(int argc, char **argv) {
  unsigned first = 1, many = 10;
  if (argc > 2)
    sscanf(argv[1], "%u", &first), sscanf(argv[2], "%u", &many);
  for (unsigned n = first; n < first + many; n++) {
    seed = n * UINT64_C(0x9e3779b97f4a7c15);
    threads = 2 + draw(2);
    for (unsigned t = 0; t < threads; t++)
      do
        make_script(t);
      while (!is_fine(t));
    for (unsigned i = 0; i < VARIABLES; i++)
      wanted[i] = draw(4) ? draw(4) : ANY;
    memset(used, 0, sizeof used);
    count = 0;
    reached = asked = false;
    struct state s = {0};
    walk(&s);
    print(n);
  }
  return 0;
}
