/* Causal communication as L prints it against ours, on the shipped models
 * that tell them apart (doc/papers.md: four ways to fail), on figure 2.1
 * where they agree, and on the example that L draws. */
#include <string.h>

#include "../cross/brute.h"
#include "../cross/build.h"
#include "../cross/printed_walk.h"
#include "lang/lang.h"
#include "test.h"

enum { LIMIT = 10000 };

static struct model *load(const char *file) {
  struct text t = {0};
  struct diag d = {0};
  CHECK(text_read_file(&t, file));
  struct model *m = lang_read(file, text_str(&t), t.len, NULL, &d);
  CHECK(m != NULL);
  text_free(&t);
  return m;
}

static void check_walk(struct walk w, uint64_t states, uint64_t transitions,
                       uint64_t blocking) {
  CHECK_EQ(w.states, states);
  CHECK_EQ(w.transitions, transitions);
  CHECK_EQ(w.blocking, blocking);
}

/* What the walk says under our order and under one queue for each port, the
 * brute force says too. */
static void check_brute(struct model *m) {
  for (enum walk_order order = WALK_OURS; order <= WALK_QUEUE; order++) {
    struct walk w = walk_model(m, order, WALK_NEWEST);
    struct brute *b = brute_explore(m, LIMIT);
    CHECK_EQ(w.states, b->states.len);
    CHECK_EQ(w.transitions, b->transitions);
    CHECK_EQ(w.terminated, b->terminated);
    CHECK_EQ(w.blocking, b->blocking);
    CHECK_EQ(w.deadlocks, b->deadlocks);
    brute_free(b);
  }
}

#define RUN(...) ((const char *const[]){__VA_ARGS__, NULL})

static bool allows(struct model *m, enum walk_order order,
                   const char *const *run) {
  return walk_follow(m, order, run, NULL, NULL);
}

static void check_graphs(struct model *m, const char *const *run,
                         const char *graphs) {
  struct text t = {0};
  CHECK(walk_follow(m, WALK_GRAPH, run, &t, NULL));
  CHECK_STR(text_str(&t), graphs);
  text_free(&t);
}

/* Way 1: a single queue for each port (L 2.3.1) is stricter than happens-
 * before: d before a at P3 forces c before b at P4.  The graphs of L 2.4.2
 * are right here, so that L's full graph and its reduced one differ. */
TEST(printed_causal_fails_1_a_single_queue_forbids_what_nothing_orders) {
  struct model *m = load("models/differs/causal1.hed");
  check_brute(m);
  check_walk(walk_model(m, WALK_OURS, WALK_NEWEST), 135, 272, 1);
  check_walk(walk_model(m, WALK_QUEUE, WALK_NEWEST), 130, 248, 0);
  check_walk(walk_model(m, WALK_GRAPH, WALK_NEWEST), 135, 272, 1);
  const char *const *run =
      RUN("P1 P3.in!a", "P1 P4.in!b", "P2 P4.in!c", "P2 P3.in!d", "P3 in?d",
          "P4 in?b", "P3 in?a", "P4 in?c");
  CHECK(allows(m, WALK_OURS, run));
  CHECK(allows(m, WALK_GRAPH, run));
  CHECK(!allows(m, WALK_QUEUE, run));
  model_free(m);
}

/* Way 2: when P3 gets the news from P2, P2's queue at P4 is empty (all it
 * holds is that x comes first), so u is empty, nothing is noted for P3, and
 * its y overtakes x. */
