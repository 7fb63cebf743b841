#include "job/derive.h"

#include <string.h>

#include "base/clock.h"

static bool choose_mode(const char *name, enum net_mode *mode) {
  *mode = name && !strcmp(name, "paper") ? NET_PAPER : NET_QUIET;
  return !name || !strcmp(name, "paper") || !strcmp(name, "quiet");
}

/* "initial,output": bits, 0 on a mistake. */
static unsigned choose_operators(const char *list, struct text *why) {
  unsigned bits = 0;
  if (!list)
    return MUTANT_PAPER;
  if (!strcmp(list, "all"))
    return (1 << MUTANT_KINDS) - 1;
  while (*list) {
    const size_t len = strcspn(list, ",");
    enum mutant_kind k = 0;
    while (k < MUTANT_KINDS && (strlen(mutant_kind_names[k]) != len ||
                                memcmp(mutant_kind_names[k], list, len)))
      k++;
    if (k == MUTANT_KINDS) {
      text_printf(why,
                  "unknown operator '%.*s': initial, output, "
                  "destination, missing or all",
                  (int)(len < 40 ? len : 39), list);
      return 0;
    }
    bits |= 1u << k;
    list += len + (list[len] == ',');
  }
  return bits;
}

bool derive_choose(struct derive_options *d, const struct derive_request *r,
                   struct text *why) {
  *d = (struct derive_options){.fair = r->fair,
                               .keep_all = r->all,
                               .stop_after = r->first,
                               .limits.memory = r->memory};
  if (r->engine && strcmp(r->engine, "auto")) {
    d->engine = net_engine_find(r->engine);
    if (!d->engine) {
      text_printf(why,
                  "unknown engine '%s': explicit, mdd-bfs, mdd-sat, sets "
                  "or auto",
                  r->engine);
      return false;
    }
  }
  if (!choose_mode(r->mode, &d->mode)) {
    text_printf(why, "unknown mode '%s': quiet or paper", r->mode);
    return false;
  }
  d->operators = choose_operators(r->mutate, why);
  if (!d->operators)
    return false;
  if (r->verify)
    d->operators = 0;
  d->jobs = r->jobs ? (unsigned)(r->jobs > 256 ? 256 : r->jobs) : clock_cores();
  return true;
}

bool derive_takes(const struct derive_options *d, const struct network *n,
                  struct text *why) {
  if (!d->engine || d->engine->choices || network_deterministic(n))
    return true;
  const struct network_edge *e = &n->edges.at[n->first_choice];
  text_printf(why,
              "engine '%s' takes deterministic networks only, and '%s' has a "
              "choice for '%s' in '%s' (line %u): use sets or auto",
              d->engine->name, n->machines.at[e->machine].name,
              network_symbol_name(n, e->input),
              network_state_name(n, e->machine, e->from), e->at.line);
  return false;
}

void derivation_run(struct derivation *d, const struct host *h,
                    const struct network *n, double seconds) {
  struct progress progress;
  d->net = n;
  host_progress_begin(h, &progress);
  d->options.limits.progress = &progress;
  d->options.limits.deadline = seconds > 0 ? clock_wall() + seconds : 0;
  derive_run(&d->result, n, &d->options);
  host_progress_end(h, &progress);
  d->options.limits.progress = NULL;
  d->verdict = derive_claim(&d->result, !d->options.operators, &d->claim);
}

void derivation_close(struct derivation *d) {
  reasons_free(&d->claim.because);
  derive_free(&d->result);
}
