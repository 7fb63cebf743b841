/* Files of sequences: what is written is read back as it was, and run again it
 * is what is written, on random message programs under every scheme; properties
 * "a before b" against the sequences they are of. */
#include <stdio.h>
#include <string.h>

#include "exec/model.h"
#include "job/sequences.h"
#include "job/suite.h"
#include "lang/lang.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "talk.h"
#include "test.h"

static struct model *read_model(const char *text, size_t len) {
  struct diag quiet = {0};
  return lang_read("talk", text, len, NULL, &quiet);
}

/* Every sequence that reach runs, as a file; how many runs there were, or 0:
 * there are too many. */
static uint64_t write_all(struct executor *x, struct sequences *s,
                          struct text *out) {
  struct sched_options o = {.strategy = &sched_reach,
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .runs = 500,
                            .all = true};
  struct sched search;
  sequences_watch(s, "talk", x, &o);
  sched_open(&search, x, &o);
  sched_run(&search, NULL);
  uint64_t runs = search.finished ? search.stats.executions : 0;
  sched_close(&search);
  sequences_text(s, out);
  return runs;
}

/* What was read, written once more. */
static void write_again(const struct sequences *s, struct text *out) {
  text_printf(out, "heddle sequences 1\nof %s\n", s->of);
  for (size_t i = 0; i < s->threads.len; i++)
    text_printf(out, "thread %zu %s\n", i, s->threads.at[i]);
  for (size_t i = 0; i < s->all.len; i++) {
    text_printf(out, "sequence %zu %s\n", i + 1, s->all.at[i].end);
    vec_each(&s->all.at[i].events, e) {
      text_add(out, "  ");
      sequence_event_text(s, e, out);
      text_char(out, '\n');
    }
  }
  text_printf(out, "end %zu\n", s->all.len);
}

/* True: it came back as it was, and ran as it was written. */
static bool comes_back(const char *source, size_t len) {
  struct model *m = read_model(source, len);
  if (!m)
    return false;
  struct executor *x = model_executor_open(m, NULL);
  struct sequences written = {0}, read = {0};
  struct text file = {0}, again = {0};
  struct diag quiet = {0};
  struct host nobody = {0};
  struct syn_suite suite = {0};
  uint64_t runs = write_all(x, &written, &file);
  bool ok = true;
  if (runs) {
    ok = written.written <= runs &&
         sequences_read(&read, "file", text_str(&file), &quiet);
    write_again(&read, &again);
    ok = ok && !strcmp(text_str(&file), text_str(&again)) &&
         suite_run(&suite, &read, &nobody, x) && suite.run == written.written &&
         suite.same == suite.run;
    if (!ok)
      printf("%s%s", source, text_str(&file));
  }
  text_free(&suite.first);
  text_free(&file);
  text_free(&again);
  sequences_free(&written);
  sequences_free(&read);
  x->close(x);
  model_free(m);
  return ok;
}

TEST(sequences_come_back_from_their_file_and_run_as_written) {
  enum { PROGRAMS = 60 };
  size_t wrong = 0;
  for (unsigned i = 0; i < PROGRAMS && !wrong; i++) {
    struct rng r = rng_seed(7000003 + i);
    struct talk t = talk_random(&r);
    struct text source = {0};
    t.scheme = i % TALK_SCHEMES;
    talk_print(&t, &source);
    wrong += !comes_back(text_str(&source), source.len);
    text_free(&source);
  }
  CHECK_EQ(wrong, 0);
}

/* In how many of all sequences a property fails. */
static uint64_t fails(const char *source, const char *property, uint64_t *of) {
  struct model *m = read_model(source, strlen(source));
  struct executor *x = model_executor_open(m, NULL);
  struct sequences s = {0};
  struct text file = {0};
  struct diag quiet = {0};
  CHECK(sequences_before(&s, property, &quiet));
  write_all(x, &s, &file);
  uint64_t n = s.before.len ? s.before.at[0].fails : 0;
  *of = s.written;
  text_free(&file);
  sequences_free(&s);
  x->close(x);
  model_free(m);
  return n;
}

TEST(before_is_judged_by_what_happens_before_in_a_sequence) {
  static const char source[] =
      "scheme async\n"
      "thread A { C.in!m }\n"
      "thread B { C.in!m; D.in!m }\n"
      "thread C { port in unbounded: m; in?m; in?m; D.in!m }\n"
      "thread D { port in unbounded: m; in?m; in?m }\n";
  uint64_t of;
  /* C receives both before it sends, whichever comes first. */
  CHECK_EQ(fails(source, "A.1 before C.3", &of), 0);
  CHECK_EQ(of, 4);
  CHECK_EQ(fails(source, "* receive C.in before C send D.in", &of), 0);
  /* Nothing orders the two sends. */
  CHECK_EQ(fails(source, "A send C.in before B send C.in", &of), 4);
  /* C's first message is A's in half of them. */
  CHECK_EQ(fails(source, "A.1 before C.1", &of), 2);
  /* D gets that of B second in half of them; and C sends after B did. */
  CHECK_EQ(fails(source, "C.3 before D.1", &of), 2);
  CHECK_EQ(fails(source, "B.1 before D receive", &of), 0);
}
