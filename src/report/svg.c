#include "report/svg.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>

#include "base/sound.h"
#include "report/label.h"

/* Fixed point by hand: printf would obey the locale of the host. */
static void number(struct text *t, double x) {
  assert(isfinite(x) && fabs(x) < 1e12);
  long long hundredths = llround(x * 100);
  if (hundredths < 0) {
    text_char(t, '-');
    hundredths = -hundredths;
  }
  text_printf(t, "%lld", hundredths / 100);
  unsigned rest = (unsigned)(hundredths % 100);
  if (rest % 10)
    text_printf(t, ".%02u", rest);
  else if (rest)
    text_printf(t, ".%u", rest / 10);
}

static void attribute(struct svg *s, const char *name, double x) {
  text_printf(s->out, " %s=\"", name);
  number(s->out, x);
  text_char(s->out, '"');
}

/* "line send" becomes class="h-line h-send". */
static void class_attribute(struct svg *s, const char *cls) {
  text_add(s->out, " class=\"h-");
  for (; *cls; cls++)
    text_add_n(s->out, *cls == ' ' ? " h-" : cls, *cls == ' ' ? 3 : 1);
  text_char(s->out, '"');
}

/* One row for each class: its look, and what differs in the dark.  Plain
 * rules instead of custom properties, because converters to PDF know them. */
