/* The plain interpreter, one action and one failure at a time. */
#include "model/interp.h"

#include <string.h>

#include "../cross/brute.h"
#include "../cross/build.h"
#include "test.h"

/* One thread, locations "0", "1" and final "2". */
static process_id one_thread(struct build *b) {
  process_id p =
      build_process(b, build_name(b, "t%zu", b->processes.len), true);
  for (int i = 0; i < 3; i++)
    build_location(b, p, build_name(b, "%d", i), i == 2);
  return p;
}

/* A model, its interpreter and a state that walks. */
struct walk {
  struct model *m;
  struct interp *in;
  struct istate *s;
  struct interp_failure why;
  struct interp_steps steps;
};

static struct walk walk_begin(struct build *b) {
  struct walk w = {.m = build_finish(b)};
  w.in = interp_new(w.m);
  w.s = interp_initial(w.in, &w.why);
  interp_steps(w.in, w.s, &w.steps);
  return w;
}

/* Fires step number i; false when it fails (the state stays). */
static bool walk_step(struct walk *w, size_t i) {
  if (i >= w->steps.at.len)
    return false;
  struct istate *t = interp_fire(w->in, w->s, &w->steps.at.at[i], &w->why);
  if (!t)
    return false;
  interp_state_free(w->s);
  w->s = t;
  interp_steps(w->in, w->s, &w->steps);
  return true;
}

static void walk_end(struct walk *w) {
  interp_state_free(w->s);
  vec_free(&w->steps.at);
  interp_free(w->in);
  model_free(w->m);
}

/* The failure of step number i. */
static enum fail_reason fails(struct walk *w, size_t i) {
  if (walk_step(w, i))
    return FAIL_NONE;
  return w->why.failure;
}

static code_id set(struct build *b, enum code_op op, uint32_t target,
                   expr_id value) {
  return build_code(
      b,
      (struct code){.op = op, .target = target, .index = NONE, .value = value});
}

TEST(interp_lock_waits_and_unlock_wants_the_holder) {
  struct build b = {0};
  object_id l = build_lock(&b, "l");
  for (int i = 0; i < 2; i++) {
    process_id p = one_thread(&b);
    build_edge(&b, p, 0, 1, ACT_LOCK, l);
    build_edge(&b, p, 1, 2, i ? ACT_LOCK : ACT_UNLOCK, l);
  }
  struct walk w = walk_begin(&b);
  CHECK_EQ(w.steps.at.len, 2);
  CHECK_EQ(interp_object(w.s, l), -1);
  CHECK(walk_step(&w, 1)); /* t1 locks, and then waits for itself */
  CHECK_EQ(interp_object(w.s, l), 1);
  CHECK_EQ(w.steps.at.len, 0);
  CHECK_EQ(interp_end(w.in, w.s), END_DEADLOCK);
  walk_end(&w);
}

TEST(interp_unlock_of_a_free_lock_fails) {
  struct build b = {0};
  object_id l = build_lock(&b, "l");
  build_edge(&b, one_thread(&b), 0, 2, ACT_UNLOCK, l);
  struct walk w = walk_begin(&b);
  CHECK_EQ(fails(&w, 0), FAIL_NOT_HELD);
  CHECK_EQ(w.why.place.line, w.m->sources[0].place.line);
  CHECK_EQ(failure_kind(w.why.failure), FINDING_ASSERTION);
  walk_end(&w);
}

TEST(interp_semaphore_counts_and_stays_in_its_range) {
  struct build b = {0};
  object_id s = build_semaphore(&b, "s", 1, 1);
  process_id p = one_thread(&b), q = one_thread(&b);
  build_edge(&b, p, 0, 1, ACT_P, s);
  build_edge(&b, p, 1, 2, ACT_P, s);
  build_edge(&b, q, 0, 0, ACT_V, s);
  struct walk w = walk_begin(&b);
  CHECK_EQ(w.steps.at.len, 2);
  CHECK_EQ(fails(&w, 1), FAIL_RANGE);
  CHECK(walk_step(&w, 0));
  CHECK_EQ(interp_object(w.s, s), 0);
  CHECK_EQ(w.steps.at.len, 1); /* the second P waits */
  CHECK(walk_step(&w, 0));
  CHECK_EQ(interp_object(w.s, s), 1);
  walk_end(&w);
}

