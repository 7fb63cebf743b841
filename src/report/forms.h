/* forms: what is made of a result (heddle.h) and nothing else, a file each.
 *
 * A row is a form: the commands have an option of its name, -o FILE.SUFFIX
 * stands for it, heddle_render knows it, and NAME_render makes it.  To add one:
 * write NAME.c in this room, add the row, and name the option in the manual
 * pages (doc/first-format.md does it).
 *
 * Strings of a result may be NULL and lines 0 where there is nothing to say;
 * heddle.h says which. */
#ifndef REPORT_FORMS_H
#define REPORT_FORMS_H

#include "base/text.h"
#include "heddle.h"

/* Of each its name, the ending of its files, and the help of the option. */
#define FORM_LIST(FORM)                                                       \
  FORM(sarif, ".sarif", "SARIF 2.1.0, for code hosts and editors")            \
  FORM(markdown, ".md", "to paste into an issue")                             \
  FORM(junit, ".xml", "the result for CI servers")
/* Those that draw runs, which derive has not: it has a page of its own. */
#define DRAWN_LIST(FORM)                                                      \
  FORM(html, ".html", "a page: what was found, and how it comes about")
/* What is printed, and needs no file. */
#define PRINTED_LIST(FORM)                                                    \
  FORM(json, "", "")                                                          \
  FORM(text, "", "")                                                          \
  FORM(line, "", "")

#define FORM_DECLARE(name, suffix, help)                                      \
  void name##_render(struct text *out, const struct heddle_result *r);
FORM_LIST(FORM_DECLARE)
DRAWN_LIST(FORM_DECLARE)
PRINTED_LIST(FORM_DECLARE)

#endif
