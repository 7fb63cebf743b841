/* A run for a terminal: columns where they fit, else a list. */
#include "base/alloc.h"
#include "base/sound.h"

#include "report/label.h"
#include "report/run.h"
#include "report/run_columns.h"

enum { NAME_CELLS = 20, LABEL_CELLS = 32 };

static const char *name_of(const struct run_chart *c, size_t column) {
  EXPECTS(column < c->column_count);
  const char *name = c->columns[column].name;
  return name ? name : "?";
}

static size_t at_most(size_t n, size_t max) {
  return n < max ? n : max;
}

static unsigned digits(size_t n) {
  unsigned count = 1;
  while (n /= 10)
    count++;
  return count;
}

struct list {
  const struct run_chart *c;
  struct run_style style;
  size_t names, labels; /* cells of these columns */
};

static void list_measure(struct list *l) {
  for (size_t i = 0; i < l->c->column_count; i++) {
    size_t n = at_most(label_width(name_of(l->c, i)), NAME_CELLS);
    l->names = n > l->names ? n : l->names;
  }
  for (size_t i = 0; i < l->c->event_count; i++) {
    size_t n = at_most(label_width(l->c->events[i].label), LABEL_CELLS);
    l->labels = n > l->labels ? n : l->labels;
  }
}

/* What stands behind the label, each piece after two spaces. */
static void list_remarks(struct text *out, const struct list *l, size_t i,
                         bool received) {
  EXPECTS(i < l->c->event_count);
  const struct run_event *e = &l->c->events[i];
  if (e->state) {
    text_add(out, "  at ");
    label_add(out, e->state, LABEL_CELLS);
  }
  if (e->kind == RUN_RECEIVE && run_sender(l->c, i))
    text_printf(out, "  sent in step %u", run_sender(l->c, i));
  if (e->kind == RUN_SEND && !received)
    text_add(out, "  never received");
  if (e->line && l->style.lines) {
    text_add(out, "  ");
    label_add(out, e->file ? e->file : "line", LABEL_CELLS);
    text_printf(out, "%s%u", e->file ? ":" : " ", e->line);
  }
  if (e->note) {
    text_add(out, "  ");
    label_add(out, e->note, LABEL_WHOLE);
  }
}

static void list_event(struct text *out, const struct list *l, size_t i,
                       bool received) {
  EXPECTS(i < l->c->event_count);
  const struct run_event *e = &l->c->events[i];
  const bool red = l->style.colour && (e->fails || e->kind == RUN_FAIL);
  const unsigned number = digits(l->c->event_count);
  if (e->before) {
    text_fill(out, ' ', l->style.indent + number + 2);
    text_add(out, "* ");
    label_add(out, e->before, LABEL_WHOLE);
    text_char(out, '\n');
  }
  text_fill(out, ' ', l->style.indent);
  text_printf(out, "%*zu  ", (int)number, i + 1);
  label_pad(out, name_of(l->c, e->column), l->names);
  text_add(out, red ? "  \033[1;31m" : "  ");
  const size_t begin = out->len;
  label_pad(out, e->label,
            label_width(e->label) > l->labels ? label_width(e->label)
                                              : l->labels);
  text_add(out, red ? "\033[0m" : "");
  list_remarks(out, l, i, received);
  while (out->len > begin && out->at[out->len - 1] == ' ')
    out->at[--out->len] = 0;
  text_char(out, '\n');
}

static void list_render(struct text *out, const struct run_chart *c,
                        struct run_style style) {
  struct list l = {.c = c, .style = style};
  list_measure(&l);
  bool *received = alloc_zero(c->event_count + 1, sizeof *received);
  for (size_t i = 0; i < c->event_count; i++)
    received[run_sender(c, i)] = true;
  for (size_t i = 0; i < c->event_count; i++)
    if (c->events[i].column < c->column_count)
      list_event(out, &l, i, received[i + 1]);
  free(received);
}

/* One line for each process about which there is something to say. */
static void ends_render(struct text *out, const struct run_chart *c,
                        struct run_style style) {
  size_t names = 0;
  for (size_t i = 0; i < c->column_count; i++) {
    const struct run_column *k = &c->columns[i];
    size_t n = at_most(label_width(name_of(c, i)), NAME_CELLS);
    if ((k->waits || k->holds || k->ends) && n > names)
      names = n;
  }
  if (!names)
    return;
  text_char(out, '\n');
  for (size_t i = 0; i < c->column_count; i++) {
    const struct run_column *k = &c->columns[i];
    if (!k->waits && !k->holds && !k->ends)
      continue;
    text_fill(out, ' ', style.indent);
    label_pad(out, name_of(c, i), names);
    const char *separator = "  ";
    const struct {
      const char *verb, *what;
    } parts[] = {{"waits for ", k->waits}, {"holds ", k->holds}, {"", k->ends}};
    for (size_t p = 0; p < 3; p++) {
      if (!parts[p].what)
        continue;
      text_add(out, separator);
      text_add(out, parts[p].verb);
      label_add(out, parts[p].what, LABEL_WHOLE);
      separator = ", ";
    }
    text_char(out, '\n');
  }
}

void run_render_text(struct text *out, const struct run_chart *c,
                     struct run_style style) {
  if (!style.width)
    style.width = 80;
  if (style.list || !run_columns(out, c, style))
    list_render(out, c, style);
  if (c->circle && c->circle <= c->event_count) {
    text_fill(out, ' ', style.indent);
    text_printf(out, "... and on with step %zu: for ever\n",
                c->event_count - c->circle + 1);
  }
  ends_render(out, c, style);
}
