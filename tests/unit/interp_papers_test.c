/* The plain interpreter on the systems of the documents, built by hand:
 * N example 2-1 and L figure 2.1 with the numbers of doc/papers.md, and the
 * counterexamples to causal order as L prints it. */
#include <string.h>

#include "../cross/brute.h"
#include "../cross/build.h"
#include "test.h"

enum { LIMIT = 100000, ROOM = 4 };

/* --- protocol 1 of N ------------------------------------------------------ */

struct cfsm_edge {
  process_id process;
  location_id from;
  char sign; /* '-' sends, '+' receives */
  int message;
  location_id to;
};

static const struct cfsm_edge pi1[] = {
    {0, 0, '-', 1, 1}, {0, 0, '+', 2, 1}, {0, 1, '-', 3, 2}, {0, 1, '+', 2, 2},
    {0, 1, '+', 4, 3}, {0, 2, '+', 2, 1}, {0, 3, '+', 1, 0}, {1, 0, '-', 2, 1},
    {1, 0, '+', 1, 2}, {1, 1, '+', 1, 2}, {1, 2, '+', 3, 0}, {1, 2, '+', 1, 3},
    {1, 3, '-', 4, 2},
};

static struct model *build_pi1(void) {
  static const char *const states[] = {"0", "1", "2", "3"};
  static const char *const messages[] = {"m0", "m1", "m2", "m3", "m4"};
  struct build b = {.scheme = SCHEME_FIFO};
  build_process(&b, "P1", false);
  build_process(&b, "P2", false);
  for (process_id p = 0; p < 2; p++)
    for (int i = 0; i < 4; i++)
      build_location(&b, p, states[i], false);
  for (int i = 0; i < 5; i++)
    build_message(&b, messages[i], 0, NULL);
  object_id out[2] = {build_channel(&b, "P1->P2", 0, 1, 2),
                      build_channel(&b, "P2->P1", 1, 0, 2)};
  for (size_t i = 0; i < sizeof pi1 / sizeof *pi1; i++) {
    const struct cfsm_edge *e = &pi1[i];
    if (e->sign == '-')
      build_send(&b, e->process, e->from, e->to, out[e->process],
                 (message_id)e->message);
    else
      build_receive(&b, e->process, e->from, e->to, out[1 - e->process],
                    (message_id)e->message);
  }
  return build_finish(&b);
}

static bool found(const struct brute *r, enum finding_kind kind, process_id p,
                  location_id l, message_id m) {
  vec_each(&r->findings, f) if (f->kind == kind && f->process == p &&
                                f->location == l &&
                                f->message == m) return true;
  return false;
}

TEST(interp_protocol_1_has_the_numbers_of_nguyen) {
  struct model *m = build_pi1();
  struct brute *r = brute_explore(m, LIMIT);
  CHECK_EQ(r->states.len, 28);
  CHECK_EQ(r->transitions, 38);
  CHECK_EQ(r->blocking, 4);
  CHECK_EQ(r->deadlocks, 2);
  CHECK_EQ(brute_count(r, FINDING_DEADLOCK), 2);
  CHECK_EQ(brute_count(r, FINDING_BLOCKING), 2);
  CHECK_EQ(brute_count(r, FINDING_UNSPECIFIED), 2);
  CHECK(found(r, FINDING_UNSPECIFIED, 1, 0, 3));
  CHECK(found(r, FINDING_UNSPECIFIED, 1, 1, 3));
  CHECK_EQ(brute_count(r, FINDING_OVERFLOW), 1);
  CHECK(found(r, FINDING_OVERFLOW, 0, 1, 3));
  CHECK_EQ(brute_count(r, FINDING_UNEXECUTABLE), 4);
  for (source_id i = 0; i < m->source_count; i++)
    CHECK_EQ(r->taken[i], i != 4 && i != 6 && i != 11 && i != 12);
  brute_free(r);
  model_free(m);
}

/* --- figure 2.1 of L ------------------------------------------------------ */

/* Locations "0" .. "n", the last one final. */
static void locations(struct build *b, process_id p, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    build_location(b, p, build_name(b, "%u", i), i + 1 == count);
}

/* M1: x to T3, y to T2.  M2: receives on T2, sends z to T3.  M3: receives
 * twice on T3. */
