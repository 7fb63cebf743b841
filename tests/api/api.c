/* The library as somebody else uses it: heddle.h and nothing of ours. */
#include <heddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned passed, failed;

static void check(bool ok, int line, const char *what) {
  *(ok ? &passed : &failed) += 1;
  if (!ok)
    printf("tests/api/api.c:%d: failed: %s\n", line, what);
}
#define CHECK(x) check((x), __LINE__, #x)
#define CHECK_STR(a, b) check((a) && !strcmp((a), (b)), __LINE__, #a " is " #b)

static const char two_machines[] =
    "param K = 2\n"
    "channel P1 -> P2 [K]\n"
    "channel P2 -> P1 [K]\n"
    "process P1 { 0: P2!m1 -> 1\n P2?m2 -> 1\n"
    " 1: P2!m3 -> 2\n P2?m2 -> 2\n P2?m4 -> 3\n"
    " 2: P2?m2 -> 1\n 3: P2?m1 -> 0 }\n"
    "process P2 { 0: P1!m2 -> 1\n P1?m1 -> 2\n 1: P1?m1 -> 2\n"
    " 2: P1?m3 -> 0\n P1?m1 -> 3\n 3: P1!m4 -> 2 }\n"
    "never P1 at 2 && P2 at 2\n";

struct heard {
  unsigned errors, warnings, line;
  char last[200];
};

static void hear(void *user, const struct heddle_message *m) {
  struct heard *h = user;
  *(m->error ? &h->errors : &h->warnings) += 1;
  h->line = m->line;
  snprintf(h->last, sizeof h->last, "%s%s%s", m->text, m->hint ? "; " : "",
           m->hint ? m->hint : "");
}

static struct heddle_model *model_of(const char *text, struct heard *h) {
  *h = (struct heard){0};
  return heddle_model_read("test.hed", text, strlen(text), NULL, hear, h);
}

/* What a terminal would show of it, and the page. */
static void forms_of_a_result(const struct heddle_result *r) {
  char *line = heddle_render(r, "line"), *text = heddle_render(r, "text"),
       *page = heddle_render(r, "html");
  CHECK(line && !strncmp(line, r->line, strlen(r->line)));
  CHECK(text && !strncmp(text, line, strlen(line)));
  CHECK(text && strstr(text, "A shortest run to the first deadlock:"));
  CHECK(page && strstr(page, "<svg") && strstr(page, "a shortest run"));
  free(line);
  free(text);
  free(page);
}

/* The protocol 1 of Nguyen: 28 states, 38 transitions, 2 deadlocks. */
static void finds_what_is_known(void) {
  struct heard h;
  struct heddle_model *m = model_of(two_machines, &h);
  CHECK(m && !h.errors);
  struct heddle_check *c = heddle_check(m, NULL, hear, &h);
  CHECK(c && heddle_check_verdict(c) == HEDDLE_VIOLATED);
  CHECK_STR(heddle_check_stopped(c), "everything explored");
  const struct heddle_check_stats *s = heddle_check_stats(c);
  CHECK(s->states == 28 && s->transitions == 38);
  CHECK(s->counts[HEDDLE_DEADLOCK] == 2 && s->counts[HEDDLE_BLOCKING] == 4);
  CHECK(s->counts[HEDDLE_UNSPECIFIED] == 2 && s->counts[HEDDLE_OVERFLOW] == 1);
  CHECK(s->counts[HEDDLE_UNEXECUTABLE] == 4 && s->counts[HEDDLE_PROPERTY] == 1);
  CHECK(heddle_check_count(c) == 12);
  for (size_t i = 0; i < heddle_check_count(c); i++) {
    bool has_run = heddle_check_finding(c, i)->kind != HEDDLE_UNEXECUTABLE;
    CHECK(heddle_check_replay(c, i) == has_run);
  }
  CHECK(!heddle_check_finding(c, 12) && !heddle_check_recording(c, 12));
  const struct heddle_finding *f = heddle_check_finding(c, 0);
  CHECK(f->kind == HEDDLE_DEADLOCK && f->length == 4 && !f->process);
  CHECK_STR(f->where, "P1 at 2, P2 at 2, all channels empty");
  CHECK_STR(f->run[1].process, "P2");
  CHECK_STR(f->run[1].text, "P1!m2");
  f = heddle_check_finding(c, 6);
  CHECK_STR(heddle_kind_names[f->kind], "overflow");
  CHECK_STR(f->process, "P1");
  CHECK_STR(f->state, "1");
  CHECK_STR(f->message, "m3");
  f = heddle_check_finding(c, 7);
  CHECK_STR(f->property, "never P1 at 2 && P2 at 2");
  CHECK(f->line == 17 && f->length == 3);
  char *recording = heddle_check_recording(c, 0);
  CHECK(recording && !strncmp(recording, "heddle recording ", 17));
  CHECK(recording && strstr(recording, "\nend 4\n"));
  free(recording);
  const struct heddle_result *r = heddle_check_result(c);
  CHECK(!strncmp(r->line, "test.hed: 12 findings in 28 states", 34));
  forms_of_a_result(r);
  heddle_check_free(c);
  heddle_model_free(m);
}

