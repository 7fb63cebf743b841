/* parse: PICT's model language, and what we add to it, into a model.
 *
 *     # a comment
 *     Type:  Primary, Logical, Span|Stripe        parameters; a|b: aliases
 *     Size:  10, 100 (5), ~-1, 1..9, 10..90 step 10   weight, negative, range
 *     Copy:  <Size>                               the values of another
 *     { Type, Size } @ 3                          a relation (sub-model)
 *     IF [Type] = "Span" THEN [Size] > 10;        rules
 *     [Size] + 2 * [Copy] <= 100;                 with arithmetic
 *     [Copy] ONLY IF [Type] = "Primary";          a conditional parameter
 *
 * Order: parameters, relations, rules.  A rule ends with ';'.  Where PICT
 * guesses or goes on, this is an error: an unknown parameter in a rule or a
 * relation, a comparison across types (doc/cover.md).  Every error has
 * a line and a column; all that can be found in one pass are reported. */
#ifndef COVER_PARSE_H
#define COVER_PARSE_H

#include <stddef.h>

#include "cover/model.h"

struct parse_options {
  char value_delimiter;  /* PICT's /d, default ',' */
  char alias_delimiter;  /* /a, default '|' */
  char negative_prefix;  /* /n, default '~' */
  bool case_sensitive;   /* /c */
};

/* False when there were errors; the model is to be freed either way. */
bool parse_model(struct model *m, const char *file, const char *text,
                 size_t len, const struct parse_options *options,
                 struct diag *diag);

/* --- shared by parse.c and parse_rule.c ---------------------------------- */

struct parser {
  struct model *m;
  struct diag *diag;
  struct parse_options opt;
  const char *text, *end; /* the whole file */
  const char *at;         /* where we are */
  const char *line_start;
  uint32_t line;
};

/* The place of `from`, which lies on the current line. */
struct diag_at parse_place(const struct parser *p, const char *from,
                           size_t len);
/* Rules from here to the end of the file. */
bool parse_rules(struct parser *p);
/* A decimal number that is all of s (blanks around it allowed). */
bool parse_number(const char *s, double *out);

#endif
