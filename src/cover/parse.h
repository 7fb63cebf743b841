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
  char value_delimiter; /* PICT's /d, default ',' */
  char alias_delimiter; /* /a, default '|' */
  char negative_prefix; /* /n, default '~' */
  bool case_sensitive;  /* /c */
};

/* In PICT's language, in that of ACTS, in that of CTWedge.  False when there
 * were errors; the model is to be freed either way. */
bool parse_pict(struct cover_model *m, const char *file, const char *text,
                size_t len, const struct parse_options *options,
                struct diag *diag);
bool parse_acts(struct cover_model *m, const char *file, const char *text,
                size_t len, const struct parse_options *options,
                struct diag *diag);
bool parse_ctwedge(struct cover_model *m, const char *file, const char *text,
                   size_t len, const struct parse_options *options,
                   struct diag *diag);
/* The text looks as that tool writes it. */
bool acts_sniff(const char *text, size_t len);
bool ctwedge_sniff(const char *text, size_t len);

/* --- shared by the parsers ------------------------------------------------ */

struct span {
  const char *at, *end;
};
struct span parse_trim(const char *at, const char *end);

struct cover_parser {
  struct cover_model *m;
  struct diag *diag;
  struct parse_options opt;
  const char *text, *end; /* the whole file */
  const char *at;         /* where we are */
  const char *line_start;
  uint32_t line;
  bool bare; /* rules have names without brackets, and C's operators */
};

/* The values of a parameter that is being read. */
struct values {
  VEC(struct value) at;
  struct names seen; /* names of the values so far, negative ones apart */
};
bool parse_add_value(struct cover_parser *p, struct values *vs, struct value v,
                     struct span where);
/* *is_range says whether it is one at all, and not a value with dots. */
bool parse_add_range(struct cover_parser *p, struct values *vs, struct span s,
                     bool *is_range);
/* Completes the parameter and adds it to the model; frees the values. */
bool parse_add_param(struct cover_parser *p, struct param *param,
                     struct values *vs, struct span name);
/* A relation of the parameters named inside; it is not added yet. */
bool parse_add_relation(struct cover_parser *p, struct span inside,
                        struct span where, struct relation *out);

/* The place of `from`, which lies on the current line. */
struct diag_at parse_place(const struct cover_parser *p, const char *from,
                           size_t len);
/* Rules from here to the end of the file. */
bool parse_rules(struct cover_parser *p);
/* One rule with bare names that is all from here to p->end. */
bool parse_bare_rule(struct cover_parser *p);

/* Of a number in a rule: false, and said, if it is an integer that a double
 * does not have all digits of. */
bool parse_told_apart(struct cover_parser *p, struct diag_at at, const char *s,
                      size_t len);
/* A decimal number that is all of s (blanks around it allowed), and no such
 * integer. */
bool parse_number(const char *s, double *out);
/* The shortest text of a number that is off by at most `error`; integers have
 * all their digits. */
const char *parse_number_text(struct cover_model *m, double n, double error);

#endif
