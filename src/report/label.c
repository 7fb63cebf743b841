#include "report/label.h"

#include <stdbool.h>

#include "base/sound.h"

enum { REPLACEMENT = 0xFFFD, ELLIPSIS = 0x2026 };

/* Decodes one character, strictly: no overlong forms, no surrogates, nothing
 * above U+10FFFF.  A bad byte counts as one character on its own. */
static uint32_t decode(const unsigned char **at) {
  const unsigned char *s = *at;
  *at = s + 1;
  if (s[0] < 0x80)
    return s[0];
  unsigned more = s[0] >= 0xF0 ? 3 : s[0] >= 0xE0 ? 2 : 1;
  if (s[0] < 0xC2 || s[0] > 0xF4)
    return REPLACEMENT;
  uint32_t c = s[0] & (0x3Fu >> more);
  for (unsigned i = 1; i <= more; i++) {
    if ((s[i] & 0xC0) != 0x80)
      return REPLACEMENT;
    c = c << 6 | (s[i] & 0x3Fu);
  }
  static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (c < least[more] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
    return REPLACEMENT;
  *at = s + 1 + more;
  return c;
}

/* Characters that change the direction or are not allowed in XML. */
static bool harmful(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F ||
         c == 0x2028 || c == 0x2029 || c == 0xFEFF || (c & 0xFFFE) == 0xFFFE;
}

uint32_t label_next(const char **s) {
  if (!*s || !**s)
    return 0;
  const unsigned char *at = (const unsigned char *)*s;
  uint32_t c = decode(&at);
  *s = (const char *)at;
  if (c == '\n' || c == '\t' || c == '\r')
    return ' ';
  return harmful(c) ? REPLACEMENT : c;
}

unsigned label_cells(uint32_t c) {
  EXPECTS(c <= 0x10ffff);
  static const struct {
    uint32_t first, last;
    unsigned cells;
  } ranges[] = {
      {0x0300, 0x036F, 0},   {0x0483, 0x0489, 0},   {0x0591, 0x05BD, 0},
      {0x0610, 0x061A, 0},   {0x064B, 0x065F, 0},   {0x1100, 0x115F, 2},
      {0x1AB0, 0x1AFF, 0},   {0x1DC0, 0x1DFF, 0},   {0x200B, 0x200D, 0},
      {0x20D0, 0x20F0, 0},   {0x2E80, 0x303E, 2},   {0x3041, 0x33FF, 2},
      {0x3400, 0x4DBF, 2},   {0x4E00, 0x9FFF, 2},   {0xA000, 0xA4CF, 2},
      {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},   {0xFE00, 0xFE0F, 0},
      {0xFE20, 0xFE2F, 0},   {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2},
      {0xFFE0, 0xFFE6, 2},   {0x1F300, 0x1F64F, 2}, {0x1F680, 0x1F6FF, 2},
      {0x1F900, 0x1F9FF, 2}, {0x20000, 0x3FFFD, 2}, {0xE0100, 0xE01EF, 0},
  };
  for (size_t i = 0; c >= 0x300 && i < sizeof ranges / sizeof *ranges; i++)
    if (c >= ranges[i].first && c <= ranges[i].last)
      return ranges[i].cells;
  return 1;
}

size_t label_width(const char *s) {
  size_t width = 0;
  for (uint32_t c; (c = label_next(&s));)
    width += label_cells(c);
  return width;
}

void label_char(struct text *t, uint32_t c) {
  EXPECTS(c <= 0x10ffff);
  EXPECTS(c && c < 0x110000);
  char b[4];
  size_t n = 0;
  if (c < 0x80) {
    b[n++] = (char)c;
  } else if (c < 0x800) {
    b[n++] = (char)(0xC0 | c >> 6);
  } else if (c < 0x10000) {
    b[n++] = (char)(0xE0 | c >> 12);
    b[n++] = (char)(0x80 | (c >> 6 & 0x3F));
  } else {
    b[n++] = (char)(0xF0 | c >> 18);
    b[n++] = (char)(0x80 | (c >> 12 & 0x3F));
    b[n++] = (char)(0x80 | (c >> 6 & 0x3F));
  }
  if (c >= 0x80)
    b[n++] = (char)(0x80 | (c & 0x3F));
  text_add_n(t, b, n);
}

static void escaped(struct text *t, uint32_t c) {
  switch (c) {
  case '&':
    text_add(t, "&amp;");
    break;
  case '<':
    text_add(t, "&lt;");
    break;
  case '>':
    text_add(t, "&gt;");
    break;
  case '"':
    text_add(t, "&quot;");
    break;
  case '\'':
    text_add(t, "&#39;");
    break;
  default:
    label_char(t, c);
  }
}

/* Does s fit into max cells?  Looks no further than it must. */
static bool fits(const char *s, size_t max) {
  size_t width = 0;
  for (uint32_t c; (c = label_next(&s));)
    if ((width += label_cells(c)) > max)
      return false;
  return true;
}

/* Writes the characters of s that fit into max cells; returns the cells. */
static size_t write_cells(struct text *t, const char *s, size_t max,
                          void (*put)(struct text *, uint32_t)) {
  size_t width = 0;
  for (uint32_t c; (c = label_next(&s));) {
    unsigned cells = label_cells(c);
    if (cells > max - width)
      break;
    width += cells;
    put(t, c);
  }
  return width;
}

void label_add(struct text *t, const char *s, size_t max) {
  if (fits(s, max)) {
    write_cells(t, s, max, label_char);
    return;
  }
  size_t dots = max < 2 ? max : 2;
  write_cells(t, s, max - dots, label_char);
  text_fill(t, '.', dots);
}

void label_pad(struct text *t, const char *s, size_t width) {
  label_add(t, s, width);
  size_t used = label_width(s);
  if (used < width)
    text_fill(t, ' ', width - used);
}

void label_xml(struct text *t, const char *s, size_t max) {
  if (fits(s, max)) {
    write_cells(t, s, max, escaped);
  } else if (max) {
    write_cells(t, s, max - 1, escaped);
    label_char(t, ELLIPSIS);
  }
}

size_t label_wrap(const char *s, size_t width, const char **next) {
  EXPECTS(next);
  const char *at = s, *space = NULL, *previous = s;
  bool in_space = false;
  size_t used = 0;
  for (uint32_t c; previous = at, (c = label_next(&at));) {
    if (*previous == '\n') {
      *next = at;
      return (size_t)(previous - s);
    }
    used += label_cells(c);
    if (c == ' ' && previous > s && !in_space)
      space = previous;
    in_space = c == ' ';
    if (used <= width || previous == s)
      continue;
    const char *end = space ? space : previous;
    *next = end;
    while (**next == ' ')
      ++*next;
    if (!**next)
      *next = NULL;
    return (size_t)(end - s);
  }
  *next = NULL;
  return (size_t)(at - s);
}
