/* svg: the few elements that pictures are made of.
 *
 *     struct svg s = svg_begin(out, width, height, "what it shows", SVG_ALONE);
 *     svg_line(&s, "axis", x1, y1, x2, y2);
 *     svg_text(&s, "label", SVG_START, x, y, name, 30);
 *     svg_end(&s);
 *
 * Every element has one class, and all classes are in one style sheet that
 * knows light, dark and print; a picture that stands alone brings it along,
 * a page with many pictures includes it once (svg_style).  Classes are
 * written with the prefix "h-".  No ids and no references are used, so any
 * number of pictures can live in one page; arrow heads are polygons.
 *
 * Coordinates are pixels and are written with at most two decimals, the same
 * in every locale; one that is not finite is a bug in the caller. */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum svg_use {
  SVG_ALONE, /* a file of its own: XML declaration, style sheet */
  SVG_INLINE /* inside a page that has the style sheet */
};
enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

struct svg {
  struct text *out;
};

struct svg svg_begin(struct text *out, double width, double height,
                     const char *title, enum svg_use use);
void svg_end(struct svg *s);
/* The style sheet for all pictures of this room (without <style>). */
void svg_style(struct text *out);

/* A group; `hint` (or NULL) is what a pointer that rests on it shows. */
void svg_open(struct svg *s, const char *cls, const char *hint);
void svg_close(struct svg *s);

void svg_line(struct svg *s, const char *cls, double x1, double y1, double x2,
              double y2);
void svg_rect(struct svg *s, const char *cls, double x, double y, double w,
              double h, double radius);
void svg_circle(struct svg *s, const char *cls, double x, double y, double r);
/* The label, cut to `max` cells, with its baseline at y. */
void svg_text(struct svg *s, const char *cls, enum svg_anchor anchor, double x,
              double y, const char *label, size_t max);
/* The same, turned a quarter to the left around (x, y). */
void svg_text_up(struct svg *s, const char *cls, enum svg_anchor anchor,
                 double x, double y, const char *label, size_t max);
/* A path by its data, made with svg_to. */
void svg_path(struct svg *s, const char *cls, const struct text *data);
/* Adds a command and its numbers to the data of a path:
 * svg_to(&d, "M", 2, x, y). */
void svg_to(struct text *data, const char *command, unsigned count, ...);
/* An arrow head that ends in (x, y), coming from direction (dx, dy). */
void svg_head(struct svg *s, const char *cls, double x, double y, double dx,
              double dy);

/* Pixels that a label takes at the given size of font, rather too many than
 * too few: pictures use a monospaced face, 0.61 of its size per cell. */
double svg_width(const char *label, double font_size);
double svg_cells(size_t cells, double font_size);

#endif
