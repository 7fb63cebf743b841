#include "job/engine.h"

#include <string.h>

#include "base/stress.h"

/* Options that are of single states. */
static const char *of_states(const struct check_options *o) {
  const struct {
    bool asked;
    const char *name;
  } others[] = {{o->depth_first, "--depth-first"},
                {o->first_only, "--first"},
                {o->depth, "--depth"},
                {o->states, "--states"},
                {o->graph, "--dot"},
                {o->compact, "--compact"},
                {o->bitstate, "--bitstate"},
                {o->swarm, "--swarm"}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i].asked)
      return others[i].name;
  return NULL;
}

static bool says(const char *option, const char *word) {
  return option && !strcmp(option, word);
}

bool engine_fits(struct check *c, const struct host *h,
                 const struct check_options *o) {
  c->symbolic = says(o->engine, "dd");
  if (!c->symbolic)
    return !o->engine || says(o->engine, "auto") || says(o->engine, "states") ||
           host_say(h,
                    "unknown engine '%s'; there are auto (the default), "
                    "states and dd",
                    o->engine);
  const char *other = of_states(o);
  if (!other && o->strategy && !says(o->strategy, "auto") &&
      !says(o->strategy, "full"))
    other = "a reducing --strategy";
  if (other)
    return host_say(h,
                    "--engine dd does not go with %s: it has a set of "
                    "states, and takes none by itself",
                    other);
  struct text why = {0};
  const bool refuses = sets_refuses(c->model, &why);
  if (refuses)
    host_say(h, "--engine dd does not apply to %s: %s", c->model->file,
             text_str(&why));
  text_free(&why);
  return !refuses;
}

void engine_sets(struct check *c, const struct explore_options *eo) {
  c->strategy = &strategy_full;
  c->why = NULL;
  c->result = sets_explore(c->model, eo, &c->sets);
  c->shortest = true;
}

/* --- tried ---------------------------------------------------------------- */

/* A transition of the list takes 60 ns and more (6000 where a strategy reduces,
 * 10 where states are of 2000 bits), a unit of work of the set 80 to 300.  So the
 * first trial takes some 30 ms, and later ones a thirteenth of what the list has
 * taken at least, each time that has become four times as much: a tenth in
 * all. */
enum {
  FIRST_AT = STRESSED(64, 500000),
  FIRST_WORK = STRESSED(1 << 12, 200000),
  SHARE = 33,
  GROWS = 4,
  OF_REDUCED = 6,
  BITS = 256
};

/* Times 60 ns for a transition of the list. */
static uint64_t weight(const struct engine_trial *t) {
  const uint64_t by_bits = 1 + t->bits / BITS;
  const uint64_t by_strategy =
      t->options.strategy == &strategy_full ? 1 : OF_REDUCED;
  return by_bits > by_strategy ? by_bits : by_strategy;
}

/* Of a state, at least: a few for each part. */
static uint64_t bits_of(const struct model *m) {
  return 2 * ((uint64_t)m->process_count + m->object_count);
}

static bool try_sets(void *user, uint64_t *at) {
  struct engine_trial *t = user;
  t->figures = (struct sets_figures){
      .work = t->work, .all_listed = t->options.strategy == &strategy_full};
  t->result = sets_explore(t->check->model, &t->options, &t->figures);
  if (!t->result->stopped && !t->result->claim.because.at.len)
    return true;
  explore_result_free(t->result);
  text_free(&t->figures.states);
  t->result = NULL;
  t->work *= GROWS;
  *at = t->work * SHARE / weight(t);
  return false;
}

bool engine_try(struct engine_trial *t, struct check *c,
                const struct check_options *o, struct explore_options *eo) {
  struct text why = {0};
  const unsigned asked = strategy_relevant(c->model, c->find);
  const bool may = !c->symbolic && !says(o->engine, "states") &&
                   says(o->strategy, "auto") && !of_states(o) && !o->edges &&
                   !o->fair && !o->disk && !o->save && !o->ranks &&
                   !sets_refuses(c->model, &why) &&
                   !(asked & ~sets_tells(c->model));
  text_free(&why);
  if (!may)
    return false;
  *t = (struct engine_trial){.check = c,
                             .options = *eo,
                             .work = FIRST_WORK,
                             .bits = bits_of(c->model)};
  t->rival = (struct explore_rival){FIRST_AT / weight(t), try_sets, t};
  if (t->options.memory)
    t->options.memory /= 4; /* beside the list */
  eo->rival = &t->rival;
  return true;
}

void engine_take(struct engine_trial *t, struct explore_result *list) {
  struct check *c = t->check;
  t->result->stats.seconds = list->stats.seconds;
  t->result->stats.cpu_seconds = list->stats.cpu_seconds;
  c->list_states = list->stats.states;
  explore_result_free(list);
  c->result = t->result;
  c->sets = t->figures;
  c->symbolic = c->shortest = true;
  c->strategy = &strategy_full;
  c->why = NULL;
}
