#include "cli/derive_svg.h"

#include <math.h>
#include <string.h>

enum { STATES_MAX = 24, LABELS_MAX = 4 };

struct point {
  double x, y;
  int anchor; /* of text: 0 middle, 1 to the right, -1 to the left */
};

void derive_svg_text(const char *s, struct text *out) {
  for (; *s; s++)
    if (*s == '<')
      text_add(out, "&lt;");
    else if (*s == '>')
      text_add(out, "&gt;");
    else if (*s == '&')
      text_add(out, "&amp;");
    else if (*s == '"')
      text_add(out, "&quot;");
    else
      text_char(out, *s);
}

static struct point on_circle(size_t i, size_t count, struct point centre,
                              double rx, double ry) {
  const double turn = 2 * M_PI * (double)i / (double)count - M_PI / 2;
  if (count == 1)
    return centre;
  return (struct point){centre.x + rx * cos(turn), centre.y + ry * sin(turn)};
}

static void begin(struct text *out, double w, double h, const char *label) {
  text_printf(out,
              "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
              "height=\"%.0f\" role=\"img\" aria-label=\"",
              w, h, w, h);
  derive_svg_text(label, out);
  text_add(out,
           "\"><defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" "
           "refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
           "orient=\"auto-start-reverse\"><path d=\"M0 0 8 4 0 8z\" "
           "fill=\"context-stroke\"/></marker></defs>\n");
}

static const char *anchor_of(struct point at) {
  return at.anchor > 0   ? " style=\"text-anchor:start\""
         : at.anchor < 0 ? " style=\"text-anchor:end\""
                         : "";
}

/* Labels one above the other around a point, each on a white ground. */
static void labels(struct text *out, struct point at, const char *kind,
                   const char *const *lines, size_t count) {
  const size_t shown = count > LABELS_MAX ? LABELS_MAX - 1 : count;
  const double top = at.y - ((double)(count > LABELS_MAX ? LABELS_MAX : count) -
                             1) * 7;
  for (size_t i = 0; i < shown; i++) {
    text_printf(out, "<text class=\"%s\"%s x=\"%.1f\" y=\"%.1f\">", kind,
                anchor_of(at), at.x, top + (double)i * 14 + 4);
    derive_svg_text(lines[i], out);
    text_add(out, "</text>\n");
  }
  if (shown < count)
    text_printf(out, "<text class=\"%s\"%s x=\"%.1f\" y=\"%.1f\">and %zu "
                     "more</text>\n",
                kind, anchor_of(at), at.x, top + (double)shown * 14 + 4,
                count - shown);
}

/* From a to b, bent to the right, with room `ra` and `rb` left at the ends;
 * returns where the label goes. */
static struct point arrow(struct text *out, struct point a, struct point b,
                          double ra, double rb, const char *kind) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double len = sqrt(dx * dx + dy * dy), ux = dx / len, uy = dy / len;
  const double bend = len * 0.16 + 18;
  const struct point mid = {(a.x + b.x) / 2 - uy * bend,
                            (a.y + b.y) / 2 + ux * bend};
  double fx = mid.x - a.x, fy = mid.y - a.y, fl = sqrt(fx * fx + fy * fy);
  double tx = b.x - mid.x, ty = b.y - mid.y, tl = sqrt(tx * tx + ty * ty);
  text_printf(out,
              "<path class=\"%s\" marker-end=\"url(#tip)\" d=\"M%.1f %.1f "
              "Q%.1f %.1f %.1f %.1f\"/>\n",
              kind, a.x + fx / fl * ra, a.y + fy / fl * ra, mid.x, mid.y,
              b.x - tx / tl * rb, b.y - ty / tl * rb);
  /* nearer to where it comes from: two ways back and forth stay apart */
  return (struct point){0.36 * a.x + 0.48 * mid.x + 0.16 * b.x,
                        0.36 * a.y + 0.48 * mid.y + 0.16 * b.y};
}

/* A loop that leaves a circle of radius r away from the centre. */
static struct point loop(struct text *out, struct point a, struct point centre,
                         double r, const char *kind) {
  double dx = a.x - centre.x, dy = a.y - centre.y;
  const double len = sqrt(dx * dx + dy * dy);
  dx = len < 1 ? 0 : dx / len;
  dy = len < 1 ? -1 : dy / len;
  const double px = -dy, py = dx, far = r + 34;
  text_printf(out,
              "<path class=\"%s\" marker-end=\"url(#tip)\" d=\"M%.1f %.1f "
              "C%.1f %.1f %.1f %.1f %.1f %.1f\"/>\n",
              kind, a.x + dx * r * 0.8 + px * r * 0.6,
              a.y + dy * r * 0.8 + py * r * 0.6, a.x + dx * far + px * 22,
              a.y + dy * far + py * 22, a.x + dx * far - px * 22,
              a.y + dy * far - py * 22, a.x + dx * r * 0.8 - px * r * 0.6,
              a.y + dy * r * 0.8 - py * r * 0.6);
  const int anchor = dx > 0.5 ? 1 : dx < -0.5 ? -1 : 0;
  return (struct point){a.x + dx * (r + 32), a.y + dy * (r + 42), anchor};
}

/* --- machines ------------------------------------------------------------- */

typedef VEC(const char *) lines;

/* What machine a sends to machine b (NETWORK_NONE: the environment). */
static void sent(const struct network *n, machine_id a, machine_id b,
                 lines *to) {
  const struct network_machine *k = &n->machines.at[a];
  vec_clear(to);
  for (size_t i = 0; i < k->outputs.len; i++)
    if (n->symbols.at[k->outputs.at[i]].reader == b)
      vec_push(to, network_symbol_name(n, k->outputs.at[i]));
}

