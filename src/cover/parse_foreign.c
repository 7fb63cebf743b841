#include "cover/parse_foreign.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

struct diag_at foreign_place(const struct cover_parser *p, struct span s) {
  return parse_place(p, s.at, (size_t)(s.end - s.at));
}

bool foreign_word(struct span s, const char *word) {
  return (size_t)(s.end - s.at) == strlen(word) &&
         !strncasecmp(s.at, word, strlen(word));
}

/* The line at `at` without what surrounds it; *next is the one after it. */
struct span foreign_line(const struct cover_parser *p, const char *at,
                         const char **next) {
  const char *stop = memchr(at, '\n', (size_t)(p->end - at));
  *next = stop ? stop + 1 : p->end;
  return parse_trim(at, stop ? stop : p->end);
}

/* Comments become blanks, so that places stay what they are. */
void foreign_blank(struct text *t, const char *own) {
  char *s = t->at, quote = 0;
  for (size_t i = 0; i < t->len; i++) {
    bool begins = !i || isspace((unsigned char)s[i - 1]);
    if (quote || s[i] == '"') {
      quote = s[i] == '\n' ? 0 : !quote ? s[i] : s[i] == quote ? 0 : quote;
    } else if (!strncmp(s + i, "/*", 2)) {
      char *end = strstr(s + i + 2, "*/");
      size_t stop = end ? (size_t)(end + 2 - s) : t->len;
      for (; i < stop; i++)
        s[i] = s[i] == '\n' ? '\n' : ' ';
      i--;
    } else if ((begins && !strncmp(s + i, "//", 2)) ||
               (own && begins && !strncmp(s + i, own, strlen(own)))) {
      for (; i < t->len && s[i] != '\n'; i++)
        s[i] = ' ';
    }
  }
}

struct value foreign_value(struct cover_parser *p, struct span s) {
  if (s.end - s.at > 1 && (*s.at == '"' || *s.at == '\'') && s.end[-1] == *s.at)
    s = (struct span){s.at + 1, s.end - 1};
  const char **names = arena_array(&p->m->arena, const char *, 1);
  names[0] = arena_string(&p->m->arena, s.at, (size_t)(s.end - s.at));
  return (struct value){
      .name = names[0], .names = names, .name_count = 1, .weight = 1};
}

/* One value on its own; a range of numbers where it is one. */
static bool add_plain(struct cover_parser *p, struct values *vs, struct span s,
                      bool negative) {
  bool base = s.end - s.at > 2 && *s.at == '[' && s.end[-1] == ']';
  if (base)
    s = parse_trim(s.at + 1, s.end - 1);
  bool is_range = false;
  if (!negative && !base && !parse_add_range(p, vs, s, &is_range))
    return false;
  if (is_range)
    return true;
  struct value v = foreign_value(p, s);
  v.negative = negative;
  v.weight = base ? 2 : 1;
  return parse_add_value(p, vs, v, s);
}

bool foreign_list(struct cover_parser *p, struct values *vs, struct span s,
                  bool negative) {
  bool ok = true;
  for (const char *at = s.at; ok;) {
    const char *cut = memchr(at, ',', (size_t)(s.end - at));
    struct span one = parse_trim(at, cut ? cut : s.end);
    if (one.at == one.end)
      return diag_error(p->diag, parse_place(p, one.at, 1), "expected a value");
    ok = add_plain(p, vs, one, negative);
    if (!cut)
      break;
    at = cut + 1;
  }
  return ok;
}

void foreign_values_free(struct values *vs) {
  vec_free(&vs->at);
  names_free(&vs->seen);
}
