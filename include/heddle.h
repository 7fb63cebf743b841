/* heddle: the library.
 *
 * Everything here is also what the command line uses; it has no other way
 * in.  The library never prints and never exits: messages go to a function
 * of the caller's, which must not call the library in turn.  When there is no
 * memory a call fails, says "out of memory", and the object that it was about
 * can then only be freed.  All strings are UTF-8 and end in NUL; those a call
 * returns live as long as the object they came from. */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ======================================================================== *
 *  messages                                                                 *
 * ======================================================================== */

/* A message about the input.  line 0: the file as a whole; file NULL: no
 * place.  hint may be NULL. */
struct heddle_message {
  bool error; /* otherwise a warning */
  const char *file;
  unsigned line, column, length;
  const char *text, *hint;
};
typedef void heddle_report(void *user, const struct heddle_message *m);

/* Why a verdict is incomplete.  why: "strategy", "input", "unmodelled",
 * "assembly", "library", "threads", "steps", "runs", "time", "memory",
 * "bound" or "interrupted".  name and file may be NULL, line and count 0. */
struct heddle_because {
  const char *why, *name, *file;
  unsigned line;
  uint64_t count;
};

/* ==================================================== end of messages ==== */

/* ======================================================================== *
 *  results: what check and test say, in one vocabulary                      *
 * ======================================================================== */

/* The kinds of findings of models.  Those of programs ("race") have only
 * a key. */
enum heddle_kind {
  HEDDLE_DEADLOCK,
  HEDDLE_BLOCKING,
  HEDDLE_UNSPECIFIED,
  HEDDLE_OVERFLOW,
  HEDDLE_PROPERTY,
  HEDDLE_ASSERTION,
  HEDDLE_RANGE,
  HEDDLE_ENDLESS,
  HEDDLE_LIVENESS,
  HEDDLE_CIRCLE,
  HEDDLE_UNEXECUTABLE,
  HEDDLE_KINDS
};
extern const char *const heddle_kind_names[]; /* NULL-terminated */

/* HOLDS: nothing that was asked for is there.  INCOMPLETE: nothing was found,
 * and a limit was reached or the strategy does not preserve every kind that
 * was asked for and that the model can have. */
enum heddle_verdict { HEDDLE_HOLDS, HEDDLE_VIOLATED, HEDDLE_INCOMPLETE };

/* Where something is; file NULL and line 0 where that is not known. */
struct heddle_place {
  const char *file, *function;
  unsigned line, column;
};

/* What a command says beside the words that all of them share: under a name (NULL
 * in a list) a text, a number, a truth, or a group or list of such, and the next
 * of them.  "strategy", "events". */
enum heddle_detail_type {
  HEDDLE_TEXT,
  HEDDLE_INT,
  HEDDLE_UINT,
  HEDDLE_REAL,
  HEDDLE_BOOL,
  HEDDLE_GROUP, /* of names */
  HEDDLE_LIST
};
struct heddle_detail {
  const char *name;
  enum heddle_detail_type type;
  union {
    const char *text;
    int64_t number;
    uint64_t count;
    double real;
    bool truth;
    const struct heddle_detail *first; /* NULL: nothing is in it */
  } is;
  const struct heddle_detail *next; /* or NULL */
};

struct heddle_step {
  const char *process; /* "P1"; of a program its thread */
  const char *text;    /* "P2!m1" */
  struct heddle_place at;
  /* Of a model: the edge as it is written, the object it acts on, who sent
   * what it receives, and the group "changed" of the values it changed; each
   * may be NULL. */
  const char *edge, *object, *sender;
  const struct heddle_detail *changed;
};

/* What is wrong, and a run that shows it: of a model a shortest one (with
 * `full`, breadth first), of a program one that was made small.  Names are
 * NULL and the line is 0 where they say nothing. */
