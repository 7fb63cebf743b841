/* Place/transition nets in PNML (ISO/IEC 15909-2), the language of the Model
 * Checking Contest.
 *
 * A place is a shared variable, the number of its tokens; a transition is a
 * process with one location and one atomic edge, which takes tokens and puts
 * tokens.  So a deadlock is a marking in which no transition is enabled, and a
 * transition that never fires is an edge that is never taken.  Of a net that
 * says that it is safe (tool "nupn") every place holds at most one token, which
 * is checked; of others at most 2^31-1.
 *
 * Pages are only a way to draw.  Nets of other types, references to places of
 * other pages, arcs that are no ordinary ones, and elements that might mean
 * something for what the net does are refused by name.
 *
 * A claim (lang_options.never) is an expression over markings, `a + b <= 3 &&
 * !(c == 1)`, in which a place is written by its id or name, in quotes where
 * that is no identifier. */
#include <string.h>

#include "base/hash.h"
#include "read/pnml_net.h"
#include "read/reader.h"

static bool sniff(const char *text, size_t len) {
  (void)len;
  text += strspn(text, " \t\r\n\xef\xbb\xbf");
  return *text == '<' && strstr(text, "<pnml");
}

#ifndef HAVE_EXPAT
bool pnml_net_read(struct pnml_net *n, const char *text, size_t len,
                   struct diag *d) {
  (void)text;
  (void)len;
  return diag_error(d, (struct diag_at){.file = n->file},
                    "XML cannot be read: heddle was built without expat "
                    "(libexpat1-dev)");
}
#endif

static struct model *pnml_read(const char *file, const char *text, size_t len,
                               const struct lang_options *options,
                               struct diag *diag) {
  static const struct lang_options none = {0};
  const struct lang_options *o = options ? options : &none;
  if (o->param_count) {
    diag_error(diag, (struct diag_at){.file = file},
               "a net has no parameter '%s'", o->params[0].name);
    return NULL;
  }
  struct pnml_net n = {.file = file};
  struct model *m = pnml_net_read(&n, text, len, diag)
                        ? pnml_build(&n, o->never, o->never_count, diag)
                        : NULL;
  if (m)
    m->digest = hash_bytes(text, len);
  names_free(&n.ids);
  vec_free(&n.nodes);
  vec_free(&n.arcs);
  arena_free(&n.arena);
  return m;
}

const struct reader reader_pnml = {
    .name = "pnml",
    .what = "a Petri net in PNML",
    .command = "check",
    .suffix = ".pnml",
    .sniff = sniff,
    .model = pnml_read,
};
