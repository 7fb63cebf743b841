#include "report_xml.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "test.h"

struct name {
  const char *at;
  size_t len;
};

static bool same(struct name a, const char *s) {
  return strlen(s) == a.len && !memcmp(a.at, s, a.len);
}

static const char *entity_problem(const char *s) {
  static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;",
                                      "&#39;"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strncmp(s, known[i], strlen(known[i])))
      return NULL;
  return "unknown entity";
}

/* One character of valid UTF-8: how many bytes, 0 if it is not. */
static size_t utf8(const unsigned char *s) {
  if (s[0] < 0x80)
    return 1;
  size_t n = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : s[0] >= 0xC2 ? 2 : 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xC0) != 0x80)
      return 0;
  return n;
}

static const char *character_problem(const char *s) {
  for (; *s; s += utf8((const unsigned char *)s)) {
    if (!utf8((const unsigned char *)s))
      return "invalid UTF-8";
    if ((unsigned char)*s < 0x20 && *s != '\n')
      return "control character";
  }
  return NULL;
}

/* Attributes of a tag from s up to its '>'. */
static const char *attributes_problem(const char **s) {
  struct name seen[32];
  size_t count = 0;
  for (;;) {
    while (isspace((unsigned char)**s))
      ++*s;
    if (**s == '>' || **s == '/')
      return NULL;
    struct name n = {*s, strcspn(*s, "= \n/>")};
    for (size_t i = 0; i < count; i++)
      if (seen[i].len == n.len && !memcmp(seen[i].at, n.at, n.len))
        return "the same attribute twice";
    if (!n.len || count == 32)
      return "attribute without a name";
    seen[count++] = n;
    *s += n.len;
    if (**s != '=') { /* HTML: an attribute without a value */
      if (!same(n, "open"))
        return "attribute without a value";
      continue;
    }
    if (*++*s != '"')
      return "attribute without quotes";
    const char *value = ++*s;
    for (; **s != '"'; ++*s) {
      if (!**s || **s == '<' || **s == '>')
        return "bad character in attribute";
      if (**s == '&' && entity_problem(*s))
        return entity_problem(*s);
    }
    if (!strncmp(value, "nan", 3) || !strncmp(value, "inf", 3) ||
        !strncmp(value, "-nan", 4) || !strncmp(value, "-inf", 4))
      return "a number that is none";
    ++*s;
  }
}

typedef VEC(struct name) names;

static const char *tag_problem(const char **s, names *open) {
  if (!strncmp(*s, "<?xml", 5) || !strncmp(*s, "<!DOCTYPE", 9)) {
    *s = strchr(*s, '>');
    return *s ? (++*s, NULL) : "open declaration";
  }
  const bool closing = (*s)[1] == '/';
  *s += closing ? 2 : 1;
  struct name n = {*s, strcspn(*s, " \n/>")};
  if (!n.len || !isalpha((unsigned char)*n.at))
    return "'<' that begins no tag";
  *s += n.len;
  if (closing) {
    if (!open->len || vec_last(open)->len != n.len ||
        memcmp(vec_last(open)->at, n.at, n.len))
      return "closing tag that closes nothing";
    open->len--;
  } else {
    const char *problem = attributes_problem(s);
    if (problem)
      return problem;
  }
  const bool empty = **s == '/' || same(n, "meta");
  if (**s == '/')
    ++*s;
  if (*(*s)++ != '>')
    return "tag without end";
  if (!closing && !empty)
    vec_push(open, n);
  if (!closing && same(n, "style")) { /* raw text until its end */
    *s = strstr(*s, "</style>");
    if (!*s)
      return "style without end";
  }
  return NULL;
}

const char *xml_problem(const char *s) {
  const char *problem = character_problem(s);
  names open = {0};
  while (!problem && *s) {
    if (*s == '<')
      problem = tag_problem(&s, &open);
    else if (*s == '&')
      problem = entity_problem(s++);
    else
      s++;
  }
  if (!problem && open.len)
    problem = "a tag is never closed";
  vec_free(&open);
  return problem ? problem : "";
}

bool xml_next(const char **at, const char *name, struct text *attributes) {
  const size_t len = strlen(name);
  for (const char *s = *at; (s = strchr(s, '<')); s++) {
    if (strncmp(s + 1, name, len) || !strchr(" />", s[1 + len]))
      continue;
    const char *end = strchr(s, '>');
    text_clear(attributes);
    text_add_n(attributes, s + 1 + len, (size_t)(end - s) - 1 - len);
    *at = end + 1;
    return true;
  }
  return false;
}

double xml_number(const struct text *attributes, const char *name) {
  struct text key = {0};
  text_printf(&key, " %s=\"", name);
  const char *at = strstr(text_str(attributes), text_str(&key));
  CHECK(at != NULL);
  double value = at ? strtod(at + key.len, NULL) : 0;
  text_free(&key);
  return value;
}

bool xml_has_class(const struct text *attributes, const char *cls) {
  const char *at = strstr(text_str(attributes), "class=\"");
  if (!at)
    return false;
  at += 7;
  const char *end = strchr(at, '"');
  const size_t len = strlen(cls);
  for (; at < end; at++)
    if (!strncmp(at, cls, len) && (at[len] == ' ' || at[len] == '"') &&
        (at[-1] == ' ' || at[-1] == '"'))
      return true;
  return false;
}

size_t xml_count(const char *in, const char *s) {
  /* by hand: under ASan, strstr looks at the whole rest every time */
  size_t count = 0;
  const size_t len = strlen(s);
  while (*in) {
    const bool here = *in == *s && !strncmp(in, s, len);
    count += here;
    in += here ? len : 1;
  }
  return count;
}
