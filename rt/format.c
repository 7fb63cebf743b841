#include "rt/format.h"

#include <printf.h>
#include <string.h>

#include "rt/rt.h"

/* --- output ------------------------------------------------------------- */

enum { ARGUMENTS = 64 };

struct given {
  int types[ARGUMENTS]; /* of <printf.h> */
  uint64_t at[ARGUMENTS];
  size_t count;
};

static uint64_t take(int type, va_list args) {
  int base = type & ~PA_FLAG_MASK;
  if (type & PA_FLAG_PTR || base == PA_STRING || base == PA_WSTRING ||
      base == PA_POINTER)
    return (uint64_t)va_arg(args, void *);
  if (base == PA_DOUBLE || base == PA_FLOAT) {
    if (type & PA_FLAG_LONG_DOUBLE)
      (void)va_arg(args, long double);
    else
      (void)va_arg(args, double);
    return 0;
  }
  if (type & (PA_FLAG_LONG | PA_FLAG_LONG_LONG))
    return (uint64_t)va_arg(args, long);
  return (uint64_t)(int64_t)va_arg(args, int);
}

static void collect(struct given *g, const char *format, va_list args) {
  va_list copy;
  va_copy(copy, args);
  g->count = parse_printf_format(format, ARGUMENTS, g->types);
  if (g->count > ARGUMENTS)
    g->count = ARGUMENTS;
  for (size_t i = 0; i < g->count; i++)
    g->at[i] = take(g->types[i], copy);
  va_end(copy);
}

/* "2$" of "%2$s"; 0: none. */
static unsigned position(const char **p) {
  const char *q = *p;
  unsigned n = 0;
  while (*q >= '0' && *q <= '9' && n < ARGUMENTS)
    n = n * 10 + (unsigned)(*q++ - '0');
  if (*q != '$' || !n)
    return 0;
  *p = q + 1;
  return n;
}

struct conversion {
  unsigned argument; /* its place among those given */
  uint64_t precision;
  char letter;
  bool wide;
  uint8_t size; /* of a whole number, as its length has it */
};

/* A star or a number; *next is the argument that comes next. */
static uint64_t count_of(const char **p, const struct given *g,
                         unsigned *next) {
  if (**p == '*') {
    ++*p;
    unsigned at = position(p);
    at = at ? at - 1 : (*next)++;
    int64_t n = at < g->count ? (int)g->at[at] : -1;
    return n < 0 ? UINT64_MAX : (uint64_t)n;
  }
  uint64_t n = 0;
  while (**p >= '0' && **p <= '9')
    n = n * 10 + (uint64_t)(*(*p)++ - '0');
  return n;
}

/* The next conversion after *p; false: there is none. */
static bool conversion(const char **p, const struct given *g, unsigned *next,
                       struct conversion *c) {
  *p = strchr(*p, '%');
  if (!*p)
    return false;
  ++*p;
  unsigned at = position(p);
  *p += strspn(*p, "-+ #0'I");
  count_of(p, g, next);
  c->precision = UINT64_MAX;
  if (**p == '.') {
    ++*p;
    c->precision = count_of(p, g, next);
  }
  size_t length = strspn(*p, "hlLqjzZt");
  c->wide = memchr(*p, 'l', length) != NULL;
  c->size = !length ? 4 : **p != 'h' ? 8 : length == 1 ? 2 : 1;
  *p += length;
  c->letter = **p;
  *p += c->letter != 0;
  bool takes = c->letter != '%' && c->letter != 'm' && c->letter;
  c->argument = at ? at - 1 : *next;
  *next += takes && !at;
  return true;
}

static bool is_text(const struct conversion *c) {
  return c->letter == 's' || c->letter == 'S';
}

/* Of most formats nothing is of interest. */
static bool has_text(const char *format) {
  for (const char *p = format; (p = strchr(p, '%')); p++) {
    char letter = p[strcspn(p + 1, "diouxXeEfFgGaAcCsSpnm%") + 1];
    if (letter && strchr("sSn", letter))
      return true;
  }
  return false;
}

void rt_format_reads(struct rt_call *k, const char *format, va_list args,
                     unsigned first) {
  rt_call_text(k, first == NO_ARGUMENT ? first : first - 1, format,
               UINT64_MAX, 1);
  rt_format_arguments(k, format, args, first);
}

void rt_format_arguments(struct rt_call *k, const char *format, va_list args,
                         unsigned first) {
  struct given g;
  struct conversion c;
  unsigned next = 0;
  if (!has_text(format))
    return;
  collect(&g, format, args);
  for (const char *p = format; conversion(&p, &g, &next, &c);) {
    if (c.argument >= g.count || !g.at[c.argument])
      continue;
    if (is_text(&c))
      rt_call_text(k, first + c.argument, (void *)g.at[c.argument],
                   c.precision, c.wide || c.letter == 'S' ? 4 : 1);
    else if (c.letter == 'n')
      rt_call_room(k, first + c.argument, (void *)g.at[c.argument], 8);
  }
}

