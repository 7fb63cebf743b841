#include "explore/grow.h"

#include <string.h>

#include "base/sound.h"
#include "explore/queue.h"
#include "explore/search.h"

void grow_open(struct grow *g, const struct model *m) {
  *g = (struct grow){0};
  for (object_id o = 0; o < m->object_count; o++) {
    struct grow_port p = {.port = o, .bound = SIZE_MAX};
    if (m->objects[o].kind == OBJECT_PORT &&
        m->objects[o].capacity == UNBOUNDED)
      vec_push(&g->ports, p);
  }
  g->seen = alloc_zero(g->ports.len + 1, sizeof *g->seen);
}

void grow_close(struct grow *g) {
  vec_free(&g->ports);
  free(g->seen);
}

bool grow_cuts(const struct grow *g, struct parts *ps, const value_id *values,
               struct words *scratch, object_id *port) {
  if (!g->cuts)
    return false;
  vec_each(&g->ports, p) {
    part_id part = ps->of_object[p->port];
    if (p->bound == SIZE_MAX)
      continue;
    parts_words(ps, part, values[part], scratch);
    *port = p->port;
    if (queue_count(ps->model, p->port, scratch) > p->bound)
      return true;
  }
  return false;
}

/* --- the run to a state --------------------------------------------------- */

/* A message that was sent on the way. */
struct letter {
  object_id port;
  process_id sender;
  uint32_t sent, received; /* by which leap; received NONE: it is still there */
  bool oldest;             /* of its port, when it was received */
};

/* The states on the way, the last first, and what happened in between. */
struct way {
  VEC(state_id) states;
  VEC(struct letter) letters; /* as they were sent */
};

static const struct edge *edge_of(const struct model *m, const struct model_step *s) {
  return &m->processes[s->process].edges[s->edge];
}

/* Which message of the port is taken: of the sender, where the step says so,
 * the oldest; under async any will do. */
static void take_letter(const struct model *m, struct way *w,
                        const struct model_step *s, uint32_t leap) {
  bool by_sender =
      m->scheme == SCHEME_FIFO || m->scheme == SCHEME_CAUSAL;
  bool oldest = true;
  vec_each(&w->letters, l) {
    if (l->port != s->object || l->received != NONE)
      continue;
    if (!by_sender || l->sender == (process_id)s->choice) {
      l->received = leap;
      l->oldest = oldest;
      return;
    }
    oldest = false;
  }
}

/* Leap number 0 is the last one. */
static void add_leap(struct search *s, struct way *w, uint32_t leap) {
  const struct model *m = s->model;
  struct leaps found = {0};
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  store_get(&s->store, w->states.at[leap], words);
  expand_find(&s->expanders[0], w->states.at[leap + 1], words, &found);
  vec_each(&found.steps, step) {
    enum action a = edge_of(m, step)->action;
    if (step->object == NONE || m->objects[step->object].kind != OBJECT_PORT)
      continue;
    struct letter l = {step->object, step->process, leap, NONE, false};
    if (a == ACT_SEND)
      vec_push(&w->letters, l);
    else if (a == ACT_RECEIVE)
      take_letter(m, w, step, leap);
  }
  vec_free(&found.steps);
  free(words);
}

static void way_open(struct search *s, struct way *w, state_id id) {
  EXPECTS(id < s->store.count);
  for (state_id at = id; at; at = store_parent(&s->store, at))
    vec_push(&w->states, at);
  vec_push(&w->states, 0);
}

/* What happened in every leap; costly, so only when it is asked for. */
static void way_follow(struct search *s, struct way *w) {
  s->expanders[0].note_seen = s->note_seen.at; /* it may have moved */
  s->expanders[0].note_seen_len = s->note_seen.len;
  if (!w->letters.len)
    for (uint32_t leap = (uint32_t)w->states.len - 1; leap-- > 0;)
      add_leap(s, w, leap);
}

static void way_close(struct way *w) {
  vec_free(&w->states);
  vec_free(&w->letters);
}

/* Whether it lay in its port `ago` leaps before the end. */
static bool lay_there(const struct letter *l, uint32_t ago) {
  return l->sent >= ago && (l->received == NONE || l->received < ago);
}

/* --- contents ------------------------------------------------------------- */

static bool by_sender(const struct model *m) {
  return m->scheme == SCHEME_FIFO;
}

static size_t entry_words(const struct model *m, const int32_t *entry) {
  size_t head = by_sender(m) ? 2 : 1;
  return head + m->messages[entry[head - 1]].arity;
}

static bool same_entry(const struct model *m, const int32_t *a,
                       const int32_t *b) {
  size_t words = entry_words(m, a);
  return entry_words(m, b) == words && !memcmp(a, b, words * sizeof *a);
}

/* Every message of the one is in the other; both are in order. */
static bool has_all(const struct model *m, const struct words *of,
                    const struct words *in) {
  size_t i = 0, k = 0;
  while (i < of->len && k < in->len) {
    if (same_entry(m, of->at + i, in->at + k))
      i += entry_words(m, of->at + i);
    k += entry_words(m, in->at + k);
  }
  return i == of->len;
}