struct heddle_picture; /* of a run, for forms that draw */
struct heddle_finding {
  enum heddle_kind kind; /* HEDDLE_KINDS: one of a program's */
  const char *key;       /* "deadlock", "race" */
  const char *word;      /* the same for people: "never taken" */
  const char *where;     /* for people */
  const char *title;     /* one line that names it */
  const char *headline;  /* the shorter half of it, where there are two */
  const char *known;     /* of one that is expected: why; otherwise NULL */
  const char *process, *state, *message, *property;
  const char *object; /* the channel or port of a message */
  const char *file;
  unsigned line, column;
  struct heddle_place other; /* the other side of a data race */
  const struct heddle_step *run;
  size_t length; /* 0 for unexecutable, which has no run */
  /* The run goes on for ever: its last `circle` steps again and again, or,
   * if there are none, it stays where it ends. */
  bool for_ever;
  size_t circle;
  bool shortest; /* no run shows it in fewer steps */
  /* For people, lines of text, or NULL: the run; the finding as one of several;
   * what the program printed in the run. */
  const char *story, *brief, *output;
  const struct heddle_picture *picture; /* or NULL */
  const struct heddle_detail *details; /* the first, or NULL */
};

struct heddle_count {
  const char *name; /* "states" */
  uint64_t value;
  bool exact; /* otherwise there are at least so many */
  bool found; /* findings, of this kind or all; otherwise what was searched */
};

/* Findings of a kind that are not told here. */
struct heddle_more {
  const char *key;
  uint64_t count;
  bool lost;  /* some were only counted, and cannot be told */
  bool alike; /* most differ only in who is who from those that are */
};

/* Something to know about a search, for people: "communication", "fifo". */
struct heddle_fact {
  const char *name, *value;
};

struct heddle_sheet;

/* All of it; the forms below are made of this and nothing else. */
struct heddle_result {
  const char *command; /* "check", "test", "show" */
  const char *name;    /* the model or program, as the user named it */
  enum heddle_verdict verdict;
  /* The verdict for people, with the first finding, and without, where findings
   * follow; NULL where the command says it in another way. */
  const char *line, *title;
  const struct heddle_because *because; /* why it is incomplete */
  size_t because_count;
  const char *const *under; /* what it stands under ("sequential consistency"),
                               up to a NULL; or NULL */
  const struct heddle_count *counts;
  size_t count_count;
  const struct heddle_finding *findings;
  size_t finding_count;
  const struct heddle_more *more;
  size_t more_count;
  const struct heddle_finding *known; /* a baseline's, which do not count */
  size_t known_count;
  const char *goal;   /* "everything explored": what is tried */
  const char *missed; /* why it was not reached, or NULL */
  double seconds;
  /* For people, lines of text, or NULL: what the verdict rests on; what was
   * done and what was not looked at; what can be done next. */
  const char *grounds, *remarks, *next;
  const struct heddle_fact *facts;
  size_t fact_count;
  const struct heddle_sheet *sheet; /* what else is drawn, or NULL */
  const struct heddle_detail *details; /* the first, or NULL */
};

/* "text" (what check and test print), "line" (with --brief), "json" (with --json),
 * "sarif" (SARIF 2.1.0), "markdown" (to paste into an issue), "junit" (for CI
 * servers), "html" (a page): to be freed.  NULL: there is no such form. */
char *heddle_render(const struct heddle_result *r, const char *form);

/* ===================================================== end of results === */

/* ======================================================================== *
 *  check: models of concurrent systems (heddle check)                       *
 * ======================================================================== *
 *
 *     struct heddle_model *m =
 *         heddle_model_read("ring.hed", text, len, NULL, report, NULL);
 *     struct heddle_check *c = m ? heddle_check(m, NULL, report, NULL) : NULL;
 *     if (c) {
 *       for (size_t i = 0; i < heddle_check_count(c); i++) {
 *         const struct heddle_finding *f = heddle_check_finding(c, i);
 *         printf("%s: %s\n", heddle_kind_names[f->kind], f->where);
 *         for (size_t k = 0; k < f->length; k++)
 *           printf("  %s: %s\n", f->run[k].process, f->run[k].text);
 *       }
 *       heddle_check_free(c);
 *     }
 *     heddle_model_free(m);
 */

