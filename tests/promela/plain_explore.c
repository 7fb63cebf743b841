#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "plain.h"

enum { AT_END = -1, QUEUE_MOST = 2, INSIDE_MOST = 2000 };

/* Where nothing is said it is 0, so that equal states are equal bytes. */
struct state {
  int alive; /* processes 0 .. alive - 1 */
  int at[PLAIN_PROCS];
  uint8_t local[PLAIN_PROCS], x, y;
  uint8_t queue[QUEUE_MOST], length;
};

struct walk {
  struct plain_program *p; /* a step that does nothing is put behind it */
  uint64_t most;
  VEC(struct state) states;
  uint32_t *slots; /* 1 + number */
  size_t cap;
  VEC(struct state) inside; /* of atomic sequences, while a state is left */
  VEC(int) inside_who;
  struct plain_result result;
};

/* --- states --------------------------------------------------------------- */

static size_t slot_of(const struct walk *w, const struct state *s) {
  size_t i = hash_bytes(s, sizeof *s) & (w->cap - 1);
  while (w->slots[i] && memcmp(&w->states.at[w->slots[i] - 1], s, sizeof *s))
    i = (i + 1) & (w->cap - 1);
  return i;
}

static void add_state(struct walk *w, const struct state *s) {
  size_t i = slot_of(w, s);
  if (w->slots[i])
    return;
  vec_push(&w->states, *s);
  w->slots[i] = (uint32_t)w->states.len;
  w->result.too_many |= w->states.len > w->most;
}

/* --- values --------------------------------------------------------------- */

static int leaf(const struct state *s, int who, int n) {
  return n == PLAIN_X       ? s->x
         : n == PLAIN_Y     ? s->y
         : n == PLAIN_LOCAL ? s->local[who]
                            : n - 3;
}

static int value(const struct state *s, int who, const struct plain_expr *e) {
  int a = leaf(s, who, e->left), b = leaf(s, who, e->right);
  switch (e->op) {
  case '+':
    return a + b;
  case '-':
    return a - b;
  case '<':
    return a < b;
  case '>':
    return a > b;
  case '=':
    return a == b;
  case '!':
    return a != b;
  case '&':
    return a && b;
  case '|':
    return a || b;
  case '?':
    return s->length > b;
  default:
    return a;
  }
}

static void store(struct state *s, int who, int target, int v) {
  uint8_t *at = target == PLAIN_X   ? &s->x
                : target == PLAIN_Y ? &s->y
                                    : &s->local[who];
  if (target != PLAIN_NOWHERE)
    *at = (uint8_t)v;
}

/* --- what follows --------------------------------------------------------- */

/* The statement behind this one; AT_END behind the last.  *left: an atomic
 * sequence was left on the way. */
static int behind(const struct plain_program *p, int n, bool *left) {
  for (;;) {
    int next = p->nodes[n].next;
    if (next >= 0 && p->nodes[next].kind != PLAIN_BREAK)
      return next;
    bool breaks = next >= 0;
    n = p->nodes[n].around;
    if (breaks) /* out of the loop, which is then done itself */
      while (p->nodes[n].kind != PLAIN_DO)
        n = p->nodes[n].around;
    else if (n < 0)
      return AT_END;
    else if (p->nodes[n].kind == PLAIN_DO)
      return n;
    *left |= p->nodes[n].kind == PLAIN_ATOMIC;
  }
}

/* Is it the last statement of an atomic sequence, behind which control is
 * given up? */
static bool ends_atomic(const struct plain_program *p, int n) {
  int around = p->nodes[n].around;
  return around >= 0 && p->nodes[around].kind == PLAIN_ATOMIC &&
         p->nodes[n].next < 0;
}

/* Where a process is in an atomic sequence when a rendezvous takes control
 * away behind statement n: the end of a selection, and a break, are places of
 * their own, of which it passes those that are followed by something that
 * keeps control. */
