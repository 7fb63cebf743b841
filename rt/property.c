/* Properties of the program (include/heddle/rt.h, heddle_always; `heddle test
 * --never`): functions that the runtime calls between steps.
 *
 * When.  What a property reads is listed (cc/property.c).  When a step, or an
 * operation of a thread that is alone, is about to write some of it, a look is
 * due; it is made when the runtime is next asked for something, and then the
 * write is done and nothing else is, for whatever else could write what is
 * watched would have asked before.  In an atomic block there are no states: the
 * look is made behind it.  A property that asks where threads are is looked at
 * when all of them are parked.
 *
 * Why that is enough.  Searches leave out orders of independent steps, so what
 * changes the value of a property is made dependent: every such step has the
 * property's bit in its event, as a step of a model has (exec/watched.h, where
 * the argument is; exec/event.h).  To variables these are the writes of listed
 * bytes.  Where a thread is can be changed by steps of others, that let it pass
 * a join or a barrier, or make it: so a property that asks has all steps.  An
 * atomic block has no room for bits: what it touched is then not known, and it
 * depends on everything.
 *
 * With symbolic inputs a property is followed as the program is: what it comes
 * to is a branch, right behind the step, of the thread that made it, and the
 * search looks for inputs with which it comes to the other (Kähkönen 6.2, B2 and
 * S1).
 *
 * A violated property stops nobody.  Its place in the run is a remark with its
 * text, where it is violated first, and the run has its bit.  It is looked at
 * all the same: what branches there are behind a step is a matter of its past,
 * to which branches of others do not belong. */
#include <stdio.h>
#include <string.h>

#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/symbolic.h"
#include "sym/node.h"

struct heddle_property { /* as in include/heddle/rt.h */
  int (*holds)(void);
  const char *text, *file;
  long line, never;
};

extern const struct heddle_property __start_heddle_properties[]
    __attribute__((weak));
extern const struct heddle_property __stop_heddle_properties[]
    __attribute__((weak));
extern const struct heddle_watch __start_heddle_watches[] __attribute__((weak));
extern const struct heddle_watch __stop_heddle_watches[] __attribute__((weak));
extern const struct heddle_formula __start_heddle_formulas[]
    __attribute__((weak));
extern const struct heddle_formula __stop_heddle_formulas[]
    __attribute__((weak));
extern const struct heddle_site __start_heddle_sites[] __attribute__((weak));
extern const struct heddle_site __stop_heddle_sites[] __attribute__((weak));

/* What a property reads, as its expression has it. */
struct thing {
  uint64_t at, value; /* value: as it was shown last */
  uint32_t size, readers;
  bool shown;
};

static struct {
  struct thing things[WIRE_THINGS];
  uint32_t things_len;
  uint64_t low, high; /* where watched bytes may be */
  uint32_t asking;    /* properties that ask where threads are */
  uint32_t due;       /* those that may have changed */
  bool looking;       /* one is being asked */
  uint16_t thread;    /* who did the step, and where */
  heddle_at site;
  struct event *told; /* whose value is not known yet, or NULL */
  const char *file;   /* the last line that was asked for */
  int line;
} self TOUCHED;

static const struct heddle_property *rows(void) {
  return __start_heddle_properties;
}

static uint32_t count(void) {
  size_t n = (size_t)(__stop_heddle_properties - __start_heddle_properties);
  return n < WIRE_PROPERTIES ? (uint32_t)n : WIRE_PROPERTIES;
}

/* The bit of the property that a row is about, or 0. */
static uint32_t bit_of(const struct heddle_watch *w) {
  for (uint32_t i = 0; i < count(); i++)
    if (rows()[i].holds == w->property)
      return UINT32_C(1) << i;
  return 0;
}

/* --- the table for the explorer ------------------------------------------ */