struct heddle_model; /* processes and the objects they share */

struct heddle_param { /* as "-D N=5" */
  const char *name;
  int64_t value;
};

/* Zero: the model as it is written. */
struct heddle_model_options {
  const struct heddle_param *params;
  size_t param_count;
  const char *scheme; /* "async", "fifo", "causal", "mailbox"; NULL: its own */
};

/* Reads a model (doc/language.md).  All errors are reported at once; NULL
 * when there was one.  `file` is only a name.  options and report may be
 * NULL. */
struct heddle_model *heddle_model_read(const char *file, const char *text,
                                       size_t len,
                                       const struct heddle_model_options *o,
                                       heddle_report *report, void *user);
void heddle_model_free(struct heddle_model *m); /* NULL is fine */

/* Zero: every kind of finding, `full`, breadth first, one core, no limits. */
struct heddle_check_options {
  const char *strategy; /* "auto": the best for what is asked */
  unsigned find; /* 1u << HEDDLE_... */
  bool depth_first, first_only;
  unsigned jobs;
  double seconds;
  uint64_t memory, states, depth;
  uint64_t findings; /* kept of each kind (0: 1000); the rest is counted */
  const volatile sig_atomic_t *stop; /* not zero: end with what there is */
  bool fair; /* everybody is owed weak fairness */
  /* For what does not fit, hashes instead of states: one for each state, or
   * `hashes` bits (0: three) in a table; `swarm`: so many such searches, each
   * with another seed.  The verdict is never HEDDLE_HOLDS then; why it is not
   * says with which probability something was left out. */
  bool compact, bitstate;
  uint64_t hashes, swarm, seed;
  /* "states": a list of states; "dd": one set, a decision diagram, which has no
   * count of transitions; NULL, "auto": with strategy "auto" the set where it is
   * there first, otherwise the list. */
  const char *engine;
};

struct heddle_check_stats {
  uint64_t states, transitions, depth, terminated, bytes;
  uint64_t counts[HEDDLE_KINDS]; /* blocking counts deadlocks too */
  double seconds;
};

struct heddle_check; /* the result of a search */

/* Searches the states of the model, which must outlive the result.  NULL
 * after a message when the strategy does not exist or does not apply. */
struct heddle_check *heddle_check(const struct heddle_model *m,
                                  const struct heddle_check_options *o,
                                  heddle_report *report, void *user);
void heddle_check_free(struct heddle_check *c); /* NULL is fine */

enum heddle_verdict heddle_check_verdict(const struct heddle_check *c);
/* "everything explored", "time limit reached" ... */
const char *heddle_check_stopped(const struct heddle_check *c);
/* Why it is not HEDDLE_HOLDS, findings apart: the i-th reason, or NULL after
 * the last.  There is at least one when the verdict is HEDDLE_INCOMPLETE. */
const struct heddle_because *
heddle_check_because(const struct heddle_check *c, size_t i);
const struct heddle_check_stats *
heddle_check_stats(const struct heddle_check *c);
/* All of it in one struct, which lives as long as `c`. */
const struct heddle_result *heddle_check_result(const struct heddle_check *c);

/* Findings kept: by kind, then in the order of discovery. */
size_t heddle_check_count(const struct heddle_check *c);
const struct heddle_finding *heddle_check_finding(const struct heddle_check *c,
                                                  size_t i);
/* The recording that `heddle replay` runs again, to be freed; NULL for an
 * unexecutable edge. */
char *heddle_check_recording(const struct heddle_check *c, size_t i);
/* Runs the finding again on the plain interpreter, which shares no code with
 * the search; false when it does not come out (a bug in Heddle). */
bool heddle_check_replay(const struct heddle_check *c, size_t i);

