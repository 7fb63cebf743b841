/* The XML of a net. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "read/pnml_net.h"
#include "read/xml.h"

/* What is being read: of which element the next <text> is. */
enum field { FIELD_NONE, FIELD_NAME, FIELD_TOKENS, FIELD_WEIGHT, FIELD_TYPE };

struct pnml_xml {
  struct pnml_net *net;
  struct diag *diag;
  XML_Parser parser;
  unsigned nets;
  unsigned skipped; /* elements open inside one that is passed over */
  bool in_net, in_node, in_arc, in_text;
  enum field field;
  bool filled; /* its <text> was there */
  struct text text;
};

static struct diag_at here(const struct pnml_xml *r) {
  return xml_here(r->parser, r->net->file);
}

static struct place place_here(const struct pnml_xml *r) {
  const struct diag_at at = here(r);
  return (struct place){at.line, at.col};
}

static const char *attribute(const char **given, const char *name) {
  for (; *given; given += 2)
    if (!strcmp(*given, name))
      return given[1];
  return NULL;
}

/* PNML puts its elements into a namespace, with or without a prefix. */
static const char *bare(const char *tag) {
  const char *colon = strrchr(tag, ':');
  return colon ? colon + 1 : tag;
}

static bool needs(struct pnml_xml *r, const char *tag, const char *name,
                  const char *value) {
  return (value && *value) ||
         diag_error(r->diag, here(r), "element '%s' needs an attribute '%s'",
                    tag, name);
}

/* As the standard calls them, and tools that are older or know only what all
 * nets have (WoPeD, PIPE, ProM, pm4py): what else is in such a net is refused by
 * name where it stands. */
static bool is_place_transition(const char *type) {
  return strcasestr(type, "ptnet") || strcasestr(type, "P/T net") ||
         strstr(type, "pnmlcore");
}

static bool begin_net(struct pnml_xml *r, const char **given) {
  const char *type = attribute(given, "type");
  if (r->nets++)
    return diag_error_hint(r->diag, here(r), "one net a file", "a second net");
  if (type && !is_place_transition(type))
    return diag_error_hint(r->diag, here(r),
                           "place/transition nets are read: .../ptnet",
                           "a net of the type '%s'", type);
  r->in_net = true;
  return true;
}

static bool begin_node(struct pnml_xml *r, const char *tag,
                       const char **given) {
  const char *id = attribute(given, "id");
  if (!needs(r, tag, "id", id))
    return false;
  if (names_find(&r->net->ids, id, strlen(id)) != NAMES_NONE)
    return diag_error(r->diag, here(r), "'%s' is there before", id);
  struct pnml_node n = {.id = names_add(&r->net->ids, id, strlen(id)),
                        .transition = !strcmp(tag, "transition"),
                        .place = place_here(r)};
  vec_push(&r->net->nodes, n);
  r->in_node = true;
  return true;
}

static bool begin_arc(struct pnml_xml *r, const char **given) {
  const char *from = attribute(given, "source"),
             *to = attribute(given, "target");
  if (!needs(r, "arc", "source", from) || !needs(r, "arc", "target", to))
    return false;
  struct pnml_arc a = {arena_string(&r->net->arena, from, strlen(from)),
                       arena_string(&r->net->arena, to, strlen(to)), 1,
                       place_here(r)};
  vec_push(&r->net->arcs, a);
  r->in_arc = true;
  return true;
}

/* Inhibitor arcs, reset arcs and the like say so in <type value="..."/>, or in
 * the text of <arctype>. */
static bool ordinary(struct pnml_xml *r, const char *type) {
  return !strcmp(type, "normal") ||
         diag_error_hint(r->diag, here(r), "only ordinary arcs are read",
                         "an arc of the type '%s'", type);
}

static bool begin_field(struct pnml_xml *r, enum field field) {
  r->field = r->in_node || r->in_arc ? field : FIELD_NONE;
  r->filled = false;
  return true;
}

/* What is drawn, what tools have to say to each other, and where a run should end
 * (pm4py) changes no behaviour.  Anything else might (capacities, priorities,
 * times, colours). */
static bool begin_other(struct pnml_xml *r, const char *tag) {
  static const char *const passed[] = {"graphics", "toolspecific", "type",
                                       "finalmarkings"};
  for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
    r->skipped |= !strcmp(tag, passed[i]);
  return r->skipped ||
         diag_error_hint(
             r->diag, here(r),
             "places, transitions, arcs, markings and weights are read",
             "an element '%s' is not read", tag);
}

