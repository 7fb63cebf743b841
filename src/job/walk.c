/* The part of heddle.h that steps through a model: model/stepping.h. */
#include <stdlib.h>

#include "job/guarded.h"
#include "job/inside.h"
#include "heddle.h"
#include "model/stepping.h"

struct heddle_walk {
  struct stepping s;
  struct text text; /* what was asked for last */
  struct listener listener;
};

static struct heddle_walk *do_open(const struct heddle_model *m) {
  struct heddle_walk *w = alloc_zero(1, sizeof *w);
  stepping_open(&w->s, m->model);
  return w;
}

struct heddle_walk *heddle_walk_open(const struct heddle_model *m) {
  GUARDED(struct heddle_walk *, NULL, NULL, do_open(m));
}

void heddle_walk_free(struct heddle_walk *w) {
  if (!w)
    return;
  stepping_close(&w->s);
  text_free(&w->text);
  free(w);
}

size_t heddle_walk_count(const struct heddle_walk *w) {
  return stepping_count(&w->s);
}

const char *heddle_walk_who(const struct heddle_walk *w, size_t i) {
  return i < stepping_count(&w->s) ? stepping_who(&w->s, i) : NULL;
}

static const char *do_text(struct heddle_walk *w, size_t i) {
  if (i >= stepping_count(&w->s))
    return NULL;
  text_clear(&w->text);
  stepping_text(&w->s, i, &w->text);
  return text_str(&w->text);
}

const char *heddle_walk_text(struct heddle_walk *w, size_t i) {
  GUARDED(const char *, NULL, &w->listener, do_text(w, i));
}

bool heddle_walk_take(struct heddle_walk *w, size_t i) {
  GUARDED(bool, false, &w->listener, stepping_take(&w->s, i));
}

bool heddle_walk_back(struct heddle_walk *w) {
  GUARDED(bool, false, &w->listener, stepping_back(&w->s));
}

bool heddle_walk_forward(struct heddle_walk *w) {
  GUARDED(bool, false, &w->listener, stepping_forward(&w->s));
}

size_t heddle_walk_length(const struct heddle_walk *w) {
  return w->s.at;
}

static const char *do_state(struct heddle_walk *w) {
  text_clear(&w->text);
  interp_print_state(w->s.in, stepping_state(&w->s), &w->text);
  return text_str(&w->text);
}

const char *heddle_walk_state(struct heddle_walk *w) {
  GUARDED(const char *, NULL, &w->listener, do_state(w));
}

const char *heddle_walk_error(const struct heddle_walk *w) {
  return stepping_error(&w->s);
}

static char *do_recording(const struct heddle_walk *w) {
  struct recording r;
  struct text out = {0};
  stepping_record(&w->s, &r);
  recording_write(&r, &out);
  recording_free(&r);
  return out.at; /* malloc'ed, ends in NUL */
}

char *heddle_walk_recording(const struct heddle_walk *w) {
  GUARDED(char *, NULL, NULL, do_recording(w));
}