/* --- a model by hand ---
 *
 *     struct heddle_walk *w = heddle_walk_open(m);
 *     for (size_t i = 0; i < heddle_walk_count(w); i++)
 *       printf("%s %s\n", heddle_walk_who(w, i), heddle_walk_text(w, i));
 *     heddle_walk_take(w, 0);
 *     heddle_walk_free(w);
 *
 * A place in a run, forward and back: what was taken back is kept until another
 * step is taken.  Strings are the walk's, up to the next call that moves. */
struct heddle_walk;

/* In the initial state; the model must outlive it. */
struct heddle_walk *heddle_walk_open(const struct heddle_model *m);
void heddle_walk_free(struct heddle_walk *w); /* NULL is fine */

/* How many steps can be taken here; of the i-th the process and what it does,
 * "P1", "P2!m1"; NULL when there is none. */
size_t heddle_walk_count(const struct heddle_walk *w);
const char *heddle_walk_who(const struct heddle_walk *w, size_t i);
const char *heddle_walk_text(struct heddle_walk *w, size_t i);
/* False when there is no such step. */
bool heddle_walk_take(struct heddle_walk *w, size_t i);
bool heddle_walk_back(struct heddle_walk *w);
bool heddle_walk_forward(struct heddle_walk *w);

/* So many steps were taken. */
size_t heddle_walk_length(const struct heddle_walk *w);
/* "P1 at 1, P2 at 0, P1->P2 holds m1" */
const char *heddle_walk_state(struct heddle_walk *w);
/* What is wrong here ("deadlock", "blocking", a failure in words, the text of
 * a violated property), or NULL. */
const char *heddle_walk_error(const struct heddle_walk *w);
/* The run so far, as `heddle replay` takes it, to be freed. */
char *heddle_walk_recording(const struct heddle_walk *w);

/* ===================================================== end of check ===== */

/* ======================================================================== *
 *  test: C programs and models of threads (heddle test)                     *
 * ======================================================================== *
 *
 *     const char *files[] = {"queue.c", "queue_test.c"};
 *     struct heddle_test_options o = {.files = files, .file_count = 2};
 *     struct heddle_test *t = heddle_test(&o, report, NULL);
 *     const struct heddle_result *r = t ? heddle_test_result(t) : NULL;
 *     if (!r || r->verdict != HEDDLE_HOLDS) ...
 *     heddle_test_free(t);
 *
 * Sources are built with clang, whose own messages go to standard error; the
 * tools of `heddle cc` are found beside this program, or in $HEDDLE_LIB.
 * doc/embed.c is a unit test made so. */

/* Zero but for the files: as the command line does it, without recordings. */
struct heddle_test_options {
  const char *const *files; /* C sources, a program of heddle cc, or a model */
  size_t file_count;
  const char *const *flags; /* of the compiler; "-DN=3" for models too */
  size_t flag_count;
  const char *const *arguments; /* of the program */
  size_t argument_count;
  const char *const *inputs; /* "NAME=VALUE" */
  size_t input_count;
  const char *strategy; /* NULL: "auto" */
  uint64_t seed, runs, steps, memory;
  unsigned jobs;
  double seconds; /* of the search; 0: 60; < 0: no limit */
  double budget;  /* of everything; 0: no limit */
  unsigned threads; /* at a time; 0: as many as can be */
  bool all;       /* go on after the first finding */
  bool no_races, same_output, symbolic, fork, spurious;
  bool malloc_may_fail, partial_io;
  unsigned ranks;      /* of an MPI program; 0: it is none */
  bool mpi_unbuffered; /* its sends wait for their receives */
  bool mpi_leaks; /* what it has MPI make and never frees is a finding */
  const volatile sig_atomic_t *stop; /* not zero: end with what there is */
};

struct heddle_test; /* the result of a test */

/* NULL after a message: nothing could be tested. */
struct heddle_test *heddle_test(const struct heddle_test_options *o,
                                heddle_report *report, void *user);
void heddle_test_free(struct heddle_test *t); /* NULL is fine */
const struct heddle_result *heddle_test_result(const struct heddle_test *t);
/* The recording of the i-th finding, for heddle_replay and `heddle replay`;
 * NULL after the last that is kept.  Lives as long as `t`. */
