/* derive: the tests as a C file that a user links with an implementation. */
#include "form/derive.h"

static const char head[] =
    " *\n"
    " * Link it with the implementation under test, which provides:\n"
    " *\n"
    " *     void iut_reset(void);                     its initial state\n"
    " *     const char *iut_input(const char *name);  gives one input, waits\n"
    " *         until the implementation is at rest, and returns the output\n"
    " *         that was seen; NULL when there was none\n"
    " *\n"
    " *     cc tests.c implementation.c -o tests && ./tests\n"
    " *\n"
    " * prints TAP and exits with 0 when every test passes, 1 otherwise; a\n"
    " * test that takes longer than 10 seconds ends the run with 1. */\n"
    "#include <signal.h>\n"
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "#include <unistd.h>\n"
    "\n"
    "void iut_reset(void);\n"
    "const char *iut_input(const char *name);\n"
    "\n"
    "struct step {\n"
    "  const char *input, *output;\n"
    "};\n"
    "\n";

static const char tail[] =
    "static void on_alarm(int sig) {\n"
    "  static const char message[] = \"# no answer within 10 seconds\\n\";\n"
    "  (void)sig;\n"
    "  if (write(1, message, sizeof message - 1) < 0)\n"
    "    _exit(1);\n"
    "  _exit(1);\n"
    "}\n"
    "\n"
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

void derive_c(const struct derive_view *v, struct text *out) {
  const struct suite *s = &v->result->suite;
  text_add(out, "/* Tests derived by heddle from ");
  commented(v->file, out);
  text_printf(out, ":\n * %zu tests that kill %llu mutants", s->tests.len,
              (unsigned long long)v->result->nonequivalent);
  text_add(out, ".\n");
  text_add(out, head);
  for (size_t t = 0; t < s->tests.len; t++)
    test(v->net, &s->tests.at[t], t + 1, out);
  text_add(out, "\nstatic const struct step *const tests[] = {\n");
  for (size_t t = 0; t < s->tests.len; t++)
    text_printf(out, "    test_%zu,\n", t + 1);
  text_add(out, "    0,\n};\n\n");
  text_add(out, tail);
}
