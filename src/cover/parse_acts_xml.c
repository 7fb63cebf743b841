/* Models of ACTS as its window saves them:
 *
 *     <System name="phone"><Parameters>
 *       <Parameter id="2" name="Size" type="0">
 *         <values><value>1</value><value>3</value></values>
 *         <basechoices><basechoice>3</basechoice></basechoices>
 *         <invalidValues><invalidValue>-1</invalidValue></invalidValues>
 *       </Parameter></Parameters>
 *       <Relations><Relation Strength="3" Default="false">
 *         <Parameter name="Size"/> ... </Relation></Relations>
 *       <Constraints><Constraint text="On =&gt; Kind != &quot;a&quot;">
 *
 * Types are 0 (numbers), 1 (texts) and 2 (truth values).  The default relation
 * is the strength asked for, and so it is not looked at. */
#include <stdlib.h>
#include <string.h>

#include "cover/parse_foreign.h"

struct xml {
  struct cover_parser *p;
  struct span tag;  /* between < and > */
  struct span text; /* from the tag before to this one */
  /* the parameter being read, when `open` */
  bool open, is_text;
  struct span name;
  struct values values;
  struct span base;
  /* the relation being read, when its strength is not 0 */
  struct text members;
  uint32_t strength;
};

/* The next tag; false at the end. */
static bool next_tag(struct xml *x) {
  struct cover_parser *p = x->p;
  const char *start = p->at;
  const char *open = memchr(p->at, '<', (size_t)(p->end - p->at));
  const char *close = open ? memchr(open, '>', (size_t)(p->end - open)) : NULL;
  if (!close)
    return false;
  for (const char *at = start; at < open; at++)
    if (*at == '\n') {
      p->line++;
      p->line_start = at + 1;
    }
  x->text = parse_trim(start, open);
  x->tag = (struct span){open + 1, close};
  p->at = close + 1;
  return true;
}

static bool is_tag(const struct xml *x, const char *name) {
  size_t len = strlen(name);
  const char *after = x->tag.at + len;
  return after <= x->tag.end && !strncmp(x->tag.at, name, len) &&
         (after == x->tag.end || strchr(" \t\r\n/", *after));
}

/* The value of an attribute of the tag, as it is written. */
static struct span attribute(const struct xml *x, const char *name) {
  size_t len = strlen(name);
  for (const char *at = x->tag.at; at + len + 2 < x->tag.end; at++)
    if ((at[0] == ' ' || at[0] == '\n' || at[0] == '\t') &&
        !strncmp(at + 1, name, len) && at[len + 1] == '=') {
      const char *quote = at + len + 2;
      const char *stop = memchr(quote + 1, *quote,
                                (size_t)(x->tag.end - quote - 1));
      if (stop)
        return (struct span){quote + 1, stop};
    }
  return (struct span){x->tag.end, x->tag.end};
}

/* With what &lt; and the like stand for, behind as many blanks as there are
 * before it in its line, so that places stay what they are. */
static struct span plain(struct xml *x, struct span s) {
  static const struct {
    const char *name;
    char c;
  } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'},
                  {"&quot;", '"'}, {"&apos;", '\''}};
  struct text t = {0};
  size_t column = (size_t)(s.at - x->p->line_start);
  text_fill(&t, ' ', column);
  while (s.at < s.end) {
    size_t used = 0;
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
      if (!strncmp(s.at, entities[i].name, strlen(entities[i].name))) {
        text_char(&t, entities[i].c);
        used = strlen(entities[i].name);
      }
    if (!used)
      text_char(&t, *s.at == '\n' ? ' ' : *s.at);
    s.at += used ? used : 1;
  }
  const char *kept = arena_string(&x->p->m->arena, text_str(&t), t.len);
  struct span out = {kept + column, kept + t.len};
  text_free(&t);
  return out;
}

/* Does `work` with the text in the place of the file's line. */
static bool in_place(struct xml *x, struct span s, size_t column,
                     bool (*work)(struct xml *x, struct span s)) {
  struct cover_parser *p = x->p, before = *p;
  p->line_start = s.at - column;
  p->at = s.at;
  p->end = s.end;
  bool ok = work(x, s);
  p->at = before.at;
  p->end = before.end;
  p->line_start = before.line_start;
  return ok;
}