/* i = i + 1 as a read and a write. */
static void increment(struct build *b, process_id p, object_id i) {
  slot_id t = build_slot(b, p, "t", RANGE_INT, 0);
  struct edge *read = build_edge(b, p, 0, 1, ACT_READ, i);
  read->code = set(b, CODE_SET, t, build_bound(b, 0));
  build_stop(b, 1);
  struct edge *write = build_edge(b, p, 1, 2, ACT_WRITE, i);
  build_arg(b, write,
            build_op(b, EXPR_ADD, build_local(b, t), build_const(b, 1)));
  write->code = set(b, CODE_SET, t, build_const(b, 0));
  build_stop(b, 2);
}

TEST(interp_lost_update_is_found) {
  struct build b = {0};
  object_id i = build_shared(&b, "i", (struct range){0, 9}, 0);
  increment(&b, one_thread(&b), i);
  increment(&b, one_thread(&b), i);
  expr_id both =
      build_op(&b, EXPR_AND, build_expr(&b, EXPR_ENDED, 0, NONE, NONE, 0),
               build_expr(&b, EXPR_ENDED, 1, NONE, NONE, 0));
  build_property(
      &b, PROPERTY_NEVER,
      build_op(&b, EXPR_AND, both,
               build_op(&b, EXPR_EQ,
                        build_expr(&b, EXPR_SHARED, i, NONE, NONE, 0),
                        build_const(&b, 1))));
  struct model *m = build_finish(&b);
  struct brute *r = brute_explore(m, 100);
  CHECK_EQ(r->findings.len, 1);
  CHECK_EQ(r->findings.at[0].kind, FINDING_PROPERTY);
  CHECK_EQ(r->findings.at[0].length, 4);
  CHECK_EQ(r->terminated, 2); /* i = 1 and i = 2 */
  brute_free(r);
  model_free(m);
}

TEST(interp_write_outside_its_range_fails_before_it_happens) {
  struct build b = {0};
  object_id i = build_shared(&b, "i", (struct range){0, 1}, 1);
  process_id p = one_thread(&b);
  increment(&b, p, i);
  struct walk w = walk_begin(&b);
  CHECK(walk_step(&w, 0));
  CHECK_EQ(fails(&w, 0), FAIL_RANGE);
  CHECK_EQ(interp_object(w.s, i), 1);
  CHECK_EQ(interp_location(w.s, p), 1);
  walk_end(&w);
}

TEST(interp_input_takes_every_value) {
  struct build b = {0};
  process_id p = one_thread(&b);
  slot_id x = build_slot(&b, p, "x", (struct range){-1, 1}, 0);
  struct edge *e = build_edge(&b, p, 0, 2, ACT_INPUT, NONE);
  e->input_range = (struct range){-1, 2};
  e->code = set(&b, CODE_SET, x, build_bound(&b, 0));
  build_stop(&b, 2);
  struct walk w = walk_begin(&b);
  CHECK_EQ(w.steps.at.len, 4);
  for (int i = 0; i < 4; i++)
    CHECK_EQ(w.steps.at.at[i].choice, i - 1);
  CHECK_EQ(fails(&w, 3), FAIL_RANGE);
  CHECK(walk_step(&w, 0));
  CHECK_EQ(interp_slot(w.s, p, x), -1);
  walk_end(&w);
}

TEST(interp_atomic_reads_and_writes_in_one_step) {
  struct build b = {0};
  object_id v[2] = {build_shared(&b, "v[0]", (struct range){0, 5}, 3),
                    build_shared(&b, "v[1]", (struct range){0, 5}, 0)};
  struct edge *e = build_edge(&b, one_thread(&b), 0, 2, ACT_ATOMIC, NONE);
  e->guard = build_op(
      &b, EXPR_GT,
      build_expr(&b, EXPR_SHARED_AT, v[0], build_const(&b, 0), NONE, 2),
      build_const(&b, 2));
  e->code = build_code(
      &b,
      (struct code){.op = CODE_SET_SHARED_AT,
                    .target = v[0],
                    .count = 2,
                    .index = build_const(&b, 1),
                    .value = build_expr(&b, EXPR_SHARED, v[0], NONE, NONE, 0)});
  set(&b, CODE_SET_SHARED, v[0], build_const(&b, 1));
  build_stop(&b, 2);
  struct walk w = walk_begin(&b);
  CHECK(walk_step(&w, 0));
  CHECK_EQ(interp_object(w.s, v[0]), 1);
  CHECK_EQ(interp_object(w.s, v[1]), 3);
  CHECK_EQ(interp_end(w.in, w.s), END_TERMINATED);
  walk_end(&w);
}

