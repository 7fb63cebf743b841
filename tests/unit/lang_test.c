/* The language: every construct as the IR it becomes. */
#include <stdio.h>
#include <string.h>

#include "lang_show.h"
#include "test.h"
#include "valid.h"

/* Reads a text without errors and compares process `p` with `expected`. */
static void becomes(const char *text, process_id p, const char *expected) {
  struct heard h;
  struct model *m = hear(&h, text, NULL);
  CHECK(m != NULL);
  if (m) {
    struct text shown = {0};
    const char *bad = model_invalid(m);
    CHECK_STR(bad ? bad : "", "");
    CHECK(p < m->process_count);
    show_process(m, p, &shown);
    CHECK_STR(text_str(&shown), expected);
    text_free(&shown);
  } else {
    CHECK_STR(text_str(&h.text), "");
  }
  model_free(m);
  heard_free(&h);
}

/* The property of a text. */
static void claims(const char *text, const char *expected) {
  struct heard h;
  struct model *m = hear(&h, text, NULL);
  CHECK_STR(text_str(&h.text), "");
  if (m) {
    struct text shown = {0};
    const char *bad = model_invalid(m);
    CHECK_STR(bad ? bad : "", "");
    CHECK_EQ(m->property_count, 1);
    show_expr(m, m->properties[0].expr, &shown);
    CHECK_STR(text_str(&shown), expected);
    text_free(&shown);
  }
  model_free(m);
  heard_free(&h);
}

TEST(lang_machines_with_channels) {
  becomes("channel A -> B [2]\n"
          "channel B -> A [3]: ack, nak\n"
          "process A { // comment\n"
          "  0: B!m1 -> 1\n"
          "     B?ack -> 0 ; B?nak -> idle\n"
          "  1: /* internal */ -> idle\n"
          "  idle:\n"
          "  final 1, idle\n"
          "}\n"
          "process B { s: A?m1 -> t\n t: A!ack -> s\n A!nak -> s }\n",
          0,
          "0: send A->B m1 {1: at 1}\n"
          "0: receive B->A ack {2: at 0}\n"
          "0: receive B->A nak {3: at idle}\n"
          "1 final:  {4: at idle}\n"
          "idle final:\n");
}

TEST(lang_final_declares_a_state_that_nothing_leaves) {
  becomes("process a { s: -> done\n -> 7\n final 7, s, done }\n", 0,
          "s final:  {1: at done}\ns final:  {2: at 7}\n"
          "7 final:\ndone final:\n");
}

TEST(lang_objects_carry_names_capacities_and_ranges) {
  struct heard h;
  struct model *m = hear(
      &h,
      "param N = 2\nconst K = N * 2 + 1\nenum color { red, green }\n"
      "channel a[i: 0..N-1] -> a[(i+1)%N] [K]\n"
      "process a[i: 0..N-1] { port in[1..2] [i+1]: go(color, bool, -1..1)\n"
      "  x: a[(i+1)%N]!m -> x\n a[(i+1)%N]?m -> x\n"
      "  a[0].in[1]!go(green, true, -1) -> x\n in[2]?go(_,_,_) -> x\n"
      "  in[1]?go(_,_,_) -> x }\n"
      "shared s: color = green, t[2]: 3..5\nlock l\nsem q: 0..1 = 1, r[2] = 4\n"
      "thread u { s = t[0]; lock l; P q; V r[1] }\n",
      NULL);
  CHECK_STR(text_str(&h.text), "");
  static const struct {
    const char *name;
    enum object_kind kind;
    int lo, hi, init;
    uint32_t capacity;
  } want[] = {{"a[0]->a[1]", OBJECT_CHANNEL, 0, 0, 0, 5},
              {"a[1]->a[0]", OBJECT_CHANNEL, 0, 0, 0, 5},
              {"a[0].in[1]", OBJECT_PORT, 0, 0, 0, 1},
              {"a[0].in[2]", OBJECT_PORT, 0, 0, 0, 1},
              {"a[1].in[1]", OBJECT_PORT, 0, 0, 0, 2},
              {"a[1].in[2]", OBJECT_PORT, 0, 0, 0, 2},
              {"s", OBJECT_SHARED, 0, 1, 1, 0},
              {"t[0]", OBJECT_SHARED, 3, 5, 3, 0},
              {"t[1]", OBJECT_SHARED, 3, 5, 3, 0},
              {"l", OBJECT_LOCK, 0, 0, 0, 0},
              {"q", OBJECT_SEMAPHORE, 0, 1, 1, 0},
              {"r[0]", OBJECT_SEMAPHORE, 0, INT32_MAX, 4, 0},
              {"r[1]", OBJECT_SEMAPHORE, 0, INT32_MAX, 4, 0}};
  CHECK(m && m->object_count == sizeof want / sizeof *want);
  for (size_t i = 0; m && i < m->object_count; i++) {
    CHECK_STR(m->objects[i].name, want[i].name);
    CHECK_EQ(m->objects[i].kind, want[i].kind);
    CHECK_EQ(m->objects[i].range.lo, want[i].lo);
    CHECK_EQ(m->objects[i].range.hi, want[i].hi);
    CHECK_EQ(m->objects[i].init, want[i].init);
    CHECK_EQ(m->objects[i].capacity, want[i].capacity);
  }
  if (m) {
    CHECK_EQ(m->messages[0].arity, 3);
    CHECK_STR(m->messages[0].name, "go");
    CHECK_EQ(m->messages[0].payload[2].lo, -1);
    CHECK_EQ(m->scheme, SCHEME_FIFO);
    CHECK(m->has_channels);
    CHECK_STR(m->parameters[0].name, "N");
    CHECK_EQ(m->parameters[0].value, 2);
  }
  model_free(m);
  heard_free(&h);
}