static void describe(struct wire_property *to,
                     const struct heddle_property *p) {
  char text[sizeof to->text];
  snprintf(text, sizeof text, "%s %s", p->never ? "never" : "always", p->text);
  memcpy(to->text, text, sizeof text);
  snprintf(to->file, sizeof to->file, "%s", p->file ? p->file : "");
  to->line = (uint32_t)p->line;
}

/* Its number; WIRE_THINGS: there are too many. */
static uint32_t thing_of(uint64_t at, uint32_t size, uint32_t reader) {
  uint32_t i = 0;
  while (i < self.things_len &&
         (self.things[i].at != at || self.things[i].size != size))
    i++;
  if (i == WIRE_THINGS)
    return i;
  if (i == self.things_len)
    self.things[self.things_len++] = (struct thing){.at = at, .size = size};
  self.things[i].readers |= UINT32_C(1) << reader;
  return i;
}

/* The expression of property i, and behind it whether it is violated. */
static bool give_terms(struct wire_property *to, uint32_t i,
                       const struct heddle_formula *f) {
  struct sym_node n[WIRE_TERMS];
  uint32_t len = 0;
  _Static_assert(ABI_TERMS + 4 <= WIRE_TERMS, "there is room for the rest");
  for (; len < f->count; len++) {
    const struct heddle_term *t = &f->terms[len];
    n[len] = (struct sym_node){.op = t->op,
                               .width = t->width,
                               .a = t->a,
                               .b = t->b,
                               .c = t->c,
                               .value = t->value,
                               .more = t->more};
    if (t->op != SYM_VAR)
      continue;
    n[len].a = WIRE_THING;
    n[len].b = thing_of((uint64_t)t->what, t->low, i);
    if (n[len].b == WIRE_THINGS)
      return false;
  }
  n[len] = (struct sym_node){.op = SYM_CONST, .width = n[len - 1].width};
  n[len + 1] =
      (struct sym_node){.op = SYM_EQ, .width = 1, .a = len, .b = len + 1};
  len += 2;
  if (rows()[i].never) {
    n[len] = (struct sym_node){.op = SYM_CONST, .width = 1, .value = 1};
    n[len + 1] =
        (struct sym_node){.op = SYM_XOR, .width = 1, .a = len, .b = len + 1};
    len += 2;
  }
  _Static_assert(sizeof to->terms == sizeof n, "the wire has nodes");
  memcpy(to->terms, n, len * sizeof *n);
  to->terms_len = len;
  return true;
}

static void give_formulas(struct wire *w) {
  for (const struct heddle_formula *f = __start_heddle_formulas;
       f < __stop_heddle_formulas; f++)
    for (uint32_t i = 0; i < count(); i++)
      if (rows()[i].holds == f->property && f->count && f->count <= ABI_TERMS &&
          !give_terms(&w->properties[i], i, f))
        w->properties[i].terms_len = 0;
  w->things_len = self.things_len;
}

void rt_properties_begin(void) {
  struct wire *w = rt.wire;
  size_t all = (size_t)(__stop_heddle_properties - __start_heddle_properties);
  w->properties_len = (uint32_t)all;
  rt.properties = count() != 0;
  self.low = UINT64_MAX;
  for (uint32_t i = 0; i < count(); i++)
    describe(&w->properties[i], &rows()[i]);
  for (const struct heddle_watch *k = __start_heddle_watches;
       k < __stop_heddle_watches; k++) {
    uint64_t at = (uint64_t)k->what;
    if (!k->size)
      self.asking |= bit_of(k);
    else if (at < self.low)
      self.low = at;
    if (k->size && at + k->size > self.high)
      self.high = at + k->size;
  }
  w->properties_ask = self.asking != 0;
  give_formulas(w);
}

void rt_properties_reset(void) {
  self.due = rt.properties ? (UINT32_C(1) << count()) - 1 : 0;
  self.thread = 0;
  self.looking = false;
  self.site = NULL;
  self.told = NULL;
  self.file = NULL;
  for (uint32_t i = 0; i < self.things_len; i++)
    self.things[i].shown = false;
  rt.violated = 0;
}