static int landing(const struct plain_program *p, int n) {
  bool left = false;
  int to = behind(p, n, &left), here = -1;
  for (;;) {
    int next = p->nodes[n].next, around = p->nodes[n].around;
    bool breaks = next >= 0 && p->nodes[next].kind == PLAIN_BREAK;
    if (next >= 0 && !breaks) {
      bool simple = p->nodes[next].kind < PLAIN_IF;
      return here >= 0 && simple && ends_atomic(p, next) ? here : next;
    }
    if (breaks)
      here = PLAIN_NODES + next;
    while (breaks && p->nodes[around].kind != PLAIN_DO)
      around = p->nodes[around].around;
    if (around < 0 || (p->nodes[around].kind == PLAIN_DO && !breaks))
      return to;
    if (p->nodes[around].kind == PLAIN_ATOMIC)
      return here >= 0 ? here : to;
    if (here >= 0 && ends_atomic(p, around))
      return here;
    here = PLAIN_NODES + around;
    n = around;
  }
}

static bool is_atomic(const struct plain_program *p, int n) {
  for (; n >= 0; n = p->nodes[n].around)
    if (p->nodes[n].kind == PLAIN_ATOMIC)
      return true;
  return false;
}

/* --- steps ---------------------------------------------------------------- */

static bool leave(struct walk *w, const struct state *s, int who, int *offer);

/* The process is behind statement n now; in an atomic sequence it goes on. */
static void arrive(struct walk *w, struct state *s, int who, int n) {
  bool left = false;
  s->at[who] = behind(w->p, n, &left);
  if (!is_atomic(w->p, n) || left) {
    add_state(w, s);
    return;
  }
  for (size_t i = 0; i < w->inside.len; i++)
    if (w->inside_who.at[i] == who && !memcmp(&w->inside.at[i], s, sizeof *s))
      return;
  if (w->inside.len >= INSIDE_MOST) {
    w->result.too_many = true;
    return;
  }
  vec_push(&w->inside, *s);
  vec_push(&w->inside_who, who);
  if (!leave(w, s, who, NULL))
    add_state(w, s);
}

/* Somebody must take it at once. */
static bool offer_message(struct walk *w, const struct state *s, int who, int n,
                          int message) {
  struct state t = *s;
  bool taken = false;
  t.at[who] = landing(w->p, n);
  for (int i = 0; i < s->alive; i++)
    if (i != who)
      taken |= leave(w, &t, i, &message);
  return taken;
}

static bool send(struct walk *w, const struct state *s, int who, int n) {
  const struct plain_node *node = &w->p->nodes[n];
  struct state t = *s;
  int message = (uint8_t)value(s, who, &node->value);
  if (node->channel == PLAIN_R)
    return offer_message(w, s, who, n, message);
  if (s->length == w->p->capacity)
    return false;
  t.queue[t.length++] = (uint8_t)message;
  arrive(w, &t, who, n);
  return true;
}

static bool receive(struct walk *w, const struct state *s, int who, int n,
                    const int *offer) {
  const struct plain_node *node = &w->p->nodes[n];
  struct state t = *s;
  bool meets = node->channel == PLAIN_R;
  if (meets ? !offer : offer || !s->length)
    return false;
  int message = meets ? *offer : s->queue[0];
  if (node->target == PLAIN_NOWHERE && message != node->number)
    return false;
  if (!meets) {
    memmove(t.queue, t.queue + 1, QUEUE_MOST - 1);
    t.queue[QUEUE_MOST - 1] = 0;
    t.length--;
  }
  store(&t, who, node->target, message);
  arrive(w, &t, who, n);
  return true;
}

