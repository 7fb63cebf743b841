/* Call stacks, for the run that is shown: frame pointers are kept by every
 * function of the program (cc) and of the runtime.  Equal stacks share a
 * number; 0 is "none". */
#include <string.h>

#include "base/sound.h"
#include "rt/rt.h"

static bool on_stack(const struct fiber *f, uint64_t at) {
  EXPECTS(f->id < THREADS_MAX);
  uint64_t base = WIRE_STACKS_AT + f->id * WIRE_STACK_SIZE;
  return at >= base + WIRE_STACK_GUARD && at + 16 <= base + WIRE_STACK_SIZE &&
         !(at & 7);
}

static void walk(struct wire_stack *s, uint64_t code, const uint64_t *frame) {
  memset(s, 0, sizeof *s);
  if (code)
    s->at[s->len++] = code + 1; /* as if it were a return address */
  while (s->len < WIRE_FRAMES && on_stack(rt.current, (uint64_t)frame)) {
    uint64_t caller = frame[1];
    if (!caller)
      break;
    s->at[s->len++] = caller;
    frame = (const uint64_t *)frame[0];
  }
}

static uint16_t number(uint64_t code, const uint64_t *frame) {
  struct wire *w = rt.wire;
  struct wire_stack *all = (struct wire_stack *)((char *)w + w->stacks);
  struct wire_stack here;
  if (!w->stacks)
    return 0;
  walk(&here, code, frame);
  for (uint32_t i = 0; i < w->stacks_len; i++)
    if (!memcmp(&all[i], &here, sizeof here))
      return (uint16_t)(i + 1);
  if (w->stacks_len == WIRE_STACKS)
    return 0;
  all[w->stacks_len++] = here;
  return (uint16_t)w->stacks_len;
}

uint16_t rt_stack_number(void) {
  return number(0, __builtin_frame_address(0));
}

uint16_t rt_stack_number_at(uint64_t code, uint64_t frame) {
  return number(code, (const uint64_t *)frame);
}
