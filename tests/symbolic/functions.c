/* What the runtime says of library functions on bytes that are inputs, against
 * their definitions in plain C, on all bytes at once: the solver has to prove
 * that they agree.  Built by another compiler, the definitions are compared
 * with the library itself on bytes drawn at random (run). */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <heddle/rt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { COUNT = 3 };

#ifdef __HEDDLE__
#define bytes(name, to, size) heddle_bytes(name, to, size)
static int number(const char *name, int low, int high) {
  return (int)heddle_input(name, low, high);
}
#else
/* Of few letters, so that what is compared is sometimes equal. */
static void bytes(const char *name, char *to, size_t size) {
  static const char few[] = "ab B-+0179x \0\x80\xff";
  (void)name;
  for (size_t i = 0; i < size; i++)
    to[i] = few[rand() % (int)sizeof few];
}
static int number(const char *name, int low, int high) {
  (void)name;
  return low + rand() % (high - low + 1);
}
#endif

static int sign(int x) {
  return (x > 0) - (x < 0);
}

static int by_definition(const char *a, const char *b, size_t most, int text) {
  for (size_t i = 0; i < most; i++) {
    unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
    if (x != y)
      return x < y ? -1 : 1;
    if (text && !x)
      return 0;
  }
  return 0;
}

/* Two texts of up to COUNT - 1 bytes. */
static char one[COUNT], other[COUNT];

static void two_texts(void) {
  bytes("one", one, COUNT - 1);
  bytes("other", other, COUNT - 1);
  one[COUNT - 1] = other[COUNT - 1] = 0;
}

HEDDLE_TEST(compares_texts) {
  two_texts();
  assert(sign(strcmp(one, other)) == by_definition(one, other, COUNT, 1));
  assert(sign(strcmp(one, "ab")) == by_definition(one, "ab", COUNT, 1));
}

HEDDLE_TEST(compares_beginnings) {
  two_texts();
  assert(sign(strncmp(one, other, 2)) == by_definition(one, other, 2, 1));
}

HEDDLE_TEST(compares_bytes) {
  two_texts();
  assert(sign(memcmp(one, other, 2)) == by_definition(one, other, 2, 0));
}

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

HEDDLE_TEST(compares_letters) {
  char a[COUNT], b[COUNT];
  two_texts();
  other[1] = 'y';
  one[1] = 'Y';
  for (int i = 0; i < COUNT; i++) {
    a[i] = lower(one[i]);
    b[i] = lower(other[i]);
  }
  assert(sign(strcasecmp(one, other)) == by_definition(a, b, COUNT, 1));
}

HEDDLE_TEST(counts) {
  two_texts();
  size_t n = 0;
  while (one[n])
    n++;
  assert(strlen(one) == n);
  assert(strnlen(one, 1) == (n > 1 ? 1 : n));
}

HEDDLE_TEST(finds) {
  two_texts();
  char c = other[0];
  const char *first = NULL, *last = NULL, *any = NULL;
  for (int i = 0; !i || one[i - 1]; i++) {
    if (one[i] == c && !first)
      first = one + i;
    if (one[i] == c)
      last = one + i;
  }
  for (int i = 0; i < 2 && !any; i++)
    if (one[i] == c)
      any = one + i;
  assert(strchr(one, c) == first);
  assert(strrchr(one, c) == last);
  assert(memchr(one, c, 2) == any);
}

HEDDLE_TEST(spans) {
  two_texts();
  size_t in = 0, out = 0;
  while (one[in] == 'a' || one[in] == 'b')
    in++;
  while (one[out] && one[out] != 'a' && one[out] != '0')
    out++;
  assert(strspn(one, "ab") == in);
  assert(strcspn(one, "a0") == out);
  assert(strpbrk(one, "a0") == (one[out] ? one + out : NULL));
}

HEDDLE_TEST(finds_texts) {
  char text[4] = {0};
  bytes("text", text, 3);
  const char *at = NULL;
  for (int i = 0; text[i] && !at; i++)
    if (text[i] == 'a' && text[i + 1] == 'b')
      at = text + i;
  assert(strstr(text, "ab") == at);
}

/* As the standard has it; base 10 or 16 without prefix. */
static long long number_of(const char *s, int base, const char **end) {
  const char *at = s;
  long long value = 0;
  int any = 0, negative = 0;
  while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
    at++;
  if (*at == '-' || *at == '+')
    negative = *at++ == '-';
  for (;; at++) {
    int digit = *at >= '0' && *at <= '9'   ? *at - '0'
                : *at >= 'a' && *at <= 'z' ? *at - 'a' + 10
                : *at >= 'A' && *at <= 'Z' ? *at - 'A' + 10
                                           : 99;
    if (digit >= base)
      break;
    value = value * base + digit;
    any = 1;
  }
  *end = any ? at : s;
  return negative ? -value : value;
}