TEST(lang_guards_split_by_what_they_read) {
  becomes("process n[i: 0..1] {\n"
          "  port in [2]: one(0..3)\n"
          "  var max: 0..3 = i + 1\n  var b: bool\n"
          "  s: when b in?one(x) when x != max && max > 1\n"
          "       { max = x\n b = !b } -> t\n"
          "     when i == 0 && !b -> t\n"
          "  t: n[1-i].in!one(max) -> s\n"
          "     when i < 1 n[i+1].in!one(0) -> t\n"
          "}\n",
          1,
          "max 0..3 = 2\nb 0..1 = 0\n"
          "s: receive n[1].in one when (s1 && (s0 > 1)) fits (b0 != s0) "
          "{1: s0 = b0; s1 = !s1; at t}\n"
          "s:  when 0 {4: at t}\n"
          "t: send n[0].in one (s0) {5: at s}\n");
}

TEST(lang_targets_that_are_computed_list_every_candidate) {
  becomes("channel p -> q[i: 0..2] [1]\n"
          "process p { var k: 0..2\n"
          " a: q[k]!m { k = (k + 1) % 3 } -> a\n"
          " q[k].in[k+1]!n -> a }\n"
          "process q[i: 0..2] { port in[1..2] [1]: n\n"
          " a: p?m -> a\n in[1]?n -> a\n in[2]?n -> a }\n",
          0,
          "k 0..2 = 0\n"
          "a: send p->q[0] p->q[1] p->q[2] [s0] m "
          "{1: s0 = ((s0 + 1) % 3); at a}\n"
          "a: send q[0].in[1] q[0].in[2] q[1].in[1] q[1].in[2] q[2].in[1] "
          "q[2].in[2] [((((0 <= s0) && (s0 < 3)) && ((0 <= ((s0 + 1) - 1)) "
          "&& (((s0 + 1) - 1) < 2))) ? ((s0 * 2) + ((s0 + 1) - 1)) : -1)] n "
          "{3: at a}\n");
}

TEST(lang_computation_is_flat_code) {
  becomes("process p { var a[3]: 0..9 = 1\n var n = 0\n"
          "  s: { n = a[1]; a[n % 3] += 2; n--; assert n >= 0 } -> s\n"
          "     { if n > 0 { n = 1 } else if n < -3 { n = 2 } else { n = 3 } }"
          " -> s\n"
          "     { while n > 0 { if n == 5 { break }\n n -= 2\n continue } }"
          " -> s\n"
          "     { for k: 0..2 { a[k] = k }\n repeat n { n = 0 } } -> s\n"
          "}\n",
          0,
          "a[0] 0..9 = 1\na[1] 0..9 = 1\na[2] 0..9 = 1\n"
          "n -2147483648..2147483647 = 0\n"
          "temporary (value 1) -2147483648..2147483647 = 0\n"
          "temporary (value 2) 0..2147483647 = 0\n"
          "s:  {1: s3 = s1; s0+3[(s3 % 3)] = (s0+3[(s3 % 3)] + 2); "
          "s3 = (s3 - 1); assert (s3 >= 0); at s}\n"
          "s:  {6: go 9 unless (s3 > 0); s3 = 1; go 13}\n"
          "s:  {14: go 20 unless (s3 > 0); go 17 unless (s3 == 5); go 20}\n"
          "s:  {21: s4 = 0; s0+3[s4] = s4; go 26 unless (s4 < 2); "
          "s4 = (s4 + 1); go 22}\n");
}