/* The messages of one sender, under mailbox order of all: from *at up to what
 * is returned. */
static size_t of_sender(const struct model *m, const struct words *w,
                        process_id sender, size_t *at) {
  bool all = !by_sender(m);
  size_t end = 0;
  while (!all && end < w->len && w->at[end] != (int32_t)sender)
    end += entry_words(m, w->at + end);
  *at = end;
  while (end < w->len && (all || w->at[end] == (int32_t)sender))
    end += entry_words(m, w->at + end);
  return end;
}

/* The later contents begin with the earlier ones. */
static bool begins(const struct model *m, const struct words *early,
                   const struct words *late) {
  for (process_id p = 0; p < m->process_count; p++) {
    size_t a, b;
    size_t words = of_sender(m, early, p, &a) - a;
    size_t room = of_sender(m, late, p, &b) - b;
    if (words > room ||
        (words &&
         memcmp(early->at + a, late->at + b, words * sizeof *late->at) != 0))
      return false;
  }
  return true;
}

/* No more was received since then than was there: of each sender, or where
 * nobody asks who sent it, of all. */
static bool had_enough(const struct model *m, const struct way *w,
                       object_id port, uint32_t ago) {
  EXPECTS(port < m->object_count);
  for (process_id p = 0; p < m->process_count; p++) {
    size_t there = 0, received = 0;
    vec_each(&w->letters, l) {
      if (l->port != port || (by_sender(m) && l->sender != p))
        continue;
      there += lay_there(l, ago);
      received += l->received < ago;
    }
    if (received > there)
      return false;
  }
  return true;
}

/* --- causal order --------------------------------------------------------- */

/* The entry of the net with this port and sender that has `nth` of them
 * before it: where it is in the words. */
static const int32_t *net_entry(const struct model *m, const struct words *w,
                                const struct letter *l, size_t nth) {
  const int32_t *e = w->at + 1;
  for (int32_t i = 0; i < w->at[0]; i++) {
    if (e[0] == (int32_t)l->port && e[1] == (int32_t)l->sender && !nth--)
      return e;
    e += 3 + m->messages[e[2]].arity;
  }
  return NULL;
}

static bool same_net_entry(const struct model *m, const int32_t *a,
                           const int32_t *b) {
  return a && b && a[1] == b[1] && a[2] == b[2] &&
         !memcmp(a, b, (3 + m->messages[a[2]].arity) * sizeof *a);
}

/* The i-th message, by arrival, of a port; and how many of its sender lay
 * there before it. */
static const struct letter *arrival(const struct way *w, object_id port,
                                    uint32_t ago, size_t i, size_t *nth) {
  const struct letter *found = NULL;
  size_t k = 0;
  vec_each(&w->letters, l)
    if (l->port == port && lay_there(l, ago) && k++ == i) {
      found = l;
      break;
    }
  *nth = 0;
  vec_each(&w->letters, l)
    *nth += l < found && l->port == port && lay_there(l, ago) &&
            l->sender == found->sender;
  return found;
}

static bool net_port_again(const struct model *m, const struct way *w,
                           object_id port, uint32_t ago,
                           const struct words *early,
                           const struct words *late) {
  EXPECTS(port < m->object_count);
  size_t before = 0, now = 0, a, b;
  vec_each(&w->letters, l) {
    before += l->port == port && lay_there(l, ago);
    now += l->port == port && lay_there(l, 0);
  }
  if (now < before ||
      (now > before && m->objects[port].capacity != UNBOUNDED) ||
      (now > before && !had_enough(m, w, port, ago)))
    return false;
  for (size_t i = 0; i < before; i++) {
    const struct letter *x = arrival(w, port, ago, i, &a);
    const struct letter *y = arrival(w, port, 0, i, &b);
    if (!same_net_entry(m, net_entry(m, early, x, a),
                        net_entry(m, late, y, b)))
      return false;
  }
  return true;
}

static bool net_again(const struct model *m, const struct way *w, uint32_t ago,
                      const struct words *early, const struct words *late) {
  vec_each(&w->letters, l)
    if (l->received < ago && !l->oldest)
      return false;
  for (object_id o = 0; o < m->object_count; o++)
    if (m->objects[o].kind == OBJECT_PORT &&
        !net_port_again(m, w, o, ago, early, late))
      return false;
  return true;
}

/* --- states --------------------------------------------------------------- */

static const struct grow_port *port_of_part(const struct search *s,
                                            part_id part) {
  vec_each(&s->grow.ports, p)
    if (s->parts.of_object[p->port] == part)
      return p;
  return NULL;
}

static void values_of(struct search *s, state_id id, value_id *values) {
  EXPECTS(id < s->store.count && values);
  struct expander *x = &s->expanders[0];
  store_get(&s->store, id, x->words);
  layout_unpack(&s->layout, x->words, values);
}

