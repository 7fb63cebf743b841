/* derive: the faces of what `heddle derive` found.  Each function appends to
 * a text; nothing here prints. */
#ifndef FORM_DERIVE_H
#define FORM_DERIVE_H

#include "net/claim.h"

struct derive_view {
  const char *file;
  const struct network *net;
  const struct derive_options *options;
  const struct derive_result *result;
  const struct claim *claim;
  enum verdict verdict; /* of the claim */
};

/* Two networks to be compared. */
struct derive_pair {
  const char *files[2];
  const struct network *nets[2];
  enum net_mode mode;
};

/* The answer in a line. */
void derive_line(const struct derive_view *v, struct text *out);
/* The answer first, then the evidence. */
void derive_summary(const struct derive_view *v, struct text *out);
/* The first so many mutants, one a line, each with the tests that kill it. */
void derive_mutants(const struct derive_view *v, uint64_t most,
                    struct text *out);
/* One test a line: "put/done timeout/late". */
void derive_tests(const struct derive_view *v, struct text *out);
void derive_tap(const struct derive_view *v, struct text *out);
/* A C file: the tests, main, and two functions the user provides. */
void derive_c(const struct derive_view *v, struct text *out);
/* The mutation report, self-contained. */
void derive_html(const struct derive_view *v, struct text *out);
/* A row of the table of Jin et al.; the head for v == NULL. */
void derive_row(const struct derive_view *v, struct text *out);

/* Whether they answer alike, and where they do not. */
enum verdict derive_compare(const struct derive_pair *p,
                            const struct net_limits *l, bool json,
                            struct text *out);

/* The network itself in the other notation. */
void network_write_xml(const struct network *n, struct text *out);
void network_write_hed(const struct network *n, struct text *out);

/* "put timeout put" */
void derive_symbols(const struct network *n, const symbol_list *list,
                    struct text *out);

#endif