static void from_outside(const struct network *n, machine_id m, lines *to) {
  vec_clear(to);
  for (size_t i = 0; i < n->inputs.len; i++)
    if (n->symbols.at[n->inputs.at[i]].reader == m)
      vec_push(to, network_symbol_name(n, n->inputs.at[i]));
}

static void outside(const struct network *n, machine_id m, struct point at,
                    struct point centre, lines *list, struct text *out) {
  double dx = at.x - centre.x, dy = at.y - centre.y;
  const double len = sqrt(dx * dx + dy * dy);
  dx = len < 1 ? 1 : dx / len;
  dy = len < 1 ? 0 : dy / len;
  for (int way = 0; way < 2; way++) {
    const double side = way ? -26 : 26;
    const struct point far = {at.x + dx * 150 - dy * side * 1.6,
                              at.y + dy * 120 + dx * side * 1.6};
    const struct point near = {at.x - dy * side, at.y + dx * side};
    if (way)
      sent(n, m, NETWORK_NONE, list);
    else
      from_outside(n, m, list);
    if (!list->len)
      continue;
    if (way)
      arrow(out, near, far, 40, 30, "environment");
    else
      arrow(out, far, near, 30, 40, "environment");
    labels(out, far, way ? "label" : "label input", list->at, list->len);
  }
}

void svg_network(const struct network *n, struct text *out) {
  const size_t count = n->machines.len;
  const double r = count == 1 ? 0 : 110 + 26 * (double)count;
  const struct point centre = {r * 1.35 + 240, r + 190};
  lines list = {0};
  begin(out, 2 * centre.x, 2 * centre.y, "the machines of the network");
  for (machine_id a = 0; a < count; a++)
    for (machine_id b = 0; b < count; b++) {
      const struct point p = on_circle(a, count, centre, r * 1.35, r);
      const struct point q = on_circle(b, count, centre, r * 1.35, r);
      sent(n, a, b, &list);
      if (!list.len)
        continue;
      const struct point at = a == b ? loop(out, p, centre, 34, "internal")
                                     : arrow(out, p, q, 44, 44, "internal");
      labels(out, at, "label", list.at, list.len);
    }
  for (machine_id m = 0; m < count; m++) {
    const struct point p = on_circle(m, count, centre, r * 1.35, r);
    outside(n, m, p, centre, &list, out);
    text_printf(out,
                "<rect class=\"machine\" x=\"%.1f\" y=\"%.1f\" width=\"96\" "
                "height=\"40\" rx=\"6\"/><text class=\"name\" x=\"%.1f\" "
                "y=\"%.1f\">",
                p.x - 48, p.y - 20, p.x, p.y + 4);
    derive_svg_text(n->machines.at[m].name, out);
    text_add(out, "</text>\n");
  }
  text_add(out, "</svg>\n");
  vec_free(&list);
}

/* --- states --------------------------------------------------------------- */

static void state_edges(const struct network *n,
                        const struct network_machine *k, local_id from,
                        local_id to, const bool *dead, struct point a,
                        struct point b, struct point centre,
                        struct text *out) {
  VEC(char *) text = {0};
  bool all_dead = true;
  for (edge_id id = k->first_edge; id < k->first_edge + k->edge_count; id++) {
    const struct network_edge *e = &n->edges.at[id];
    if (e->from != from || e->to != to)
      continue;
    struct text line = {0};
    text_printf(&line, "%s / %s", network_symbol_name(n, e->input),
                network_symbol_name(n, e->output));
    vec_push(&text, line.at);
    all_dead &= dead[id];
  }
  if (text.len) {
    const char *kind = all_dead ? "edge dead" : "edge";
    const struct point at = from == to ? loop(out, a, centre, 20, kind)
                                       : arrow(out, a, b, 24, 24, kind);
    labels(out, at, all_dead ? "label dead" : "label",
           (const char *const *)text.at, text.len);
  }
  vec_each(&text, t) free(*t);
  vec_free(&text);
}

void svg_machine(const struct network *n, machine_id m, const bool *dead,
                 struct text *out) {
  const struct network_machine *k = &n->machines.at[m];
  const size_t count = k->states.len;
  if (count > STATES_MAX)
    return;
  const double r = count == 1 ? 0 : 70 + 24 * (double)count;
  const struct point centre = {r * 1.2 + 190, r + 110};
  begin(out, 2 * centre.x, 2 * centre.y, k->name);
  for (local_id a = 0; a < count; a++)
    for (local_id b = 0; b < count; b++)
      state_edges(n, k, a, b, dead,
                  on_circle(a, count, centre, r * 1.2, r),
                  on_circle(b, count, centre, r * 1.2, r), centre, out);
  for (local_id s = 0; s < count; s++) {
    const struct point p = on_circle(s, count, centre, r * 1.2, r);
    const size_t len = strlen(network_state_name(n, m, s));
    const double wide = len < 4 ? 34 : (double)len * 7.6 + 8;
    text_printf(out,
                "<rect class=\"state%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                "height=\"30\" rx=\"15\"/><text class=\"name\" x=\"%.1f\" "
                "y=\"%.1f\">",
                s == k->initial ? " initial" : "", p.x - wide / 2, p.y - 15,
                wide, p.x, p.y + 4);
    derive_svg_text(network_state_name(n, m, s), out);
    text_add(out, "</text>\n");
  }
  text_add(out, "</svg>\n");
}
