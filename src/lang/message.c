#include <string.h>

#include "base/sound.h"
#include "base/text.h"
#include "lang/resolve.h"

object_id object_add(struct resolver *r, struct object o, uint32_t carrier,
                     token_id at) {
  if (r->objects.len >= OBJECTS_MAX) {
    resolve_full(r, at, "objects", OBJECTS_MAX);
    return 0;
  }
  o.place = resolve_place(r, at);
  vec_push(&r->objects, o);
  vec_push(&r->object_carriers, carrier);
  return (object_id)(r->objects.len - 1);
}

/* --- messages ------------------------------------------------------------- */

static message_id add_message(struct resolver *r, token_id name) {
  EXPECTS(name < r->tokens->at.len);
  if (r->messages.len >= MESSAGES_MAX) {
    resolve_full(r, name, "messages", MESSAGES_MAX);
    return NONE;
  }
  const char *text = resolve_name(r, name);
  struct message m = {.name = arena_string(r->arena, text, strlen(text))};
  vec_push(&r->messages, m);
  struct message_info info = {.token = name};
  vec_push(&r->message_infos, info);
  r->message_of[r->tokens->at.at[name].value] = (uint32_t)r->messages.len;
  return (message_id)(r->messages.len - 1);
}

static message_id find_message(const struct resolver *r, token_id name) {
  EXPECTS(name < r->tokens->at.len);
  return r->message_of[r->tokens->at.at[name].value] - 1;
}

static bool same_payload(const struct message *m, const struct range *ranges,
                         uint32_t arity) {
  EXPECTS(ranges || !arity);
  if (m->arity != arity)
    return false;
  for (uint32_t i = 0; i < arity; i++)
    if (m->payload[i].lo != ranges[i].lo || m->payload[i].hi != ranges[i].hi)
      return false;
  return true;
}

/* One name, one signature. */
static message_id declare_message(struct resolver *r,
                                  const struct ast_message *a) {
  if (a->arity > ARITY_MAX) {
    resolve_error(r, a->name, NULL, "more than %d values in a message",
                  ARITY_MAX);
    return NONE;
  }
  struct range *ranges = arena_array(r->arena, struct range, a->arity);
  uint32_t n = 0;
  for (const struct ast_type *t = a->payload; t; t = t->next)
    if (!const_type(r, t, &ranges[n++]))
      return NONE;
  message_id id = find_message(r, a->name);
  if (id == NONE)
    id = add_message(r, a->name);
  if (id == NONE)
    return NONE;
  struct message_info *info = &r->message_infos.at[id];
  struct message *m = &r->messages.at[id];
  if (!info->declared) {
    info->declared = true;
    info->token = a->name;
    m->arity = a->arity;
    m->payload = ranges;
  } else if (!same_payload(m, ranges, a->arity)) {
    resolve_error(r, a->name, "one name, one payload",
                  "message '%s' is declared with another payload in line %u",
                  m->name, r->tokens->at.at[info->token].line);
  }
  return id;
}

static void declare_messages(struct resolver *r, uint32_t carrier,
                             const struct ast_message *list) {
  for (const struct ast_message *a = list; a; a = a->next) {
    message_id m = declare_message(r, a);
    if (m != NONE)
      map_put(&r->alphabets, (uint64_t)carrier << 32 | m, 1);
  }
}

message_id message_use(struct resolver *r, token_id name, uint32_t arity) {
  message_id id = find_message(r, name);
  if (id == NONE)
    id = add_message(r, name);
  if (id == NONE)
    return NONE;
  const struct message *m = &r->messages.at[id];
  const struct message_info *info = &r->message_infos.at[id];
  if (m->arity == arity)
    return id;
  if (!info->declared)
    resolve_error(r, name, "declare them: 'channel P -> Q [2]: m(0..3)'",
                  "message '%s' is not declared with values", m->name);
  else
    resolve_error(r, name, NULL,
                  "message '%s' has %u value%s, not %u (line %u)", m->name,
                  m->arity, m->arity == 1 ? "" : "s", arity,
                  r->tokens->at.at[info->token].line);
  return NONE;
}

static const char *suggest_message(struct resolver *r, uint32_t carrier,
                                   token_id at) {
  VEC(const char *) near = {0};
  for (message_id m = 0; m < r->messages.len && near.len < 1000; m++)
    if (map_get(&r->alphabets, (uint64_t)carrier << 32 | m))
      vec_push(&near, r->messages.at[m].name);
  const char *hint = scope_suggest(r, at, near.at, near.len);
  vec_free(&near);
  return hint;
}