/* Whether this part, a port without bound or all ports, lets the steps since
 * then be taken again. */
static bool part_again(struct search *s, const struct way *w, part_id part,
                       uint32_t ago, value_id early, value_id late) {
  EXPECTS(part < s->parts.count);
  const struct model *m = s->model;
  object_id port = port_of_part(s, part)->port;
  struct words from = {0}, to = {0};
  parts_words(&s->parts, part, early, &from);
  parts_words(&s->parts, part, late, &to);
  bool ok = m->scheme == SCHEME_ASYNC    ? has_all(m, &from, &to)
            : m->scheme == SCHEME_CAUSAL ? net_again(m, w, ago, &from, &to)
                                         : begins(m, &from, &to) &&
                                               had_enough(m, w, port, ago);
  words_free(&from);
  words_free(&to);
  return ok;
}

static bool all_again(struct search *s, const struct way *w, uint32_t ago,
                      const value_id *early, const value_id *late) {
  for (part_id i = 0; i < s->parts.count; i++)
    if (port_of_part(s, i) && early[i] != late[i] &&
        !part_again(s, w, i, ago, early[i], late[i]))
      return false;
  return true;
}

/* Only ports without bound differ. */
static bool alike(struct search *s, const value_id *early,
                  const value_id *late) {
  for (part_id i = 0; i < s->parts.count; i++)
    if (early[i] != late[i] && !port_of_part(s, i))
      return false;
  return true;
}

static size_t held(struct search *s, object_id port, const value_id *values) {
  EXPECTS(port < s->model->object_count);
  struct words w = {0};
  part_id part = s->parts.of_object[port];
  parts_words(&s->parts, part, values[part], &w);
  size_t n = queue_count(s->model, port, &w);
  words_free(&w);
  return n;
}

static void set_bound(struct search *s, struct grow_port *p, size_t bound,
                      bool proved) {
  p->bound = bound;
  p->proved = proved;
  s->grow.cuts = true;
}

static void note_growth(struct search *s, const value_id *early,
                        const value_id *late) {
  vec_each(&s->grow.ports, p) {
    size_t before = held(s, p->port, early), now = held(s, p->port, late);
    if (now > before && !p->proved)
      set_bound(s, p, now > GROW_SHOWN ? now : GROW_SHOWN, true);
  }
}

/* Goes back along the run to this state. */
static void look_back(struct search *s, state_id id) {
  EXPECTS(id < s->store.count);
  struct way w = {0};
  value_id *late = alloc_zero(s->parts.count, sizeof *late);
  value_id *early = alloc_zero(s->parts.count, sizeof *early);
  values_of(s, id, late);
  way_open(s, &w, id);
  for (uint32_t ago = 1; ago < w.states.len; ago++) {
    if (progress_stopped(s->options.progress))
      break;
    values_of(s, w.states.at[ago], early);
    if (!alike(s, early, late))
      continue;
    way_follow(s, &w);
    if (all_again(s, &w, ago, early, late))
      note_growth(s, early, late);
  }
  way_close(&w);
  free(late);
  free(early);
}

/* The longest of the values that came since the last look; 0: none is longer
 * than what was known. */
static size_t longer(struct search *s, size_t i) {
  EXPECTS(i < s->grow.ports.len);
  struct grow_port *p = &s->grow.ports.at[i];
  part_id part = s->parts.of_object[p->port];
  value_id count = s->parts.at[part].count;
  struct words w = {0};
  size_t most = 0;
  for (value_id v = s->grow.seen[i]; v < count; v++) {
    parts_words(&s->parts, part, v, &w);
    size_t n = queue_count(s->model, p->port, &w);
    most = n > most ? n : most;
  }
  s->grow.seen[i] = count;
  words_free(&w);
  return most > p->longest ? most : 0;
}

static void look_at(struct search *s, struct grow_port *p, state_id id,
                    const value_id *values) {
  EXPECTS(id < s->store.count);
  enum { CLOSELY = 16 };
  p->longest = held(s, p->port, values);
  if (p->longest <= CLOSELY || p->longest / 2 >= p->looked) {
    p->looked = p->longest;
    look_back(s, id);
  }
}

void grow_look(struct search *s) {
  value_id *values = alloc_zero(s->parts.count, sizeof *values);
  for (size_t i = 0; i < s->grow.ports.len; i++) {
    struct grow_port *p = &s->grow.ports.at[i];
    size_t most = p->proved ? 0 : longer(s, i);
    if (!most)
      continue;
    for (state_id id = s->grow.states; id < s->store.count; id++) {
      values_of(s, id, values);
      if (held(s, p->port, values) > p->longest) {
        look_at(s, p, id, values);
        break;
      }
    }
    if (!p->proved && p->longest > GROW_FAR)
      set_bound(s, p, GROW_FAR, false);
  }
  s->grow.states = s->store.count;
  free(values);
}