/* One statement; false: it cannot be done. */
static bool do_node(struct walk *w, const struct state *s, int who, int n,
                    int *offer) {
  const struct plain_node *node = &w->p->nodes[n];
  struct state t = *s;
  if (node->kind == PLAIN_RECEIVE)
    return receive(w, s, who, n, offer);
  if (offer)
    return false;
  switch (node->kind) {
  case PLAIN_SEND:
    return send(w, s, who, n);
  case PLAIN_GUARD:
    if (!value(s, who, &node->value))
      return false;
    break;
  case PLAIN_ASSERT:
    if (!value(s, who, &node->value)) {
      w->result.assertion = true;
      return true;
    }
    break;
  case PLAIN_STEP:
    for (int i = node->options[0]; i >= 0; i = w->p->nodes[i].next)
      store(&t, who, w->p->nodes[i].target,
            value(&t, who, &w->p->nodes[i].value));
    break;
  default: /* PLAIN_ASSIGN */
    store(&t, who, node->target, value(s, who, &node->value));
  }
  arrive(w, &t, who, n);
  return true;
}

/* A step that does nothing and leads to this statement. */
static bool step_to(struct walk *w, const struct state *s, int who, int n) {
  struct state t = *s;
  int before = w->p->node_count; /* as if it stood before it */
  w->p->nodes[before] = (struct plain_node){
      .kind = PLAIN_GUARD, .next = n, .around = w->p->nodes[n].around};
  arrive(w, &t, who, before);
  return true;
}

static bool leave_landing(struct walk *w, const struct state *s, int who,
                          int n) {
  struct state t = *s;
  if (w->p->nodes[n].kind == PLAIN_BREAK)
    return step_to(w, s, who, n);
  arrive(w, &t, who, n);
  return true;
}

static bool do_any(struct walk *w, const struct state *s, int who, int n,
                   int *offer) {
  if (n >= PLAIN_NODES)
    return !offer && leave_landing(w, s, who, n - PLAIN_NODES);
  const struct plain_node *node = &w->p->nodes[n];
  bool any = false;
  if (node->kind == PLAIN_ATOMIC)
    return do_any(w, s, who, node->options[0], offer);
  if (node->kind != PLAIN_IF && node->kind != PLAIN_DO)
    return do_node(w, s, who, n, offer);
  for (int i = 0; i < node->option_count; i++)
    any |= do_node(w, s, who, node->options[i], offer);
  if (!any && node->has_else && !offer)
    any = step_to(w, s, who, node->options[node->option_count]);
  return any;
}

/* Everything a process can do; with an offer: everything that takes it. */
static bool leave(struct walk *w, const struct state *s, int who, int *offer) {
  if (s->at[who] != AT_END)
    return do_any(w, s, who, s->at[who], offer);
  if (offer || who + 1 != s->alive) /* the youngest goes first */
    return false;
  struct state t = *s;
  t.at[who] = 0;
  t.local[who] = 0;
  t.alive--;
  add_state(w, &t);
  return true;
}

static void expand(struct walk *w, const struct state *s) {
  bool any = false, ended = true;
  w->inside.len = w->inside_who.len = 0;
  for (int i = 0; i < s->alive; i++)
    any |= leave(w, s, i, NULL);
  for (int i = 0; i < s->alive; i++)
    ended &= s->at[i] == AT_END;
  w->result.deadlock |= !any && !ended;
}

struct plain_result plain_explore(const struct plain_program *p,
                                  uint64_t most) {
  struct plain_program own = *p;
  struct walk w = {.p = &own, .most = most};
  struct state first;
  memset(&first, 0, sizeof first);
  first.alive = p->proc_count;
  for (int i = 0; i < p->proc_count; i++)
    first.at[i] = p->body[i];
  for (w.cap = 64; w.cap < 4 * most + 64 * PLAIN_NODES;)
    w.cap *= 2;
  w.slots = alloc_zero(w.cap, sizeof *w.slots);
  add_state(&w, &first);
  for (size_t i = 0; i < w.states.len && !w.result.too_many; i++) {
    struct state s = w.states.at[i];
    expand(&w, &s);
  }
  w.result.states = w.states.len;
  vec_free(&w.states);
  vec_free(&w.inside);
  vec_free(&w.inside_who);
  free(w.slots);
  return w.result;
}
