/* Steps that say nothing new, folded into one that counts them. */
#include <string.h>

#include "base/sound.h"
#include "story/tell.h"

enum {
  PERIOD = 12,      /* steps of a round, at most */
  ROUNDS = 3,       /* fewer are all told */
  ROWS_FEW = 40,    /* a longer one has what does not matter folded */
  ROWS = 60,        /* a longer story has its stretches folded */
  ROWS_MOST = 300,  /* and a much longer one those of all threads together */
  DULL = 3,         /* fewer in a row are told */
  STRETCH = 8,      /* a shorter one is told */
  STRETCH_HEAD = 2, /* told of a longer one: its beginning */
  STRETCH_TAIL = 3, /* and its end */
};

/* A range of steps that becomes one. */
struct range {
  uint32_t from, to;
  const char *what;
};
typedef VEC(struct range) ranges;

static bool alike(const struct story *s, const struct story_step *a,
                  const struct story_step *b) {
  if (a->kind != STORY_STEP || b->kind != STORY_STEP || a->keep || b->keep ||
      a->thread != b->thread || a->at.line != b->at.line ||
      a->op_count != b->op_count ||
      (a->at.file && b->at.file && strcmp(a->at.file, b->at.file)))
    return false;
  for (uint32_t i = 0; i < a->op_count; i++)
    if (s->ops.at[a->first_op + i].kind != s->ops.at[b->first_op + i].kind)
      return false;
  return a->at.line || !strcmp(a->what, b->what);
}

/* How many rounds of p steps follow the one at i that are like it; `same`
 * says whether they are also equal word for word. */
static uint32_t rounds_at(const struct story *s, uint32_t i, uint32_t p,
                          bool *same) {
  const struct story_step *at = s->steps.at;
  uint32_t k = i + p;
  *same = true;
  for (; k < s->steps.len && alike(s, &at[k], &at[k - p]); k++)
    *same &= !strcmp(at[k].what, at[k - p].what) && !at[k].note;
  return (k - i - p) / p;
}

/* "of line 8", "of lines 12 to 14" */
static const char *lines_of(struct story *s, uint32_t from, uint32_t to) {
  EXPECTS(from <= to && to <= s->steps.len);
  uint32_t low = UINT32_MAX, high = 0;
  for (uint32_t i = from; i < to; i++) {
    uint32_t line = s->steps.at[i].at.line;
    low = line && line < low ? line : low;
    high = line > high ? line : high;
  }
  if (!high)
    return "";
  return low == high ? arena_printf(&s->arena, " of line %u", low)
                     : arena_printf(&s->arena, " of lines %u to %u", low, high);
}

/* The period at i that folds most; the range that goes, or nothing. */
static struct range best_rounds(struct story *s, uint32_t i) {
  EXPECTS(i < s->steps.len);
  struct range best = {0};
  for (uint32_t p = 1; p <= PERIOD && i + p < s->steps.len; p++) {
    bool same;
    uint32_t more = rounds_at(s, i, p, &same);
    if (more + 1 < ROUNDS)
      continue;
    /* Where values differ the last round is told, too. */
    uint32_t gone = same ? more : more - 1;
    if (gone * p < 2 || gone * p <= best.to - best.from)
      continue;
    best = (struct range){i + p, i + p + gone * p, NULL};
    best.what = arena_printf(&s->arena, "%u more round%s%s", gone,
                             gone == 1 ? "" : "s", lines_of(s, i, i + p));
  }
  return best;
}

static void find_rounds(struct story *s, ranges *out) {
  for (uint32_t i = 0; i < s->steps.len;) {
    struct range r = best_rounds(s, i);
    if (r.to > r.from) {
      vec_push(out, r);
      i = r.to;
    } else {
      i++;
    }
  }
}

static void find_stretches(struct story *s, bool all, ranges *out) {
  const struct story_step *at = s->steps.at;
  for (uint32_t i = 0; i < s->steps.len;) {
    uint32_t k = i, told = 0;
    while (k < s->steps.len && !at[k].keep && at[k].kind == STORY_STEP &&
           !at[k].note && (all || at[k].thread == at[i].thread))
      told++, k++;
    if (told > STRETCH) {
      uint32_t from = i + STRETCH_HEAD, to = k - STRETCH_TAIL;
      struct range r = {from, to, NULL};
      r.what = arena_printf(&s->arena, "%u more steps%s", to - from,
                            lines_of(s, from, to));
      vec_push(out, r);
    }
    i = k > i ? k : i + 1;
  }
}

/* The other file that all these steps are in, or NULL. */
static const char *other_file(const struct story *s, uint32_t from,
                              uint32_t to) {
  const char *file = s->steps.at[from].at.file;
  for (uint32_t i = from; i < to; i++) {
    const char *here = s->steps.at[i].at.file;
    if (!here || !file || strcmp(here, file) ||
        (s->file && !strcmp(here, s->file)))
      return NULL;
  }
  return listing_base(file);
}

/* Steps that do not matter for the verified switch; `others`: of other files
 * than the one that most is in. */
