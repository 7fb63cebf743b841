/* Kernighan's matcher, on an expression that is any bytes (KLEE's tutorial):
 * nobody ends it with a zero.
 * finds: out-of-bounds */
#include <heddle/rt.h>

static int match_here(const char *re, const char *text);

static int match_star(char c, const char *re, const char *text) {
  do {
    if (match_here(re, text))
      return 1;
  } while (*text && (*text++ == c || c == '.'));
  return 0;
}

static int match_here(const char *re, const char *text) {
  if (!re[0])
    return 1;
  if (re[1] == '*')
    return match_star(re[0], re + 2, text);
  if (re[0] == '$' && !re[1])
    return !*text;
  if (*text && (re[0] == '.' || re[0] == *text))
    return match_here(re + 1, text + 1);
  return 0;
}

static int match(const char *re, const char *text) {
  if (re[0] == '^')
    return match_here(re + 1, text);
  do {
    if (match_here(re, text))
      return 1;
  } while (*text++);
  return 0;
}

int main(void) {
  char re[4];
  heddle_bytes("re", re, sizeof re);
#ifdef FIXED
  re[3] = 0;
#endif
  match(re, "hel");
  return 0;
}
