/* derive: the tests as a C file that a user links with an implementation. */
#include "form/derive.h"

/* What the drivers of both kinds of networks have in common. */
// clang-format off
#define PROVIDES                                                               \
  " * Link it with the implementation under test, which provides:\n"           \
  " *\n"                                                                       \
  " *     void iut_reset(void);                     its initial state\n"       \
  " *     const char *iut_input(const char *name);  gives one input, waits\n"  \
  " *         until the implementation is at rest, and returns the output\n"   \
  " *         that was seen; NULL when there was none\n"                       \
  " *\n"
#define PROTOTYPES                                                             \
  "void iut_reset(void);\n"                                                    \
  "const char *iut_input(const char *name);\n"                                 \
  "\n"
#define ON_ALARM                                                               \
  "static void on_alarm(int sig) {\n"                                          \
  "  static const char message[] = \"# no answer within 10 seconds\\n\";\n"    \
  "  (void)sig;\n"                                                             \
  "  if (write(1, message, sizeof message - 1) < 0)\n"                         \
  "    _exit(1);\n"                                                            \
  "  _exit(1);\n"                                                              \
  "}\n"                                                                        \
  "\n"
// clang-format on

static const char head[] =
    " *\n" PROVIDES " *     cc tests.c implementation.c -o tests && ./tests\n"
    " *\n"
    " * prints TAP and exits with 0 when every test passes, 1 otherwise; a\n"
    " * test that takes longer than 10 seconds ends the run with 1. */\n"
    "#include <signal.h>\n"
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "#include <unistd.h>\n"
    "\n" PROTOTYPES "struct step {\n"
    "  const char *input, *output;\n"
    "};\n"
    "\n";

static const char tail[] = ON_ALARM
    "/* The step that fails, or the length of the test. */\n"
    "static int run(const struct step *steps, const char **got) {\n"
    "  int i = 0;\n"
    "  iut_reset();\n"
    "  for (; steps[i].input; i++) {\n"
    "    *got = iut_input(steps[i].input);\n"
    "    if (!*got || strcmp(*got, steps[i].output))\n"
    "      break;\n"
    "  }\n"
    "  return i;\n"
    "}\n"
    "\n"
    "int main(void) {\n"
    "  const int count = sizeof tests / sizeof *tests - 1;\n"
    "  int failed = 0;\n"
    "  signal(SIGALRM, on_alarm);\n"
    "  printf(\"1..%d\\n\", count);\n"
    "  for (int t = 0; t < count; t++) {\n"
    "    const char *got = NULL;\n"
    "    fflush(stdout);\n"
    "    alarm(10);\n"
    "    const int at = run(tests[t], &got);\n"
    "    alarm(0);\n"
    "    const int ok = !tests[t][at].input;\n"
    "    printf(\"%s %d\\n\", ok ? \"ok\" : \"not ok\", t + 1);\n"
    "    if (!ok)\n"
    "      printf(\"# step %d, input %s: expected %s, got %s\\n\", at + 1,\n"
    "             tests[t][at].input, tests[t][at].output,\n"
    "             got ? got : \"nothing\");\n"
    "    failed += !ok;\n"
    "  }\n"
    "  printf(\"# %d of %d tests failed\\n\", failed, count);\n"
    "  return failed ? 1 : 0;\n"
    "}\n";

static void quoted(const char *s, struct text *out) {
  text_char(out, '"');
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      text_printf(out, "\\%c", *s);
    else if ((unsigned char)*s < 32 || (unsigned char)*s >= 127)
      text_printf(out, "\\%03o", (unsigned char)*s);
    else if (*s == '?')
      text_add(out, "\\?"); /* no trigraphs */
    else
      text_char(out, *s);
  text_char(out, '"');
}

/* The name inside a comment: it must not end it. */
static void commented(const char *s, struct text *out) {
  for (; *s; s++)
    text_char(out, *s == '/' && s[1] == '*'   ? '\\'
                   : *s == '*' && s[1] == '/' ? '+'
                   : (unsigned char)*s < 32   ? ' '
                                              : *s);
}

static void test(const struct network *n, const struct suite_test *t,
                 size_t number, struct text *out) {
  text_printf(out, "static const struct step test_%zu[] = {\n", number);
  for (size_t i = 0; i < t->inputs.len; i++) {
    text_add(out, "    {");
    quoted(network_symbol_name(n, t->inputs.at[i]), out);
    text_add(out, ", ");
    quoted(network_symbol_name(n, t->outputs.at[i]), out);
    text_add(out, "},\n");
  }
  text_add(out, "    {0, 0},\n};\n");
}

/* --- networks with choices ------------------------------------------------ */

static const char choices_head[] =
    " *\n" PROVIDES
    " *     cc tests.c implementation.c -o tests && ./tests 100\n"
    " *\n"
    " * The specification leaves choices: after an input several outputs may\n"
    " * be allowed, and what comes next may depend on which was seen.  Each\n"
    " * test is run so many times (100 if nothing is said), to see what the\n"
    " * implementation may do; allowed outputs that never came are listed.\n"
    " * It prints TAP and exits with 0 when no run of any test fails, 1\n"
    " * otherwise; a run that takes longer than 10 seconds ends it with 1. */\n"
    "#include <signal.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <unistd.h>\n"
    "\n" PROTOTYPES "struct allowed {\n"
    "  const char *output;\n"
    "  int next; /* the step that follows, or -1: passed */\n"
    "  long seen;\n"
    "};\n"
    "struct step {\n"
    "  const char *input;\n"
    "  struct allowed *allowed; /* ends with {0, 0, 0} */\n"
    "};\n"
    "\n";