#define SVG_CLASSES(X)                                                         \
  X("picture", "background:#fff", "background:#15171b")                        \
  X("text", "fill:#1f2328", "fill:#e3e6ea")                                    \
  X("name", "fill:#1f2328;font-weight:600", "fill:#f0f2f5")                    \
  X("title", "fill:#1f2328;font-weight:600;font-size:14px", "fill:#f0f2f5")    \
  X("faint", "fill:#6b7280", "fill:#9aa3af")                                   \
  X("small", "font-size:11px", NULL)                                           \
  X("tiny", "font-size:10px", NULL)                                            \
  X("halo",                                                                    \
    "paint-order:stroke;stroke:#fff;stroke-width:4px;"                         \
    "stroke-linejoin:round",                                                   \
    "stroke:#15171b")                                                          \
  X("head", "fill:#f3f4f6;stroke:#6b7280", "fill:#262a31;stroke:#9aa3af")      \
  X("life", "stroke:#9ca3af;stroke-width:1.5", "stroke:#6b7280")               \
  X("stuck", "stroke:#b3261e;stroke-width:1.5;stroke-dasharray:3 4",           \
    "stroke:#ff8a80")                                                          \
  X("guide", "stroke:#e7e9ec;stroke-width:1", "stroke:#262a31")                \
  X("axis", "stroke:#4b5563;stroke-width:1", "stroke:#9aa3af")                 \
  X("dot", "fill:#374151", "fill:#cbd2da")                                     \
  X("bad-dot", "fill:#b3261e", "fill:#ff8a80")                                 \
  X("hollow", "fill:#fff;stroke:#374151;stroke-width:1.5",                     \
    "fill:#15171b;stroke:#cbd2da")                                             \
  X("box", "fill:#f6f7f9;stroke:#b6bcc5", "fill:#22262c;stroke:#565d68")       \
  X("box-send", "fill:#e8f0fb;stroke:#6f9bd8", "fill:#1a2c44;stroke:#5b8fd6")  \
  X("box-receive", "fill:#e7f5ec;stroke:#66ae83",                              \
    "fill:#173325;stroke:#57ab7c")                                             \
  X("box-lock", "fill:#fdf3dd;stroke:#cfa13c", "fill:#382c12;stroke:#c79a3b")  \
  X("box-input", "fill:#f3ecfa;stroke:#a583cc", "fill:#2d2239;stroke:#a07dca") \
  X("box-bad", "fill:#fde8e6;stroke:#b3261e;stroke-width:1.8",                 \
    "fill:#451a18;stroke:#ff8a80")                                             \
  X("bad", "fill:#b3261e;font-weight:600", "fill:#ff8a80")                     \
  X("message", "fill:none;stroke:#2f6fc4;stroke-width:1.5", "stroke:#7db0f5")  \
  X("message-head", "fill:#2f6fc4", "fill:#7db0f5")                            \
  X("order", "fill:none;stroke:#8a93a0;stroke-width:1;stroke-dasharray:4 3",     \
    "stroke:#737d8a")                                                          \
  X("order-head", "fill:#8a93a0", "fill:#737d8a")                              \
  X("pending",                                                                 \
    "fill:none;stroke:#2f6fc4;stroke-width:1.5;"                               \
    "stroke-dasharray:4 3",                                                    \
    "stroke:#7db0f5")                                                          \
  X("wait", "fill:none;stroke:#b3261e;stroke-width:1.5", "stroke:#ff8a80")     \
  X("wait-head", "fill:#b3261e", "fill:#ff8a80")                               \
  X("remark", "fill:#9a5b00;font-weight:600", "fill:#f0b65a")                  \
  X("remark-line", "stroke:#c98a1b;stroke-width:1.2;stroke-dasharray:2 3",     \
    "stroke:#c79a3b")                                                          \
  X("fill-0", "fill:#2f6fc4", "fill:#7db0f5")                                  \
  X("fill-1", "fill:#d1701c", "fill:#f2a35e")                                  \
  X("fill-2", "fill:#2e8b57", "fill:#6fcf97")                                  \
  X("fill-3", "fill:#8a4fbf", "fill:#c39ae8")                                  \
  X("fill-4", "fill:#b8860b", "fill:#e2c05a")                                  \
  X("fill-5", "fill:#c2447e", "fill:#f08fbd")                                  \
  X("fill-6", "fill:#0f8b8d", "fill:#5ccfd0")                                  \
  X("mark-6",                                                                  \
    "fill:#fff;stroke:#0f8b8d;stroke-width:1.6",                               \
    "fill:#15171b;stroke:#5ccfd0")                                             \
  X("fill-7", "fill:#5c6672", "fill:#b4bcc7")                                  \
  X("mark-7",                                                                  \
    "fill:#fff;stroke:#5c6672;stroke-width:1.6",                               \
    "fill:#15171b;stroke:#b4bcc7")                                             \
  X("fill-8", "fill:#7a1f2b", "fill:#e57382")                                  \
  X("mark-8",                                                                  \
    "fill:#fff;stroke:#7a1f2b;stroke-width:1.6",                               \
    "fill:#15171b;stroke:#e57382")                                             \
  X("fill-9", "fill:#1b2a6b", "fill:#9fb0ff")                                  \
  X("mark-9",                                                                  \
    "fill:#fff;stroke:#1b2a6b;stroke-width:1.6",                               \
    "fill:#15171b;stroke:#9fb0ff")                                             \
  X("fill-10", "fill:#66750a", "fill:#c3d24a")                                 \
  X("mark-10",                                                                 \
    "fill:#fff;stroke:#66750a;stroke-width:1.6",                               \
    "fill:#15171b;stroke:#c3d24a")                                             \
  X("fill-11", "fill:#4a2c12", "fill:#cfa27a")                                 \
  X("mark-11",                                                                 \
    "fill:#fff;stroke:#4a2c12;stroke-width:1.6",                               \
    "fill:#15171b;stroke:#cfa27a")                                             \
  X("line-0", "fill:none;stroke:#2f6fc4;stroke-width:2", "stroke:#7db0f5")     \
  X("line-1",                                                                  \
    "fill:none;stroke:#d1701c;stroke-width:2;stroke-dasharray:7 3",            \
    "stroke:#f2a35e")                                                          \
  X("line-2",                                                                  \
    "fill:none;stroke:#2e8b57;stroke-width:2;stroke-dasharray:2 3",            \
    "stroke:#6fcf97")                                                          \
  X("line-3",                                                                  \
    "fill:none;stroke:#8a4fbf;stroke-width:2;stroke-dasharray:9 3 2 3",        \
    "stroke:#c39ae8")                                                          \
  X("line-4",                                                                  \
    "fill:none;stroke:#b8860b;stroke-width:2;stroke-dasharray:14 4",           \
    "stroke:#e2c05a")                                                          \
  X("line-5",                                                                  \
    "fill:none;stroke:#c2447e;stroke-width:2;stroke-dasharray:4 4",            \
    "stroke:#f08fbd")                                                          \
  X("line-6",                                                                  \
    "fill:none;stroke:#0f8b8d;stroke-width:2;stroke-dasharray:9 3 2 3 2 3",    \
    "stroke:#5ccfd0")                                                          \
  X("line-7",                                                                  \
    "fill:none;stroke:#5c6672;stroke-width:2;stroke-dasharray:1.5 4",          \
    "stroke:#b4bcc7")                                                          \
  X("line-8", "fill:none;stroke:#7a1f2b;stroke-width:1.5", "stroke:#e57382")   \
  X("line-9",                                                                  \
    "fill:none;stroke:#1b2a6b;stroke-width:1.5;stroke-dasharray:12 3 5 3",     \
    "stroke:#9fb0ff")                                                          \
  X("line-10",                                                                 \
    "fill:none;stroke:#66750a;stroke-width:1.5;stroke-dasharray:6 2",          \
    "stroke:#c3d24a")                                                          \
  X("line-11",                                                                 \
    "fill:none;stroke:#4a2c12;stroke-width:1.5;stroke-dasharray:3 2 1 2",      \
    "stroke:#cfa27a")                                                          \
  X("error-0", "stroke:#2f6fc4", "stroke:#7db0f5")                             \
  X("error-1", "stroke:#d1701c", "stroke:#f2a35e")                             \
  X("error-2", "stroke:#2e8b57", "stroke:#6fcf97")                             \
  X("error-3", "stroke:#8a4fbf", "stroke:#c39ae8")                             \
  X("error-4", "stroke:#b8860b", "stroke:#e2c05a")                             \
  X("error-5", "stroke:#c2447e", "stroke:#f08fbd")                             \
  X("error-6", "stroke:#0f8b8d", "stroke:#5ccfd0")                             \
  X("error-7", "stroke:#5c6672", "stroke:#b4bcc7")                             \
  X("error-8", "stroke:#7a1f2b", "stroke:#e57382")                             \
  X("error-9", "stroke:#1b2a6b", "stroke:#9fb0ff")                             \
  X("error-10", "stroke:#66750a", "stroke:#c3d24a")                            \
  X("error-11", "stroke:#4a2c12", "stroke:#cfa27a")                            \
  X("hit", "fill:#000;fill-opacity:0", NULL)                                   \
  X("node", "fill:#f6f7f9;stroke:#6b7280;stroke-width:1.2",                    \
    "fill:#22262c;stroke:#9aa3af")                                             \
  X("node-start", "fill:#e8f0fb;stroke:#2f6fc4;stroke-width:1.8",              \
    "fill:#1a2c44;stroke:#7db0f5")                                             \
  X("node-final", "fill:#e7f5ec;stroke:#2e8b57;stroke-width:1.4",              \
    "fill:#173325;stroke:#6fcf97")                                             \
  X("node-bad", "fill:#fde8e6;stroke:#b3261e;stroke-width:1.8",                \
    "fill:#451a18;stroke:#ff8a80")                                             \
  X("node-marked", "fill:#fdf3dd;stroke:#cfa13c;stroke-width:1.8",             \
    "fill:#382c12;stroke:#c79a3b")                                             \
  X("node-faint", "fill:none;stroke:#b6bcc5;stroke-dasharray:3 3",             \
    "stroke:#565d68")                                                          \
  X("edge", "fill:none;stroke:#6b7280;stroke-width:1.2", "stroke:#9aa3af")     \
  X("edge-bad", "fill:none;stroke:#b3261e;stroke-width:1.6", "stroke:#ff8a80") \
  X("edge-marked", "fill:none;stroke:#c98a1b;stroke-width:2.2",                \
    "stroke:#e0ac4c")                                                          \
  X("edge-faint", "fill:none;stroke:#b6bcc5;stroke-dasharray:3 3",             \
    "stroke:#565d68")                                                          \
  X("edge-head", "fill:#6b7280", "fill:#9aa3af")                               \
  X("edge-head-bad", "fill:#b3261e", "fill:#ff8a80")                           \
  X("edge-head-marked", "fill:#c98a1b", "fill:#e0ac4c")                        \
  X("edge-head-faint", "fill:#b6bcc5", "fill:#565d68")                         \
  X("blank", "fill:none;stroke:#d5d9de;stroke-width:.5", "stroke:#3a3f47")     \
  X("on-dark", "fill:#fff", NULL)                                              \
  X("on-light", "fill:#1f2328", NULL)