static bool with_text(struct xml *x, struct span s,
                      bool (*work)(struct xml *x, struct span s)) {
  size_t column = (size_t)(s.at - x->p->line_start);
  return in_place(x, plain(x, s), column, work);
}

/* --- what the tags mean --------------------------------------------------- */

static bool add_valid(struct xml *x, struct span s) {
  return parse_add_value(x->p, &x->values, foreign_value(x->p, s), s);
}

static bool add_invalid(struct xml *x, struct span s) {
  struct value v = foreign_value(x->p, s);
  v.negative = true;
  return parse_add_value(x->p, &x->values, v, s);
}

static bool add_rule(struct xml *x, struct span s) {
  (void)s;
  return parse_bare_rule(x->p);
}

static void begin_param(struct xml *x) {
  struct span type = attribute(x, "type");
  x->open = true;
  x->is_text = foreign_word(type, "1") || foreign_word(type, "enum");
  x->name = plain(x, attribute(x, "name"));
  x->base = (struct span){NULL, NULL};
}

static bool end_param(struct xml *x) {
  struct param param = {0};
  x->open = false;
  if (!x->values.at.len) {
    foreign_values_free(&x->values);
    return diag_error(x->p->diag, foreign_place(x->p, x->tag),
                      "a parameter without values");
  }
  vec_each(&x->values.at, v)
    if (x->base.at && strlen(v->name) == (size_t)(x->base.end - x->base.at) &&
        !strncmp(v->name, x->base.at, strlen(v->name)))
      v->weight = 2;
  bool ok = parse_add_param(x->p, &param, &x->values, x->name);
  x->values = (struct values){0};
  if (ok && x->is_text)
    x->p->m->params.at[x->p->m->params.len - 1].numeric = false;
  return ok;
}

static bool end_relation(struct xml *x) {
  const char *all = arena_string(&x->p->m->arena, text_str(&x->members),
                                 x->members.len);
  struct relation r;
  uint32_t strength = x->strength;
  x->strength = 0;
  text_clear(&x->members);
  if (!parse_add_relation(x->p, (struct span){all, all + strlen(all)}, x->tag,
                          &r))
    return false;
  r.strength = strength < r.count ? strength : r.count;
  vec_push(&x->p->m->relations, r);
  return true;
}

static void begin_relation(struct xml *x) {
  long n = strtol(attribute(x, "Strength").at, NULL, 10);
  bool fixed = !foreign_word(attribute(x, "Default"), "true");
  x->strength = fixed && n > 0 && n < 1000 ? (uint32_t)n : 0;
  text_clear(&x->members);
}

static bool take_tag(struct xml *x) {
  if (is_tag(x, "Parameter") && x->strength) {
    struct span name = plain(x, attribute(x, "name"));
    text_printf(&x->members, "%s%.*s", x->members.len ? ", " : "",
                (int)(name.end - name.at), name.at);
  } else if (is_tag(x, "Parameter") && x->tag.end[-1] != '/' && !x->open &&
             attribute(x, "type").at < x->tag.end) {
    begin_param(x);
  } else if (is_tag(x, "/Parameter") && x->open) {
    return end_param(x);
  } else if (is_tag(x, "/value") && x->open) {
    return with_text(x, x->text, add_valid);
  } else if (is_tag(x, "/invalidValue") && x->open) {
    return with_text(x, x->text, add_invalid);
  } else if (is_tag(x, "/basechoice") && x->open) {
    x->base = plain(x, x->text);
  } else if (is_tag(x, "Relation")) {
    begin_relation(x);
  } else if (is_tag(x, "/Relation") && x->strength) {
    return end_relation(x);
  } else if (is_tag(x, "Constraint")) {
    return with_text(x, attribute(x, "text"), add_rule);
  }
  return true;
}

bool acts_xml_parse(struct cover_parser *p) {
  struct xml x = {.p = p};
  bool ok = true;
  p->line = 1;
  p->line_start = p->at = p->text;
  while (next_tag(&x)) {
    ok = take_tag(&x) && ok;
    for (const char *at = x.tag.at; at < x.tag.end; at++)
      if (*at == '\n') {
        p->line++;
        p->line_start = at + 1;
      }
  }
  foreign_values_free(&x.values);
  text_free(&x.members);
  return ok;
}

bool acts_xml_sniff(const char *text, size_t len) {
  return memmem(text, len, "<System", 7) && memmem(text, len, "<values>", 8) &&
         memmem(text, len, "<Parameter ", 11);
}
