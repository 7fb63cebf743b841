#include "story/expression.h"

#include <ctype.h>
#include <string.h>

#include "base/sound.h"

enum { LONGEST = 32 };

struct view {
  const char *at;
  size_t len;
};

static char get(const struct view *v, size_t i) {
  return i < v->len ? v->at[i] : 0;
}

static bool in_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static size_t skip_spaces(const struct view *v, size_t i) {
  while (get(v, i) == ' ' || get(v, i) == '\t')
    i++;
  return i;
}

/* Back over spaces: the place after the last character that is none. */
static size_t back_spaces(const struct view *v, size_t end) {
  EXPECTS(end <= v->len);
  while (end && (v->at[end - 1] == ' ' || v->at[end - 1] == '\t'))
    end--;
  return end;
}

/* The place after the bracket that closes the one at i, or 0. */
static size_t closing(const struct view *v, size_t i) {
  unsigned depth = 0;
  for (; i < v->len; i++) {
    char c = v->at[i];
    depth += c == '(' || c == '[';
    if ((c == ')' || c == ']') && !--depth)
      return i + 1;
  }
  return 0;
}

/* The place of the bracket that opens the one that ends before `end`. */
static bool opening(const struct view *v, size_t end, size_t *out) {
  unsigned depth = 0;
  for (size_t i = end; i-- > 0;) {
    char c = v->at[i];
    depth += c == ')' || c == ']';
    if ((c == '(' || c == '[') && !--depth) {
      *out = i;
      return true;
    }
  }
  return false;
}

/* Where the chain of names, members and indices that ends before `end`
 * begins; `end` itself when there is none. */
static size_t chain_start(const struct view *v, size_t end) {
  EXPECTS(end <= v->len);
  size_t from = end;
  for (;;) {
    size_t i = from;
    while (i && v->at[i - 1] == ']')
      if (!opening(v, i, &i))
        return end;
    size_t name = i;
    while (name && in_name(v->at[name - 1]))
      name--;
    if (name == i) {
      if (!i || v->at[i - 1] != ')' || !opening(v, i, &name))
        return from == end ? end : from;
      while (name && in_name(v->at[name - 1])) /* what is called */
        name--;
    }
    from = name;
    if (from >= 2 && !strncmp(v->at + from - 2, "->", 2))
      from -= 2;
    else if (from && v->at[from - 1] == '.')
      from--;
    else
      return from;
  }
}

/* Without what stands in brackets: "table[..]". */
static bool add_short(const struct view *v, size_t from, size_t to,
                      struct text *out) {
  EXPECTS(from <= to && to <= v->len);
  size_t before = out->len;
  for (size_t i = from; i < to;) {
    size_t end = v->at[i] == '[' || v->at[i] == '(' ? closing(v, i) : 0;
    text_char(out, v->at[i]);
    if (end && end <= to) {
      text_printf(out, "..%c", v->at[end - 1]);
      i = end;
    } else {
      i++;
    }
  }
  return out->len - before <= LONGEST;
}

static bool add(const struct view *v, size_t from, size_t to,
                struct text *out) {
  if (to <= from)
    return false;
  if (to - from > LONGEST)
    return add_short(v, from, to, out);
  text_add_n(out, v->at + from, to - from);
  return true;
}

/* What stands to the left of an assignment, stars included. */
static bool left_of(const struct view *v, size_t at, struct text *out) {
  EXPECTS(at <= v->len);
  size_t end = back_spaces(v, at), from = chain_start(v, end);
  if (from == end)
    return false;
  while (from && v->at[from - 1] == '*')
    from--;
  return add(v, from, end, out);
}

/* Names, members and indices from here on. */
static size_t chain_end(const struct view *v, size_t i) {
  if (get(v, i) == '(')
    i = closing(v, i);
  if (!i)
    return 0;
  for (;;) {
    if (in_name(get(v, i)))
      i++;
    else if (get(v, i) == '[' && closing(v, i))
      i = closing(v, i);
    else if (get(v, i) == '.' && in_name(get(v, i + 1)))
      i++;
    else if (get(v, i) == '-' && get(v, i + 1) == '>')
      i += 2;
    else
      return i;
  }
}

static bool right_of(const struct view *v, size_t at, struct text *out) {
  EXPECTS(at <= v->len);
  size_t from = skip_spaces(v, at);
  return add(v, from, chain_end(v, from), out);
}

/* What an argument points to: "&q->lock" is q->lock, "m" is *m; or m itself,
 * of which a reference is taken. */
static bool pointed(const struct view *v, size_t from, size_t to,
                    bool reference, struct text *out) {
  EXPECTS(from <= to && to <= v->len);
  from = skip_spaces(v, from);
  to = back_spaces(v, to);
  while (get(v, from) == '(' && closing(v, from) &&
         closing(v, from) < to) /* a cast */
    from = skip_spaces(v, closing(v, from));
  if (from >= to || to - from > LONGEST)
    return false;
  if (v->at[from] == '&')
    return add(v, skip_spaces(v, from + 1), to, out);
  bool simple = true;
  for (size_t i = from; i < to; i++)
    simple &= in_name(v->at[i]) || strchr("->.[]", v->at[i]) != NULL;
  if (!simple || isdigit((unsigned char)v->at[from]))
    return false;
  if (!reference)
    text_char(out, '*');
  return add(v, from, to, out);
}

/* `i` is the opening bracket of a call. */
static bool argument_of(const struct view *v, size_t i, unsigned number,
                        bool reference, struct text *out) {
  unsigned depth = 0;
  size_t from = i + 1;
  for (; i < v->len; i++) {
    char c = v->at[i];
    depth += c == '(' || c == '[';
    bool ends = (c == ')' || c == ']') && !--depth;
    if (!ends && (c != ',' || depth != 1))
      continue;
    if (!number--)
      return pointed(v, from, i, reference, out);
    from = i + 1;
    if (ends)
      return false;
  }
  return false;
}

