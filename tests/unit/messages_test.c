/* Race sets and race variants of program M (Lei 3.4.2), and race sets under
 * fifo, on runs written down here. */
#include "sched/messages.h"
#include "test.h"

struct line {
  unsigned char thread, kind, port, alt, alts;
};

enum { LINES = 16, ROOM = 8 };

static size_t run(const struct line *lines, size_t count,
                  struct event out[LINES]) {
  uint32_t there[8] = {0};
  for (size_t i = 0; i < count; i++) {
    const struct line *l = &lines[i];
    uint64_t n = there[l->port];
    out[i] = (struct event){.thread = l->thread,
                            .kind = l->kind,
                            .object = l->port,
                            .size = 1,
                            .value = n | (ROOM - n) << 32,
                            .alt = l->alt,
                            .alts = l->alts ? l->alts : 1};
    there[l->port] += l->kind == OP_SEND ? 1u : -1u;
  }
  return count;
}

struct read {
  struct messages m;
  struct order o;
  struct order_work work;
  bool understood, room;
};

static void read_run(struct read *r, unsigned ports, const struct line *lines,
                     size_t count) {
  struct event events[LINES];
  size_t n = run(lines, count, events);
  *r = (struct read){0};
  r->understood =
      messages_take(&r->m, ports, NULL, events, n) == MESSAGES_READ;
  order_compute(&r->work, &r->o, r->m.events.at, r->m.events.len);
  r->room = messages_races(&r->m, &r->o) == MESSAGES_READ;
}

static void read_free(struct read *r) {
  messages_free(&r->m);
  order_free(&r->o);
  order_work_free(&r->work);
}

/* How many messages the receive at this step could have got instead. */
static size_t race_set(const struct read *r, uint32_t step) {
  size_t n = 0;
  vec_each(&r->o.races, race) n += race->first == step;
  return n;
}

/* Variants as Lei defines them (definition 18): each receive is kept, gets
 * another message, or is left out; one of them at least gets another; what
 * is there has all that happens before it, unchanged. */
enum { LEFT_OUT, KEPT, CHANGED };

static bool is_variant(const struct read *r, const uint32_t *receive,
                       const unsigned *fate, const struct race *const *change,
                       size_t n) {
  bool changed = false;
  for (size_t i = 0; i < n; i++) {
    changed |= fate[i] == CHANGED;
    for (size_t k = 0; k < n && fate[i] != LEFT_OUT; k++) {
      if (k == i || fate[k] == KEPT)
        continue;
      const struct step *s = &r->o.steps.at[receive[i]];
      bool before = order_after(&r->o, receive[k], receive[i]);
      if (fate[i] == CHANGED) { /* the past of the thread, and of the send */
        uint64_t got = r->o.steps.at[change[i]->second].object;
        before = s->thread == r->o.steps.at[receive[k]].thread &&
                 receive[k] < receive[i];
        vec_each(&r->m.sent, m)
          if (m->number == got)
            before |= order_after(&r->o, receive[k], m->sent);
      }
      if (before)
        return false;
    }
  }
  return changed;
}

static size_t count_variants(const struct read *r, const uint32_t *receive,
                             unsigned *fate, const struct race **change,
                             size_t n, size_t i) {
  size_t variants = 0;
  if (i == n)
    return is_variant(r, receive, fate, change, n);
  for (fate[i] = LEFT_OUT; fate[i] <= KEPT; fate[i]++)
    variants += count_variants(r, receive, fate, change, n, i + 1);
  vec_each(&r->o.races, race) {
    if (race->first != receive[i])
      continue;
    fate[i] = CHANGED;
    change[i] = race;
    variants += count_variants(r, receive, fate, change, n, i + 1);
  }
  return variants;
}

TEST(the_first_sequence_of_program_m_has_seven_race_variants) {
  static const struct line m[] = {
      {1, OP_SEND, 0, 0, 0},    {3, OP_SEND, 0, 0, 0},
      {2, OP_RECEIVE, 0, 0, 2}, {2, OP_RECEIVE, 0, 0, 1},
      {4, OP_SEND, 1, 0, 0},    {6, OP_SEND, 1, 0, 0},
      {5, OP_RECEIVE, 1, 0, 2}, {5, OP_RECEIVE, 1, 0, 1}};
  static const uint32_t receives[] = {2, 3, 6, 7};
  struct read r;
  unsigned fate[4];
  const struct race *change[4];
  read_run(&r, PORTS_ASYNC, m, sizeof m / sizeof *m);
  CHECK(r.understood && r.room);
  CHECK_EQ(race_set(&r, 2), 1);
  CHECK_EQ(race_set(&r, 3), 0);
  CHECK_EQ(race_set(&r, 6), 1);
  CHECK_EQ(race_set(&r, 7), 0);
  CHECK_EQ(count_variants(&r, receives, fate, change, 4, 0), 7);
  read_free(&r);
}

