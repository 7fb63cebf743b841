#include "net/claim.h"

static void add_limit(struct claim *c, enum net_verdict stopped) {
  static const enum why whys[] = {[NET_MEMORY] = WHY_MEMORY,
                                  [NET_TIME] = WHY_TIME,
                                  [NET_INTERRUPTED] = WHY_INTERRUPTED};
  if (stopped != NET_DONE)
    reasons_add(&c->because, (struct because){.why = whys[stopped]});
}

/* Those that the user left out. */
static void add_untreated(struct claim *c, const struct derive_result *r) {
  struct text name = {0};
  if (r->verdict != NET_DONE || r->examined == r->mutants)
    return;
  text_add(&name, "mutants beyond the first ");
  text_count(&name, r->examined);
  reasons_add(&c->because, (struct because){.why = WHY_BOUND,
                                            .name = text_str(&name),
                                            .count = r->mutants - r->examined});
  text_free(&name);
}

enum verdict derive_claim(const struct derive_result *r, bool verify,
                          struct claim *c) {
  const struct net_report *p = &r->report;
  *c = (struct claim){.found = p->livelocks.len + p->stuck.len};
  if (verify && p->stable)
    c->found += p->dead.len + !p->strongly_connected;
  add_limit(c, r->verdict);
  if (!verify)
    add_untreated(c, r);
  return verdict_of(c);
}

enum verdict distinguish_claim(enum distinguish answer,
                               enum net_verdict stopped, struct claim *c) {
  *c = (struct claim){.found = answer == DISTINGUISH_FOUND};
  if (answer == DISTINGUISH_LIMIT)
    add_limit(c, stopped == NET_DONE ? NET_MEMORY : stopped);
  return verdict_of(c);
}
