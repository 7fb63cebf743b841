/* A list of any shape: the one that deletes a value follows a node that it has
 * freed.
 * finds: use-after-free */
#include <heddle/rt.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct heddle_pool nodes;

static void fill(void *at) {
  struct node *n = at;
  n->value = (int)heddle_input("value", -100000, 100000);
  n->next = heddle_lazy(&nodes);
}

static struct node *delete (struct node *list, int value) {
  for (struct node **at = &list; *at;) {
    struct node *n = *at;
    if (n->value == value) {
#ifdef FIXED
      *at = n->next;
      free(n);
#else
      free(n);
      *at = n->next;
#endif
      break;
    }
    at = &n->next;
    if (n->next == n) /* rings of one are no lists */
      break;
  }
  return list;
}

int main(void) {
  heddle_pool_make(&nodes, sizeof(struct node), 2);
  struct node *list = heddle_lazy(&nodes);
  heddle_pool_fill(&nodes, fill);
  /* no ring of two either */
  if (list && list->next && list->next->next == list)
    return 0;
  delete (list, 4711);
  return 0;
}