const char *heddle_test_recording(const struct heddle_test *t, size_t i);

/* Runs a recording of a test again: 1 its finding came, 0 it did not, -1 after
 * a message.  `name` is that of the file it is in: what it ran on is looked
 * for beside it, too. */
int heddle_replay(const char *name, const char *text, size_t len,
                  heddle_report *report, void *user);

/* ====================================================== end of test ===== */

/* ======================================================================== *
 *  derive: networks of Mealy machines and their tests (heddle derive)       *
 * ======================================================================== *
 *
 *     struct heddle_network *n =
 *         heddle_network_read("abp.xml", text, len, report, NULL);
 *     struct heddle_derive *d = n ? heddle_derive(n, NULL, report, NULL)
 *                                 : NULL;
 *     for (size_t i = 0; d && heddle_derive_test(d, i); i++)
 *       puts(heddle_derive_test(d, i));
 *     heddle_derive_free(d);
 *     heddle_network_free(n);
 */

struct heddle_network;

/* Reads a network in XML or .hed (doc/derive.md); NULL after errors. */
struct heddle_network *heddle_network_read(const char *file, const char *text,
                                           size_t len, heddle_report *report,
                                           void *user);
void heddle_network_free(struct heddle_network *n); /* NULL is fine */

/* Zero: as the command line does it, with one thread and no limits. */
struct heddle_derive_options {
  const char *engine; /* "explicit", "mdd-bfs", "mdd-sat", "sets"; NULL: "auto" */
  const char *mode;   /* "paper"; NULL: "quiet" */
  const char *mutate; /* "initial,output,destination,missing" or "all" */
  bool verify;        /* and derive no tests */
  bool all;           /* keep tests that others make superfluous */
  unsigned jobs;
  uint64_t memory, first; /* first: only so many mutants */
  double seconds;
  const volatile sig_atomic_t *stop; /* not zero: end with what there is */
  /* So many mutants are told in the details, each with its tests. */
  uint64_t matrix;
  bool fair; /* internal circles that can be left are left (doc/derive.md) */
};

struct heddle_derive; /* the result */

/* The network must outlive it.  NULL after a message: an unknown name, or an
 * engine that does not take networks with choices. */
struct heddle_derive *heddle_derive(const struct heddle_network *n,
                                    const struct heddle_derive_options *o,
                                    heddle_report *report, void *user);
void heddle_derive_free(struct heddle_derive *d); /* NULL is fine */
/* Findings are "livelock" and "stuck"; with `verify` "dead", "no-return", too.
 * Counts: "mutants", "killed", "equivalent", "tests" and more. */
const struct heddle_result *
heddle_derive_result(const struct heddle_derive *d);
/* The i-th test, inputs with what they answer ("put/done timeout/late"; where
 * the network has choices "put/done|late" and more, see doc/derive.md); NULL
 * after the last. */
const char *heddle_derive_test(const struct heddle_derive *d, size_t i);

/* ==================================================== end of derive ===== */

/* ======================================================================== *
 *  cover: covering arrays (heddle cover)                                    *
 * ======================================================================== *
 *
 *     struct heddle_cover *m = heddle_cover_read("m.txt", text, len, NULL,
 *                                                report, NULL);
 *     struct heddle_cover_options o = {.strength = 2, .seconds = 1};
 *     struct heddle_cover_result r;
 *     if (m && heddle_cover_generate(m, &o, NULL, &r)) {
 *       for (size_t i = 0; i < r.tests.count; i++)
 *         for (size_t p = 0; p < r.tests.params; p++)
 *           puts(heddle_cover_value(m, p, heddle_cover_cell(&r.tests, i, p)));
 *       heddle_cover_result_free(&r);
 *     }
 *     heddle_cover_free(m);
 */

struct heddle_cover; /* a model: parameters, values, rules */

/* Zero: PICT's default (',', '|', '~', case does not count). */
struct heddle_cover_syntax {
  char value_delimiter, alias_delimiter, negative_prefix;
  bool case_sensitive;
};