/* One sends three messages, another one; the receiver takes two. */
TEST(under_fifo_the_oldest_of_each_sender_is_in_the_race_set) {
  static const struct line lines[] = {
      {1, OP_SEND, 0, 0, 0},    {1, OP_SEND, 0, 0, 0},
      {1, OP_SEND, 0, 0, 0},    {2, OP_SEND, 0, 0, 0},
      {0, OP_RECEIVE, 0, 0, 2}, {0, OP_RECEIVE, 0, 0, 2}};
  struct line async[6];
  struct read r;
  for (unsigned i = 0; i < 6; i++)
    async[i] = lines[i];
  async[4].alts = 4;
  async[5].alts = 3;
  read_run(&r, PORTS_FIFO, lines, 6);
  CHECK(r.understood && r.room);
  CHECK_EQ(race_set(&r, 4), 1); /* the other's */
  CHECK_EQ(race_set(&r, 5), 1);
  read_free(&r);
  read_run(&r, PORTS_ASYNC, async, 6);
  CHECK(r.understood && r.room);
  CHECK_EQ(race_set(&r, 4), 3);
  CHECK_EQ(race_set(&r, 5), 2);
  read_free(&r);
}

/* What is sent after a receive cannot be received by it; an answer can by
 * another. */
TEST(what_happens_after_a_receive_is_not_in_its_race_set) {
  static const struct line lines[] = {
      {1, OP_SEND, 0, 0, 0},    {0, OP_RECEIVE, 0, 0, 1},
      {0, OP_SEND, 1, 0, 0},    {1, OP_RECEIVE, 1, 0, 1},
      {1, OP_SEND, 0, 0, 0},    {2, OP_SEND, 0, 0, 0},
      {0, OP_RECEIVE, 0, 0, 2}};
  struct read r;
  read_run(&r, PORTS_ASYNC, lines, 7);
  CHECK(r.understood && r.room);
  CHECK_EQ(race_set(&r, 1), 1); /* that of thread 2 */
  CHECK_EQ(race_set(&r, 3), 0);
  CHECK_EQ(race_set(&r, 6), 1);
  read_free(&r);
}

TEST(a_reception_with_other_alternatives_is_not_understood) {
  static const struct line lines[] = {{1, OP_SEND, 0, 0, 0},
                                      {0, OP_RECEIVE, 0, 0, 2}};
  struct read r;
  read_run(&r, PORTS_ASYNC, lines, 2);
  CHECK(!r.understood);
  read_free(&r);
}

/* Thread 1 sends to port 0 and tells thread 2, which then sends there; so does
 * thread 3, who knows of nobody. */
TEST(under_causal_what_a_sender_knew_of_comes_first) {
  static const struct line lines[] = {
      {1, OP_SEND, 0, 0, 0},    {1, OP_SEND, 1, 0, 0},
      {2, OP_RECEIVE, 1, 0, 1}, {2, OP_SEND, 0, 0, 0},
      {3, OP_SEND, 0, 0, 0},    {0, OP_RECEIVE, 0, 0, 2},
      {0, OP_RECEIVE, 0, 1, 2}};
  struct read r;
  read_run(&r, PORTS_CAUSAL, lines, 7);
  CHECK(r.understood && r.room);
  CHECK_EQ(race_set(&r, 2), 0);
  CHECK_EQ(race_set(&r, 5), 1); /* that of thread 3 */
  CHECK_EQ(race_set(&r, 6), 1); /* and then that of thread 2 */
  read_free(&r);
}

/* Two sends race, the receives do not; and each comes after its send alone. */
TEST(in_a_mailbox_the_sends_race) {
  static const struct line lines[] = {
      {1, OP_SEND, 0, 0, 0},    {2, OP_SEND, 0, 0, 0},
      {0, OP_RECEIVE, 0, 0, 1}, {0, OP_RECEIVE, 0, 0, 1}};
  struct read r;
  read_run(&r, PORTS_MAILBOX, lines, 4);
  CHECK(r.understood && r.room);
  CHECK_EQ(r.o.races.len, 1);
  CHECK_EQ(race_set(&r, 0), 1);
  CHECK(order_after(&r.o, 0, 2) && !order_after(&r.o, 1, 2));
  CHECK(order_after(&r.o, 1, 3));
  read_free(&r);
}
