#include "report/run_layout.h"

#include <math.h>
#include <string.h>

#include "report/label.h"

static double larger(double a, double b) {
  return a > b ? a : b;
}

static size_t cut_width(const char *label, size_t max) {
  size_t cells = label_width(label);
  return cells < max ? cells : max;
}

double run_box_width(const char *label, size_t max_cells, double font) {
  return svg_cells(cut_width(label, max_cells), font) + 2 * RUN_PAD;
}

size_t run_end_lines(const struct run_column *k, struct arena *a,
                     const char *lines[RUN_END_LINES]) {
  size_t count = 0;
  if (k->waits)
    lines[count++] = arena_printf(a, "waits for %s", k->waits);
  if (k->holds)
    lines[count++] = arena_printf(a, "holds %s", k->holds);
  if (k->ends)
    lines[count++] = k->ends;
  return count;
}

/* --- held locks --------------------------------------------------------- */

static uint32_t object_of(struct run_layout *l, const char *name) {
  for (size_t i = 0; i < l->objects.len; i++)
    if (!strcmp(l->objects.at[i], name))
      return (uint32_t)i;
  vec_push(&l->objects, name);
  return (uint32_t)l->objects.len - 1;
}

/* The bars of one column that are open, newest last, as indices. */
typedef VEC(size_t) open_bars;

static uint32_t free_slot(const struct run_layout *l, const open_bars *open) {
  for (uint32_t slot = 0;; slot++) {
    bool taken = false;
    vec_each(open, b) taken |= l->bars.at[*b].slot == slot;
    if (!taken)
      return slot;
  }
}

/* The bar of this object ends at event i. */
static void close_bar(struct run_layout *l, open_bars *open, uint32_t object,
                      size_t i) {
  for (size_t k = open->len; k--;) {
    struct run_bar *bar = &l->bars.at[open->at[k]];
    if (bar->object != object)
      continue;
    bar->to = i;
    memmove(&open->at[k], &open->at[k + 1],
            (open->len - k - 1) * sizeof *open->at);
    open->len--;
    return;
  }
}

/* The last event of a column before i, or i. */
static size_t last_before(const struct run_layout *l, size_t column, size_t i) {
  for (size_t k = i; k--;)
    if (l->c->events[k].column == column)
      return k;
  return i;
}

/* Who takes it again has given it back in between, where nothing is drawn. */
static void take_or_release(struct run_layout *l, open_bars *open, size_t i) {
  const struct run_event *e = &l->c->events[i];
  const uint32_t object = object_of(l, e->object);
  if (e->kind == RUN_LOCK) {
    close_bar(l, open, object, last_before(l, e->column, i));
    const struct run_bar bar = {e->column, free_slot(l, open), object, i,
                                l->c->event_count};
    vec_push(open, l->bars.len);
    vec_push(&l->bars, bar);
    return;
  }
  close_bar(l, open, object, i);
}

/* A thread that has nothing in the end has given everything back. */
static void close_rest(struct run_layout *l, open_bars *open, size_t column) {
  size_t last = last_before(l, column, l->c->event_count);
  if (l->c->columns[column].ends && !l->c->columns[column].holds)
    vec_each(open, b) l->bars.at[*b].to = last;
}

static void find_bars(struct run_layout *l) {
  const size_t n = l->c->column_count;
  open_bars *open = arena_array(&l->arena, open_bars, n + 1);
  for (size_t i = 0; i < l->c->event_count; i++) {
    const struct run_event *e = &l->c->events[i];
    if (e->column < n && e->object &&
        (e->kind == RUN_LOCK || e->kind == RUN_UNLOCK))
      take_or_release(l, &open[e->column], i);
  }
  for (size_t i = 0; i < n; i++) {
    close_rest(l, &open[i], i);
    vec_free(&open[i]);
  }
}

/* --- columns ------------------------------------------------------------ */

struct extent {
  double left, right; /* of a lifeline */
};

static void measure_columns(struct run_layout *l, struct extent *of) {
  const struct run_chart *c = l->c;
  for (size_t i = 0; i < c->column_count; i++) {
    const struct run_column *k = &c->columns[i];
    double half = run_box_width(k->name, RUN_NAME_CELLS, RUN_FONT) / 2;
    of[i].left = half;
    of[i].right = larger(half, 40);
    const char *lines[RUN_END_LINES];
    size_t count = run_end_lines(k, &l->arena, lines);
    l->end_lines = count > l->end_lines ? count : l->end_lines;
    for (size_t j = 0; j < count; j++)
      of[i].right =
          larger(of[i].right,
                 RUN_FLAG + run_box_width(lines[j], RUN_END_CELLS, RUN_FONT));
    l->states |= k->state != NULL;
    of[i].right =
        larger(of[i].right,
               RUN_FLAG + run_box_width(k->state, RUN_STATE_CELLS, RUN_SMALL));
  }
  for (size_t i = 0; i < c->event_count; i++) {
    const struct run_event *e = &c->events[i];
    if (e->column >= c->column_count)
      continue;
    struct extent *x = &of[e->column];
    double label = run_box_width(e->label, RUN_LABEL_CELLS, RUN_FONT);
    double state = run_box_width(e->state, RUN_STATE_CELLS, RUN_SMALL);
    x->right = larger(x->right, RUN_FLAG + larger(label, state));
    l->states |= e->state != NULL;
  }
  vec_each(&l->bars, b) of[b->column].left =
      larger(of[b->column].left, (b->slot + 1.0) * RUN_BAR_STEP);
}