static struct model *build_figure_2_1(enum scheme scheme) {
  struct build b = {.scheme = scheme};
  enum { M1, M2, M3 };
  build_process(&b, "M1", false);
  build_process(&b, "M2", false);
  build_process(&b, "M3", false);
  for (process_id p = M1; p <= M3; p++)
    locations(&b, p, 3);
  object_id t2 = build_port(&b, "M2.T2", M2, UNBOUNDED);
  object_id t3 = build_port(&b, "M3.T3", M3, UNBOUNDED);
  message_id x = build_message(&b, "x", 0, NULL);
  message_id y = build_message(&b, "y", 0, NULL);
  message_id z = build_message(&b, "z", 0, NULL);
  build_send(&b, M1, 0, 1, t3, x);
  build_send(&b, M1, 1, 2, t2, y);
  build_receive(&b, M2, 0, 1, t2, y);
  build_send(&b, M2, 1, 2, t3, z);
  for (location_id l = 0; l < 2; l++) {
    build_receive(&b, M3, l, l + 1, t3, x);
    build_receive(&b, M3, l, l + 1, t3, z);
  }
  return build_finish(&b);
}

TEST(interp_figure_2_1_has_the_numbers_of_lei) {
  static const struct {
    enum scheme scheme;
    uint64_t states, transitions;
  } expected[] = {
      {SCHEME_ASYNC, 11, 14}, {SCHEME_FIFO, 11, 14}, {SCHEME_CAUSAL, 10, 12}};
  for (size_t i = 0; i < 3; i++) {
    struct model *m = build_figure_2_1(expected[i].scheme);
    struct brute *r = brute_explore(m, LIMIT);
    CHECK_EQ(r->states.len, expected[i].states);
    CHECK_EQ(r->transitions, expected[i].transitions);
    CHECK_EQ(r->terminated, 1);
    CHECK_EQ(r->blocking, 0);
    brute_free(r);
    model_free(m);
  }
}

/* --- counterexamples to causal order as printed --------------------------- */

static uint64_t blocking(struct model *m) {
  struct brute *r = brute_explore(m, LIMIT);
  uint64_t n = r->too_large ? UINT64_MAX : r->blocking;
  CHECK_EQ(brute_count(r, FINDING_UNSPECIFIED), 0);
  CHECK_EQ(brute_count(r, FINDING_OVERFLOW), 0);
  brute_free(r);
  model_free(m);
  return n;
}

/* Assigns a constant before the edge stops. */
static void sets(struct build *b, struct edge *e, slot_id slot, expr_id value) {
  e->code = build_code(
      b, (struct code){
             .op = CODE_SET, .target = slot, .index = NONE, .value = value});
  build_stop(b, e->to);
}

/* C1: P1 sends a to P3, then b to P4; P2 sends c to P4, then d to P3.  P3
 * and P4 tell P5 whether d and b came first; P5 cannot end when both did. */
static struct model *build_c1(enum scheme scheme) {
  struct build b = {.scheme = scheme};
  enum { P1, P2, P3, P4, P5 };
  for (process_id p = P1; p <= P5; p++) {
    build_process(&b, build_name(&b, "P%u", p + 1), false);
    locations(&b, p, p <= P2 ? 3 : 4);
  }
  object_id t3 = build_port(&b, "P3.T3", P3, ROOM);
  object_id t4 = build_port(&b, "P4.T4", P4, ROOM);
  object_id t5 = build_port(&b, "P5.T5", P5, ROOM);
  message_id m[4];
  for (int i = 0; i < 4; i++)
    m[i] = build_message(&b, build_name(&b, "%c", 'a' + i), 0, NULL);
  struct range bit = {0, 1};
  message_id told = build_message(&b, "told", 1, &bit);
  build_send(&b, P1, 0, 1, t3, m[0]);
  build_send(&b, P1, 1, 2, t4, m[1]);
  build_send(&b, P2, 0, 1, t4, m[2]);
  build_send(&b, P2, 1, 2, t3, m[3]);
  for (process_id p = P3; p <= P4; p++) {
    object_id port = p == P3 ? t3 : t4;
    message_id good = p == P3 ? m[0] : m[2], bad = p == P3 ? m[3] : m[1];
    slot_id f = build_slot(&b, p, "f", bit, 0);
    build_receive(&b, p, 0, 1, port, good);
    sets(&b, build_receive(&b, p, 0, 1, port, bad), f, build_const(&b, 1));
    build_receive(&b, p, 1, 2, port, good);
    build_receive(&b, p, 1, 2, port, bad);
    struct edge *e = build_send(&b, p, 2, 3, t5, told);
    build_arg(&b, e, build_local(&b, f));
    sets(&b, e, f, build_const(&b, 0));
  }
  slot_id sum = build_slot(&b, P5, "s", (struct range){0, 2}, 0);
  for (location_id l = 0; l < 2; l++) {
    struct edge *e = build_receive(&b, P5, l, l + 1, t5, told);
    sets(&b, e, sum,
         build_op(&b, EXPR_ADD, build_local(&b, sum), build_bound(&b, 0)));
  }
  struct edge *e = build_edge(&b, P5, 2, 3, ACT_NONE, NONE);
  e->guard = build_op(&b, EXPR_NE, build_local(&b, sum), build_const(&b, 2));
  return build_finish(&b);
}

