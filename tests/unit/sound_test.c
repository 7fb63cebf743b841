/* Invariants of what schedules are searched with: what real searches built is
 * sound, and each checker notices what is planted in it. */
#include "sched/sched.h"
#include "sched/strategy.h"
#include "sched/tree.h"
#include "sched/unfold/unfold.h"
#include "sound.h"
#include "toy.h"

/* A search that was left in the middle. */
struct half {
  struct toy toy;
  struct executor *x;
  struct sched s;
};

/* Three threads that read and write two variables. */
static void half_begin(struct half *h, const char *strategy, uint64_t runs) {
  h->toy = (struct toy){.threads = 3};
  for (unsigned t = 0; t < 3; t++) {
    toy_add(&h->toy, t, T_READ, t % 2, 0, 0, 0);
    toy_add(&h->toy, t, T_WRITE, 0, 0, 0, (int)t);
    toy_add(&h->toy, t, T_READ, 1, 1, 0, 0);
    toy_add(&h->toy, t, T_WRITE, 1, 1, 0, 1);
  }
  h->x = toy_executor(&h->toy, NULL);
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .runs = runs,
                            .all = true};
  sched_open(&h->s, h->x, &o);
  sched_run(&h->s, NULL);
  CHECK(!h->s.finished);
}

static void half_end(struct half *h) {
  sched_close(&h->s);
  h->x->close(h->x);
}

TEST(sound_notices_what_is_wrong_with_a_tree) {
  struct half h;
  half_begin(&h, "optimal", 40);
  struct tree *t = h.s.parts[0].self;
  CHECK_STR(tree_sound(t) ? tree_sound(t) : "", "");
  node_id n = t->nodes[1].first;
  CHECK(n && t->nodes_len > 3);
  PLANTED(tree_sound(t), t->nodes[1].open, t->nodes[1].open + 1);
  PLANTED(tree_sound(t), t->nodes[n].parent, 0);
  PLANTED(tree_sound(t), t->nodes[n].depth, 7);
  PLANTED(tree_sound(t), t->nodes[1].last, 0);
  PLANTED(tree_sound(t), t->nodes[1].flags, NODE_DONE);
  PLANTED(tree_sound(t), t->free, n);
  PLANTED(tree_sound(t), t->nodes_len, t->nodes_len - 1);
  half_end(&h);
}

TEST(sound_notices_what_is_wrong_with_an_order) {
  struct event events[4] = {{0}};
  for (unsigned i = 0; i < 4; i++)
    events[i] = (struct event){.kind = i % 2 ? OP_READ : OP_WRITE,
                               .object = 64,
                               .size = 4,
                               .thread = (uint8_t)(1 + i / 2),
                               .enabled = 6,
                               .site = i + 1};
  struct order_work w = {0};
  struct order o = {0};
  CHECK(order_compute(&w, &o, events, 4));
  CHECK_STR(order_sound(&o) ? order_sound(&o) : "", "");
  CHECK(o.executed == 4 && o.races.len > 0);
  PLANTED(order_sound(&o), o.clocks.at[0 * o.width + 1], 0);
  PLANTED(order_sound(&o), o.clocks.at[3 * o.width + 1], 4);
  PLANTED(order_sound(&o), o.clocks.at[3 * o.width + 1], 0);
  PLANTED(order_sound(&o), o.races.at[0].first, o.races.at[0].second);
  PLANTED(order_sound(&o), o.steps.at[o.races.at[0].second].thread,
          o.steps.at[o.races.at[0].first].thread);
  order_free(&o);
  order_work_free(&w);
}

TEST(sound_notices_what_is_wrong_with_an_unfolding) {
  static const char *const names[] = {"unfold", "contextual", "stateful"};
  for (size_t i = 0; i < 3; i++) {
    struct half h;
    const char *strategy = names[i];
    test_row("%s", strategy);
    half_begin(&h, strategy, 9);
    struct unfold *u = h.s.parts[0].self;
    CHECK_STR(unfold_sound(u) ? unfold_sound(u) : "", "");
    unf_id last = (unf_id)u->at.len - 1;
    CHECK(last > 4);
    PLANTED(unfold_sound(u), unf_past(u, last)[u->at.at[last].thread], 0);
    PLANTED(unfold_sound(u), u->table_len, u->table_len + 1);
    PLANTED(unfold_sound(u), u->at.at[last].up, last + 1);
    PLANTED(unfold_sound(u), u->at.at[last].thread, 3);
    PLANTED(unfold_sound(u), u->at.at[u->at.at[last].up].exts, 0);
    half_end(&h);
  }
}