bool message_carry(struct resolver *r, object_id object, message_id m,
                   token_id at, bool send) {
  uint32_t carrier = r->object_carriers.at[object];
  const struct carrier *c = &r->carriers.at[carrier];
  uint64_t key = (uint64_t)carrier << 32 | m;
  if (c->has_messages && !map_get(&r->alphabets, key))
    return resolve_error(r, at, suggest_message(r, carrier, at),
                         "'%s' does not carry '%s' (declared in line %u)",
                         r->objects.at[object].name, r->messages.at[m].name,
                         r->tokens->at.at[c->token].line);
  if (r->dead)
    return true;
  bool added;
  uint64_t *index = map_at(&r->traffic_of, key, &added);
  if (added) {
    struct traffic t = {.carrier = carrier, .message = m};
    *index = r->traffic.len;
    vec_push(&r->traffic, t);
  }
  struct traffic *t = &r->traffic.at[*index];
  token_id *use = send ? &t->sent : &t->received;
  if (!*use)
    *use = at;
  return true;
}

void message_warnings(struct resolver *r) {
  vec_each(&r->traffic, t) {
    const char *name = r->messages.at[t->message].name;
    const char *to = r->carriers.at[t->carrier].to;
    if (!t->received)
      resolve_warning(r, t->sent, NULL,
                      "'%s' is sent to %s, which never receives it", name, to);
    else if (!t->sent)
      resolve_warning(r, t->received, NULL,
                      "'%s' is received by %s, but nobody sends it", name, to);
  }
}

static uint32_t add_carrier(struct resolver *r, token_id at, bool has_messages,
                            const char *to) {
  struct carrier c = {.token = at, .has_messages = has_messages, .to = to};
  vec_push(&r->carriers, c);
  return (uint32_t)(r->carriers.len - 1);
}

static bool capacity_of(struct resolver *r, const struct ast_expr *e,
                        uint32_t *out) {
  int64_t value;
  if (!const_value(r, e, "the capacity", &value))
    return false;
  *out = (uint32_t)value;
  if (value < 1)
    return resolve_error(r, e->token, NULL, "capacity %lld: at least 1",
                         (long long)value);
  return value <= CAPACITY_MAX ||
         resolve_error(r, e->token, NULL, "capacity of more than %d",
                       CAPACITY_MAX);
}

/* --- channels ------------------------------------------------------------- */

static struct process_info *channel_process(struct resolver *r,
                                            const struct ast_end *end) {
  struct entity *x = scope_process(r, end->name, false);
  if (!x || x->bad)
    return NULL;
  const char *name = resolve_name(r, end->name);
  if (x->process->ast->thread)
    resolve_error(r, end->name, "give the thread a port",
                  "'%s' is a thread; channels join processes", name);
  else if (x->process->ast->index && !end->index)
    resolve_error(r, end->name, "name[i: lo..hi] is all of them",
                  "'%s' is an array: write %s[...]", name, name);
  else if (!x->process->ast->index && end->index)
    resolve_error(r, end->name, NULL, "'%s' is no array", name);
  else
    return x->process->count ? x->process : NULL;
  return NULL;
}

/* The values a binder takes; one value without a binder. */
static bool bind_end(struct resolver *r, const struct ast_end *end,
                     struct range *range, struct entity **bound) {
  *range = (struct range){0, 0};
  *bound = NULL;
  if (!end->binder)
    return true;
  if (!const_range(r, end->index, end->hi, "a bound", range))
    return false;
  *bound = scope_local(r, end->binder, ENTITY_CONST);
  if (*bound)
    (*bound)->state = ENTITY_DONE;
  return *bound;
}

static bool end_process(struct resolver *r, const struct ast_end *end,
                        const struct process_info *p,
                        const struct entity *bound, process_id *out) {
  int64_t index = p->lo;
  if (bound)
    index = bound->value;
  else if (end->index && !const_value(r, end->index, "the index", &index))
    return false;
  if (index < p->lo || index - p->lo >= p->count)
    return resolve_error(r, end->name, NULL,
                         "there is no %s[%lld]: it goes from %lld to %lld",
                         resolve_name(r, end->name), (long long)index,
                         (long long)p->lo, (long long)(p->lo + p->count - 1));
  *out = p->first + (uint32_t)(index - p->lo);
  return true;
}