/* --- what goes wrong in computation --------------------------------------- */

/* The failure of an edge that computes op(a, b). */
static enum fail_reason computes(enum expr_op op, int64_t a, int64_t c) {
  struct build b = {0};
  process_id p = one_thread(&b);
  slot_id x = build_slot(&b, p, "x", RANGE_INT, 0);
  struct edge *e = build_edge(&b, p, 0, 2, ACT_NONE, NONE);
  expr_id value = build_op(&b, op, build_const(&b, a), build_const(&b, c));
  e->code = set(&b, CODE_SET, x, build_op(&b, EXPR_AND, value, value));
  build_stop(&b, 2);
  struct walk w = walk_begin(&b);
  enum fail_reason f = fails(&w, 0);
  walk_end(&w);
  return f;
}

TEST(interp_arithmetic_is_exact_or_fails) {
  CHECK_EQ(computes(EXPR_ADD, INT64_MAX, 1), FAIL_OVERFLOW);
  CHECK_EQ(computes(EXPR_SUB, INT64_MIN, 1), FAIL_OVERFLOW);
  CHECK_EQ(computes(EXPR_MUL, INT64_MAX, 2), FAIL_OVERFLOW);
  CHECK_EQ(computes(EXPR_DIV, INT64_MIN, -1), FAIL_OVERFLOW);
  CHECK_EQ(computes(EXPR_MOD, INT64_MIN, -1), FAIL_NONE);
  CHECK_EQ(computes(EXPR_NEG, INT64_MIN, 0), FAIL_OVERFLOW);
  CHECK_EQ(computes(EXPR_DIV, 1, 0), FAIL_DIVISION);
  CHECK_EQ(computes(EXPR_MOD, 1, 0), FAIL_DIVISION);
  CHECK_EQ(computes(EXPR_ADD, INT64_MAX, -1), FAIL_NONE);
}

TEST(interp_and_or_look_right_only_when_they_must) {
  struct build b = {0};
  process_id p = one_thread(&b);
  expr_id bad = build_op(&b, EXPR_DIV, build_const(&b, 1), build_const(&b, 0));
  for (int i = 0; i < 4; i++) {
    struct edge *e = build_edge(&b, p, 0, 2, ACT_NONE, NONE);
    e->guard =
        build_op(&b, i < 2 ? EXPR_AND : EXPR_OR, build_const(&b, i % 2), bad);
  }
  struct walk w = walk_begin(&b);
  CHECK_EQ(w.steps.at.len, 3); /* 0 && bad does not hold */
  CHECK_EQ(fails(&w, 0), FAIL_DIVISION);
  CHECK_EQ(fails(&w, 1), FAIL_DIVISION);
  CHECK_EQ(w.steps.at.at[2].edge, 3);
  CHECK(walk_step(&w, 2));
  walk_end(&w);
}

TEST(interp_endless_computation_and_bad_index_fail) {
  struct build b = {0};
  process_id p = one_thread(&b);
  slot_id a = build_slot(&b, p, "a[0]", (struct range){0, 9}, 0);
  build_slot(&b, p, "a[1]", (struct range){0, 9}, 7);
  struct edge *e = build_edge(&b, p, 0, 2, ACT_NONE, NONE);
  e->code = (code_id)b.code.len;
  build_code(&b, (struct code){.op = CODE_JUMP, .to = (code_id)b.code.len});
  for (int i = 0; i < 3; i++) {
    e = build_edge(&b, p, 0, 2, ACT_NONE, NONE);
    e->code = build_code(&b, (struct code){.op = CODE_SET_AT,
                                           .target = a,
                                           .count = 2,
                                           .index = build_const(&b, 2 - i),
                                           .value = build_const(&b, 5)});
    build_stop(&b, 2);
  }
  e = build_edge(&b, p, 0, 2, ACT_NONE, NONE);
  e->code = build_code(
      &b, (struct code){.op = CODE_ASSERT, .value = build_const(&b, 0)});
  build_stop(&b, 2);
  struct walk w = walk_begin(&b);
  CHECK_EQ(fails(&w, 0), FAIL_ENDLESS);
  CHECK_EQ(fails(&w, 1), FAIL_INDEX);
  CHECK_EQ(fails(&w, 4), FAIL_ASSERT);
  CHECK(walk_step(&w, 2));
  CHECK_EQ(interp_slot(w.s, p, a), 0);
  CHECK_EQ(interp_slot(w.s, p, a + 1), 5);
  walk_end(&w);
}

