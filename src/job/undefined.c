#include "job/undefined.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool is_listed(const undefined_names *names, const char *name,
                      size_t len) {
  vec_each(names, p) if (strlen(*p) == len && !memcmp(*p, name, len))
      return true;
  return false;
}

/* "x.o: in function `f':", then "x.c:3:(.text+0x4): undefined reference to
 * `g'", and after some of them "more undefined references to `g' follow"; clang
 * closes with a line of its own. */
bool undefined_read(const char *complaints, undefined_names *names) {
  static const char *const mark = "undefined reference to `";
  bool only = true;
  for (const char *line = complaints; *line;) {
    size_t len = strcspn(line, "\n");
    const char *at = strstr(line, mark);
    const char *name = at && at < line + len ? at + strlen(mark) : NULL;
    if (name) {
      size_t n = strcspn(name, "'\n");
      struct text copy = {0};
      text_printf(&copy, "%.*s", (int)n, name);
      if (is_listed(names, name, n))
        text_free(&copy);
      else
        vec_push(names, copy.at);
    } else if (len && !strstr(line, "in function `") &&
               !strstr(line, "more undefined references to `") &&
               strncmp(line, "clang", 5)) {
      only = false;
    }
    line += len + (line[len] == '\n');
  }
  return only && names->len > 0;
}

/* --- bodies ------------------------------------------------------------- */

/* Without the name of the tool that it begins with, or NULL. */
static const char *after_tool(const char *name) {
  static const char *const tools[] = {"__CPROVER_", "__ESBMC_"};
  for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
    if (!strncmp(name, tools[i], strlen(tools[i])))
      return name + strlen(tools[i]);
  return NULL;
}

char *undefined_option(const char *name) {
  struct text t = {0};
  const char *rest = after_tool(name);
  if (!strcmp(name, "assert"))
    text_printf(&t, "--include=assert.h");
  else if (!strncmp(name, "nondet_", 7))
    text_printf(&t, "-D%s=__VERIFIER_%s", name, name);
  else if (rest && !strcmp(rest, "assert")) /* and a text */
    text_printf(&t, "-D%s(condition,text)=__VERIFIER_assert(condition)", name);
  else if (rest && (!strcmp(rest, "assume") || !strncmp(rest, "atomic_", 7)))
    text_printf(&t, "-D%s=__VERIFIER_%s", name, rest);
  return t.at;
}

bool undefined_write(const char *path, const undefined_names *names) {
  FILE *f = fopen(path, "w");
  if (!f)
    return false;
  /* A result that is no whole number is zero. */
  fputs("long heddle_undefined(const char *);\n"
        "#define BODY(name)                                            \\\n"
        "  __attribute__((section(\"heddle_text\"))) long name(void) {   \\\n"
        "    long result = heddle_undefined(#name);                    \\\n"
        "    register double real __asm__(\"xmm0\") = 0;                 \\\n"
        "    __asm__ volatile(\"\" : \"+x\"(real));                        \\\n"
        "    return result;                                            \\\n"
        "  }\n",
        f);
  vec_each(names, p) {
    char *option = undefined_option(*p);
    if (!option)
      fprintf(f, "BODY(%s)\n", *p);
    free(option);
  }
  return !fclose(f);
}