/* --- what sees what -------------------------------------------------------- */

/* The properties that read what is written there. */
static uint32_t readers(uint64_t object, uint64_t size) {
  uint32_t bits = 0;
  if (object >= self.high || object + size <= self.low)
    return 0;
  for (const struct heddle_watch *k = __start_heddle_watches;
       k < __stop_heddle_watches; k++) {
    uint64_t at = (uint64_t)k->what;
    if (k->size && object < at + k->size && at < object + size)
      bits |= bit_of(k);
  }
  return bits;
}

static uint32_t seen_by(uint8_t kind, uint64_t object, uint64_t size) {
  bool writes = OP_CLASS(kind) == CLASS_ACCESS && OP_CHANGES(kind);
  return self.asking | (writes ? readers(object, size) : 0);
}

/* Names of inputs have no room for bits; nothing of a search needs them. */
static uint64_t with_bits(uint8_t kind, uint64_t object, uint32_t bits) {
  if (!bits || kind == OP_ATOMIC)
    return object;
  return object_with(object & LABEL_BIT ? 0 : object, bits);
}

uint64_t rt_property_object(const struct fiber *f) {
  return with_bits(f->kind, f->object, seen_by(f->kind, f->object, f->size));
}

static bool has_bits(const struct event *e) {
  return !event_is_part(e) && e->kind != OP_BRANCH &&
         !(e->flags & EVENT_SILENT);
}

void rt_properties_mark(struct run *r) {
  if (!rt.properties || !(rt.plan->flags & PLAN_SEEN))
    return;
  for (uint32_t i = 0; i < r->events_len; i++) {
    struct event *e = &rt.events[i];
    if (has_bits(e))
      e->object =
          with_bits(e->kind, e->object, seen_by(e->kind, e->object, e->size));
  }
}

/* --- looking --------------------------------------------------------------- */

/* What it says in a run by itself, without an explorer. */
const char *rt_property_text(void) {
  return rt.wire->properties[rt.violated ? __builtin_ctz(rt.violated) : 0].text;
}

static void violate(uint32_t i) {
  char text[WIRE_LABEL_LEN];
  memcpy(text, rt.wire->properties[i].text, sizeof text);
  text[sizeof text - 1] = 0;
  uint64_t label = label_number(text);
  rt.violated |= UINT32_C(1) << i;
  rt_label_put(label, text);
  if (rt.event < rt.events_end)
    *rt.event++ = (struct event){.object = label,
                                 .size = 1,
                                 .site = rt_site(self.site),
                                 .thread = self.thread,
                                 .kind = OP_REMARK,
                                 .flags = EVENT_SILENT,
                                 .alts = 1};
  if (rt.show)
    heddle_failure_hook();
}

/* Of a run with symbolic inputs: what decides the property is a branch, of the
 * thread whose step made the look due. */
static bool is_violated(const struct heddle_property *p) {
  struct fiber *f = rt.current;
  rt.current = &rt.fibers[self.thread];
  bool result = p->holds() != 0;
  heddle_sym_truth(rt_sym_result(p->holds), self.site);
  rt.current = f;
  return result == (p->never != 0);
}

/* What is not what it was is told, of all that these properties read. */
static void show(uint32_t due) {
  for (uint32_t i = 0; i < self.things_len; i++) {
    struct thing *t = &self.things[i];
    if (!(t->readers & due))
      continue;
    uint64_t value = rt_load((const void *)t->at, t->size);
    if (t->shown && t->value == value)
      continue;
    if (rt_told() >= rt.steps_max) { /* the other half is for steps */
      rt_escape(WHY_UNMODELLED, "so many changes of what properties read",
                NULL);
      return;
    }
    *rt.event++ = (struct event){.object = i,
                                 .value = value,
                                 .size = 1,
                                 .thread = self.thread,
                                 .kind = OP_SHOWS,
                                 .flags = EVENT_SILENT,
                                 .alt = !t->shown,
                                 .alts = 1};
    t->shown = true;
    t->value = value;
  }
}

