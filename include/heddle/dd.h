/* heddle/dd: sets, relations and distances as decision diagrams.
 *
 * A space has variables 0 .. count-1 with values 0 .. size-1 each; a tuple
 * gives every variable a value.  Sets of tuples that no list could hold are
 * often small as diagrams, and equal sets are one diagram, so comparing them
 * costs nothing.  doc/dd.md shows how a search is made of it.
 *
 *     uint32_t sizes[] = {4, 4, 4};
 *     struct heddle_dd *d = heddle_dd_open(3, sizes, 0);
 *     struct heddle_dd_set *s = heddle_dd_tuple(d, (uint32_t[]){0, 1, 2});
 *     ...
 *     heddle_dd_close(d);
 *
 * Order.  The variable with the greatest number is at the top.  Diagrams are
 * small when variables that depend on each other have numbers that are near.
 *
 * Errors are values.  A function that makes something returns NULL when it
 * cannot, one that asks returns false or 0; heddle_dd_why says why.  NULL as an
 * operand gives NULL, so a chain of calls need be looked at only once, at its
 * end.  Nothing here prints, exits, or keeps anything outside of the space.
 *
 * Memory.  What a function returns belongs to the space: heddle_dd_close frees
 * it, and the *_free functions earlier, which lets the space use its nodes
 * again.  Of the diagrams no more than `limit` bytes are kept; an operation
 * that needs more returns NULL, and the space is as it was before.  When the
 * machine has none left the space can only be closed.
 *
 * A space is used by one thread at a time; different spaces know nothing of
 * each other.  An operation takes some 300 bytes of stack for each variable. */
#ifndef HEDDLE_DD_H
#define HEDDLE_DD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HEDDLE_DD_VARIABLES_MAX = 16000, HEDDLE_DD_SIZE_MAX = 65535 };

struct heddle_dd;          /* a space */
struct heddle_dd_set;      /* of tuples */
struct heddle_dd_relation; /* a set of pairs of tuples */
struct heddle_dd_events;   /* steps, as functions of single variables */
struct heddle_dd_distance; /* a number for some of the tuples */

/* Of the last call that could not do what was asked. */
enum heddle_dd_why {
  HEDDLE_DD_FINE,
  HEDDLE_DD_LIMIT,    /* it takes more memory than `limit` */
  HEDDLE_DD_MEMORY,   /* there is no memory: only heddle_dd_close works now */
  HEDDLE_DD_ARGUMENT, /* NULL, of two spaces, or a number that is not there */
};
extern const char *const heddle_dd_why_texts[]; /* by enum heddle_dd_why */

/* limit: bytes for diagrams, 0 for none.  NULL: no memory, or a number of
 * variables or values beyond those above, or 0. */
struct heddle_dd *heddle_dd_open(unsigned count, const uint32_t *sizes,
                                 uint64_t limit);
void heddle_dd_close(struct heddle_dd *d); /* NULL is fine, here and below */
enum heddle_dd_why heddle_dd_why(const struct heddle_dd *d);

struct heddle_dd_figures {
  uint64_t nodes, peak_nodes; /* of all diagrams: now, most at one time */
  uint64_t bytes, peak_bytes;
};
void heddle_dd_figures(const struct heddle_dd *d,
                       struct heddle_dd_figures *out);

/* --- sets ----------------------------------------------------------------- */

struct heddle_dd_set *heddle_dd_empty(struct heddle_dd *d);
struct heddle_dd_set *heddle_dd_all(struct heddle_dd *d);
/* One tuple; values[i] is that of variable i. */
struct heddle_dd_set *heddle_dd_tuple(struct heddle_dd *d,
                                      const uint32_t *values);
/* The tuples whose value of variable i has allowed[i][value]; allowed[i] NULL:
 * any. */
struct heddle_dd_set *heddle_dd_box(struct heddle_dd *d,
                                    const bool *const *allowed);
struct heddle_dd_set *heddle_dd_union(struct heddle_dd_set *a,
                                      struct heddle_dd_set *b);
struct heddle_dd_set *heddle_dd_intersect(struct heddle_dd_set *a,
                                          struct heddle_dd_set *b);
struct heddle_dd_set *heddle_dd_minus(struct heddle_dd_set *a,
                                      struct heddle_dd_set *b);