/* Heat goes from pale to deep in eleven steps of one hue, readable in grey;
 * the same in the dark, where pale stands out. */
static const char *const heat[] = {
    "#f3f6fb", "#e0e9f5", "#cbdaee", "#b3c9e6", "#99b7dd", "#7da3d2",
    "#628ec5", "#4a79b5", "#3564a1", "#244f89", "#153a6d",
};

void svg_style(struct text *out) {
  text_add(out, ".h-picture{font-family:ui-monospace,SFMono-Regular,Menlo,"
                "Consolas,\"DejaVu Sans Mono\",monospace;font-size:12px}\n"
                ".h-picture text{white-space:pre}\n");
#define LIGHT(name, light, dark) text_add(out, ".h-" name "{" light "}\n");
  SVG_CLASSES(LIGHT)
#undef LIGHT
  for (unsigned i = 0; i < sizeof heat / sizeof *heat; i++)
    text_printf(out, ".h-heat-%u{fill:%s}\n", i, heat[i]);
  text_add(out, "@media screen and (prefers-color-scheme:dark){\n");
#define DARK(name, light, dark)                                                \
  if (dark)                                                                    \
    text_printf(out, ".h-" name "{%s}\n", (const char *)dark);
  SVG_CLASSES(DARK)
#undef DARK
  text_add(out, "}\n");
}