TEST(printed_causal_fails_2_an_empty_queue_loses_transitivity) {
  struct model *m = load("models/differs/causal2.hed");
  check_brute(m);
  check_walk(walk_model(m, WALK_OURS, WALK_NEWEST), 14, 18, 0);
  check_walk(walk_model(m, WALK_QUEUE, WALK_NEWEST), 14, 18, 0);
  check_walk(walk_model(m, WALK_GRAPH, WALK_NEWEST), 15, 19, 1);
  check_graphs(m, RUN("P1 P4.in!x", "P1 P2.in!a", "P2 in?a"),
               "P4.in P1: 1, 0; P2: 0 after P1.1");
  check_graphs(m,
               RUN("P1 P4.in!x", "P1 P2.in!a", "P2 in?a", "P2 P3.in!b",
                   "P3 in?b", "P3 P4.in!y"),
               "P4.in P1: 1, 0; P2: 0 after P1.1; P3: 1");
  const char *const *run =
      RUN("P1 P4.in!x", "P1 P2.in!a", "P2 in?a", "P2 P3.in!b", "P3 in?b",
          "P3 P4.in!y", "P4 in?y");
  CHECK(allows(m, WALK_GRAPH, run));
  CHECK(!allows(m, WALK_OURS, run));
  CHECK(!allows(m, WALK_QUEUE, run));
  model_free(m);
}

/* Are the states after x, m and after m, x the same? */
static bool order_forgotten(struct model *m, enum walk_order order) {
  struct text xm = {0}, mx = {0};
  CHECK(walk_follow(m, order, RUN("P1 P3.in!x", "P1 P2.in!m"), NULL, &xm));
  CHECK(walk_follow(m, order, RUN("P1 P2.in!m", "P1 P3.in!x"), NULL, &mx));
  bool same = xm.len == mx.len && !memcmp(xm.at, mx.at, xm.len);
  text_free(&xm);
  text_free(&mx);
  return same;
}

/* Way 3: the states after x, m and after m, x are equal, and yet y may
 * overtake x after one of them only.  Which of the two a search keeps decides
 * how large its graph is and, from blocking point to blocking point, whether
 * it finds the blocking state. */
TEST(printed_causal_fails_3_equal_graphs_have_different_futures) {
  struct model *m = load("models/differs/causal3.hed");
  check_brute(m);
  CHECK(order_forgotten(m, WALK_GRAPH));
  CHECK(!order_forgotten(m, WALK_OURS));
  const char *const *xm =
      RUN("P1 P3.in!x", "P1 P2.in!m", "P2 in?m", "P2 P3.in!y", "P3 in?y");
  const char *const *mx =
      RUN("P1 P2.in!m", "P1 P3.in!x", "P2 in?m", "P2 P3.in!y", "P3 in?y");
  for (enum walk_order order = WALK_OURS; order <= WALK_GRAPH; order++) {
    CHECK(!allows(m, order, xm));
    CHECK_EQ(allows(m, order, mx), order != WALK_QUEUE);
  }
  check_walk(walk_model(m, WALK_OURS, WALK_OLDEST), 19, 27, 1);
  check_walk(walk_model(m, WALK_OURS, WALK_NEWEST), 19, 27, 1);
  check_walk(walk_model(m, WALK_GRAPH, WALK_OLDEST), 17, 24, 1);
  check_walk(walk_model(m, WALK_GRAPH, WALK_NEWEST), 16, 22, 1);
  unsigned old = WALK_BLOCKING_POINTS | WALK_OLDEST;
  unsigned new = WALK_BLOCKING_POINTS | WALK_NEWEST;
  check_walk(walk_model(m, WALK_OURS, old), 15, 17, 1);
  check_walk(walk_model(m, WALK_OURS, new), 15, 17, 1);
  check_walk(walk_model(m, WALK_GRAPH, old), 10, 11, 0);
  check_walk(walk_model(m, WALK_GRAPH, new), 11, 12, 1);
  model_free(m);
}

/* Way 4: x waits at a port of Pj itself, which is left out when Pj gets y
 * (as the receiver) and when Pi gets m (as the sender); so z overtakes x. */
