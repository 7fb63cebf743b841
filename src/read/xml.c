#include "read/xml.h"

#include <limits.h>

struct diag_at xml_here(XML_Parser parser, const char *file) {
  return (struct diag_at){.file = file,
                          .line = (uint32_t)XML_GetCurrentLineNumber(parser),
                          .col =
                              (uint32_t)XML_GetCurrentColumnNumber(parser) + 1,
                          .len = 1};
}

bool xml_parse(XML_Parser *parser, const struct xml_handlers *handlers,
               void *user, const char *file, const char *text, size_t len,
               struct diag *d) {
  if (len > INT_MAX)
    return diag_error(d, (struct diag_at){.file = file},
                      "more than 2 GB of XML");
  const unsigned before = d->errors;
  *parser = XML_ParserCreate(NULL);
  XML_SetUserData(*parser, user);
  XML_SetElementHandler(*parser, handlers->start, handlers->end);
  XML_SetCharacterDataHandler(*parser, handlers->text);
  const enum XML_Status status = XML_Parse(*parser, text, (int)len, XML_TRUE);
  if (status != XML_STATUS_OK && d->errors == before)
    diag_error(d, xml_here(*parser, file), "malformed XML: %s",
               XML_ErrorString(XML_GetErrorCode(*parser)));
  XML_ParserFree(*parser);
  return d->errors == before;
}