static void place_columns(struct run_layout *l) {
  const struct run_chart *c = l->c;
  struct extent *of =
      arena_array(&l->arena, struct extent, c->column_count + 1);
  measure_columns(l, of);
  bool messages = false, notes = false;
  for (size_t i = 0; i < c->event_count; i++) {
    messages |=
        c->events[i].kind == RUN_SEND || c->events[i].kind == RUN_RECEIVE ||
        c->events[i].after;
    notes |= c->events[i].note || c->events[i].line;
  }
  const double gutter = messages ? 44 : 20;
  char number[24];
  size_t digits = 0;
  for (size_t n = c->event_count; n; n /= 10)
    number[digits++] = '0';
  number[digits] = 0;
  l->steps = 12 + svg_width(number, RUN_SMALL);
  double x = l->steps + 8;
  for (size_t i = 0; i < c->column_count; i++) {
    l->x[i] = x + gutter / 2 + of[i].left;
    l->right[i] = l->x[i] + of[i].right;
    x = l->right[i] + gutter / 2;
  }
  l->notes = x + 8;
  l->width = notes ? l->notes : x + 4;
}

/* Notes, remarks and the finding may need more room to the right. */
static void widen_for_text(struct run_layout *l) {
  const struct run_chart *c = l->c;
  for (size_t i = 0; i < c->event_count; i++) {
    const struct run_event *e = &c->events[i];
    if (e->column >= c->column_count)
      continue;
    double source = 0;
    if (e->line)
      source = svg_cells((e->source ? cut_width(e->source, RUN_SOURCE_CELLS)
                                    : cut_width(run_file(e), RUN_NAME_CELLS)) +
                             14,
                         RUN_SMALL);
    double note = svg_cells(cut_width(e->note, RUN_NOTE_CELLS), RUN_FONT);
    l->width = larger(l->width, l->notes + source + note + 12);
    if (e->before)
      l->width = larger(
          l->width, l->x[e->column] + RUN_FLAG + 24 +
                        run_box_width(e->before, 2 * RUN_NOTE_CELLS, RUN_FONT));
  }
  size_t finding = cut_width(c->finding, 2 * RUN_NOTE_CELLS);
  l->width = larger(l->width, svg_cells(finding, RUN_FONT) + 32);
  l->width = larger(l->width, svg_cells(cut_width(c->title, 80), 14) + 32);
}

/* --- rows --------------------------------------------------------------- */

static void place_rows(struct run_layout *l, bool titled) {
  const struct run_chart *c = l->c;
  l->pitch = l->states ? 36 : 27;
  l->top = titled && c->title ? 66 : 40;
  double y = l->top;
  size_t since = 0;
  for (size_t i = 0; i < c->event_count; i++) {
    const struct run_event *e = &c->events[i];
    if (since == RUN_AGAIN && c->event_count - i > RUN_AGAIN / 2) {
      l->again[i] = true;
      y += 36;
      since = 0;
    }
    if (e->before)
      y += 26;
    if (e->column < c->column_count) {
      y += i || l->states ? l->pitch : l->pitch - 4;
      since++;
    }
    l->y[i] = y;
  }
  l->bottom = y + l->pitch;
}

static void place_end(struct run_layout *l) {
  const struct run_chart *c = l->c;
  for (size_t i = 0; i < c->column_count; i++) {
    const uint32_t whom = c->columns[i].waits_for;
    if (!whom || whom > c->column_count)
      continue;
    double apart = fabs((double)whom - 1 - (double)i);
    l->waits = larger(l->waits, 40 + 8 * (apart < 6 ? apart : 6));
  }
  l->height = l->bottom + 14 + 16.0 * (double)l->end_lines + l->waits;
  l->height += l->objects.len ? 26 : 0;
  l->height += c->finding ? 28 : 0;
  l->height += 10;
}

void run_layout_make(struct run_layout *l, const struct run_chart *c,
                     bool titled) {
  *l = (struct run_layout){.c = c};
  l->x = arena_array(&l->arena, double, c->column_count + 1);
  l->right = arena_array(&l->arena, double, c->column_count + 1);
  l->y = arena_array(&l->arena, double, c->event_count + 1);
  l->again = arena_array(&l->arena, bool, c->event_count + 1);
  l->receiver = arena_array(&l->arena, uint32_t, c->event_count + 1);
  for (size_t i = 0; i < c->event_count; i++) {
    uint32_t sender = run_sender(c, i);
    if (sender)
      l->receiver[sender - 1] = (uint32_t)i + 1;
  }
  find_bars(l);
  place_columns(l);
  widen_for_text(l);
  place_rows(l, titled);
  place_end(l);
}

void run_layout_free(struct run_layout *l) {
  vec_free(&l->bars);
  vec_free(&l->objects);
  arena_free(&l->arena);
}
