#include "read/network_xml.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/xml.h"

enum level { OUTSIDE, NETWORK, MACHINE, STATE, LEAF };

struct xml {
  struct network *net;
  struct diag *diag;
  XML_Parser parser;
  const char *text;
  size_t len;
  enum level level;
  machine_id machine;
  local_id state;
};

/* What may stand where, and with which attributes; `required` come first. */
static const struct element {
  const char *name;
  enum level inside;
  unsigned required;
  const char *attributes[5];
} elements[] = {
    {"network", OUTSIDE, 0, {"name"}},
    {"machine", NETWORK, 1, {"name", "initial"}},
    {"external", NETWORK, 1, {"symbol"}},
    {"input", MACHINE, 1, {"symbol"}},
    {"output", MACHINE, 1, {"symbol"}},
    {"state", MACHINE, 1, {"name"}},
    {"transition", STATE, 3, {"input", "output", "to"}},
};
enum { ELEMENTS = sizeof elements / sizeof *elements };

static const char *const expected_inside[] = {
    [OUTSIDE] = "'network'",
    [NETWORK] = "'machine' or 'external'",
    [MACHINE] = "'state', 'input' or 'output'",
    [STATE] = "'transition'",
    [LEAF] = "no element",
};

/* Where the current tag begins. */
static struct diag_at here(const struct xml *r) {
  return xml_here(r->parser, r->net->file);
}

/* Where the value of an attribute of the current tag stands: expat tells
 * only where the tag begins, so the tag is walked again.  It is well-formed
 * by now. */
static struct diag_at value_at(const struct xml *r, const char *name) {
  struct diag_at at = here(r);
  const XML_Index index = XML_GetCurrentByteIndex(r->parser);
  if (index < 0 || (size_t)index >= r->len)
    return at;
  const char *p = r->text + index, *end = r->text + r->len;
  const size_t len = strlen(name);
  char quote = 0;
  for (; p < end && (quote || *p != '>'); p++) {
    const bool found = !quote && (size_t)(end - p) > len &&
                       !memcmp(p, name, len) &&
                       strchr("= \t\r\n", p[len]) && strchr(" \t\r\n", p[-1]);
    if (found) {
      const char *open = p + strcspn(p, "\"'");
      at.len = (uint32_t)strcspn(open + 1, (char[]){*open, 0});
      for (; p <= open; p++) {
        at.col++;
        if (*p == '\n')
          at.line++, at.col = 1;
      }
      return at;
    }
    if (*p == '"' || *p == '\'')
      quote = !quote ? *p : quote == *p ? 0 : quote;
    at.col++;
    if (*p == '\n')
      at.line++, at.col = 1;
  }
  return here(r);
}

static void stop(struct xml *r) { XML_StopParser(r->parser, XML_FALSE); }

static const struct element *element_of(struct xml *r, const char *tag) {
  for (size_t i = 0; i < ELEMENTS; i++)
    if (!strcmp(elements[i].name, tag) && elements[i].inside == r->level)
      return &elements[i];
  char hint[80];
  snprintf(hint, sizeof hint, "expected here: %s", expected_inside[r->level]);
  diag_error_hint(r->diag, here(r), hint, "unexpected element '%s'", tag);
  return NULL;
}

/* The values in the order of the element's row; NULL where absent. */
static bool attributes_of(struct xml *r, const struct element *e,
                          const char **given, const char **values) {
  for (; *given; given += 2) {
    size_t i = 0;
    while (e->attributes[i] && strcmp(e->attributes[i], *given))
      i++;
    if (!e->attributes[i])
      return diag_error(r->diag, value_at(r, *given),
                        "element '%s' has no attribute '%s'", e->name,
                        *given);
    if (!*given[1])
      return diag_error(r->diag, value_at(r, *given),
                        "attribute '%s' is empty", *given);
    values[i] = given[1];
  }
  for (size_t i = 0; i < e->required; i++)
    if (!values[i])
      return diag_error(r->diag, here(r),
                        "element '%s' needs an attribute '%s'", e->name,
                        e->attributes[i]);
  return true;
}

