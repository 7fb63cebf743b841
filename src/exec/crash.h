/* crash: the line of the instruction that crashed.
 *
 * The runtime knows where a thread's last visible operation stood; the
 * instruction that crashed may be many lines further on.  Its address is in
 * the text of the finding (rt/wire.h, WIRE_CODE_MARK); the binary's line table
 * says the rest.  Addresses are looked up once. */
#ifndef EXEC_CRASH_H
#define EXEC_CRASH_H

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "exec/frames.h"
#include "exec/symbols.h"

struct crash_places {
  struct map known;              /* address -> site, or 0 */
  VEC(struct spot) without_site; /* lines that no site has */
  struct arena arena;
};

/* Sites from here on are lines that the program's table does not have. */
#define CRASH_SITES (UINT32_C(1) << 30)

/* Takes the mark out of a finding's text, and corrects its site if the
 * instruction is the program's own. */
void crash_locate(struct crash_places *c, const struct symbols *s,
                  struct frames *f, char *text, uint32_t *site);
/* The same of a run, if it crashed.  A text is the process's, so it is looked at
 * only if it ends. */
void crash_locate_run(struct crash_places *c, const struct symbols *s,
                      struct frames *f, const struct batch *b, uint32_t i);
/* The number of such a line. */
uint32_t crash_number(struct crash_places *c, struct spot at);
struct spot crash_place(const struct crash_places *c, uint32_t site);
void crash_places_free(struct crash_places *c);

#endif