/* An element is read where its expression begins: from the end of a name on
 * up to the last index of the members behind it, "q->items[i]" of
 * "q->items[i]->next". */
static size_t index_end(const struct view *v, size_t i) {
  size_t end = i, to = chain_end(v, i);
  while (i < to)
    if (v->at[i] == '[')
      end = i = closing(v, i);
    else
      i++;
  return end;
}

/* Of "std::atomic_init" too. */
static size_t name_end(const struct view *v, size_t i) {
  while (in_name(get(v, i)) || (get(v, i) == ':' && get(v, i + 1) == ':'))
    i += in_name(get(v, i)) ? 1 : 2;
  return i;
}

/* "head(NULL)" behind the colon of a constructor, or "size(size)" anywhere,
 * calls nothing: `from` to `to` is the name of a member. */
static bool is_initialised(const struct view *v, size_t from, size_t to) {
  size_t before = back_spaces(v, from), open = skip_spaces(v, to);
  size_t end = closing(v, open);
  bool same = end == open + 2 + (to - from) &&
              !memcmp(v->at + from, v->at + open + 1, to - from);
  bool colon = before && v->at[before - 1] == ':' &&
               !memchr(v->at, '?', before) &&
               (before < 2 || v->at[before - 2] != ':');
  return same || colon;
}

/* What stands before `at` ends with this word. */
static bool follows(const struct view *v, size_t at, const char *word) {
  size_t len = strlen(word), end = back_spaces(v, at);
  return end >= len && !strncmp(v->at + end - len, word, len) &&
         (end == len || !in_name(v->at[end - len - 1]));
}

/* "std::lock_guard<std::mutex> g(m)" declares g: behind a type, which ends with
 * a name or a bracket.  A lock of several does not say which it is about. */
static bool is_declared(const struct view *v, size_t at, size_t open) {
  static const char *const words[] = {"return", "else", "throw", "do",
                                      "case",   "new",  "delete"};
  size_t before = back_spaces(v, at);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (follows(v, at, words[i]))
      return false;
  bool type = before && before < at &&
              (in_name(v->at[before - 1]) || v->at[before - 1] == '>');
  return type && closing(v, open);
}

/* "scoped_lock g(a, b)" */
static bool takes_several(const struct view *v, size_t at, size_t open) {
  static const char word[] = "scoped_lock";
  const size_t len = sizeof word - 1, end = closing(v, open);
  bool scoped = false;
  for (size_t i = 0; i + len <= at; i++)
    scoped |= !strncmp(v->at + i, word, len);
  return scoped && memchr(v->at + open, ',', end - open);
}

/* "q.lock.try_lock()" is about q.lock, "p->lock()" about *p. */
static bool of_method(const struct view *v, size_t at, struct text *out) {
  bool arrow = at >= 2 && !strncmp(v->at + at - 2, "->", 2);
  size_t end = at - (arrow ? 2 : 1), from = chain_start(v, end);
  if (from == end)
    return false;
  if (arrow)
    text_char(out, '*');
  return add(v, from, end, out);
}

static bool is_method(const struct view *v, size_t at, size_t open) {
  bool member = (at && v->at[at - 1] == '.') ||
                (at >= 2 && !strncmp(v->at + at - 2, "->", 2));
  return member && get(v, skip_spaces(v, open + 1)) != '&';
}

static bool from_name(const struct view *v, size_t at, unsigned argument,
                      struct text *out) {
  size_t end = name_end(v, at), open = skip_spaces(v, end);
  if (get(v, open) == '(' && is_initialised(v, at, end))
    return add(v, at, end, out);
  if (get(v, open) == '(' && is_method(v, at, open))
    return of_method(v, at, out);
  if (get(v, open) == '(' && is_declared(v, at, open))
    return !takes_several(v, at, open) && argument_of(v, open, 0, true, out);
  if (get(v, open) == '(')
    return argument_of(v, open, argument, false, out);
  size_t from = chain_start(v, end);
  bool member = from < at; /* it is read itself, and not an element of it */
  return add(v, from, member ? end : index_end(v, end), out);
}

static bool is_change(const struct view *v, size_t at) {
  char c = get(v, at), d = get(v, at + 1);
  return (c == '=' && d != '=') || (c && strchr("+-*/%&|^", c) && d == '=') ||
         (((c == '<' && d == '<') || (c == '>' && d == '>')) &&
          get(v, at + 2) == '=');
}

bool expression_at(const char *line, size_t len, uint32_t col,
                   unsigned argument, struct text *out) {
  EXPECTS(line);
  struct view v = {line, len};
  size_t at = col - 1;
  if (!col || at >= len)
    return false;
  size_t before = out->len;
  bool found = false;
  char c = line[at], d = get(&v, at + 1);
  if (is_change(&v, at))
    found = left_of(&v, at, out);
  else if ((c == '+' && d == '+') || (c == '-' && d == '-'))
    found = at && line[at - 1] != ' ' && line[at - 1] != '('
                ? left_of(&v, at, out)
                : right_of(&v, at + 2, out);
  else if (c == '*') {
    text_char(out, '*');
    found = right_of(&v, at + 1, out);
  } else if (in_name(c) && !isdigit((unsigned char)c))
    found = from_name(&v, at, argument, out);
  if (!found) {
    out->len = before;
    if (out->at)
      out->at[before] = 0;
  }
  return found;
}
