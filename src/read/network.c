/* Networks of Mealy machines in XML. */
#include <string.h>

#include "read/network_xml.h"
#include "read/reader.h"

static bool sniff(const char *text, size_t len) {
  (void)len;
  text += strspn(text, " \t\r\n\xef\xbb\xbf");
  return *text == '<' && strstr(text, "<network");
}

#ifndef HAVE_EXPAT
bool network_xml_read(struct network *n, const char *file, const char *text,
                      size_t len, struct diag *d) {
  (void)text;
  (void)len;
  network_begin(n, file);
  return diag_error(d, (struct diag_at){.file = n->file},
                    "XML cannot be read: heddle was built without expat "
                    "(libexpat1-dev); .hed can");
}
#endif

const struct reader reader_network_xml = {
    .name = "network",
    .what = "a network of Mealy machines in XML",
    .command = "derive",
    .often = ".xml",
    .sniff = sniff,
    .network = network_xml_read,
};
