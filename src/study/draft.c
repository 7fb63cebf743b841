#include "study/draft.h"

#include <stdio.h>
#include <string.h>

#include "base/sound.h"

void draft_free(struct draft *d) {
  for (uint32_t p = 0; p < d->process_count; p++) {
    vec_each(&d->processes[p].states, s) vec_free(&s->edges);
    vec_free(&d->processes[p].states);
  }
  *d = (struct draft){0};
}

static char letter(uint32_t message) {
  return (char)('a' + message);
}

void draft_component(const struct draft *d, uint32_t p, bool *in) {
  uint32_t waiting[DRAFT_PROCESSES], count = 1;
  memset(in, 0, DRAFT_PROCESSES * sizeof *in);
  in[p] = true;
  waiting[0] = p;
  while (count) {
    uint32_t a = waiting[--count];
    for (uint32_t b = 0; b < d->process_count; b++)
      if (!in[b] && (d->linked[a][b] || d->linked[b][a])) {
        in[b] = true;
        waiting[count++] = b;
      }
  }
}

static void print_channels(const struct draft *d, const bool *shown,
                           struct text *out) {
  for (uint32_t i = 0; i < d->process_count; i++)
    for (uint32_t j = 0; j < d->process_count; j++)
      if (d->linked[i][j] && (!shown || shown[i]))
        text_printf(out, "channel P%u -> P%u [%u]\n", i + 1, j + 1,
                    d->capacity);
}

static bool sent_to(const struct draft *d, uint32_t to, uint32_t message) {
  EXPECTS(to < d->process_count);
  for (uint32_t p = 0; p < d->process_count; p++)
    vec_each(&d->processes[p].states, s) vec_each(&s->edges, e) {
      if (e->send && e->peer == to && e->message == message)
        return true;
    }
  return false;
}

static void print_port(const struct draft *d, uint32_t p, struct text *out) {
  EXPECTS(p < d->process_count);
  const char *between = ": ";
  text_printf(out, "  port in [%u]", d->capacity);
  for (uint32_t m = 0; m < DRAFT_MESSAGES; m++)
    if (sent_to(d, p, m)) {
      text_printf(out, "%s%c(0..%u)", between, letter(m), d->values - 1);
      between = ", ";
    }
  text_printf(out, "\n  var v: 0..%u\n", d->values - 1);
}

static void print_extended(const struct draft *d, const struct draft_edge *e,
                           struct text *out) {
  static const char *const compare[] = {"", "==", "!="};
  if (e->send) {
    if (e->guard)
      text_printf(out, "when v %s %u ", compare[e->guard], e->value);
    text_printf(out, "P%u.in!%c(v)", e->peer + 1, letter(e->message));
    if (e->computes)
      text_printf(out, " { v = (v + 1) %% %u }", d->values);
  } else {
    text_printf(out, "in?%c(%s)", letter(e->message),
                e->guard || e->computes ? "x" : "_");
    if (e->guard)
      text_printf(out, " when x %s v", compare[e->guard]);
    if (e->computes)
      text_add(out, " { v = x }");
  }
}

static void print_process(const struct draft *d, uint32_t p, struct text *out) {
  EXPECTS(p < d->process_count);
  const struct draft_process *process = &d->processes[p];
  text_printf(out, "\nprocess P%u {\n", p + 1);
  if (d->extended)
    print_port(d, p, out);
  for (uint32_t s = 0; s < process->states.len; s++) {
    const struct draft_state *state = &process->states.at[s];
    char label[16];
    int width = snprintf(label, sizeof label, "%u: ", s);
    text_printf(out, "  %s", label);
    for (size_t i = 0; i < state->edges.len; i++) {
      const struct draft_edge *e = &state->edges.at[i];
      if (i)
        text_fill(out, ' ', (size_t)width + 2);
      if (d->extended)
        print_extended(d, e, out);
      else
        text_printf(out, "P%u%c%c", e->peer + 1, e->send ? '!' : '?',
                    letter(e->message));
      text_printf(out, " -> %u\n", e->target);
    }
    if (!state->edges.len)
      text_char(out, '\n');
  }
  text_add(out, "}\n");
}

void draft_print(const struct draft *d, const bool *shown, struct text *out) {
  if (d->extended)
    text_printf(out, "scheme %s\n", d->scheme);
  else
    print_channels(d, shown, out);
  for (uint32_t p = 0; p < d->process_count; p++)
    if (!shown || shown[p])
      print_process(d, p, out);
}