TEST(lang_threads_read_and_write_one_by_one) {
  becomes("shared i = 1, j = 1\n"
          "thread a { repeat 3 { i = i + j } }\n",
          0,
          "temporary (value 1) 0..2 = 0\n"
          "temporary (value 2) -2147483648..2147483647 = 0\n"
          "temporary (value 3) -2147483648..2147483647 = 0\n"
          "start {s0 = 0; s1 = 0; s2 = 0; at 2}\n"
          "2: read i {4: s1 = b0; at 2.2}\n"
          "2.2: read j {6: s2 = b0; at 2.3}\n"
          "2.3: write i ((s1 + s2)) {8: go 11 unless (s0 < 2); "
          "s0 = (s0 + 1); go 1}\n"
          "end final:\n");
}

TEST(lang_a_short_circuit_reads_only_what_it_must) {
  becomes("shared x: 0..3, y: 0..3\n"
          "thread a { var t: bool\n"
          "  if x == 1 && y == 2 { t = true }\n"
          "  t = x > 0 || y > 0\n"
          "  t = x > 0 && t\n"
          "}\n",
          0,
          "t 0..1 = 0\n"
          "temporary (value 1) 0..1 = 0\n"
          "start {at 3}\n"
          "3: read x {1: go 5 unless (b0 == 1); at 3.2}\n"
          "3.2: read y {3: go 5 unless (b0 == 2); s0 = 1; at 4}\n"
          "4: read x {6: go 9 unless !(b0 > 0); at 4.2}\n"
          "4.2: read y {8: go 11 unless (b0 > 0); s1 = 1; go 12}\n"
          "5: read x {15: s0 = ((b0 > 0) && s0); at end}\n"
          "end final:\n");
}

TEST(lang_what_an_index_decides_is_not_in_the_element) {
  becomes("param DEBUG = 0\nshared x: 0..3, y[2]: 0..3\n"
          "thread t[p: 0..1] { var v: 0..3\n"
          "  if p == 0 && x == 1 { y[p+1] = 1 }\n"
          "  if DEBUG { x = 3 } else { v = p == 1 ? x : y[p+1] }\n"
          "  while p == 0 || x > 0 { v = x + (p == 1 || y[1] > 0) }\n"
          "  if !(p == 0 && x > 0) { v = 2 } else if y[0] == 3 { v = 1 }\n"
          "}\n",
          1,
          "v 0..3 = 0\n"
          "start {go 1}\n"
          "5: read x {3: s0 = b0; at 6}\n"
          "6: read x {5: go 9 unless (b0 > 0); at 6.2}\n"
          "6.2: read x {7: s0 = (b0 + 1); go 4}\n"
          "end final:\n");
}

TEST(lang_steps_of_a_thread) {
  becomes("lock l[2]\nsem s = 1\nshared v: 0..3\n"
          "thread a { var x: 0..3\n"
          "  lock l[v]; unlock l[0]\n"
          "  P s; V s\n"
          "  x = input\n"
          "  v = input\n"
          "  atomic { await v > x\n v = x; if v == 0 { v++ } }\n"
          "  await v != 1 && x == 0\n"
          "  v += 1\n"
          "  while v != 0 { }\n"
          "  skip; if x == 1 { return }\n"
          "  assert v == x\n"
          "}\n",
          0,
          "x 0..3 = 0\n"
          "temporary (value 1) 0..3 = 0\n"
          "start {at 5}\n"
          "5: read v {1: s1 = b0; at 5.2}\n"
          "5.2: lock l[0] l[1] [s1] {3: s1 = 0; at 5.3}\n"
          "5.3: unlock l[0] {5: at 6}\n"
          "6: P s {6: at 6.2}\n"
          "6.2: V s {7: at 7}\n"
          "7: input 0..3 {8: s0 = b0; at 8}\n"
          "8: input 0..3 {10: s1 = b0; at 8.2}\n"
          "8.2: write v (s1) {12: s1 = 0; at 9}\n"
          "9: atomic when (v > s0) ~v {14: v = s0; go 17 unless (v == 0); "
          "v = (v + 1); at 11}\n"
          "11: atomic when ((v != 1) && (s0 == 0)) ~v {18: at 12}\n"
          "12: read v {19: s1 = b0; at 12.2}\n"
          "12.2: write v ((s1 + 1)) {21: s1 = 0; at 13}\n"
          "13: read v {23: go 25 unless (b0 != 0); go 21}\n"
          "15: read v {28: assert (b0 == s0); at end}\n"
          "end final:\n");
}

