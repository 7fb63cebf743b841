/* picture: a random model as the test sees it.
 *
 * The test keeps its own picture of a model and writes it as text; Heddle
 * reads the text.  Nothing of src/cover is used here or in brute.c. */
#ifndef TESTS_COVER_PICTURE_H
#define TESTS_COVER_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "base/text.h"

enum { CLASS_MORE = 3 };
enum { PARAMS = 6, LEVELS = 5, NODES = 96, RULES = 6, RELATIONS = 2 };

enum node_op {
  NODE_AND, NODE_OR, NODE_NOT,
  NODE_IF, /* a then b else c, or c = -1 */
  NODE_EQ, NODE_NE, NODE_LT, NODE_LE, NODE_GT, NODE_GE,
  NODE_IN, NODE_NOT_IN, NODE_LIKE, NODE_NEGATIVE, NODE_POSITIVE,
};

/* What stands on the right of a comparison. */
enum right { RIGHT_VALUE, RIGHT_NUMBER, RIGHT_PARAM };
/* How the left side is made of parameters p and q. */
enum left { LEFT_PARAM, LEFT_SUM, LEFT_DIFFERENCE, LEFT_TWICE, LEFT_MODULO };

struct node {
  enum node_op op;
  int a, b, c;    /* nodes */
  enum left left; /* of a comparison of numbers */
  enum right right;
  int p, q, r;    /* parameters: p (and q) on the left, r on the right */
  int value;      /* of p, for RIGHT_VALUE */
  int number;
  unsigned set;   /* values of p, for IN */
  int pattern;
};

struct value_picture {
  int number;
  const char *name; /* when its parameter is text */
  bool negative, alias, weight;
  bool is_class; /* with the CLASS_MORE numbers that follow its own */
};

struct param_picture {
  int level;
  bool numeric, result;
  int order;  /* own strength, or 0 */
  int needs;  /* parameter that must have its first value, or -1 */
  struct value_picture values[LEVELS];
};

struct picture {
  int params, rules, relations, used, strength;
  struct param_picture param[PARAMS];
  struct node nodes[NODES];
  int roots[RULES];
  struct {
    unsigned members;
    int strength; /* 0: none written */
  } relation[RELATIONS];
  bool case_sensitive;
  bool broken; /* cannot be written as it is: a step of shrinking too far */
};

extern const char *const picture_patterns[];

void picture_draw(struct picture *g, uint64_t seed);
void picture_print(const struct picture *g, struct text *out);
/* The nth way to make it smaller, or false when there is none. */
bool picture_shrink(const struct picture *g, int nth, struct picture *out);
/* Whether a rule or a condition is about the parameter. */
bool picture_mentions(const struct picture *g, int p);
/* Values of a parameter, "absent" counted. */
static inline int picture_levels(const struct picture *g, int p) {
  return g->param[p].level + (g->param[p].needs >= 0);
}

#endif
