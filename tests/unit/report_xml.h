/* report_xml: is a text well-formed, and what elements does it have?
 *
 * A checker for the tests of the room report: it shares nothing with what
 * writes the pictures.  Knows as much of XML and HTML as they use. */
#ifndef TESTS_UNIT_REPORT_XML_H
#define TESTS_UNIT_REPORT_XML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Tags balanced and nested, attributes quoted and not twice the same,
 * entities known, no control characters, valid UTF-8, no "nan" or "inf" as
 * a number.  "" when all is well, else what is wrong. */
const char *xml_problem(const char *s);

/* The next start tag `name` at or after *at: its attributes as a string
 * (between the name and '>'), *at moves behind it.  False: none left. */
bool xml_next(const char **at, const char *name, struct text *attributes);
/* The value of a number among attributes; fails the test if absent. */
double xml_number(const struct text *attributes, const char *name);
bool xml_has_class(const struct text *attributes, const char *cls);
/* How often s occurs. */
size_t xml_count(const char *in, const char *s);

#endif
