/* parse_foreign: what the parsers of other tools' models share.  Their rules
 * have names without brackets and C's comments. */
#ifndef COVER_PARSE_FOREIGN_H
#define COVER_PARSE_FOREIGN_H

#include "base/text.h"
#include "cover/parse.h"

struct foreign {
  bool (*parse)(struct cover_parser *p);
  const char *comment; /* beside C's: to the end of the line; or NULL */
};
bool parse_foreign(struct cover_model *m, const char *file, const char *text,
                   size_t len, const struct parse_options *options,
                   struct diag *diag, const struct foreign *f);

struct diag_at foreign_place(const struct cover_parser *p, struct span s);
/* The span is this word, whatever the case of its letters. */
bool foreign_word(struct span s, const char *word);
/* The line at `at` without what surrounds it; *next is the one after it. */
struct span foreign_line(const struct cover_parser *p, const char *at,
                         const char **next);
/* Comments become blanks, so that places stay what they are. */
void foreign_blank(struct text *t, const char *own);
struct value foreign_value(struct cover_parser *p, struct span s);
/* Values between commas. */
bool foreign_list(struct cover_parser *p, struct values *vs, struct span s,
                  bool negative);
void foreign_values_free(struct values *vs);

/* The files that ACTS's window saves (parse_acts_xml.c). */
bool acts_xml_parse(struct cover_parser *p);
bool acts_xml_sniff(const char *text, size_t len);

#endif