/* Two processes that overflow a channel, and an assertion that fails: whoever
 * does not preserve such kinds must not say that they are not there. */
static const char overflows[] = "channel A -> B [1]\n"
                                "process A { 0: B!m -> 0\n final 0 }\n"
                                "process B { 0: A?m -> 0\n final 0 }\n";

static void only_what_is_preserved_holds(void) {
  static const char *const rows[] = {
      "full",        "ample",      "lra",
      "bsra",        "bsra-ample", "sleep",
      "ample-sleep", "bsra-sleep", "bsra-ample-sleep",
      "sra",         "fra",        "era",
      "era-refined", "era-peng",   "auto"};
  struct heddle_model *m = heddle_model_read(
      "test.hed", overflows, strlen(overflows), NULL, NULL, NULL);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct heddle_check_options o = {.strategy = rows[i]};
    struct heddle_check *c = heddle_check(m, &o, NULL, NULL);
    if (!c)
      continue; /* it does not apply */
    CHECK(heddle_check_verdict(c) != HEDDLE_HOLDS);
    if (heddle_check_verdict(c) == HEDDLE_INCOMPLETE)
      CHECK_STR(heddle_check_because(c, 0)->why, "strategy");
    heddle_check_free(c);
    o.find = 1u << HEDDLE_DEADLOCK;
    c = heddle_check(m, &o, NULL, NULL);
    bool studied =
        !strcmp(rows[i], "era-refined") || !strcmp(rows[i], "era-peng");
    CHECK(heddle_check_verdict(c) ==
          (studied ? HEDDLE_INCOMPLETE : HEDDLE_HOLDS));
    heddle_check_free(c);
  }
  heddle_model_free(m);
}

static void options_do_what_they_say(void) {
  struct heard h;
  const struct heddle_param k = {"K", 1};
  const struct heddle_model_options mo = {&k, 1, "mailbox"};
  struct heddle_model *m = heddle_model_read(
      "test.hed", two_machines, strlen(two_machines), &mo, NULL, NULL);
  struct heddle_check_options o = {
      .find = 1u << HEDDLE_DEADLOCK, .jobs = 2, .first_only = true};
  struct heddle_check *c = heddle_check(m, &o, hear, &h);
  CHECK(heddle_check_count(c) == 1);
  CHECK_STR(heddle_check_stopped(c), "stopped at the first finding");
  heddle_check_free(c);
  o = (struct heddle_check_options){.find = 1u << HEDDLE_ASSERTION, .depth = 1};
  c = heddle_check(m, &o, hear, &h);
  CHECK(heddle_check_verdict(c) == HEDDLE_INCOMPLETE);
  heddle_check_free(c);
  volatile sig_atomic_t stop = 1;
  o = (struct heddle_check_options){.find = 1u << HEDDLE_ASSERTION,
                                    .stop = &stop};
  c = heddle_check(m, &o, hear, &h);
  CHECK_STR(heddle_check_stopped(c), "interrupted");
  CHECK_STR(heddle_check_because(c, 0)->why, "interrupted");
  CHECK(!heddle_check_because(c, 1));
  heddle_check_free(c);
  o = (struct heddle_check_options){.strategy = "luck"};
  h = (struct heard){0};
  CHECK(!heddle_check(m, &o, hear, &h) && h.errors == 1);
  CHECK(!strncmp(h.last, "unknown strategy 'luck'",
                 23)); /* and which there are */
  heddle_model_free(m);
}