TEST(lang_threads_pass_messages) {
  becomes("thread a { port box [2]: m(0..7, bool), n\n var v: 0..7\n"
          "  box?m(x, _)\n"
          "  v = x\n"
          "  select {\n"
          "    when v > 0 box?m(y, z) when y > v && v < 6 && z { v = y }\n"
          "    box?n\n"
          "    a.box!n { v = 0 }\n"
          "  }\n"
          "  a.box!m(v + 1, true)\n"
          "}\n",
          0,
          "v 0..7 = 0\n"
          "temporary (value 1) 0..7 = 0\n"
          "temporary (value 2) 0..7 = 0\n"
          "temporary (value 3) 0..1 = 0\n"
          "start {at 3}\n"
          "3: receive a.box m {1: s1 = b0; s0 = s1; s1 = 0; at 5}\n"
          "5: receive a.box m when ((s0 > 0) && (s0 < 6)) fits ((b0 > s0) "
          "&& b1) {5: s2 = b0; s3 = b1; s0 = s2; go 12}\n"
          "5: receive a.box n {9: go 12}\n"
          "5: send a.box n {10: s0 = 0; go 12}\n"
          "10: send a.box m ((s0 + 1), 1) {15: at end}\n"
          "end final:\n");
}

/* --- properties ----------------------------------------------------------- */

#define TWO                                                                    \
  "channel p[0] -> p[1] [1]\nprocess p[i: 0..1] { var m: 0..3 = i\n"           \
  "var b[2]: bool\n port in [1]: x\n"                                          \
  "s: when i == 0 p[1]!go -> t\n when i == 1 p[0]?go -> t\n"                   \
  "when b[0] && m > 0 -> t\n"                                                  \
  "t: p[0].in!x -> s\n in?x -> s\nfinal t }\n"                                 \
  "shared u: 0..5, a[3]: 0..5\nthread w { u = a[0] }\n"

TEST(lang_properties_see_everything) {
  claims(TWO "always p[1].m >= 1", "(p[1].s0 >= 1)");
  claims(TWO "never p[0] at t && ended(w)", "(p[0]@t && ended(w))");
  claims(TWO "never len(p[0] -> p[1]) > 0", "(len(p[0]->p[1]) > 0)");
  claims(TWO "never len(p[1].in) == 1", "(len(p[1].in) == 1)");
  claims(TWO "never a[u] + a[1] > 5", "((a[0]+3[u] + a[1]) > 5)");
  claims(TWO "never p[1].b[u] || p[0].b[1]", "(p[1].s1[u] || p[0].s2)");
  claims(TWO "always forall i: 0..1: p[i].m == i",
         "((p[0].s0 == 0) && (p[1].s0 == 1))");
  claims(TWO "never exists i: 0..2: a[i] > u",
         "((a[0] > u) || ((a[1] > u) || (a[2] > u)))");
  claims(TWO "never (count i: 0..1: p[i] at t) > 1", "((p[0]@t + p[1]@t) > 1)");
  claims(TWO "never (count i: 0..1: p[i].m) > 1",
         "(((p[0].s0 != 0) + (p[1].s0 != 0)) > 1)");
}

TEST(lang_precedence_is_that_of_c) {
  claims(TWO "always !(u + 2 * 3 - u / 2 % 3 < 4) && u == 1 || -u > 0",
         "((!(((u + 6) - ((u / 2) % 3)) < 4) && (u == 1)) || (-u > 0))");
  claims(TWO "always u > 1 ? u : u < 2 ? 1 : 0",
         "((u > 1) ? u : ((u < 2) ? 1 : 0))");
  claims(TWO "always u >\n 1 && (u\n<= 4)", "((u > 1) && (u <= 4))");
}

TEST(lang_constants_fold) {
  claims("param N = 3\nconst A = B * 2, B = N - 5\nshared u\n"
         "thread t { u = A }\nalways u == A && (N > 2 || u / 0 == 1)",
         "(u == -4)");
  claims("enum e { x, y, z, }\nshared u: e\nthread t { u = z }\n"
         "always true && u != z - 1 ? y : false",
         "((u != 1) ? 1 : 0)");
}

/* --- options, digest, expectations ---------------------------------------- */

static uint64_t digest(const char *text, const struct lang_options *o) {
  struct heard h;
  struct model *m = hear(&h, text, o);
  uint64_t d = m ? m->digest : 0;
  model_free(m);
  heard_free(&h);
  return d;
}