TEST(interp_mailbox_is_stricter_than_causal_c1) {
  CHECK(blocking(build_c1(SCHEME_ASYNC)) > 0);
  CHECK(blocking(build_c1(SCHEME_FIFO)) > 0);
  CHECK(blocking(build_c1(SCHEME_CAUSAL)) > 0);
  CHECK_EQ(blocking(build_c1(SCHEME_MAILBOX)), 0);
}

/* A receiver of two messages on a port; it must get `first` first. */
static void in_order(struct build *b, process_id p, location_id at,
                     object_id port, message_id first, message_id second) {
  slot_id got = build_slot(b, p, "got", (struct range){0, 2}, 0);
  sets(b, build_receive(b, p, at, at + 1, port, first), got, build_const(b, 1));
  sets(b, build_receive(b, p, at, at + 1, port, second), got,
       build_const(b, 2));
  for (int i = 0; i < 2; i++) {
    struct edge *e =
        build_receive(b, p, at + 1, at + 2, port, i ? second : first);
    e->guard = build_op(b, EXPR_EQ, build_local(b, got), build_const(b, 1));
  }
}

/* C2: P1 sends x to P4 and then a to P2, which then sends b to P3, which
 * then sends y to P4: x is before y although nothing at P4 says so. */
static struct model *build_c2(enum scheme scheme) {
  struct build b = {.scheme = scheme};
  enum { P1, P2, P3, P4 };
  for (process_id p = P1; p <= P4; p++) {
    build_process(&b, build_name(&b, "P%u", p + 1), false);
    locations(&b, p, 3);
  }
  object_id t2 = build_port(&b, "P2.T2", P2, ROOM);
  object_id t3 = build_port(&b, "P3.T3", P3, ROOM);
  object_id t4 = build_port(&b, "P4.T4", P4, ROOM);
  message_id x = build_message(&b, "x", 0, NULL);
  message_id a = build_message(&b, "a", 0, NULL);
  message_id bb = build_message(&b, "b", 0, NULL);
  message_id y = build_message(&b, "y", 0, NULL);
  build_send(&b, P1, 0, 1, t4, x);
  build_send(&b, P1, 1, 2, t2, a);
  build_receive(&b, P2, 0, 1, t2, a);
  build_send(&b, P2, 1, 2, t3, bb);
  build_receive(&b, P3, 0, 1, t3, bb);
  build_send(&b, P3, 1, 2, t4, y);
  in_order(&b, P4, 0, t4, x, y);
  return build_finish(&b);
}

TEST(interp_causal_order_is_transitive_c2) {
  CHECK(blocking(build_c2(SCHEME_ASYNC)) > 0);
  CHECK(blocking(build_c2(SCHEME_FIFO)) > 0);
  CHECK_EQ(blocking(build_c2(SCHEME_CAUSAL)), 0);
  CHECK_EQ(blocking(build_c2(SCHEME_MAILBOX)), 0);
}

/* C3: P1 sends x to P3 and m to P2 in either order; P2 answers m with y to
 * P3.  Only when m went first may y overtake x. */
