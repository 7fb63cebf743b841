/* Models of ACTS: its text files (parse_acts_xml.c has the others).
 *
 *     [Parameter]
 *     Size (int) : 1, 2, [3] ; -1
 *     Kind (enum) : a, b
 *     On (boolean) : true, false
 *     [Relation]
 *     R: (Size, Kind, On, 3)
 *     [Constraint]
 *     On = true => Kind != "a"
 *
 * [3] is the base value, which becomes the one of largest weight, and what
 * follows ';' are invalid values, which are our negative ones. */
#include <stdlib.h>
#include <string.h>

#include "cover/decode.h"
#include "cover/parse_foreign.h"

/* "Name (type) : 1, 2 ; -1" */
static bool acts_param(struct cover_parser *p, struct span line) {
  const char *colon = memchr(line.at, ':', (size_t)(line.end - line.at));
  if (!colon)
    return diag_error_hint(p->diag, foreign_place(p, line),
                           "expected 'name (type) : value, value'",
                           "cannot understand this parameter");
  struct span name = parse_trim(line.at, colon);
  const char *open = memchr(name.at, '(', (size_t)(name.end - name.at));
  bool text = false;
  if (open && name.end[-1] == ')') {
    struct span type = parse_trim(open + 1, name.end - 1);
    text = foreign_word(type, "enum") || foreign_word(type, "string");
    name = parse_trim(name.at, open);
  }
  struct span rest = parse_trim(colon + 1, line.end);
  const char *semi = memchr(rest.at, ';', (size_t)(rest.end - rest.at));
  struct span valid = parse_trim(rest.at, semi ? semi : rest.end);
  struct span invalid = parse_trim(semi ? semi + 1 : rest.end, rest.end);
  struct values vs = {0};
  struct param param = {0};
  if (!foreign_list(p, &vs, valid, false) ||
      (invalid.at < invalid.end && !foreign_list(p, &vs, invalid, true))) {
    foreign_values_free(&vs);
    return false;
  }
  bool ok = parse_add_param(p, &param, &vs, name);
  if (ok && text)
    p->m->params.at[p->m->params.len - 1].numeric = false;
  return ok;
}

/* "Name : (A, B, C, 3)"; the name may be missing. */
static bool acts_relation(struct cover_parser *p, struct span line) {
  const char *open = line.at;
  while (open < line.end && *open != '(' && *open != '{')
    open++;
  const char *last = line.end;
  while (last > open && *last != ',')
    last--;
  char close = line.end[-1];
  if (last == open || (close != ')' && close != '}'))
    return diag_error_hint(p->diag, foreign_place(p, line),
                           "expected 'name : (A, B, C, strength)'",
                           "cannot understand this relation");
  struct span number = parse_trim(last + 1, line.end - 1);
  char *end;
  long n = strtol(number.at, &end, 10);
  struct relation r;
  if (!parse_add_relation(p, parse_trim(open + 1, last), line, &r))
    return false;
  if (end != number.end || n < 1 || (uint32_t)n > r.count)
    return diag_error(p->diag, foreign_place(p, number),
                      "expected a strength from 1 to %u", r.count);
  r.strength = (uint32_t)n;
  vec_push(&p->m->relations, r);
  return true;
}

static bool acts_constraint(struct cover_parser *p, struct span line) {
  const char *end = p->end;
  p->at = line.at;
  p->end = line.end;
  bool ok = parse_bare_rule(p);
  p->end = end;
  return ok;
}

static const struct acts_section {
  const char *name;
  bool (*parse)(struct cover_parser *p,
                struct span line); /* NULL: not for us */
} acts_sections[] = {{"System", NULL},
                     {"Parameter", acts_param},
                     {"Relation", acts_relation},
                     {"Constraint", acts_constraint},
                     {"Test Set", NULL},
                     {"Misc", NULL},
                     {0}};

static bool acts_parse(struct cover_parser *p) {
  const struct acts_section *section = acts_sections;
  bool ok = true;
  for (const char *at = p->text, *next; at < p->end; at = next) {
    struct span line = foreign_line(p, at, &next);
    p->line++;
    p->line_start = at;
    if (line.at == line.end)
      continue;
    if (*line.at == '[' && line.end[-1] == ']') {
      struct span name = parse_trim(line.at + 1, line.end - 1);
      for (section = acts_sections; section->name; section++)
        if (foreign_word(name, section->name))
          break;
      if (!section->name)
        diag_warning(p->diag, foreign_place(p, line), "it is not looked at",
                     "unknown section");
    } else if (section->parse) {
      ok = section->parse(p, line) && ok;
    }
  }
  return ok;
}

bool acts_sniff(const char *text, size_t len) {
  struct text t = {0};
  decode_text(text, len, &t);
  struct cover_parser p = {.at = text_str(&t)};
  p.end = p.at + t.len;
  bool is = acts_xml_sniff(text_str(&t), t.len);
  for (const char *at = p.at, *next; !is && at < p.end; at = next)
    is = foreign_word(foreign_line(&p, at, &next), "[Parameter]");
  text_free(&t);
  return is;
}

bool parse_acts(struct cover_model *m, const char *file, const char *text,
                size_t len, const struct parse_options *options,
                struct diag *diag) {
  const struct foreign f = {acts_parse, "--"}, saved = {acts_xml_parse, NULL};
  struct text t = {0};
  decode_text(text, len, &t);
  bool xml = acts_xml_sniff(text_str(&t), t.len);
  text_free(&t);
  return parse_foreign(m, file, text, len, options, diag, xml ? &saved : &f);
}
