#include "job/network.h"

#include <string.h>

#include "lang/machines.h"
#ifdef HAVE_EXPAT
#include "lang/import/network_xml.h"
#endif

static bool ends_with(const char *s, const char *end) {
  const size_t a = strlen(s), b = strlen(end);
  return a >= b && !strcmp(s + a - b, end);
}

/* XML by its name or by its first character; everything else is .hed. */
static bool is_xml(const char *file, const struct text *source) {
  const char *at = text_str(source);
  at += strspn(at, " \t\r\n\xef\xbb\xbf");
  return ends_with(file, ".xml") || *at == '<';
}

static bool parse(struct network *n, const char *file,
                  const struct text *source, struct diag *d) {
  if (!is_xml(file, source))
    return machines_read(n, file, text_str(source), source->len, d);
#ifdef HAVE_EXPAT
  return network_xml_read(n, file, text_str(source), source->len, d);
#else
  network_begin(n, file);
  return diag_error(d, (struct diag_at){.file = n->file},
                    "XML cannot be read: heddle was built without expat "
                    "(libexpat1-dev); .hed can");
#endif
}

bool network_load(struct network *n, const struct host *h, const char *file) {
  struct text source = {0};
  *n = (struct network){0};
  if (!host_read(h, &source, file))
    return false;
  struct diag d = host_diag(h);
  if (h->source)
    h->source(h->user, file, &source);
  const bool ok = parse(n, file, &source, &d);
  host_said(h, &d);
  text_free(&source);
  return ok;
}