static void find_dull(struct story *s, bool others, ranges *out) {
  const struct story_step *at = s->steps.at;
  for (uint32_t i = 0; i < s->steps.len;) {
    uint32_t k = i;
    uint32_t count = 0;
    while (k < s->steps.len && at[k].dull && !at[k].keep && !at[k].note &&
           (at[k].kind == STORY_STEP || at[k].kind == STORY_FOLD) &&
           (!others ||
            (other_file(s, k, k + 1) && at[k].thread == at[i].thread))) {
      count += at[k].kind == STORY_FOLD ? at[k].folded : 1;
      k++;
    }
    if (k - i >= DULL) {
      struct range r = {i, k, NULL};
      const char *file = other_file(s, i, k);
      const char *where =
          file ? arena_printf(&s->arena, " in %s", file) : lines_of(s, i, k);
      r.what = arena_printf(&s->arena, "%u steps%s, the same either way", count,
                            where);
      vec_push(out, r);
    }
    i = k > i ? k : i + 1;
  }
}

/* What is still too long is told around the places that decide: where it goes
 * wrong, and the switch. */
static void find_far(struct story *s, ranges *out) {
  enum { BEFORE = 12, AFTER = 4 };
  uint32_t n = (uint32_t)s->steps.len, far = 0;
  bool *near = arena_array(&s->arena, bool, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    const struct story_step *step = &s->steps.at[i];
    if (!step->fails && !step->marked && !step->before &&
        step->kind != STORY_WAIT && i)
      continue;
    for (uint32_t k = i > BEFORE ? i - BEFORE : 0; k <= i + AFTER && k < n; k++)
      near[k] = true;
  }
  for (uint32_t i = 0; i <= n; i++) {
    if (i < n && !near[i])
      continue;
    if (i - far >= DULL) {
      struct range r = {far, i, NULL};
      uint32_t count = 0;
      for (uint32_t k = far; k < i; k++)
        count += s->steps.at[k].kind == STORY_FOLD ? s->steps.at[k].folded : 1;
      r.what = arena_printf(&s->arena, "%u more steps%s", count,
                            lines_of(s, far, i));
      vec_push(out, r);
    }
    far = i + 1;
  }
}

/* The step, or what is folded into it, to be shown when somebody asks. */
static void keep_inner(struct story *s, const struct story_step *old) {
  if (old->kind != STORY_FOLD)
    vec_push(&s->inner, *old);
  for (uint32_t i = 0; old->kind == STORY_FOLD && i < old->inner_count; i++) {
    struct story_step step = s->inner.at[old->first_inner + i];
    vec_push(&s->inner, step);
  }
}

static struct story_step folded(struct story *s, const struct range *r) {
  struct story_step step = s->steps.at[r->from];
  step.kind = STORY_FOLD;
  step.look = RUN_LOCAL;
  step.what = r->what;
  step.source = step.note = step.before = NULL;
  step.at = (struct spot){0};
  step.events = step.folded = step.op_count = 0; /* operations adjoin */
  step.cause = 0;
  step.dull = true;
  step.keep = step.fails = step.marked = false;
  const uint32_t first = (uint32_t)s->inner.len;
  for (uint32_t i = r->from; i < r->to; i++) {
    const struct story_step *old = &s->steps.at[i];
    step.events += old->events;
    step.folded += old->kind == STORY_FOLD ? old->folded : 1;
    step.op_count += old->op_count;
    step.dull &= old->dull;
    step.locks = old->locks;
    keep_inner(s, old);
  }
  step.first_inner = first;
  step.inner_count = (uint32_t)s->inner.len - first;
  return step;
}

/* Puts one step in the place of each range, and the numbers right. */
static void apply(struct story *s, const ranges *gone) {
  uint32_t n = (uint32_t)s->steps.len, to = 0, next = 0;
  uint32_t *now = arena_array(&s->arena, uint32_t, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    if (next < gone->len && gone->at[next].from == i) {
      const struct range *r = &gone->at[next++];
      struct story_step step = folded(s, r);
      for (; i < r->to; i++)
        now[i] = to;
      i--;
      s->steps.at[to++] = step;
    } else {
      now[i] = to;
      s->steps.at[to++] = s->steps.at[i];
    }
  }
  s->steps.len = to;
  for (uint32_t i = 0; i < s->events_len; i++)
    s->step_of[i] = now[s->step_of[i]];
  for (uint32_t i = 0; i < to; i++)
    if (s->steps.at[i].cause)
      s->steps.at[i].cause = now[s->steps.at[i].cause - 1] + 1;
}

/* What a step that stays is explained by stays too. */
static void keep_causes(struct story *s) {
  for (uint32_t i = 0; i < s->steps.len; i++) { /* each before its effects */
    const struct story_step *step = &s->steps.at[i];
    if ((step->keep || step->note) && step->cause &&
        s->steps.at[step->cause - 1].kind == STORY_STEP)
      s->steps.at[step->cause - 1].keep |= step->kind != STORY_FOLD;
  }
}

void tell_fold(struct story *s) {
  ranges gone = {0};
  keep_causes(s);
  find_rounds(s, &gone);
  apply(s, &gone);
  for (int others = 1; others >= 0 && s->decisive; others--)
    if (others || s->steps.len > ROWS_FEW) {
      vec_clear(&gone);
      find_dull(s, others, &gone);
      apply(s, &gone);
    }
  for (int all = 0; all < 2; all++)
    if (s->steps.len > (all ? ROWS_MOST : ROWS)) {
      vec_clear(&gone);
      find_stretches(s, all, &gone);
      apply(s, &gone);
    }
  if (s->steps.len > ROWS_MOST) {
    vec_clear(&gone);
    find_far(s, &gone);
    apply(s, &gone);
  }
  vec_free(&gone);
}