static bool add_channel(struct resolver *r, const struct ast_channel *c,
                        process_id from, process_id to, uint32_t capacity,
                        uint32_t carrier) {
  const char *a = r->processes.at[from].name, *b = r->processes.at[to].name;
  bool added;
  if (from == to)
    return resolve_error(r, c->from.name, NULL, "a channel from %s to itself",
                         a);
  uint64_t *object = map_at(&r->channels, (uint64_t)from << 32 | to, &added);
  if (!added)
    return resolve_error(r, c->from.name, NULL,
                         "a second channel from %s to %s (line %u has one)", a,
                         b, r->objects.at[*object].place.line);
  struct object o = {.kind = OBJECT_CHANNEL,
                     .name = arena_printf(r->arena, "%s->%s", a, b),
                     .from = from,
                     .to = to,
                     .capacity = capacity};
  *object = object_add(r, o, carrier, c->token);
  return true;
}

bool channel_declare(struct resolver *r, struct ast_channel *c) {
  struct process_info *from = channel_process(r, &c->from);
  struct process_info *to = channel_process(r, &c->to);
  uint32_t capacity = 0;
  bool ok = capacity_of(r, c->capacity, &capacity);
  uint32_t carrier =
      add_carrier(r, c->token, c->has_messages,
                  to ? arena_string(r->arena, resolve_name(r, c->to.name),
                                    strlen(resolve_name(r, c->to.name)))
                     : "");
  declare_messages(r, carrier, c->messages);
  if (!from || !to || !ok)
    return false;
  struct range a = {0, 0}, b = {0, 0};
  struct entity *bound_a, *bound_b = NULL;
  size_t mark = scope_mark(r);
  ok = bind_end(r, &c->from, &a, &bound_a) && bind_end(r, &c->to, &b, &bound_b);
  for (int64_t i = a.lo; ok && i <= a.hi; i++)
    for (int64_t j = b.lo; ok && j <= b.hi && !r->full; j++) {
      process_id p, q;
      if (bound_a)
        bound_a->value = i;
      if (bound_b)
        bound_b->value = j;
      ok = end_process(r, &c->from, from, bound_a, &p) &&
           end_process(r, &c->to, to, bound_b, &q) &&
           add_channel(r, c, p, q, capacity, carrier);
    }
  scope_release(r, mark);
  return ok;
}

/* --- ports ---------------------------------------------------------------- */

static void add_ports(struct flow *f, const struct ast_port *p, struct cells *c,
                      uint32_t capacity) {
  struct resolver *r = f->r;
  const char *owner = r->processes.at[f->process].name;
  const char *name = resolve_name(r, p->name);
  c->first = (object_id)r->objects.len;
  for (uint32_t i = 0; i < c->count && !r->full; i++) {
    struct object o = {.kind = OBJECT_PORT,
                       .from = NONE,
                       .to = f->process,
                       .capacity = capacity};
    o.name = c->array ? arena_printf(r->arena, "%s.%s[%lld]", owner, name,
                                     (long long)(c->lo + i))
                      : arena_printf(r->arena, "%s.%s", owner, name);
    object_add(r, o, f->info->carriers[p->number], p->name);
  }
}

void port_declare(struct flow *f, struct ast_port *p) {
  struct resolver *r = f->r;
  struct process_info *info = f->info;
  struct cells *c =
      &info->ports[f->element * info->ast->port_count + p->number];
  uint32_t capacity = UNBOUNDED;
  bool ok = !p->bad;
  *c = (struct cells){.count = 1, .array = p->lo};
  if (p->lo) {
    ok = ok && const_range(r, p->lo, p->hi, "a bound", &c->range);
    c->lo = c->range.lo;
    c->count = ok ? (uint32_t)(c->range.hi - (int64_t)c->range.lo + 1) : 0;
  }
  if (p->capacity)
    ok = capacity_of(r, p->capacity, &capacity) && ok;
  else if (ok && !p->unbounded)
    resolve_warning(r, p->name, "write [capacity] or the word 'unbounded'",
                    "port '%s' has no capacity and is unbounded",
                    resolve_name(r, p->name));
  if (f->element == 0)
    info->carriers[p->number] =
        add_carrier(r, p->name, p->has_messages,
                    arena_string(r->arena, resolve_name(r, info->ast->name),
                                 strlen(resolve_name(r, info->ast->name))));
  declare_messages(r, info->carriers[p->number], p->messages);
  if (ok)
    add_ports(f, p, c, capacity);
  else
    c->count = 0;
}