static bool begin(struct pnml_xml *r, const char *tag, const char **given) {
  static const struct {
    const char *tag;
    enum field field;
  } fields[] = {{"name", FIELD_NAME},
                {"initialMarking", FIELD_TOKENS},
                {"inscription", FIELD_WEIGHT},
                {"arctype", FIELD_TYPE}};
  if (!strcmp(tag, "net"))
    return begin_net(r, given);
  if (!r->in_net || !strcmp(tag, "page"))
    return true;
  if (!strcmp(tag, "place") || !strcmp(tag, "transition"))
    return begin_node(r, tag, given);
  if (!strcmp(tag, "arc"))
    return begin_arc(r, given);
  if (!strncmp(tag, "reference", 9))
    return diag_error_hint(r->diag, here(r), "draw the net on one page",
                           "an element '%s' is not read", tag);
  const char *type = attribute(given, "value");
  if (r->in_arc && !strcmp(tag, "type") && type && !ordinary(r, type))
    return false;
  if (!strcmp(tag, "text")) {
    r->in_text = r->field != FIELD_NONE;
    text_clear(&r->text);
    return true;
  }
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (!strcmp(tag, fields[i].tag))
      return begin_field(r, fields[i].field);
  return begin_other(r, tag);
}

static void XMLCALL on_start(void *user, const char *name, const char **given) {
  struct pnml_xml *r = user;
  const char *tag = bare(name), *safe;
  if (r->skipped) {
    if (!strcmp(tag, "structure") && (safe = attribute(given, "safe")))
      r->net->safe = !strcmp(safe, "true");
    r->skipped++;
  } else if (!begin(r, tag, given)) {
    XML_StopParser(r->parser, XML_FALSE);
  }
}

/* The number in a text, or -1 after an error. */
static int32_t number(struct pnml_xml *r, const char *what) {
  const char *s = text_str(&r->text) + strspn(text_str(&r->text), " \t\r\n");
  char *end;
  long value = strtol(s, &end, 10);
  if (end != s && !end[strspn(end, " \t\r\n")] && value >= 0 &&
      value <= INT32_MAX)
    return (int32_t)value;
  diag_error_hint(r->diag, here(r), "a number from 0 to 2147483647",
                  "%s is '%s'", what, s);
  XML_StopParser(r->parser, XML_FALSE);
  return -1;
}

static void take_text(struct pnml_xml *r) {
  struct pnml_net *n = r->net;
  r->filled = true;
  if (r->field == FIELD_NAME && r->in_node)
    n->nodes.at[n->nodes.len - 1].name =
        arena_string(&n->arena, text_str(&r->text), r->text.len);
  else if (r->field == FIELD_TOKENS && r->in_node)
    n->nodes.at[n->nodes.len - 1].tokens = number(r, "the initial marking");
  else if (r->field == FIELD_WEIGHT && r->in_arc)
    n->arcs.at[n->arcs.len - 1].weight = number(r, "the weight of an arc");
  else if (r->field == FIELD_TYPE && r->in_arc &&
           !ordinary(r, text_str(&r->text)))
    XML_StopParser(r->parser, XML_FALSE);
}

/* A marking or a weight that is said in another way is not taken for one that
 * is not said. */
static void end_field(struct pnml_xml *r, const char *tag) {
  bool wanted = r->field == FIELD_TOKENS || r->field == FIELD_WEIGHT ||
                r->field == FIELD_TYPE;
  r->field = FIELD_NONE;
  if (!wanted || r->filled)
    return;
  diag_error_hint(r->diag, here(r), "expected <text>...</text> in it",
                  "element '%s' has no text", tag);
  XML_StopParser(r->parser, XML_FALSE);
}

static void XMLCALL on_end(void *user, const char *name) {
  struct pnml_xml *r = user;
  const char *tag = bare(name);
  if (r->skipped) {
    r->skipped--;
    return;
  }
  if (!strcmp(tag, "text") && r->in_text) {
    take_text(r);
    r->in_text = false;
  } else if (!strcmp(tag, "place") || !strcmp(tag, "transition")) {
    r->in_node = false;
  } else if (!strcmp(tag, "arc")) {
    r->in_arc = false;
  } else if (strcmp(tag, "text")) {
    end_field(r, tag);
  }
}

static void XMLCALL on_text(void *user, const char *at, int len) {
  struct pnml_xml *r = user;
  if (r->in_text && !r->skipped)
    text_add_n(&r->text, at, (size_t)len);
}

bool pnml_net_read(struct pnml_net *n, const char *text, size_t len,
                   struct diag *d) {
  static const struct xml_handlers handlers = {on_start, on_end, on_text};
  struct pnml_xml r = {.net = n, .diag = d};
  bool fine = xml_parse(&r.parser, &handlers, &r, n->file, text, len, d);
  text_free(&r.text);
  if (fine && !r.nets)
    return diag_error_hint(d, (struct diag_at){.file = n->file},
                           "PNML has <pnml><net ...>", "there is no net in it");
  return fine && pnml_check(n, d);
}