TEST(interp_start_that_fails_leaves_a_state_without_steps) {
  struct build b = {0};
  process_id p = one_thread(&b);
  build_edge(&b, p, 0, 2, ACT_NONE, NONE);
  code_id start = build_code(
      &b, (struct code){.op = CODE_ASSERT, .value = build_const(&b, 0)});
  build_stop(&b, 1);
  build_start(&b, p, start);
  struct walk w = walk_begin(&b);
  CHECK_EQ(w.why.failure, FAIL_ASSERT);
  CHECK_EQ(w.steps.at.len, 0);
  CHECK_EQ(interp_location(w.s, p), 0);
  CHECK_EQ(interp_end(w.in, w.s), END_NOT);
  walk_end(&w);
}

/* --- messages ------------------------------------------------------------- */

/* Two senders of two numbers each (0 then 1, 2 then 0) and a receiver; the
 * port has room for `capacity`. */
static void senders(struct build *b, uint32_t capacity) {
  static const int sent[2][2] = {{0, 1}, {2, 0}};
  struct range r = {0, 2};
  message_id n = build_message(b, "n", 1, &r);
  for (int i = 0; i < 3; i++)
    one_thread(b);
  object_id port = build_port(b, "t2.in", 2, capacity);
  for (process_id p = 0; p < 2; p++)
    for (location_id l = 0; l < 2; l++)
      build_arg(b, build_send(b, p, l, l + 1, port, n),
                build_const(b, sent[p][l]));
  struct edge *e = build_receive(b, 2, 0, 0, port, n);
  e->fits = build_op(b, EXPR_LT, build_bound(b, 0), build_const(b, 2));
}

/* The steps of the receiver after both senders have sent everything. */
static struct walk all_sent(enum scheme scheme) {
  struct build b = {.scheme = scheme};
  senders(&b, 4);
  struct walk w = walk_begin(&b);
  for (int i = 0; i < 4; i++)
    CHECK(walk_step(&w, 0)); /* 0 1 of t0, then 2 0 of t1 */
  return w;
}

static void check_step(const struct walk *w, size_t i, edge_id edge,
                       int32_t choice, const char *what) {
  struct text t = {0};
  if (i >= w->steps.at.len) {
    CHECK(!"step");
    return;
  }
  const struct model_step *s = &w->steps.at.at[i];
  CHECK_EQ(s->process, 2);
  CHECK_EQ(s->edge, edge);
  CHECK_EQ(s->choice, choice);
  interp_print_step(w->in, w->s, s, &t);
  CHECK_STR(text_str(&t), what);
  text_free(&t);
}

TEST(interp_frontiers_of_the_four_schemes) {
  static const char *const misfit = "in?n(2), which no edge receives";
  struct walk w = all_sent(SCHEME_ASYNC);
  CHECK_EQ(w.steps.at.len, 3); /* equal messages are one */
  check_step(&w, 0, 0, 0, "in?n(0)");
  check_step(&w, 1, 0, 1, "in?n(1)");
  check_step(&w, 2, NONE, 2, misfit);
  CHECK_EQ(fails(&w, 2), FAIL_UNSPECIFIED);
  CHECK_EQ(w.why.process, 2);
  CHECK_EQ(w.why.message, 0);
  CHECK_EQ(w.why.location, 0);
  walk_end(&w);
  for (enum scheme s = SCHEME_FIFO; s <= SCHEME_CAUSAL; s++) {
    w = all_sent(s);
    CHECK_EQ(w.steps.at.len, 2);
    check_step(&w, 0, 0, 0, "in?n(0)");
    check_step(&w, 1, NONE, 1, misfit);
    CHECK(walk_step(&w, 0));
    check_step(&w, 0, 0, 0, "in?n(1)");
    walk_end(&w);
  }
  w = all_sent(SCHEME_MAILBOX);
  CHECK_EQ(w.steps.at.len, 1);
  check_step(&w, 0, 0, 0, "in?n(0)");
  CHECK(walk_step(&w, 0) && walk_step(&w, 0));
  check_step(&w, 0, NONE, 0, misfit);
  walk_end(&w);
}