/* Reads a model in PICT's language, or a file of ACTS or CTWedge
 * (doc/cover.md).  NULL after at least one
 * error message.  `report` stays in use until the model is freed. */
struct heddle_cover *heddle_cover_read(const char *file, const char *text,
                                       size_t len,
                                       const struct heddle_cover_syntax *syntax,
                                       heddle_report *report, void *user);
/* The model as a file of another tool: "acts", "ctwedge" or "pict" (doc/cover.md);
 * to be freed.  Messages say what that language has no words for; NULL after an
 * error, and when there is no such language. */
char *heddle_cover_write(struct heddle_cover *m, const char *language);
void heddle_cover_free(struct heddle_cover *m);

/* Everything done with the model from now on ends after so many seconds of
 * the clock on the wall (0: no limit) and when *stop (which may be NULL) is
 * not zero; functions without a verdict then give what they have. */
void heddle_cover_limit(struct heddle_cover *m, double seconds,
                        const volatile sig_atomic_t *stop);
/* That limit has come, or did while something was done. */
bool heddle_cover_limited(struct heddle_cover *m);

size_t heddle_cover_params(const struct heddle_cover *m);
const char *heddle_cover_param(const struct heddle_cover *m, size_t param);
size_t heddle_cover_values(const struct heddle_cover *m, size_t param);
/* The first name; "" for HEDDLE_COVER_OPEN and for the value "absent" of a
 * conditional parameter. */
const char *heddle_cover_value(const struct heddle_cover *m, size_t param,
                               unsigned value);
/* Its nth name, aliases taken in turn. */
const char *heddle_cover_alias(const struct heddle_cover *m, size_t param,
                               unsigned value, size_t nth);
bool heddle_cover_negative(const struct heddle_cover *m, size_t param,
                           unsigned value);
bool heddle_cover_absent(const struct heddle_cover *m, size_t param,
                         unsigned value);
/* Groups of parameters with a strength of their own (sub-models): the numbers
 * of the parameters, ascending; strength 0 is the one asked for. */
size_t heddle_cover_groups(const struct heddle_cover *m);
const uint32_t *heddle_cover_group(const struct heddle_cover *m, size_t group,
                                   size_t *count, unsigned *strength);
size_t heddle_cover_rules(const struct heddle_cover *m);
const char *heddle_cover_rule(const struct heddle_cover *m, size_t rule);
unsigned heddle_cover_rule_line(const struct heddle_cover *m, size_t rule);

enum { HEDDLE_COVER_OPEN = 0xffff };

struct heddle_cover_tests {
  size_t params, count;
  uint16_t *cells; /* count * params value numbers, or HEDDLE_COVER_OPEN */
};
static inline unsigned
heddle_cover_cell(const struct heddle_cover_tests *t, size_t test,
                  size_t param) {
  return t->cells[test * t->params + param];
}
void heddle_cover_tests_free(struct heddle_cover_tests *t);

/* A test of a file that cannot be used, and why. */
struct heddle_cover_rejected {
  unsigned line;
  const char *reason; /* lives as long as the model */
};
/* Reads tests: a header with parameter names, then one test a line, separated
 * by tabs, or by commas (with quotes as in CSV) when the header has no tab.
 * Columns and values that the model does not have are warned about and left
 * open, tests that break a rule are rejected with the reason, as is what
 * PICT would skip in silence.  False after an error: no column belongs to
 * this model.  *rejected is to be freed. */
bool heddle_cover_tests_read(struct heddle_cover *m, const char *file,
                             const char *text, size_t len,
                             struct heddle_cover_tests *tests,
                             struct heddle_cover_rejected **rejected,
                             size_t *rejected_count);

/* A column of such files that is no parameter but is to be kept beside the
 * tests, say the expected results; for all that are read from now on, which
 * then must have it. */
void heddle_cover_carry(struct heddle_cover *m, const char *column);
size_t heddle_cover_carried(const struct heddle_cover *m);
const char *heddle_cover_carried_name(const struct heddle_cover *m,
                                      size_t column);