static symbol_id symbol(struct xml *r, const char *attribute,
                        const char *name) {
  return network_symbol(r->net, name, strlen(name), value_at(r, attribute));
}

static bool begin_machine(struct xml *r, const char **v) {
  r->machine = network_machine(r->net, v[0], strlen(v[0]),
                               value_at(r, "name"), r->diag);
  if (r->machine == NETWORK_NONE)
    return false;
  if (v[1]) {
    struct diag_at at = value_at(r, "initial");
    local_id s = network_state(r->net, r->machine, v[1], strlen(v[1]), false,
                               at, r->diag);
    r->net->machines.at[r->machine].initial = s;
    r->net->machines.at[r->machine].initial_at = at;
  }
  r->level = MACHINE;
  return true;
}

static bool begin_state(struct xml *r, const char **v) {
  r->state = network_state(r->net, r->machine, v[0], strlen(v[0]), true,
                           value_at(r, "name"), r->diag);
  r->level = STATE;
  return r->state != NETWORK_NONE;
}

static void transition(struct xml *r, const char **v) {
  struct network_edge e = {.machine = r->machine, .from = r->state};
  e.at = here(r);
  e.input = symbol(r, "input", v[0]);
  e.output = symbol(r, "output", v[1]);
  e.to = network_state(r->net, r->machine, v[2], strlen(v[2]), false,
                       value_at(r, "to"), r->diag);
  network_edge(r->net, e);
  r->level = LEAF;
}

/* An input or an output that the machine has, whatever its transitions. */
static void mention(struct xml *r, bool output, const char **v) {
  network_mention(r->net, (struct network_mention){
                              .machine = r->machine,
                              .symbol = symbol(r, "symbol", v[0]),
                              .output = output,
                              .at = value_at(r, "symbol")});
  r->level = LEAF;
}

static void XMLCALL on_start(void *user, const char *tag, const char **given) {
  struct xml *r = user;
  const struct element *e = element_of(r, tag);
  const char *v[4] = {0};
  bool ok = e && attributes_of(r, e, given, v);
  if (ok && e->inside == OUTSIDE)
    r->level = NETWORK;
  else if (ok && e->inside == STATE)
    transition(r, v);
  else if (ok && e->inside == MACHINE && !strcmp(e->name, "state"))
    ok = begin_state(r, v);
  else if (ok && e->inside == MACHINE)
    mention(r, !strcmp(e->name, "output"), v);
  else if (ok && !strcmp(e->name, "machine"))
    ok = begin_machine(r, v);
  else if (ok) {
    network_external(r->net, symbol(r, "symbol", v[0]),
                     value_at(r, "symbol"));
    r->level = LEAF;
  }
  if (!ok)
    stop(r);
}

static void XMLCALL on_end(void *user, const char *tag) {
  struct xml *r = user;
  if (r->level == LEAF)
    r->level = !strcmp(tag, "external")     ? NETWORK
               : !strcmp(tag, "transition") ? STATE
                                            : MACHINE;
  else
    r->level--;
}

static void XMLCALL on_text(void *user, const char *at, int len) {
  struct xml *r = user;
  for (int i = 0; i < len; i++)
    if (!strchr(" \t\r\n", at[i])) {
      diag_error(r->diag, here(r), "text between the elements");
      stop(r);
      return;
    }
}

bool network_xml_read(struct network *n, const char *file, const char *text,
                      size_t len, struct diag *d) {
  static const struct xml_handlers handlers = {on_start, on_end, on_text};
  network_begin(n, file);
  struct xml r = {.net = n, .diag = d, .text = text, .len = len};
  return xml_parse(&r.parser, &handlers, &r, n->file, text, len, d) &&
         network_finish(n, d);
}