void rt_format_wrote(struct rt_call *k, const char *format, va_list args,
                     unsigned first) {
  struct given g;
  struct conversion c;
  unsigned next = 0;
  if (!strchr(format, 'n') || !has_text(format))
    return;
  collect(&g, format, args);
  for (const char *p = format; conversion(&p, &g, &next, &c);)
    if (c.letter == 'n' && c.argument < g.count)
      rt_call_wrote(k, first + c.argument, (void *)g.at[c.argument], c.size);
}

/* --- input -------------------------------------------------------------- */

struct target {
  void *at;
  uint64_t size;     /* of what is no text */
  uint64_t width;    /* of a text, in characters; 0: as long as it is */
  unsigned argument; /* its place among those given */
  bool text, ended;  /* ended: by a 0 */
  bool wide, counts, made; /* made: memory for it is allocated */
};

static uint64_t number_size(const char *length, size_t len, char letter) {
  bool real = strchr("aAeEfFgG", letter) != NULL;
  if (letter == 'p' || memchr(length, 'j', len) || memchr(length, 'z', len) ||
      memchr(length, 't', len))
    return 8;
  if (memchr(length, 'L', len) || memchr(length, 'q', len))
    return real ? 16 : 8;
  if (memchr(length, 'l', len))
    return 8;
  return len >= 2 && length[0] == 'h' && length[1] == 'h' ? 1
         : len && length[0] == 'h'                        ? 2
                                                          : 4;
}

static const char *after_set(const char *p) {
  p += *p == '^';
  p += *p == ']';
  while (*p && *p != ']')
    p++;
  return p + (*p == ']');
}

/* The next conversion that assigns something; false: there is none. */
static bool next_target(const char **p, va_list args, unsigned *number,
                        struct target *t) {
  while ((*p = strchr(*p, '%'))) {
    ++*p;
    if (**p == '%') {
      ++*p;
      continue;
    }
    bool skipped = false;
    *t = (struct target){.argument = (*number)};
    for (; **p == '*' || **p == '\''; ++*p)
      skipped |= **p == '*';
    while (**p >= '0' && **p <= '9')
      t->width = t->width * 10 + (uint64_t)(*(*p)++ - '0');
    const char *length = *p;
    size_t len = strspn(*p, "hlLqjztm");
    *p += len;
    char letter = **p;
    *p += letter != 0;
    if (letter == '[')
      *p = after_set(*p);
    t->text = letter && strchr("csS[C", letter);
    t->ended = t->text && letter != 'c' && letter != 'C';
    t->wide = letter == 'S' || letter == 'C' || memchr(length, 'l', len);
    t->made = memchr(length, 'm', len) != NULL;
    t->counts = letter != 'n';
    t->size = t->made ? 8 : number_size(length, len, letter);
    if (t->text && !t->ended && !t->width)
      t->width = 1;
    if (skipped || !letter)
      continue;
    t->at = va_arg(args, void *);
    ++*number;
    return true;
  }
  return false;
}

void rt_scan_room(struct rt_call *k, const char *format, va_list args,
                  uint64_t longest, unsigned first) {
  struct target t;
  unsigned number = 0;
  va_list copy;
  va_copy(copy, args);
  for (const char *p = format; next_target(&p, copy, &number, &t);) {
    uint64_t most = t.width ? t.width : longest;
    if (!t.text || t.made)
      rt_call_room(k, first + t.argument, t.at, t.size);
    else if (most)
      rt_call_room(k, first + t.argument, t.at,
                   (most + t.ended) * (t.wide ? 4 : 1));
  }
  va_end(copy);
}

static uint64_t text_length(const struct target *t, const void *at) {
  uint32_t size = t->wide ? 4 : 1;
  return t->ended ? rt_text_size(at, UINT64_MAX, size) : t->width * size;
}

void rt_scan_wrote(struct rt_call *k, const char *format, va_list args,
                   int count, unsigned first) {
  struct target t;
  unsigned number = 0;
  int before = 0;
  va_list copy;
  va_copy(copy, args);
  for (const char *p = format; next_target(&p, copy, &number, &t);) {
    bool reached = t.counts ? before < count : before <= count;
    before += t.counts;
    if (!reached ||
        (!t.counts && !memcmp(rt_call_new(k, t.at), t.at, t.size)))
      continue;
    const void *now = rt_call_new(k, t.at);
    void *block = t.made ? *(void *const *)now : NULL;
    if (block)
      rt_heap_fills(block, text_length(&t, block), k->site);
    uint64_t len = !t.text || t.made ? t.size : text_length(&t, now);
    rt_call_wrote(k, first + t.argument, t.at, len);
  }
  va_end(copy);
}
