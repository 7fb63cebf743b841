#include "base/cxxname.h"

#include <stdbool.h>
#include <string.h>

/* `at` has room for CXXNAME_LONGEST less what stands before it. */
struct pen {
  char *at;
  size_t len;
};

static void put(struct pen *p, const char *s, size_t n) {
  for (size_t i = 0; i < n && p->len + 16 < CXXNAME_LONGEST; i++)
    p->at[p->len++] = s[i];
  p->at[p->len] = 0;
}

/* Behind the bracket that closes the one at s. */
static const char *behind(const char *s) {
  int depth = 0;
  for (; *s; s++) {
    if (*s == '(' || *s == '<' || *s == '[' || *s == '{')
      depth++;
    else if (*s == ')' || *s == ']' || *s == '}' ||
             (*s == '>' && s[-1] != '-'))
      depth--;
    if (!depth)
      return s + 1;
  }
  return s;
}

static bool starts(const char *s, const char *with) {
  return !strncmp(s, with, strlen(with));
}

/* "operator<<", "operator()", "operator new[]" are names with their signs;
 * arguments of a template may follow at once. */
static const char *take_operator(struct pen *p, const char *s) {
  static const char *const signs[] = {
      "<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "<=", ">=", "==",
      "!=",  "&&",  "||",  "++",  "--", "+=", "-=", "*=", "/=", "%=", "^=",
      "&=",  "|=",  "->",  "+",   "-",  "*",  "/",  "%",  "^",  "&",  "|",
      "~",   "!",   "=",   "<",   ">",  ","};
  const char *from = s;
  s += strlen("operator");
  if (starts(s, " new") || starts(s, " delete"))
    s += strcspn(s + 1, "[(") + 1;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (starts(s, signs[i])) {
      s += strlen(signs[i]);
      break;
    }
  put(p, from, (size_t)(s - from));
  return s + (starts(s, " <") ? 1 : 0);
}

/* Never longer than it was. */
static void replace_all(char *text, const char *what, const char *by) {
  char *at = text;
  size_t n = strlen(what), m = strlen(by);
  while ((at = strstr(at, what))) {
    memmove(at + m, at + n, strlen(at + n) + 1);
    memcpy(at, by, m);
    at += m;
  }
}

/* Everything in brackets goes, and what stands before the last blank outside
 * of them: the type that is returned. */
static void shorten(const char *s, struct pen *p) {
  while (*s) {
    bool fresh = !p->len || p->at[p->len - 1] == ':';
    if (fresh && starts(s, "operator") && !strchr("abcdefghijklmnopqrstuvwxyz_",
                                                 s[strlen("operator")])) {
      s = take_operator(p, s);
    } else if (fresh && starts(s, "{lambda")) {
      put(p, "lambda", 6);
      s = behind(s);
    } else if (fresh && starts(s, "$_")) { /* clang's name of one */
      put(p, "lambda", 6);
      for (s += 2; *s >= '0' && *s <= '9';)
        s++;
    } else if (fresh && starts(s, "(anonymous namespace)::")) {
      s += strlen("(anonymous namespace)::");
    } else if (*s == '<' || *s == '(' || *s == '[' || *s == '{') {
      s = behind(s);
    } else if (*s == ' ') {
      if (starts(s, " const") || starts(s, " &") || starts(s, " [clone"))
        return;
      p->len = 0;
      p->at[0] = 0;
      s++;
    } else {
      put(p, s++, 1);
    }
  }
}

const char *cxxname_shorten(const char *full, char out[CXXNAME_LONGEST]) {
  static const char *const kinds[] = {
      "guard variable for ", "thread-local initialization routine for ",
      "thread-local wrapper routine for ", "reference temporary for "};
  struct pen p = {out, 0};
  out[0] = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (starts(full, kinds[i])) {
      full += strlen(kinds[i]);
      if (!i)
        put(&p, "guard of ", 9);
    }
  struct pen rest = {out + p.len, 0};
  shorten(full, &rest);
  replace_all(out, "std::__cxx11::", "std::");
  replace_all(out, "std::basic_string", "std::string");
  replace_all(out, "lambda::operator()", "lambda");
  return *out ? out : full;
}