/* What was found is real; what was not may have been left out. */
static void hashes_prove_nothing(void) {
  struct heard h;
  struct heddle_model *m = model_of(two_machines, &h);
  const struct heddle_check_options rows[] = {
      {.compact = true},
      {.bitstate = true, .hashes = 2, .seed = 7},
      {.swarm = 3, .jobs = 2}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct heddle_check_options o = rows[i];
    o.find = 1u << HEDDLE_DEADLOCK;
    struct heddle_check *c = heddle_check(m, &o, hear, &h);
    CHECK(c && heddle_check_verdict(c) == HEDDLE_VIOLATED);
    CHECK(c && heddle_check_count(c) && heddle_check_replay(c, 0));
    heddle_check_free(c);
    o.find = 1u << HEDDLE_ASSERTION;
    c = heddle_check(m, &o, hear, &h);
    CHECK(c && heddle_check_verdict(c) == HEDDLE_INCOMPLETE);
    CHECK(c && heddle_check_stats(c)->states == 28);
    CHECK(c && strstr(heddle_check_because(c, 0)->name, "with probability"));
    heddle_check_free(c);
  }
  struct heddle_check_options both = {.compact = true, .bitstate = true};
  h = (struct heard){0};
  CHECK(!heddle_check(m, &both, hear, &h) && h.errors == 1);
  heddle_model_free(m);
}

static void fairness_is_owed_to_everybody(void) {
  struct heard h;
  struct heddle_model *m = model_of("shared done: bool\n"
                                    "thread a { while !done { } }\n"
                                    "thread b { done = true }\n"
                                    "eventually ended(a)\n",
                                    &h);
  struct heddle_check_options o = {.find = 1u << HEDDLE_LIVENESS};
  struct heddle_check *c = heddle_check(m, &o, hear, &h);
  CHECK(c && heddle_check_verdict(c) == HEDDLE_VIOLATED);
  heddle_check_free(c);
  o.fair = true;
  c = heddle_check(m, &o, hear, &h);
  CHECK(c && heddle_check_verdict(c) == HEDDLE_HOLDS);
  heddle_check_free(c);
  heddle_model_free(m);
}

static void bad_models_are_refused(void) {
  struct heard h;
  CHECK(!model_of("process p { a: -> b\n b: -> c }\nnever q at a\n", &h));
  CHECK(h.errors == 2);
  CHECK(!model_of("", &h) && h.errors == 1 && !h.line);
  const struct heddle_model_options lifo = {.scheme = "lifo"};
  CHECK(!heddle_model_read("x", "process p { a: -> a }", 21, &lifo, hear, &h));
  CHECK_STR(h.last, "unknown scheme 'lifo': async, fifo, causal or mailbox");
  heddle_model_free(NULL);
  heddle_check_free(NULL);
}

/* Nothing is kept between calls: two at once do not disturb each other. */
static void two_live_side_by_side(void) {
  struct heard h;
  struct heddle_model *a = model_of(two_machines, &h);
  struct heddle_model *b = model_of("process p { a: -> a }", &h);
  struct heddle_check *ca = heddle_check(a, NULL, NULL, NULL);
  struct heddle_check *cb = heddle_check(b, NULL, NULL, NULL);
  CHECK(heddle_check_verdict(ca) == HEDDLE_VIOLATED);
  CHECK(heddle_check_verdict(cb) == HEDDLE_HOLDS);
  CHECK(heddle_check_count(cb) == 0 && heddle_check_count(ca) == 12);
  heddle_check_free(ca);
  CHECK(heddle_check_stats(cb)->states == 1);
  heddle_check_free(cb);
  heddle_model_free(a);
  heddle_model_free(b);
}