/* What it has for a test of the file read last. */
const char *heddle_cover_carried_text(const struct heddle_cover *m,
                                      size_t column, size_t test);

struct heddle_cover_options {
  unsigned strength;    /* tuples of how many parameters; 0: 2 */
  const char *strategy; /* NULL: "auto" */
  uint64_t seed;
  /* Limits of the search.  Both zero: a number of steps chosen from the
   * model, so that the result is the same everywhere. */
  double seconds; /* of the clock on the wall */
  uint64_t steps;
  uint64_t memory; /* bytes; 0: 4 GB, or what the process may still have */
  bool submodels; /* relations as PICT means them (doc/cover.md); nothing is
                     kept then */
  void (*progress)(void *user, uint64_t steps, size_t tests, size_t open);
  void *user;
};

struct heddle_cover_result {
  struct heddle_cover_tests tests; /* those without a negative value, then
                                      those with one; kept ones first in
                                      each part */
  unsigned strength;
  size_t kept;
  size_t bound;        /* no set of tests is smaller */
  /* HOLDS: the tests cover all tuples that are possible.  INCOMPLETE: a limit
   * came before; the tests are valid and cover `covered` tuples or more.
   * `because` says which limit; it lives as long as the result. */
  enum heddle_verdict verdict;
  const struct heddle_because *because;
  size_t because_count;
  uint64_t covered;
  bool decided;        /* the next two are all there are, not only those that
                          were known when the limit came */
  uint64_t tuples;     /* possible */
  uint64_t infeasible; /* asked for, but excluded by rules */
  size_t first;        /* tests of the first answer */
  double first_seconds;
  double best_seconds; /* when the last test was saved */
  double seconds;
  uint64_t steps;
  const char *strategy; /* what made the first answer */
};

/* False after an error message: impossible strength, contradictory rules.
 * `keep` may be NULL. */
bool heddle_cover_generate(struct heddle_cover *m,
                           const struct heddle_cover_options *options,
                           const struct heddle_cover_tests *keep,
                           struct heddle_cover_result *result);
void heddle_cover_result_free(struct heddle_cover_result *r);

/* The strategies by number, NULL after the last. */
const char *heddle_cover_strategy(size_t number, const char **summary);

/* A tuple: `size` parameters (ascending) with a value each. */
struct heddle_cover_tuple {
  size_t size;
  const uint32_t *params;
  const uint16_t *values;
  uint64_t count; /* measure: how many tests have it */
};
/* Return false to stop. */
typedef bool heddle_cover_visit(void *user,
                                const struct heddle_cover_tuple *t);

struct heddle_cover_measure {
  unsigned strength;
  uint64_t possible, covered, infeasible;
  bool too_large; /* not counted: more tuples than the memory allows */
  bool cut_off;   /* heddle_cover_limit came before all was counted */
};
/* Coverage of the tests at one strength (relations of the model are not
 * looked at); `visit`, when given, gets every possible tuple.  Open cells
 * cover nothing. */
bool heddle_cover_measure(struct heddle_cover *m,
                          const struct heddle_cover_tests *tests,
                          unsigned strength, uint64_t memory,
                          heddle_cover_visit *visit, void *user,
                          struct heddle_cover_measure *out);
/* Every tuple of this strength that the rules exclude. */
bool heddle_cover_infeasible(struct heddle_cover *m, unsigned strength,
                             uint64_t memory, heddle_cover_visit *visit,
                             void *user);
/* Orders the tests so that coverage rises fastest: each next test covers the
 * most tuples that are still uncovered. */
bool heddle_cover_order(struct heddle_cover *m,
                        struct heddle_cover_tests *tests, unsigned strength,
                        uint64_t memory);
/* Drops tests without which as many tuples are covered. */
bool heddle_cover_minimise(struct heddle_cover *m,
                           struct heddle_cover_tests *tests,
                           unsigned strength, uint64_t memory);

