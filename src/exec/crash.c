#include "exec/crash.h"

#include <stdlib.h>
#include <string.h>

#include "base/sound.h"
#include "exec/frames.h"

uint32_t crash_number(struct crash_places *c, struct spot at) {
  for (size_t i = 0; i < c->without_site.len; i++) {
    const struct spot *known = &c->without_site.at[i];
    if (known->line == at.line && known->col == at.col &&
        (known->file == at.file ||
         (known->file && at.file && !strcmp(known->file, at.file))))
      return CRASH_SITES + (uint32_t)i;
  }
  vec_push(&c->without_site, at);
  return CRASH_SITES + (uint32_t)c->without_site.len - 1;
}

/* The site of an address, or 0 when it is not in the program's own code. */
static uint32_t look_up(struct crash_places *c, const struct symbols *s,
                        struct frames *f, uint64_t code) {
  struct spot at;
  uint64_t after = code + 1; /* frames are return addresses */
  if (!frames_find(f, &after, 1, &at, 1, &c->arena))
    return 0;
  uint32_t site = symbols_site(s, at.file, at.line);
  return site ? site : crash_number(c, at);
}

void crash_locate(struct crash_places *c, const struct symbols *s,
                  struct frames *f, char *text, uint32_t *site) {
  EXPECTS(text && site);
  char *mark = strstr(text, WIRE_CODE_MARK);
  if (!mark)
    return;
  uint64_t code = strtoull(mark + strlen(WIRE_CODE_MARK), NULL, 16);
  *mark = 0;
  bool added;
  uint64_t *known = map_at(&c->known, code, &added);
  if (added)
    *known = look_up(c, s, f, code);
  if (*known)
    *site = (uint32_t)*known;
}

void crash_locate_run(struct crash_places *c, const struct symbols *s,
                      struct frames *f, const struct batch *b, uint32_t i) {
  struct run *r = &b->runs[i];
  bool crash = r->finding == FOUND_CRASH || r->finding == FOUND_STACK;
  if (crash && r->text != UINT32_MAX &&
      memchr(b->text + r->text, 0, b->text_cap - r->text))
    crash_locate(c, s, f, b->text + r->text, &r->site);
}

struct spot crash_place(const struct crash_places *c, uint32_t site) {
  uint32_t i = site - CRASH_SITES;
  return i < c->without_site.len ? c->without_site.at[i] : (struct spot){0};
}

void crash_places_free(struct crash_places *c) {
  map_free(&c->known);
  vec_free(&c->without_site);
  arena_free(&c->arena);
}