static void walk_by_hand(void) {
  struct heddle_model *m = heddle_model_read(
      "two.hed", two_machines, sizeof two_machines - 1, NULL, NULL, NULL);
  struct heddle_walk *w = heddle_walk_open(m);
  CHECK(heddle_walk_count(w) == 2 && heddle_walk_length(w) == 0);
  CHECK_STR(heddle_walk_who(w, 0), "P1");
  CHECK_STR(heddle_walk_text(w, 0), "P2!m1");
  CHECK(!heddle_walk_text(w, 2) && !heddle_walk_who(w, 2));
  CHECK(!heddle_walk_take(w, 2) && !heddle_walk_back(w));
  CHECK(heddle_walk_take(w, 0) && heddle_walk_length(w) == 1);
  CHECK_STR(heddle_walk_state(w), "P1 at 1, P2 at 0, P1->P2 holds m1");
  CHECK(!heddle_walk_error(w));
  CHECK(heddle_walk_back(w) && heddle_walk_forward(w));
  CHECK(!heddle_walk_forward(w));
  for (int i = 0; i < 100 && heddle_walk_count(w); i++)
    heddle_walk_take(w, 0);
  CHECK(heddle_walk_error(w));
  char *recording = heddle_walk_recording(w);
  CHECK(recording && strstr(recording, "step 0 0 0 0 P2!m1"));
  free(recording);
  heddle_walk_free(w);
  heddle_walk_free(NULL);
  heddle_model_free(m);
}

/* Two machines that pass a ball for ever once it is thrown, and one that waits
 * for what nobody sends. */
static const char players[] = "machine a {\n"
                              "  s: throw / ping -> s\n"
                              "     pong / ping -> s\n}\n"
                              "machine b {\n  s: ping / pong -> s\n}\n";
static const char bell[] = "machine m {\n"
                           "  off: push / ring -> on\n"
                           "  on: push / - -> off\n}\n";

static uint64_t count_of(const struct heddle_result *r, const char *name) {
  for (size_t i = 0; i < r->count_count; i++)
    if (!strcmp(r->counts[i].name, name))
      return r->counts[i].value;
  return UINT64_MAX;
}

static void networks_are_verified_and_tested(void) {
  struct heard h = {0};
  struct heddle_network *n =
      heddle_network_read("bell.hed", bell, strlen(bell), hear, &h);
  struct heddle_derive *d = heddle_derive(n, NULL, hear, &h);
  const struct heddle_result *r = heddle_derive_result(d);
  CHECK(!h.errors && r->verdict == HEDDLE_HOLDS && !r->finding_count);
  CHECK_STR(r->command, "derive");
  CHECK(count_of(r, "killed") + count_of(r, "equivalent") ==
        count_of(r, "mutants"));
  CHECK(count_of(r, "tests") == 1 && !heddle_derive_test(d, 1));
  CHECK(!strncmp(heddle_derive_test(d, 0), "push/ring push/-", 16));
  heddle_derive_free(d);
  struct heddle_derive_options all = {.matrix = 3};
  d = heddle_derive(n, &all, hear, &h);
  char *told = heddle_render(heddle_derive_result(d), "json");
  CHECK(told && strstr(told, "\"text\": \"m starts in 'on'\"") &&
        strstr(told, "\"becomes\": \"ring\""));
  free(told);
  heddle_derive_free(d);
  struct heddle_derive_options o = {.engine = "luck"};
  CHECK(!heddle_derive(n, &o, hear, &h) && h.errors == 1);
  heddle_network_free(n);

  n = heddle_network_read("-", players, strlen(players), hear, &h);
  d = heddle_derive(n, NULL, hear, &h);
  r = heddle_derive_result(d);
  CHECK(r->verdict == HEDDLE_VIOLATED && r->finding_count == 1);
  CHECK_STR(r->findings[0].key, "livelock");
  CHECK(r->findings[0].for_ever && r->findings[0].circle == 2);
  CHECK_STR(r->findings[0].run[0].text, "throw");
  char *text = heddle_render(r, "markdown");
  CHECK(text && strstr(text, "livelock") && strstr(text, "throw"));
  free(text);
  text = heddle_render(r, "json");
  CHECK(text && strstr(text, "\"schema\": \"heddle.derive/1\"") &&
        strstr(text, "\"step\": \"throw\""));
  free(text);
  CHECK(!heddle_render(r, "smoke signals"));
  heddle_derive_free(d);
  heddle_network_free(n);
  h = (struct heard){0};
  CHECK(!heddle_network_read("x.hed", "machine", 7, hear, &h) && h.errors);
}

int main(void) {
  networks_are_verified_and_tested();
  walk_by_hand();
  finds_what_is_known();
  options_do_what_they_say();
  hashes_prove_nothing();
  fairness_is_owed_to_everybody();
  only_what_is_preserved_holds();
  bad_models_are_refused();
  two_live_side_by_side();
  printf("api: %u passed, %u failed\n", passed, failed);
  return failed ? 1 : 0;
}