TEST(interp_full_port_is_an_overflow) {
  struct build b = {.scheme = SCHEME_FIFO};
  senders(&b, 1);
  struct walk w = walk_begin(&b);
  CHECK(walk_step(&w, 0));
  CHECK_EQ(w.steps.at.len, 1); /* only the reception */
  struct interp_stucks k = {0};
  interp_stucks(w.in, w.s, &k);
  CHECK_EQ(k.at.len, 2);
  CHECK_EQ(k.at.at[1].kind, FINDING_OVERFLOW);
  CHECK_EQ(k.at.at[1].process, 1);
  vec_free(&k.at);
  walk_end(&w);
}

TEST(interp_payload_outside_its_range_fails) {
  struct build b = {.scheme = SCHEME_FIFO};
  struct range r = {0, 2};
  message_id n = build_message(&b, "n", 1, &r);
  process_id p = one_thread(&b);
  object_id port = build_port(&b, "t0.in", p, UNBOUNDED);
  build_arg(&b, build_send(&b, p, 0, 1, port, n), build_const(&b, 3));
  struct walk w = walk_begin(&b);
  CHECK_EQ(fails(&w, 0), FAIL_RANGE);
  walk_end(&w);
}

TEST(interp_table_picks_the_object_or_fails) {
  struct build b = {0};
  process_id p = one_thread(&b);
  slot_id i = build_slot(&b, p, "i", RANGE_INT, 1);
  object_id table[3] = {build_lock(&b, "l[0]"), build_lock(&b, "l[1]"), NONE};
  for (int k = 0; k < 3; k++) {
    struct edge *e = build_edge(&b, p, 0, 1, ACT_LOCK, table[0]);
    e->table = table;
    e->count = 3;
    e->index = build_op(&b, EXPR_ADD, build_local(&b, i), build_const(&b, k));
  }
  struct walk w = walk_begin(&b);
  CHECK_EQ(w.steps.at.len, 3);
  CHECK_EQ(w.steps.at.at[0].object, table[1]);
  CHECK_EQ(fails(&w, 1), FAIL_INDEX); /* no such object */
  CHECK_EQ(fails(&w, 2), FAIL_INDEX); /* beyond the table */
  CHECK(walk_step(&w, 0));
  CHECK_EQ(interp_object(w.s, table[1]), p);
  walk_end(&w);
}

TEST(interp_step_that_is_not_executable_gives_nothing) {
  struct build b = {.scheme = SCHEME_FIFO};
  senders(&b, 2);
  struct walk w = walk_begin(&b);
  static const struct model_step wrong[] = {
      {0, 0, 1, 0},    {0, 1, 0, 0},     {0, 99, 0, 0}, {2, 0, 0, 0},
      {2, NONE, 0, 0}, {2, NONE, 0, 77}, {7, 0, 0, 0},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    test_row("%zu of wrong", i);
    CHECK(!interp_fire(w.in, w.s, &wrong[i], &w.why));
    CHECK_EQ(w.why.failure, FAIL_NONE);
  }
  walk_end(&w);
}

TEST(interp_states_print_for_people) {
  struct build b = {.scheme = SCHEME_FIFO};
  object_id l = build_lock(&b, "l");
  build_shared(&b, "i", RANGE_INT, 4);
  senders(&b, 4);
  build_slot(&b, 2, "max", (struct range){0, 9}, 3);
  build_slot(&b, 2, "min", (struct range){0, 9}, 1);
  build_edge(&b, 2, 0, 1, ACT_LOCK, l);
  struct walk w = walk_begin(&b);
  struct text t = {0};
  interp_print_state(w.in, w.s, &t);
  CHECK_STR(text_str(&t),
            "t0 at 0, t1 at 0, t2 at 0 (max = 3, min = 1), i = 4");
  CHECK(walk_step(&w, 0) && walk_step(&w, 0) && walk_step(&w, 0));
  text_clear(&t);
  interp_print_step(w.in, w.s, &w.steps.at.at[w.steps.at.len - 2], &t);
  text_add(&t, " | ");
  CHECK(walk_step(&w, 2));
  interp_print_state(w.in, w.s, &t);
  CHECK_STR(text_str(&t),
            "lock l | t0 at 2, t1 at 1, t2 at 1 (max = 3, min = 1), "
            "l held by t2, i = 4, "
            "t2.in holds n(0) n(1) from t0 and n(2) from t1");
  text_free(&t);
  walk_end(&w);
}
