#include "model/machine.h"

#include <string.h>

#include "base/sound.h"

void view_open(struct machine_view *v, const struct machine *m,
               uint32_t slots) {
  EXPECTS(slots && slots <= MACHINE_SLOTS_MAX);
  *v = (struct machine_view){.machine = m, .slots = slots};
  v->parts = alloc_zero(machine_parts(m, slots), sizeof *v->parts);
}

void view_close(struct machine_view *v) {
  for (uint32_t i = 0; i < machine_parts(v->machine, v->slots); i++) {
    free(v->parts[i].at);
    free(v->parts[i].before);
  }
  free(v->parts);
  vec_free(&v->reads);
  vec_free(&v->changes);
}

static void resize(int32_t **at, uint32_t *cap, uint32_t len) {
  size_t room = *cap;
  if (len > room) {
    *at = vec_grow(*at, &room, len, sizeof **at);
    *cap = (uint32_t)room;
  }
}

static void load(struct machine_view *v, uint32_t part) {
  EXPECTS(part < machine_parts(v->machine, v->slots));
  struct machine_part *p = &v->parts[part];
  if (!p->read) {
    p->read = true;
    vec_push(&v->reads, part);
  }
  if (p->loaded)
    return;
  p->loaded = true;
  if (v->load)
    v->load(v, part);
}

const struct machine_part *view_read(struct machine_view *v, uint32_t part) {
  EXPECTS(part < machine_parts(v->machine, v->slots));
  load(v, part);
  return &v->parts[part];
}

int32_t *view_change(struct machine_view *v, uint32_t part, uint32_t len) {
  EXPECTS(part < machine_parts(v->machine, v->slots));
  load(v, part);
  struct machine_part *p = &v->parts[part];
  if (!p->changed) {
    p->changed = true;
    vec_push(&v->changes, part);
    resize(&p->before, &p->before_cap, p->len);
    p->before_len = p->len;
    if (p->len)
      memcpy(p->before, p->at, p->len * sizeof *p->at);
  }
  resize(&p->at, &p->cap, len);
  if (len > p->len)
    memset(p->at + p->len, 0, (len - p->len) * sizeof *p->at);
  p->len = len;
  return p->at;
}

void view_undo(struct machine_view *v) {
  vec_each(&v->changes, i) {
    struct machine_part *p = &v->parts[*i];
    resize(&p->at, &p->cap, p->before_len);
    if (p->before_len)
      memcpy(p->at, p->before, p->before_len * sizeof *p->at);
    p->len = p->before_len;
    p->changed = false;
  }
  vec_clear(&v->changes);
}

void view_keep(struct machine_view *v) {
  vec_each(&v->changes, i) v->parts[*i].changed = false;
  vec_clear(&v->changes);
}

void view_forget(struct machine_view *v) {
  vec_each(&v->reads, i) v->parts[*i].read = false;
  vec_clear(&v->reads);
}