HEDDLE_TEST(numbers) {
  char *end;
  const char *ends;
  two_texts();
  long long is = number_of(one, 10, &ends);
  assert(atoi(one) == is);
  assert(strtol(one, &end, 10) == is && end == ends);
}

HEDDLE_TEST(numbers_of_other_bases) {
  char *end;
  const char *ends;
  two_texts();
  long long is = number_of(one, 36, &ends);
  assert(strtoull(one, &end, 36) == (unsigned long long)is && end == ends);
}

/* The last digits decide whether it fits. */
HEDDLE_TEST(numbers_that_are_too_large) {
  char text[] = "92233720368547758??";
  char *end;
  bytes("digits", text + 17, 2);
  if (text[17] < '0' || text[17] > '9' || text[18] < '0' || text[18] > '9')
    return;
  int last = (text[17] - '0') * 10 + text[18] - '0';
  errno = 0;
  long value = strtol(text, &end, 10);
  assert(last > 7 ? value == LONG_MAX && errno == ERANGE
                  : value == 9223372036854775800 + last && !errno);
  assert(!*end);
}

HEDDLE_TEST(characters) {
  two_texts();
  int c = (unsigned char)one[0];
  int digit = c >= '0' && c <= '9', small = c >= 'a' && c <= 'z';
  int large = c >= 'A' && c <= 'Z';
  assert(!isdigit(c) == !digit && !islower(c) == !small);
  assert(!isupper(c) == !large && !isalpha(c) == !(small || large));
  assert(!isalnum(c) == !(small || large || digit));
  assert(!isspace(c) == !(c == ' ' || (c >= '\t' && c <= '\r')));
  assert(!(isxdigit)(c) ==
         !(digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
  assert((toupper)(c) == (small ? c - 32 : c));
  assert((tolower)(c) == (large ? c + 32 : c));
}

HEDDLE_TEST(copies) {
  char to[8] = "xxxxxxx";
  two_texts();
  strcpy(to, one);
  strcat(to, other);
  size_t n = strlen(one);
  assert(strlen(to) == n + strlen(other));
  for (size_t i = 0; i < n; i++)
    assert(to[i] == one[i]);
  char *copy = strdup(to);
  assert(!strcmp(copy + n, other));
  free(copy);
  strncpy(to, one, 4);
  assert(!strcmp(to, one) && !to[3]);
}

/* --- elements, lengths, sizes ------------------------------------------- */

HEDDLE_TEST(elements) {
  int a[5] = {3, 1, 4, 1, 5}, is = -1;
  int i = number("i", 0, 4), j = number("j", 0, 4);
  int v = number("v", -1000, 1000);
  int b[5];
  for (int k = 0; k < 5; k++)
    b[k] = k == i ? v : a[k];
  a[i] = v;
  for (int k = 0; k < 5; k++)
    if (k == j)
      is = b[k];
  assert(a[j] == is);
}

struct wide {
  char name;
  short at[3];
};

HEDDLE_TEST(members_of_elements) {
  struct wide w[4];
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      w[i].at[k] = (short)(10 * i + k);
  int i = number("i", 0, 3), k = number("k", 0, 2);
  w[i].at[k] = (short)(w[i].at[k] + 100);
  assert(w[i].at[k] == 10 * i + k + 100);
  assert(w[3 - i].at[k] == 10 * (3 - i) + k || i == 3 - i);
}

HEDDLE_TEST(lengths) {
  char to[6] = "......", from[6] = "abcdef";
  unsigned n = (unsigned)number("n", 0, 6), m = (unsigned)number("m", 0, 6);
  memcpy(to, from, n);
  memset(from, one[0], m);
  for (unsigned i = 0; i < 6; i++) {
    assert(to[i] == (i < n ? (char)('a' + i) : '.'));
    assert(from[i] == (i < m ? one[0] : (char)('a' + i)));
  }
}

HEDDLE_TEST(sizes) {
  unsigned n = (unsigned)number("n", 1, 3);
  char *p = malloc(n);
  p[n - 1] = 'x';
  if (n > 2)
    p[2] = 'y';
  p = realloc(p, n + 2);
  assert(p[n - 1] == (n > 2 ? 'y' : 'x'));
  p[n + 1] = 'z';
  free(p);
  int *q = calloc(n, sizeof *q);
  q[n - 1] = 4;
  assert(n == 1 || !q[0]);
  free(q);
}

HEDDLE_TEST_MAIN
