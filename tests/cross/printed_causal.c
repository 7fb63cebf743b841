#include "printed_causal.h"

#include "base/vec.h"

struct ids {
  VEC(uint32_t) at; /* ascending */
};

struct sub_queue {
  uint32_t id;
  object_id port;
  process_id sender;
  VEC(uint64_t) messages; /* by when they were sent, oldest first */
  struct ids parents;
};

struct printed {
  const struct model *m;
  uint64_t sent;
  uint32_t next_id;
  /* Those of one queue stand in their order. */
  VEC(struct sub_queue) subs;
};

static void ids_add(struct ids *s, uint32_t id) {
  vec_each(&s->at, x) if (*x == id) return;
  vec_push(&s->at, id);
  for (size_t i = s->at.len - 1; i && s->at.at[i - 1] > id; i--) {
    s->at.at[i] = s->at.at[i - 1];
    s->at.at[i - 1] = id;
  }
}

static void ids_remove(struct ids *s, uint32_t id) {
  size_t kept = 0;
  vec_each(&s->at, x) if (*x != id) s->at.at[kept++] = *x;
  s->at.len = kept;
}

/* --- queues --------------------------------------------------------------- */

/* An empty sub-queue at the end of a queue; its place in subs. */
static size_t append(struct printed *p, object_id port, process_id sender) {
  struct sub_queue q = {.id = p->next_id++, .port = port, .sender = sender};
  vec_push(&p->subs, q);
  return p->subs.len - 1;
}

static bool of_queue(const struct sub_queue *q, object_id port,
                     process_id sender) {
  return q->port == port && q->sender == sender;
}

/* The first or last sub-queue, or SIZE_MAX when there is none. */
static size_t first_of(const struct printed *p, object_id port,
                       process_id sender) {
  for (size_t i = 0; i < p->subs.len; i++)
    if (of_queue(&p->subs.at[i], port, sender))
      return i;
  return SIZE_MAX;
}

static size_t last_of(const struct printed *p, object_id port,
                      process_id sender) {
  for (size_t i = p->subs.len; i-- > 0;)
    if (of_queue(&p->subs.at[i], port, sender))
      return i;
  return SIZE_MAX;
}

static void sub_queue_free(struct sub_queue *q) {
  vec_free(&q->messages);
  vec_free(&q->parents.at);
}

struct printed *printed_new(const struct model *m) {
  struct printed *p = alloc_zero(1, sizeof *p);
  p->m = m;
  for (object_id o = 0; o < m->object_count; o++)
    for (process_id j = 0; j < m->process_count; j++)
      if (m->objects[o].kind == OBJECT_PORT && m->objects[o].to != j)
        append(p, o, j);
  return p;
}

struct printed *printed_copy(const struct printed *p) {
  struct printed *c = alloc_zero(1, sizeof *c);
  *c = (struct printed){.m = p->m, .sent = p->sent, .next_id = p->next_id};
  vec_each(&p->subs, q) {
    struct sub_queue n = {.id = q->id, .port = q->port, .sender = q->sender};
    vec_each(&q->messages, x) vec_push(&n.messages, *x);
    vec_each(&q->parents.at, x) vec_push(&n.parents.at, *x);
    vec_push(&c->subs, n);
  }
  return c;
}

void printed_free(struct printed *p) {
  if (!p)
    return;
  vec_each(&p->subs, q) sub_queue_free(q);
  vec_free(&p->subs);
  free(p);
}

/* --- send and receive ----------------------------------------------------- */

void printed_send(struct printed *p, object_id port, process_id sender) {
  size_t last = last_of(p, port, sender);
  assert(last != SIZE_MAX); /* no queue for messages to oneself */
  vec_push(&p->subs.at[last].messages, p->sent);
  p->sent++;
}

bool printed_in_frontier(const struct printed *p, object_id port,
                         process_id sender) {
  size_t first = first_of(p, port, sender);
  return first != SIZE_MAX && p->subs.at[first].messages.len &&
         !p->subs.at[first].parents.at.len;
}

