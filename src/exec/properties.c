#include "exec/properties.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"

void properties_open(struct properties *p, struct executor *x,
                     const struct wire *w, struct crash_places *c) {
  uint32_t count = w->properties_len;
  x->properties = count;
  x->asks = w->properties_ask;
  x->shows = w->things_len;
  p->count = count < WIRE_PROPERTIES ? count : WIRE_PROPERTIES;
  for (uint32_t i = 0; i < p->count; i++) {
    const struct wire_property *from = &w->properties[i];
    size_t len = strnlen(from->file, sizeof from->file - 1);
    char *file = arena_alloc(&c->arena, len + 1, 1);
    memcpy(file, from->file, len);
    memcpy(p->at[i].text, from->text, sizeof p->at[i].text - 1);
    memcpy(p->at[i].terms, from->terms, sizeof p->at[i].terms);
    x->terms[i].at = (const struct sym_node *)p->at[i].terms;
    x->terms[i].len = from->terms_len < WIRE_TERMS ? from->terms_len : 0;
    /* one of the command line has no place, but a number */
    p->at[i].site =
        crash_number(c, len ? (struct spot){.file = file, .line = from->line}
                            : (struct spot){.col = i + 1});
  }
}

/* It may be told when the batch is gone. */
static const char *keep(struct properties *p, const char *text) {
  vec_each(&p->texts, t) if (!strcmp(*t, text)) return *t;
  char *copy = alloc_zero(strlen(text) + 1, 1);
  strcpy(copy, text);
  vec_push(&p->texts, copy);
  return copy;
}

/* What the run tells of itself. */
static void list_own(struct properties *p, struct batch *b, uint32_t i) {
  const struct run *r = &b->runs[i];
  bool text = r->text < b->text_cap &&
              memchr(b->text + r->text, 0, b->text_cap - r->text);
  struct run_found f = {.run = i,
                        .kind = r->finding,
                        .thread = r->thread,
                        .site = r->site,
                        .text = text ? keep(p, b->text + r->text) : ""};
  for (uint32_t k = 0; k < r->events_len; k++) {
    const struct event *e = &b->events[r->events + k];
    if (e->thread == r->thread && !(e->flags & (EVENT_PENDING | EVENT_SILENT)))
      f.event = k;
  }
  batch_found(b, f);
}

/* The remark stands behind the step after which it was violated. */
static void list_violated(struct properties *p, struct batch *b, uint32_t i,
                          uint32_t property) {
  struct run *r = &b->runs[i];
  const struct event *events = b->events + r->events;
  uint64_t label = label_number(p->at[property].text);
  struct run_found f = {.run = i,
                        .kind = FOUND_PROPERTY,
                        .site = p->at[property].site,
                        .text = p->at[property].text};
  for (uint32_t k = 0; k < r->events_len; k++)
    if (events[k].kind == OP_REMARK && events[k].object == label) {
      f.thread = events[k].thread;
      while (k &&
             (events[k].flags & EVENT_SILENT || events[k].thread != f.thread))
        k--;
      f.event = k;
      break;
    }
  batch_found(b, f);
  if (r->finding == FOUND_PROPERTY && r->site < CRASH_SITES) {
    r->site = f.site; /* the first of them is its own */
    r->thread = f.thread;
  }
}

void properties_list(struct properties *p, struct batch *b, uint32_t i) {
  EXPECTS(i < b->plans_len);
  struct run *r = &b->runs[i];
  uint32_t violates = r->violates & ((UINT32_C(1) << p->count) - 1);
  if (!violates)
    return;
  if (r->finding && r->finding != FOUND_PROPERTY)
    list_own(p, b, i);
  for (; violates; violates &= violates - 1)
    list_violated(p, b, i, (uint32_t)__builtin_ctz(violates));
}

void properties_free(struct properties *p) {
  vec_each(&p->texts, t) free(*t);
  vec_free(&p->texts);
}