TEST(lang_parameters_change_from_outside) {
  const char *text = "param NUM = 2\nthread t[i: 1..NUM] { skip }\n";
  struct lang_param three = {"NUM", 3}, none = {"NUN", 3};
  struct lang_options o = {.params = &three, .param_count = 1};
  struct heard h;
  struct model *m = hear(&h, text, &o);
  CHECK(m && m->process_count == 3);
  if (m) {
    CHECK_STR(m->processes[2].name, "t[3]");
    CHECK_STR(m->processes[2].base, "t");
    CHECK_EQ(m->parameters[0].value, 3);
  }
  CHECK(digest(text, NULL) == digest(text, NULL));
  CHECK(digest(text, NULL) != digest(text, &o));
  model_free(m);
  heard_free(&h);
  o.params = &none;
  CHECK(!hear(&h, text, &o));
  CHECK_STR(text_str(&h.text),
            "0:0+0 error: there is no parameter 'NUN' to change | did you "
            "mean 'NUM'?\n");
  heard_free(&h);
  o = (struct lang_options){.has_scheme = true, .scheme = SCHEME_CAUSAL};
  m = hear(&h, text, &o);
  CHECK(m && m->scheme == SCHEME_CAUSAL);
  CHECK(digest(text, NULL) != digest(text, &o));
  model_free(m);
  heard_free(&h);
}

TEST(lang_schemes_have_names) {
  for (int i = 0; scheme_names[i]; i++) {
    char text[80];
    struct heard h;
    snprintf(text, sizeof text, "thread t { skip }\nscheme %s",
             scheme_names[i]);
    struct model *m = hear(&h, text, NULL);
    CHECK(m && m->scheme == (enum scheme)i);
    model_free(m);
    heard_free(&h);
  }
}

TEST(lang_definitions_on_the_command_line) {
  struct arena a = {0};
  struct lang_param p;
  CHECK(lang_param_parse("N=5", &a, &p));
  CHECK_STR(p.name, "N");
  CHECK_EQ(p.value, 5);
  CHECK(lang_param_parse("long_1=-2147483648", &a, &p));
  CHECK_EQ(p.value, INT32_MIN);
  CHECK(!lang_param_parse("N", &a, &p));
  CHECK(!lang_param_parse("=5", &a, &p));
  CHECK(!lang_param_parse("N=", &a, &p));
  CHECK(!lang_param_parse("N=5x", &a, &p));
  CHECK(!lang_param_parse("N= 5", &a, &p));
  CHECK(!lang_param_parse("1N=5", &a, &p));
  CHECK(!lang_param_parse("N=99999999999", &a, &p));
  arena_free(&a);
}

TEST(lang_expectations_are_comments) {
  const char *text = "// expect: full states 3\n"
                     "process p { } //expect:  deadlocks 1 \r\n"
                     "// expected: no\n//   expect:";
  struct lang_expectations e;
  lang_expectations(&e, text, strlen(text));
  CHECK_EQ(e.at.len, 3);
  if (e.at.len == 3) {
    CHECK_STR(e.at.at[0].text, "full states 3");
    CHECK_STR(e.at.at[1].text, "deadlocks 1");
    CHECK_EQ(e.at.at[1].place.line, 2);
    CHECK_EQ(e.at.at[1].place.col, 15);
    CHECK_STR(e.at.at[2].text, "");
  }
  lang_expectations_free(&e);
}

TEST(lang_sources_are_shared_by_the_elements_of_an_array) {
  struct heard h;
  struct model *m = hear(&h,
                         "\xef\xbb\xbfprocess p[i: 0..2] { a:  when i   > 0"
                         "  {  }\n  ->  b\n b: -> a }\r\n"
                         "lock l[2]\nthread t[i: 0..1] { lock l [ i ] }",
                         NULL);
  CHECK_STR(text_str(&h.text), "");
  CHECK(m && m->source_count == 3);
  if (m && m->source_count == 3) {
    CHECK_STR(m->sources[0].text, "when i > 0 { } -> b");
    CHECK_STR(m->sources[0].process, "p");
    CHECK_STR(m->sources[0].from, "a");
    CHECK_STR(m->sources[2].text, "lock l [ i ]");
    CHECK_STR(m->sources[2].from, "5");
    CHECK_EQ(m->sources[0].place.line, 1);
    CHECK_EQ(m->sources[0].place.col, 26);
    CHECK_EQ(m->processes[1].edges[0].source, 0);
  }
  model_free(m);
  heard_free(&h);
}
