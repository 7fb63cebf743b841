/* xml: a text of XML through expat, with what is wrong with it said.  No
 * entity is fetched from anywhere, and no file is opened. */
#ifndef READ_XML_H
#define READ_XML_H

#include <expat.h>

#include "base/diag.h"

/* Whom elements and texts are told; a handler that has reported an error
 * stops the parser. */
struct xml_handlers {
  XML_StartElementHandler start;
  XML_EndElementHandler end;
  XML_CharacterDataHandler text;
};

/* *parser is there as long as handlers are called, with `user`.  False after
 * errors. */
bool xml_parse(XML_Parser *parser, const struct xml_handlers *handlers,
               void *user, const char *file, const char *text, size_t len,
               struct diag *d);

/* Where the parser is. */
struct diag_at xml_here(XML_Parser parser, const char *file);

#endif
