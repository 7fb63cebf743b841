#include "talk.h"

#include <string.h>

const char *const talk_schemes[TALK_SCHEMES] = {"async", "fifo", "causal",
                                                "mailbox"};

static struct talk_line random_line(struct rng *r, unsigned me,
                                    unsigned threads, bool others) {
  struct talk_line l = {.k = (unsigned char)rng_below(r, 3)};
  unsigned dice = rng_below(r, others ? 12 : 9);
  l.op = dice < 4   ? TALK_RECEIVE
         : dice < 6 ? TALK_TELL
         : dice < 9 ? TALK_SEND
                    : (unsigned char)(TALK_P + rng_below(r, 5));
  l.to = (unsigned char)((me + 1 + rng_below(r, threads - 1)) % threads);
  l.even = rng_chance(r, 25);
  return l;
}

struct talk talk_random(struct rng *r) {
  struct talk t = {.threads = 2 + rng_below(r, 3),
                   .scheme = rng_below(r, TALK_SCHEMES)};
  bool others = rng_chance(r, 35);
  t.capacity = rng_chance(r, 25) ? 1 + rng_below(r, 2) : 0;
  for (unsigned i = 0; i < t.threads; i++) {
    t.len[i] = 1 + rng_below(r, t.threads == 2 ? 5 : t.threads == 3 ? 4 : 3);
    for (unsigned k = 0; k < t.len[i]; k++)
      t.code[i][k] = random_line(r, i, t.threads, others);
  }
  return t;
}

static void print_line(const struct talk_line *l, unsigned number,
                       struct text *out) {
  text_add(out, l->even ? "  if a % 2 == 0 { " : "  ");
  switch (l->op) {
  case TALK_SEND:
    text_printf(out, "t%u.in!m((a + %u) %% 8)", l->to, l->k);
    break;
  case TALK_RECEIVE:
    text_printf(out, "in?m(v%u); a = v%u", number, number);
    break;
  case TALK_TELL:
    text_printf(out, "t%u.in!m(%u)", l->to, l->k);
    break;
  case TALK_P:
    text_add(out, "P s");
    break;
  case TALK_V:
    text_add(out, "V s");
    break;
  case TALK_WRITE:
    text_add(out, "x = a");
    break;
  case TALK_READ:
    text_add(out, "a = x");
    break;
  default:
    text_printf(out, "assert a != %u", l->k + 1u);
  }
  text_add(out, l->even ? " }\n" : "\n");
}

void talk_print(const struct talk *t, struct text *out) {
  text_printf(out, "scheme %s\nshared x: 0..7\nsem s = 1\n",
              talk_schemes[t->scheme]);
  for (unsigned i = 0; i < t->threads; i++) {
    text_printf(out, "thread t%u {\n  port in ", i);
    if (t->capacity)
      text_printf(out, "[%u]", t->capacity);
    else
      text_add(out, "unbounded");
    text_add(out, ": m(0..7)\n  var a: 0..7\n");
    for (unsigned k = 0; k < t->len[i]; k++)
      print_line(&t->code[i][k], k, out);
    text_add(out, "}\n");
  }
}

static void drop(struct talk *t, unsigned i, unsigned k) {
  memmove(&t->code[i][k], &t->code[i][k + 1],
          (t->len[i] - k - 1) * sizeof t->code[i][k]);
  t->len[i]--;
}

void talk_shrink(struct talk *t, bool (*fails)(const struct talk *t)) {
  for (bool again = true; again;) {
    again = false;
    for (unsigned i = 0; i < t->threads; i++)
      for (unsigned k = 0; k < t->len[i]; k++) {
        struct talk less = *t, plain = *t;
        drop(&less, i, k);
        plain.code[i][k].even = false;
        if (fails(&less))
          *t = less, again = true;
        else if (t->code[i][k].even && fails(&plain))
          *t = plain, again = true;
      }
  }
}