void heddle_dd_set_free(struct heddle_dd_set *s);

bool heddle_dd_is_empty(const struct heddle_dd_set *s);
bool heddle_dd_equal(const struct heddle_dd_set *a,
                     const struct heddle_dd_set *b);
bool heddle_dd_has(struct heddle_dd_set *s, const uint32_t *values);
/* How many tuples: all decimal digits, to be freed with free; and about. */
char *heddle_dd_count(struct heddle_dd_set *s);
double heddle_dd_count_about(struct heddle_dd_set *s);
/* Nodes of its diagram. */
uint64_t heddle_dd_nodes(struct heddle_dd_set *s);
/* The least tuple, the variable with the greatest number deciding first;
 * false: there is none. */
bool heddle_dd_first(struct heddle_dd_set *s, uint32_t *values);
/* Every tuple, in that order, until `each` returns false, which is returned
 * then.  `each` must not call anything about this space. */
bool heddle_dd_each(struct heddle_dd_set *s,
                    bool (*each)(void *user, const uint32_t *values),
                    void *user);

/* --- relations ------------------------------------------------------------ */

/* From a tuple to a tuple: variable i from from[i] to to[i]; where from[i] is
 * HEDDLE_DD_KEEP it may have any value, and keeps it. */
#define HEDDLE_DD_KEEP UINT32_MAX
struct heddle_dd_relation *
heddle_dd_step(struct heddle_dd *d, const uint32_t *from, const uint32_t *to);
/* The steps of a, and those of b. */
struct heddle_dd_relation *heddle_dd_either(struct heddle_dd_relation *a,
                                            struct heddle_dd_relation *b);
/* First a step of a, then one of b. */
struct heddle_dd_relation *heddle_dd_compose(struct heddle_dd_relation *a,
                                             struct heddle_dd_relation *b);
/* Where a step leads to from the set; whence one leads into it. */
struct heddle_dd_set *heddle_dd_image(struct heddle_dd_set *s,
                                      struct heddle_dd_relation *r);
struct heddle_dd_set *heddle_dd_preimage(struct heddle_dd_set *s,
                                         struct heddle_dd_relation *r);
bool heddle_dd_relation_equal(const struct heddle_dd_relation *a,
                              const struct heddle_dd_relation *b);
void heddle_dd_relation_free(struct heddle_dd_relation *r);

/* --- events, and what they lead to ---------------------------------------- */

/* No event yet. */
struct heddle_dd_events *heddle_dd_events(struct heddle_dd *d);
/* An event changes `count` different variables, one at least, each by a
 * function of its own value: tables[k][value] is the new value of
 * variables[k], or HEDDLE_DD_OFF where the event cannot happen.  It happens
 * where no table says OFF, and keeps the other variables.  What is not of this
 * form is several events. */
#define HEDDLE_DD_OFF UINT32_MAX
bool heddle_dd_event(struct heddle_dd_events *e, unsigned count,
                     const unsigned *variables, const uint32_t *const *tables);
void heddle_dd_events_free(struct heddle_dd_events *e);

/* The set and all that events lead to from it, by saturation. */
struct heddle_dd_set *heddle_dd_saturate(struct heddle_dd_set *s,
                                         struct heddle_dd_events *e);
/* Where exactly one event leads. */
struct heddle_dd_set *heddle_dd_fire(struct heddle_dd_set *s,
                                     struct heddle_dd_events *e);
/* For each tuple that they lead to, how many events it takes at least; by
 * saturation of an EV+MDD. */
struct heddle_dd_distance *heddle_dd_distances(struct heddle_dd_set *from,
                                               struct heddle_dd_events *e);
/* False: the tuple is not reached. */
bool heddle_dd_distance_of(struct heddle_dd_distance *f, const uint32_t *values,
                           uint32_t *distance);
/* The greatest there is; 0 if nothing is reached. */
uint32_t heddle_dd_greatest(struct heddle_dd_distance *f);
/* The tuples at exactly this distance. */
struct heddle_dd_set *heddle_dd_at_distance(struct heddle_dd_distance *f,
                                            uint32_t distance);
void heddle_dd_distance_free(struct heddle_dd_distance *f);

#ifdef __cplusplus
}
#endif

#endif