static const char choices_tail[] = ON_ALARM
    "/* The step that fails, or NULL; *place counts the inputs given. */\n"
    "static const struct step *run(const struct step *test, const char **got,\n"
    "                              int *place) {\n"
    "  int at = 0;\n"
    "  iut_reset();\n"
    "  for (*place = 1; at >= 0; ++*place) {\n"
    "    struct allowed *a = test[at].allowed;\n"
    "    *got = iut_input(test[at].input);\n"
    "    while (*got && a->output && strcmp(*got, a->output))\n"
    "      a++;\n"
    "    if (!*got || !a->output)\n"
    "      return &test[at];\n"
    "    a->seen++;\n"
    "    at = a->next;\n"
    "  }\n"
    "  return NULL;\n"
    "}\n"
    "\n"
    "static void tell(const struct step *s, const char *got, int place) {\n"
    "  printf(\"# step %d, input %s: expected\", place, s->input);\n"
    "  for (const struct allowed *a = s->allowed; a->output; a++)\n"
    "    printf(\"%s%s\", a == s->allowed ? \" \" : \" or \", a->output);\n"
    "  printf(\", got %s\\n\", got ? got : \"nothing\");\n"
    "}\n"
    "\n"
    "static void tell_unseen(const struct step *test) {\n"
    "  for (; test->input; test++)\n"
    "    for (const struct allowed *a = test->allowed; a->output; a++)\n"
    "      if (!a->seen)\n"
    "        printf(\"# %s after %s never came\\n\", a->output, test->input);\n"
    "}\n"
    "\n"
    "int main(int argc, char **argv) {\n"
    "  const int count = sizeof tests / sizeof *tests - 1;\n"
    "  const long runs = argc > 1 ? atol(argv[1]) : 100;\n"
    "  int failed = 0;\n"
    "  if (runs < 1)\n"
    "    return 2;\n"
    "  signal(SIGALRM, on_alarm);\n"
    "  printf(\"1..%d\\n\", count);\n"
    "  for (int t = 0; t < count; t++) {\n"
    "    const struct step *wrong = NULL;\n"
    "    const char *got = NULL;\n"
    "    int place = 0;\n"
    "    fflush(stdout);\n"
    "    for (long i = 0; i < runs && !wrong; i++) {\n"
    "      alarm(10);\n"
    "      wrong = run(tests[t], &got, &place);\n"
    "      alarm(0);\n"
    "    }\n"
    "    printf(\"%s %d\\n\", wrong ? \"not ok\" : \"ok\", t + 1);\n"
    "    if (wrong)\n"
    "      tell(wrong, got, place);\n"
    "    else\n"
    "      tell_unseen(tests[t]);\n"
    "    failed += wrong != NULL;\n"
    "  }\n"
    "  printf(\"# %d of %d tests failed\\n\", failed, count);\n"
    "  return failed ? 1 : 0;\n"
    "}\n";

static void allowed(const struct network *n, const struct net_tree *t,
                    uint32_t node, size_t number, struct text *out) {
  const struct net_tree_node *s = &t->nodes.at[node];
  text_printf(out, "static struct allowed after_%zu_%u[] = {", number, node);
  for (uint32_t i = s->first; i < s->first + s->count; i++) {
    const struct net_tree_branch *b = &t->branches.at[i];
    text_char(out, '{');
    quoted(network_symbol_name(n, b->output), out);
    text_printf(out, ", %d, 0}, ", b->next == NET_TREE_END ? -1 : (int)b->next);
  }
  text_add(out, "{0, 0, 0}};\n");
}

static void test_tree(const struct network *n, const struct net_tree *t,
                      size_t number, struct text *out) {
  for (uint32_t i = 0; i < t->nodes.len; i++)
    allowed(n, t, i, number, out);
  text_printf(out, "static const struct step test_%zu[] = {\n", number);
  for (uint32_t i = 0; i < t->nodes.len; i++) {
    text_add(out, "    {");
    quoted(network_symbol_name(n, n->inputs.at[t->nodes.at[i].input]), out);
    text_printf(out, ", after_%zu_%u},\n", number, i);
  }
  text_add(out, "    {0, 0},\n};\n");
}

void derive_c(const struct derive_view *v, struct text *out) {
  const struct suite *s = &v->result->suite;
  const bool choices = !network_deterministic(v->net);
  text_add(out, "/* Tests derived by heddle from ");
  commented(v->file, out);
  text_printf(out, ":\n * %zu tests that kill %llu mutants", s->tests.len,
              (unsigned long long)v->result->nonequivalent);
  text_add(out, ".\n");
  text_add(out, choices ? choices_head : head);
  for (size_t t = 0; t < s->tests.len; t++)
    if (choices)
      test_tree(v->net, &s->tests.at[t].tree, t + 1, out);
    else
      test(v->net, &s->tests.at[t], t + 1, out);
  text_add(out, "\nstatic const struct step *const tests[] = {\n");
  for (size_t t = 0; t < s->tests.len; t++)
    text_printf(out, "    test_%zu,\n", t + 1);
  text_add(out, "    0,\n};\n\n");
  text_add(out, choices ? choices_tail : tail);
}
