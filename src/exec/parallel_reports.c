#include "exec/parallel_inside.h"

static struct executor *first_of(struct executor *x) {
  struct parallel *p = x->self;
  parallel_pause(p);
  return p->workers[0].x;
}

static struct spot parallel_place(struct executor *x, uint32_t site) {
  struct parallel *p = x->self;
  if (site >= CRASH_SITES && site - CRASH_SITES < p->crashes.without_site.len)
    return crash_place(&p->crashes, site);
  struct executor *w = first_of(x);
  return w->place ? w->place(w, site) : (struct spot){0};
}

static size_t parallel_stack(struct executor *x, uint16_t stack,
                             struct spot *at, size_t cap) {
  struct executor *w = first_of(x);
  return w->stack ? w->stack(w, stack, at, cap) : 0;
}

static const char *parallel_label(struct executor *x, uint64_t number) {
  struct executor *w = first_of(x);
  return w->label ? w->label(w, number) : NULL;
}

static void parallel_thread_name(struct executor *x, unsigned thread,
                                 struct text *out) {
  struct executor *w = first_of(x);
  if (w->thread_name)
    w->thread_name(w, thread, out);
}

static bool parallel_meaning(struct executor *x, uint64_t address,
                             struct text *out) {
  struct executor *w = first_of(x);
  return w->meaning && w->meaning(w, address, out);
}

static void parallel_object_name(struct executor *x, const struct event *e,
                                 struct text *out) {
  struct executor *w = first_of(x);
  if (w->object_name)
    w->object_name(w, e, out);
}

static size_t parallel_threads(struct executor *x, uint32_t *table,
                               size_t cap) {
  struct executor *w = first_of(x);
  return w->threads ? w->threads(w, table, cap) : 0;
}

static const char *parallel_output(struct executor *x, size_t *len) {
  struct executor *w = first_of(x);
  *len = 0;
  return w->output ? w->output(w, len) : NULL;
}

static const char *parallel_notice(struct executor *x) {
  struct executor *w = first_of(x);
  return w->notice ? w->notice(w) : NULL;
}

static size_t parallel_stuck(struct executor *x, struct stuck *out,
                             size_t cap) {
  struct parallel *p = x->self;
  size_t count = 0;
  parallel_pause(p);
  for (size_t i = 0; i < p->count; i++) {
    struct executor *w = p->workers[i].x;
    size_t room = count < cap ? cap - count : 0;
    count += w->stuck ? w->stuck(w, out + (cap - room), room) : 0;
  }
  return count;
}

/* What any of them has seen. */
static size_t parallel_covers(struct executor *x, struct covered *out,
                              size_t cap) {
  struct parallel *p = x->self;
  struct executor *first = first_of(x);
  size_t count = first->covers ? first->covers(first, out, cap) : 0;
  struct covered *more = alloc_zero(count + 1, sizeof *more);
  for (size_t i = 1; count && count <= cap && i < p->count; i++) {
    struct executor *w = p->workers[i].x;
    size_t n = w->covers(w, more, count);
    for (size_t k = 0; k < n && k < count; k++)
      out[k].seen |= more[k].seen;
  }
  free(more);
  return count;
}

static void parallel_left_out(struct executor *x, struct reasons *out) {
  struct parallel *p = x->self;
  parallel_pause(p);
  for (unsigned i = 0; i < p->count; i++)
    if (p->workers[i].x->left_out)
      p->workers[i].x->left_out(p->workers[i].x, out);
}

static size_t parallel_because(struct executor *x, struct because *out,
                               size_t cap) {
  const struct parallel *p = x->self;
  struct executor *first = p->workers[0].x;
  if (p->alone)
    return first->because ? first->because(first, out, cap) : 0;
  for (size_t i = 0; i < p->escapes_len && i < cap; i++)
    out[i] = p->escapes[i];
  return p->escapes_len;
}

const struct executor parallel_reports = {
    .place = parallel_place,
    .stack = parallel_stack,
    .label = parallel_label,
    .thread_name = parallel_thread_name,
    .object_name = parallel_object_name,
    .meaning = parallel_meaning,
    .threads = parallel_threads,
    .output = parallel_output,
    .because = parallel_because,
    .left_out = parallel_left_out,
    .notice = parallel_notice,
    .stuck = parallel_stuck,
    .covers = parallel_covers,
};