/* The first task: takes the oldest message out, and the sub-queue if it was
 * the only one in it.  When it was sent. */
static uint64_t take_first(struct printed *p, object_id port,
                           process_id sender) {
  size_t first = first_of(p, port, sender);
  struct sub_queue *q = &p->subs.at[first];
  uint64_t when = q->messages.at[0];
  for (size_t i = 1; i < q->messages.len; i++)
    q->messages.at[i - 1] = q->messages.at[i];
  q->messages.len--;
  if (q->messages.len)
    return when;
  struct sub_queue gone = *q;
  for (size_t i = first + 1; i < p->subs.len; i++)
    p->subs.at[i - 1] = p->subs.at[i];
  p->subs.len--;
  vec_each(&p->subs, child) ids_remove(&child->parents, gone.id);
  sub_queue_free(&gone);
  if (first_of(p, port, sender) == SIZE_MAX)
    append(p, port, sender);
  return when;
}

/* The second task at one port: `by` has received what `from` sent at `when`.
 * The numbers are those of L. */
static void update(struct printed *p, object_id port, process_id by,
                   process_id from, uint64_t when) {
  size_t u = last_of(p, port, from), before = 0;
  while (before < p->subs.at[u].messages.len &&
         p->subs.at[u].messages.at[before] < when)
    before++; /* 1 */
  if (!before)
    return; /* 2 */
  size_t v = append(p, port, from);
  struct sub_queue *q = &p->subs.at[u];
  for (size_t i = before; i < q->messages.len; i++)
    vec_push(&p->subs.at[v].messages, q->messages.at[i]);
  q->messages.len = before;
  size_t w = last_of(p, port, by);
  if (p->subs.at[w].messages.len)
    w = append(p, port, by);                         /* 3 */
  ids_add(&p->subs.at[w].parents, p->subs.at[u].id); /* 4 */
}

void printed_receive(struct printed *p, object_id port, process_id sender) {
  assert(printed_in_frontier(p, port, sender));
  process_id receiver = p->m->objects[port].to;
  uint64_t when = take_first(p, port, sender);
  for (object_id o = 0; o < p->m->object_count; o++) {
    const struct object *object = &p->m->objects[o];
    if (object->kind == OBJECT_PORT && object->to != receiver &&
        object->to != sender)
      update(p, o, receiver, sender, when);
  }
}

/* --- showing -------------------------------------------------------------- */

/* "P1.2": the second sub-queue of P1. */
static void show_name(const struct printed *p, uint32_t id, struct text *out) {
  const struct sub_queue *q = p->subs.at;
  while (q->id != id)
    q++;
  uint32_t number = 1;
  for (const struct sub_queue *x = p->subs.at; x < q; x++)
    number += of_queue(x, q->port, q->sender);
  text_printf(out, "%s.%u", p->m->processes[q->sender].name, number);
}

static void show_queue(const struct printed *p, object_id port,
                       process_id sender, struct text *out) {
  size_t first = first_of(p, port, sender);
  if (first == SIZE_MAX ||
      (first == last_of(p, port, sender) && !p->subs.at[first].messages.len &&
       !p->subs.at[first].parents.at.len))
    return;
  text_printf(out, "%s%s:", out->len ? "; " : "", p->m->processes[sender].name);
  for (size_t i = first; i < p->subs.len; i++) {
    const struct sub_queue *q = &p->subs.at[i];
    if (!of_queue(q, port, sender))
      continue;
    text_printf(out, "%s %zu", i == first ? "" : ",", q->messages.len);
    vec_each(&q->parents.at, x) {
      text_add(out, x == q->parents.at.at ? " after " : " and ");
      show_name(p, *x, out);
    }
  }
}

void printed_show(const struct printed *p, object_id port, struct text *out) {
  struct text one = {0};
  for (process_id j = 0; j < p->m->process_count; j++)
    show_queue(p, port, j, &one);
  text_add(out, text_str(&one));
  text_free(&one);
}