static void look(uint32_t which) {
  uint32_t due = self.due & which;
  if (!due || rt.atomic || self.looking)
    return;
  if (self.told)
    self.told->value =
        rt_load((const void *)self.told->object, self.told->size);
  self.told = NULL;
  self.due &= ~due;
  if (rt.plan->flags & PLAN_SHOWS)
    show(due);
  self.looking = true;
  for (; due; due &= due - 1) {
    uint32_t i = (uint32_t)__builtin_ctz(due);
    if (is_violated(&rows()[i]) && !(rt.violated >> i & 1))
      violate(i);
  }
  self.looking = false;
}

void rt_properties_look(void) {
  look(UINT32_MAX);
}

void rt_property_ends(void) {
  look(~self.asking);
}

/* What is done alone is no step; in a run that is shown it is told where a
 * property reads it. */
static void tell(const struct fiber *f) {
  if (rt.event >= rt.events_end)
    return;
  self.told = rt.event++;
  *self.told = (struct event){.object = f->object,
                              .size = f->size,
                              .site = rt_site(f->site),
                              .thread = f->id,
                              .kind = f->kind,
                              .flags = EVENT_SILENT,
                              .alts = 1};
}

void rt_property_goes(const struct fiber *f) {
  uint32_t seen = seen_by(f->kind, f->object, f->size);
  if (!seen)
    return;
  self.due |= seen;
  self.thread = f->id;
  self.site = f->site;
  if (rt.show && !rt.unjoined && !rt.atomic)
    tell(f);
  if (rt.atomic || f->kind == OP_ATOMIC)
    rt_block_blur();
}

bool rt_property_asks(void) {
  return self.asking != 0;
}

void rt_properties_end(struct run *r) {
  r->violates = (uint8_t)rt.violated;
  if (!rt.violated || r->finding)
    return;
  r->finding = FOUND_PROPERTY;
  r->thread = self.thread;
  r->site = rt_site(self.site);
  r->before = r->escapes;
}

/* --- where threads are ----------------------------------------------------- */

/* "main", or its place among the children of its parent, and of that before. */
static unsigned thread_of(const char *name) {
  unsigned t = 0;
  if (!strcmp(name, "main"))
    return t;
  while (*name) {
    unsigned place = 0, k = 1;
    while (*name >= '0' && *name <= '9')
      place = place * 10 + (unsigned)(*name++ - '0');
    while (k < rt.wire->threads_len &&
           (rt.wire->threads[k].parent != t ||
            rt.wire->threads[k].index + 1u != place))
      k++;
    if (k == rt.wire->threads_len || (*name && *name++ != '.'))
      return THREADS_MAX;
    t = k;
  }
  return t;
}

static bool ends_with(const char *path, const char *file) {
  size_t n = strlen(path), m = strlen(file);
  return n >= m && !strcmp(path + n - m, file) &&
         (n == m || path[n - m - 1] == '/');
}

static bool is_there(heddle_at site, const char *file, int line) {
  return site && site->line == (uint32_t)line && ends_with(site->file, file);
}

/* No operation is at that line: then no thread ever is, which is not what was
 * asked. */
static void check_line(const char *file, int line) {
  char name[WIRE_ESCAPE_LEN];
  if (file == self.file && line == self.line)
    return;
  self.file = file;
  self.line = line;
  for (heddle_at s = __start_heddle_sites; s < __stop_heddle_sites; s++)
    if (is_there(s, file, line))
      return;
  snprintf(name, sizeof name, "at(): no step is at %.24s:%d", file, line);
  rt_escape(WHY_UNMODELLED, name, NULL);
}

int heddle_heddle_thread_at(const char *thread, const char *file, int line) {
  unsigned t = thread_of(thread);
  if (!self.looking)
    return 0;
  check_line(file, line);
  return t < THREADS_MAX && rt_is_live(t) &&
         is_there(rt.fibers[t].site, file, line);
}
