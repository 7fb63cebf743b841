/* Values of inputs along a run of a model.
 *
 * One that the plan gives a value has this one; one that is symbolic has that
 * which was solved, or as rt/verifier.c has it: 0, or the lowest, where 0 is none.
 * Any other is a choice of its thread, in several steps if it has many. */
#include "exec/model_frames.h"
#include "exec/parked.h"

const struct plan_input *frames_given(const struct model_executor *x,
                                      unsigned p, uint32_t index) {
  vec_each(&x->inputs, in)
    if ((in->thread == p || in->thread == (p | INPUT_SOLVED)) &&
        in->index == index)
      return in;
  return NULL;
}

/* What is known of an input that is chosen in several steps, or NULL. */
static const struct frame_span *span_of(const struct model_executor *x,
                                        unsigned p) {
  for (size_t i = x->spans.len; i-- > 0;)
    if (x->spans.at[i].thread == p)
      return x->spans.at[i].len ? &x->spans.at[i] : NULL;
  return NULL;
}

uint64_t frames_values(const struct model_executor *x, const struct frame *f,
                       unsigned p, const struct edge *e) {
  const struct frame_span *span = span_of(x, p);
  if (x->symbolic || frames_given(x, p, f->inputs[p]))
    return 1;
  return span ? span->len
              : (uint64_t)((int64_t)e->input_range.hi - e->input_range.lo) + 1;
}

/* The one value that it has, if it has one. */
static bool value_of(struct model_executor *x, const struct frame *f,
                     unsigned p, struct range r, int32_t *out) {
  const struct plan_input *given = frames_given(x, p, f->inputs[p]);
  int64_t usual = r.lo <= 0 && r.hi >= 0 ? 0 : r.lo;
  int64_t value = given ? given->value : usual;
  if ((value < r.lo || value > r.hi) && !x->nearest)
    x->base.error = "an input is fixed to a value outside its range";
  value = value < r.lo ? r.lo : value > r.hi ? r.hi : value;
  *out = (int32_t)value;
  return given || x->symbolic;
}

static const struct edge *input_edge(const struct model_executor *x,
                                     const struct model_step *s) {
  const struct edge *e =
      s->edge == NONE ? NULL : &x->m->processes[s->process].edges[s->edge];
  return e && e->action == ACT_INPUT ? e : NULL;
}

void frames_inputs(struct model_executor *x, const struct frame *f) {
  bool any = false;
  vec_each(&x->steps.at, s) any |= input_edge(x, s) != NULL;
  if (!any)
    return;
  struct interp_steps all = {0};
  vec_each(&x->steps.at, s) {
    struct model_step one = *s;
    const struct edge *e = input_edge(x, s);
    if (!e || value_of(x, f, s->process, e->input_range, &one.choice)) {
      vec_push(&all.at, one);
      continue;
    }
    const struct frame_span *span = span_of(x, s->process);
    int64_t from = e->input_range.lo + (span ? (int64_t)span->from : 0);
    int64_t last = span ? from + span->len - 1 : e->input_range.hi;
    for (int64_t v = from; v <= last; v++) {
      one.choice = (int32_t)v;
      vec_push(&all.at, one);
    }
  }
  vec_clear(&x->steps.at);
  vec_each(&all.at, s) vec_push(&x->steps.at, *s);
  vec_free(&all.at);
}

unsigned frames_alternatives(const struct model_executor *x, unsigned p,
                             size_t *first) {
  unsigned n = 0;
  for (size_t i = 0; i < x->steps.at.len; i++)
    if (x->steps.at.at[i].process == p && !n++)
      *first = i;
  return n;
}

/* How many values go together when there are too many to choose from. */
static unsigned values_together(const struct model_executor *x,
                                unsigned count) {
  unsigned together = 1;
  while ((count - 1) / together >= x->alts_most)
    together *= x->alts_most;
  return together;
}

unsigned frames_ways(const struct model_executor *x, unsigned p) {
  size_t first;
  unsigned n = frames_alternatives(x, p, &first);
  const struct edge *e = parked_edge(x->m, vec_last(&x->frames)->state, p);
  if (n && e && e->action == ACT_INPUT)
    return (n - 1) / values_together(x, n) + 1;
  return n < ALTS_MAX ? n : ALTS_MAX;
}

void frames_choose(struct model_executor *x, unsigned p, unsigned alt) {
  struct frame *f = vec_last(&x->frames), next = *f;
  const struct frame_span *before = span_of(x, p);
  size_t first;
  unsigned n = frames_alternatives(x, p, &first);
  unsigned together = values_together(x, n);
  unsigned count = frames_ways(x, p), from = alt % count * together;
  struct frame_span s = {.frame = (uint32_t)x->frames.len,
                         .from = (before ? before->from : 0) + from,
                         .len = n - from < together ? n - from : together,
                         .thread = (uint16_t)p};
  frames_parked(x, f, p, &f->event);
  f->event.enabled = f->enabled;
  f->event.alts = (uint16_t)count;
  f->event.alt = (uint16_t)(alt % count);
  f->taken = CHOICE(p, alt % count);
  vec_push(&x->spans, s);
  frames_push(x, &next);
}

void frames_take_input(struct model_executor *x, struct frame *next,
                       unsigned p) {
  struct frame_span taken = {.frame = (uint32_t)x->frames.len,
                             .thread = (uint16_t)p};
  next->inputs[p]++;
  if (span_of(x, p))
    vec_push(&x->spans, taken);
}