static struct model *build_c3(enum scheme scheme) {
  struct build b = {.scheme = scheme};
  enum { P1, P2, P3 };
  for (process_id p = P1; p <= P3; p++) {
    build_process(&b, build_name(&b, "P%u", p + 1), false);
    locations(&b, p, p == P1 ? 4 : 3);
  }
  object_id t2 = build_port(&b, "P2.T2", P2, ROOM);
  object_id t3 = build_port(&b, "P3.T3", P3, ROOM);
  message_id x = build_message(&b, "x", 0, NULL);
  message_id m = build_message(&b, "m", 0, NULL);
  message_id y = build_message(&b, "y", 0, NULL);
  build_send(&b, P1, 0, 1, t3, x);
  build_send(&b, P1, 1, 3, t2, m);
  build_send(&b, P1, 0, 2, t2, m);
  build_send(&b, P1, 2, 3, t3, x);
  build_receive(&b, P2, 0, 1, t2, m);
  build_send(&b, P2, 1, 2, t3, y);
  in_order(&b, P3, 0, t3, x, y);
  return build_finish(&b);
}

/* Are the states after x, m and after m, x the same? */
static bool order_forgotten(enum scheme scheme) {
  struct model *model = build_c3(scheme);
  struct interp *in = interp_new(model);
  struct text key[2] = {{0}};
  for (int i = 0; i < 2; i++) {
    struct interp_failure why;
    struct istate *s = interp_initial(in, &why);
    for (int n = 0; n < 2; n++) {
      struct interp_steps steps = {0};
      interp_steps(in, s, &steps); /* P1 comes first */
      struct istate *t = interp_fire(in, s, &steps.at.at[n ? 0 : i], &why);
      interp_state_free(s);
      vec_free(&steps.at);
      s = t;
    }
    interp_key(in, s, &key[i]);
    interp_state_free(s);
  }
  bool same =
      key[0].len == key[1].len && !memcmp(key[0].at, key[1].at, key[0].len);
  text_free(&key[0]);
  text_free(&key[1]);
  interp_free(in);
  model_free(model);
  return same;
}

TEST(interp_causal_states_keep_the_order_across_ports_c3) {
  CHECK(blocking(build_c3(SCHEME_CAUSAL)) > 0);
  CHECK(blocking(build_c3(SCHEME_MAILBOX)) > 0);
  CHECK(!order_forgotten(SCHEME_CAUSAL));
  CHECK(order_forgotten(SCHEME_ASYNC));
  CHECK(order_forgotten(SCHEME_FIFO));
  CHECK(order_forgotten(SCHEME_MAILBOX));
}

/* C4: x waits at a port of the process that passes the news on. */
static struct model *build_c4(enum scheme scheme) {
  struct build b = {.scheme = scheme};
  enum { P0, PJ, PI };
  build_process(&b, "P0", false);
  build_process(&b, "Pj", false);
  build_process(&b, "Pi", false);
  locations(&b, P0, 3);
  locations(&b, PJ, 5);
  locations(&b, PI, 3);
  object_id tj = build_port(&b, "Pj.Tj", PJ, ROOM);
  object_id uj = build_port(&b, "Pj.Uj", PJ, ROOM);
  object_id ti = build_port(&b, "Pi.Ti", PI, ROOM);
  message_id x = build_message(&b, "x", 0, NULL);
  message_id y = build_message(&b, "y", 0, NULL);
  message_id m = build_message(&b, "m", 0, NULL);
  message_id z = build_message(&b, "z", 0, NULL);
  build_send(&b, P0, 0, 1, tj, x);
  build_send(&b, P0, 1, 2, uj, y);
  build_receive(&b, PJ, 0, 1, uj, y);
  build_send(&b, PJ, 1, 2, ti, m);
  in_order(&b, PJ, 2, tj, x, z);
  build_receive(&b, PI, 0, 1, ti, m);
  build_send(&b, PI, 1, 2, tj, z);
  return build_finish(&b);
}

TEST(interp_causal_counts_the_ports_of_the_go_between_c4) {
  CHECK(blocking(build_c4(SCHEME_ASYNC)) > 0);
  CHECK(blocking(build_c4(SCHEME_FIFO)) > 0);
  CHECK_EQ(blocking(build_c4(SCHEME_CAUSAL)), 0);
  CHECK_EQ(blocking(build_c4(SCHEME_MAILBOX)), 0);
}