TEST(printed_causal_fails_4_ports_of_sender_and_receiver_are_skipped) {
  struct model *m = load("models/differs/causal4.hed");
  check_brute(m);
  check_walk(walk_model(m, WALK_OURS, WALK_NEWEST), 11, 12, 0);
  check_walk(walk_model(m, WALK_QUEUE, WALK_NEWEST), 11, 12, 0);
  check_walk(walk_model(m, WALK_GRAPH, WALK_NEWEST), 12, 13, 1);
  check_graphs(m, RUN("P0 Pj.one!x", "P0 Pj.two!y", "Pj two?y"),
               "Pj.one P0: 1");
  check_graphs(m,
               RUN("P0 Pj.one!x", "P0 Pj.two!y", "Pj two?y", "Pj Pi.in!m",
                   "Pi in?m", "Pi Pj.one!z"),
               "Pj.one P0: 1; Pi: 1");
  const char *const *run =
      RUN("P0 Pj.one!x", "P0 Pj.two!y", "Pj two?y", "Pj Pi.in!m", "Pi in?m",
          "Pi Pj.one!z", "Pj one?z");
  CHECK(allows(m, WALK_GRAPH, run));
  CHECK(!allows(m, WALK_OURS, run));
  CHECK(!allows(m, WALK_QUEUE, run));
  model_free(m);
}

/* L figure 2.1: both descriptions and ours are the same graph. */
TEST(printed_causal_agrees_with_ours_on_figure_2_1) {
  struct model *m = load("models/fig21.hed");
  check_brute(m);
  for (enum walk_order order = WALK_OURS; order <= WALK_GRAPH; order++) {
    for (unsigned how = WALK_OLDEST; how <= WALK_NEWEST; how++) {
      struct walk w = walk_model(m, order, how);
      check_walk(w, 10, 12, 0);
      CHECK_EQ(w.terminated, 1);
    }
    CHECK(!allows(
        m, order,
        RUN("M1 M3.T3!x", "M1 M2.T2!y", "M2 T2?y", "M2 M3.T3!z", "M3 T3?z")));
    CHECK(allows(m, order,
                 RUN("M1 M3.T3!x", "M1 M2.T2!y", "M2 T2?y", "M2 M3.T3!z",
                     "M3 T3?x", "M3 T3?z")));
  }
  model_free(m);
}

/* The example of L 2.4.2: P1 sends two messages to P3, m to P2 and two more
 * to P3; P2 sends three to P3 and then receives m.  The expected cuts follow
 * from its words: of figures 2.7 and 2.8 our copy has the captions only. */
TEST(printed_causal_cuts_the_queues_of_the_example_in_lei) {
  struct build b = {.scheme = SCHEME_CAUSAL};
  object_id port[3];
  for (process_id p = 0; p < 3; p++) {
    build_process(&b, build_name(&b, "P%u", p + 1), false);
    build_location(&b, p, "0", true);
    port[p] = build_port(&b, build_name(&b, "P%u.T", p + 1), p, UNBOUNDED);
  }
  struct model *m = build_finish(&b);
  struct printed *g = printed_new(m);
  struct text t = {0};
  for (int i = 0; i < 5; i++)
    printed_send(g, port[i == 2 ? 1 : 2], 0);
  for (int i = 0; i < 3; i++)
    printed_send(g, port[2], 1);
  printed_show(g, port[2], &t);
  CHECK_STR(text_str(&t), "P1: 4; P2: 3");
  printed_receive(g, port[1], 0);
  printed_send(g, port[2], 1); /* one more than is drawn: it knows of m */
  text_clear(&t);
  printed_show(g, port[2], &t);
  CHECK_STR(text_str(&t), "P1: 2, 2; P2: 3, 1 after P1.1");
  for (int i = 0; i < 3; i++)
    printed_receive(g, port[2], 1);
  CHECK(!printed_in_frontier(g, port[2], 1));
  for (int i = 0; i < 2; i++)
    printed_receive(g, port[2], 0);
  CHECK(printed_in_frontier(g, port[2], 1));
  CHECK(printed_in_frontier(g, port[2], 0));
  text_free(&t);
  printed_free(g);
  model_free(m);
}