/* Opens cells (HEDDLE_COVER_OPEN) of complete tests in which any value that
 * is not negative will do: whatever is put into all of them, every test is
 * valid and every tuple that was covered stays so. */
bool heddle_cover_loosen(struct heddle_cover *m,
                         struct heddle_cover_tests *tests, unsigned strength,
                         uint64_t memory);

/* Numbers of rules, to be freed; NULL and 0 when there are none.  conflict:
 * a smallest set of rules that excludes the tuple (size 0: every test). */
bool heddle_cover_conflict(struct heddle_cover *m,
                           const struct heddle_cover_tuple *t,
                           uint32_t **rules, size_t *count);
/* Rules that follow from the other ones. */
void heddle_cover_redundant(struct heddle_cover *m, uint32_t **rules,
                            size_t *count);

/* Which combinations of at most `strength` values make tests fail: add the
 * results there are, run what next asks for and add its result, until it asks
 * for nothing more.  A combination is guilty when a failing test has no other
 * that no passing test contains, or when it failed again in other company;
 * suspects are what is left of failing tests without a guilty one. */
struct heddle_cover_locate;
struct heddle_cover_locate *
heddle_cover_locate_open(struct heddle_cover *m, unsigned strength,
                         uint64_t seed);
void heddle_cover_locate_close(struct heddle_cover_locate *l);
/* A test is as many cells as the model has parameters. */
void heddle_cover_locate_add(struct heddle_cover_locate *l,
                             const uint16_t *test, bool failed);
bool heddle_cover_locate_next(struct heddle_cover_locate *l, uint16_t *test);
/* The result of the test asked for last will not come. */
void heddle_cover_locate_defer(struct heddle_cover_locate *l);
void heddle_cover_locate_guilty(struct heddle_cover_locate *l,
                                heddle_cover_visit *visit, void *user);
void heddle_cover_locate_suspects(struct heddle_cover_locate *l,
                                  heddle_cover_visit *visit, void *user);
/* Failing tests that no combination of this strength can explain. */
size_t heddle_cover_locate_unexplained(struct heddle_cover_locate *l);

/* Orders of events: tests in which every order of any `strength` events that
 * the rules allow occurs, whatever lies between (doc/cover.md). */
struct heddle_cover_sequence;
struct heddle_cover_sequence *
heddle_cover_sequence_read(const char *file, const char *text, size_t len,
                           heddle_report *report, void *user);
void heddle_cover_sequence_free(struct heddle_cover_sequence *s);
size_t heddle_cover_events(const struct heddle_cover_sequence *s);
const char *heddle_cover_event(const struct heddle_cover_sequence *s,
                               size_t event);
struct heddle_cover_orders {
  struct heddle_cover_tests tests; /* cells are events, in their order */
  uint64_t possible, covered, impossible;
  size_t bound; /* no set of tests is smaller */
};
/* False after an error message.  A limit leaves covered < possible. */
bool heddle_cover_sequence_generate(struct heddle_cover_sequence *s,
                                    unsigned strength, uint64_t seed,
                                    double seconds,
                                    const volatile sig_atomic_t *stop,
                                    struct heddle_cover_orders *out);
/* Tests as they are written, one a line; those that cannot be used are warned
 * about and left out. */
void heddle_cover_sequence_tests(struct heddle_cover_sequence *s,
                                 const char *file, const char *text,
                                 size_t len,
                                 struct heddle_cover_tests *tests);
/* Gets a sequence that no test has; false: no more of them. */
typedef bool heddle_cover_visit_order(void *user, const uint16_t *events);
/* What tests cover; one that is short ends with HEDDLE_COVER_OPEN.  visit may be
 * NULL. */
bool heddle_cover_sequence_measure(struct heddle_cover_sequence *s,
                                   unsigned strength,
                                   const struct heddle_cover_tests *tests,
                                   heddle_cover_visit_order *visit,
                                   void *user,
                                   struct heddle_cover_orders *out);

/* ===================================================== end of cover ===== */

#ifdef __cplusplus
}
#endif

#endif