struct svg svg_begin(struct text *out, double width, double height,
                     const char *title, enum svg_use use) {
  struct svg s = {out};
  if (use == SVG_ALONE)
    text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  text_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  class_attribute(&s, "picture");
  attribute(&s, "width", width);
  attribute(&s, "height", height);
  text_add(out, " viewBox=\"0 0 ");
  number(out, width);
  text_char(out, ' ');
  number(out, height);
  text_add(out, "\" role=\"img\">\n");
  if (title && *title) {
    text_add(out, "<title>");
    label_xml(out, title, 200);
    text_add(out, "</title>\n");
  }
  if (use == SVG_ALONE) {
    text_add(out, "<style>\n");
    svg_style(out);
    text_add(out, "</style>\n");
  }
  return s;
}

void svg_end(struct svg *s) {
  text_add(s->out, "</svg>\n");
}

void svg_open(struct svg *s, const char *cls, const char *hint) {
  text_add(s->out, "<g");
  if (cls)
    class_attribute(s, cls);
  text_char(s->out, '>');
  if (hint) {
    text_add(s->out, "<title>");
    label_xml(s->out, hint, 400);
    text_add(s->out, "</title>");
  }
  text_char(s->out, '\n');
}

void svg_close(struct svg *s) {
  text_add(s->out, "</g>\n");
}

void svg_line(struct svg *s, const char *cls, double x1, double y1, double x2,
              double y2) {
  text_add(s->out, "<line");
  class_attribute(s, cls);
  attribute(s, "x1", x1);
  attribute(s, "y1", y1);
  attribute(s, "x2", x2);
  attribute(s, "y2", y2);
  text_add(s->out, "/>\n");
}

void svg_rect(struct svg *s, const char *cls, double x, double y, double w,
              double h, double radius) {
  text_add(s->out, "<rect");
  class_attribute(s, cls);
  attribute(s, "x", x);
  attribute(s, "y", y);
  attribute(s, "width", w > 0 ? w : 0);
  attribute(s, "height", h > 0 ? h : 0);
  if (radius > 0)
    attribute(s, "rx", radius);
  text_add(s->out, "/>\n");
}

void svg_circle(struct svg *s, const char *cls, double x, double y, double r) {
  text_add(s->out, "<circle");
  class_attribute(s, cls);
  attribute(s, "cx", x);
  attribute(s, "cy", y);
  attribute(s, "r", r);
  text_add(s->out, "/>\n");
}

static void text_element(struct svg *s, const char *cls, enum svg_anchor anchor,
                         double x, double y, bool up, const char *label,
                         size_t max) {
  static const char *const anchors[] = {NULL, "middle", "end"};
  text_add(s->out, "<text");
  class_attribute(s, cls);
  attribute(s, "x", x);
  attribute(s, "y", y);
  if (anchors[anchor])
    text_printf(s->out, " text-anchor=\"%s\"", anchors[anchor]);
  if (up) {
    text_add(s->out, " transform=\"rotate(-90 ");
    number(s->out, x);
    text_char(s->out, ' ');
    number(s->out, y);
    text_add(s->out, ")\"");
  }
  text_add(s->out, ">");
  label_xml(s->out, label, max);
  text_add(s->out, "</text>\n");
}

void svg_text(struct svg *s, const char *cls, enum svg_anchor anchor, double x,
              double y, const char *label, size_t max) {
  text_element(s, cls, anchor, x, y, false, label, max);
}

void svg_text_up(struct svg *s, const char *cls, enum svg_anchor anchor,
                 double x, double y, const char *label, size_t max) {
  text_element(s, cls, anchor, x, y, true, label, max);
}

void svg_path(struct svg *s, const char *cls, const struct text *data) {
  if (!data->len)
    return;
  text_add(s->out, "<path");
  class_attribute(s, cls);
  text_printf(s->out, " d=\"%s\"/>\n", text_str(data));
}

void svg_to(struct text *data, const char *command, unsigned count, ...) {
  va_list args;
  va_start(args, count);
  text_add(data, command);
  for (unsigned i = 0; i < count; i++) {
    if (i)
      text_char(data, ' ');
    number(data, va_arg(args, double));
  }
  va_end(args);
}

void svg_head(struct svg *s, const char *cls, double x, double y, double dx,
              double dy) {
  const double length = hypot(dx, dy), long_side = 8, half_width = 3.6;
  if (length <= 0)
    return;
  const double ux = dx / length, uy = dy / length;
  const double bx = x - ux * long_side, by = y - uy * long_side;
  struct text d = {0};
  svg_to(&d, "M", 2, x, y);
  svg_to(&d, "L", 2, bx - uy * half_width, by + ux * half_width);
  svg_to(&d, "L", 2, bx + uy * half_width, by - ux * half_width);
  text_char(&d, 'Z');
  svg_path(s, cls, &d);
  text_free(&d);
}

double svg_cells(size_t cells, double font_size) {
  EXPECTS(font_size > 0);
  return (double)cells * font_size * 0.61;
}

double svg_width(const char *label, double font_size) {
  return svg_cells(label_width(label), font_size);
}
