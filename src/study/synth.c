#include "study/synth.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/rng.h"
#include "base/sound.h"
#include "explore/explore.h"
#include "explore/strategy.h"
#include "lang/lang.h"
#include "study/draft.h"
#include "study/topology.h"

/* One protocol on its way. */
struct making {
  const struct synth_options *o; /* all defaults filled in */
  struct progress *progress;
  struct rng rng;
  struct draft draft;
  struct map decided; /* receptions, by place and message */
  struct text text;
};

static struct synth_options filled_in(const struct synth_options *given,
                                      unsigned n) {
  struct synth_options o = *given;
  o.messages = o.messages ? o.messages : 3;
  o.capacity = o.capacity ? o.capacity : 3;
  o.states_min = o.states_min ? o.states_min : 2;
  if (!o.states_max)
    o.states_max = n < 10 ? 18 - 2 * (n - 2) : 2;
  if (o.states_max < o.states_min)
    o.states_max = o.states_min;
  o.global_min = o.global_min ? o.global_min : (uint64_t)500 << n;
  o.global_max = o.global_max ? o.global_max : 300000;
  o.values = o.values ? o.values : 2;
  o.scheme = o.scheme ? o.scheme : "fifo";
  return o;
}

/* --- the first procedure: random sends ------------------------------------ */

static bool has_send(const struct draft_state *s,
                     const struct draft_edge *wanted) {
  vec_each(&s->edges, e) if (e->send && e->peer == wanted->peer &&
                             e->message == wanted->message) return true;
  return false;
}

static void add_send(struct making *k, uint32_t p, uint32_t state,
                     uint32_t peer) {
  EXPECTS(p < k->draft.process_count && peer < k->draft.process_count && p != peer);
  struct draft_process *process = &k->draft.processes[p];
  struct draft_state *s = &process->states.at[state];
  struct draft_edge e = {
      .send = true,
      .peer = peer,
      .message = rng_below(&k->rng, k->o->messages),
      .target = rng_below(&k->rng, (uint32_t)process->states.len)};
  if (k->o->extended) {
    e.guard = rng_chance(&k->rng, 30) ? GUARD_EQUAL : GUARD_NONE;
    e.value = rng_below(&k->rng, k->o->values);
    e.computes = rng_chance(&k->rng, 40);
  }
  if (!has_send(s, &e))
    vec_push(&s->edges, e);
}

static uint32_t sends_of_state(struct rng *rng) {
  uint32_t lot = rng_below(rng, 100);
  return lot < 46 ? 0 : lot < 88 ? 1 : lot < 99 ? 2 : 3;
}

static bool sends_to(const struct draft_process *process, uint32_t peer) {
  vec_each(&process->states, s) vec_each(&s->edges, e) {
    if (e->send && e->peer == peer)
      return true;
  }
  return false;
}

static void draw_sends(struct making *k, uint32_t p) {
  EXPECTS(p < k->draft.process_count);
  struct draft *d = &k->draft;
  struct draft_process *process = &d->processes[p];
  uint32_t peers[DRAFT_PROCESSES], count = 0;
  for (uint32_t q = 0; q < d->process_count; q++)
    if (d->linked[p][q])
      peers[count++] = q;
  if (!count)
    return;
  uint32_t states = (uint32_t)process->states.len;
  for (uint32_t s = 0; s < states; s++)
    for (uint32_t i = sends_of_state(&k->rng); i > 0; i--)
      add_send(k, p, s, peers[rng_below(&k->rng, count)]);
  /* A channel that nobody uses would not be one of the topology. */
  for (uint32_t i = 0; i < count; i++)
    if (!sends_to(process, peers[i]))
      add_send(k, p, rng_below(&k->rng, states), peers[i]);
}

/* A port is only looked at where something is received, so there must be
 * something to begin with. */
static void draw_listeners(struct making *k, uint32_t p) {
  EXPECTS(p < k->draft.process_count);
  struct draft *d = &k->draft;
  VEC(uint32_t) messages = {0};
  for (uint32_t q = 0; q < d->process_count; q++)
    vec_each(&d->processes[q].states, s) vec_each(&s->edges, e) {
      if (e->send && e->peer == p)
        vec_push(&messages, e->message);
    }
  uint32_t states = (uint32_t)d->processes[p].states.len;
  for (uint32_t s = 0; messages.len && s < states; s++)
    if (rng_chance(&k->rng, 60))
      vec_push(&d->processes[p].states.at[s].edges,
               ((struct draft_edge){
                   .message = messages.at[rng_below(
                       &k->rng, (uint32_t)messages.len)],
                   .target = rng_below(&k->rng, states),
                   .computes = rng_chance(&k->rng, 50)}));
  vec_free(&messages);
}

static void draw(struct making *k, unsigned n) {
  EXPECTS(n && n <= DRAFT_PROCESSES);
  struct draft *d = &k->draft;
  d->process_count = n;
  d->capacity = k->o->capacity;
  d->extended = k->o->extended;
  d->values = k->o->values;
  d->scheme = k->o->scheme;
  topology_draw(d, k->o->topology, k->o->partners, &k->rng);
  for (uint32_t p = 0; p < n; p++) {
    uint32_t states = (uint32_t)rng_range(&k->rng, (int32_t)k->o->states_min,
                                          (int32_t)k->o->states_max);
    vec_resize(&d->processes[p].states, states);
  }
  for (uint32_t p = 0; p < n; p++)
    draw_sends(k, p);
  if (d->extended)
    for (uint32_t p = 0; p < n; p++)
      draw_listeners(k, p);
}

/* --- the second procedure: receptions by reachability --------------------- */

static struct model *read_draft(struct making *k, const bool *shown) {
  struct diag silent = {0};
  text_clear(&k->text);
  draft_print(&k->draft, shown, &k->text);
  return lang_read("draft", text_str(&k->text), k->text.len, NULL, &silent);
}

static struct explore_result *look(struct making *k, const struct model *m,
                                   unsigned find, uint64_t states) {
  return explore(m, &(struct explore_options){.find = find,
                                              .states = states,
                                              .findings_kept = 100000,
                                              .progress = k->progress});
}

static void add_reception(struct making *k, uint32_t p, uint32_t state,
                          uint32_t peer, uint32_t message) {
  struct draft_process *process = &k->draft.processes[p];
  uint32_t states = (uint32_t)process->states.len;
  struct draft_edge e = {.peer = peer,
                         .message = message,
                         .target = rng_below(&k->rng, states)};
  if (k->o->extended) {
    e.computes = rng_chance(&k->rng, 50);
    if (rng_chance(&k->rng, 30)) {
      struct draft_edge other = e;
      e.guard = GUARD_EQUAL;
      other.guard = GUARD_OTHER;
      other.target = rng_below(&k->rng, states);
      vec_push(&process->states.at[state].edges, other);
    }
  }
  vec_push(&process->states.at[state].edges, e);
}

static uint32_t process_number(const struct model *m, process_id p) {
  EXPECTS(p < m->process_count);
  return (uint32_t)atoi(m->processes[p].name + 1) - 1;
}

/* Decides every missing reception among the findings that is new; how many
 * there were. */
static unsigned decide(struct making *k, const struct model *m,
                       const struct explore_result *r) {
  unsigned fresh = 0;
  vec_each(&r->findings, f) {
    if (f->kind != FINDING_UNSPECIFIED)
      continue;
    /* Processes and states are called by their numbers, messages by their
     * letters; ids would do only if all processes were shown. */
    uint32_t process = process_number(m, f->process);
    uint32_t state = (uint32_t)atoi(
        m->processes[f->process].locations[f->location].name);
    uint32_t message = (uint32_t)(m->messages[f->message].name[0] - 'a');
    const struct object *o = &m->objects[f->object];
    uint32_t peer =
        o->kind == OBJECT_CHANNEL ? process_number(m, o->from) : 0;
    uint64_t key = (((uint64_t)process * DRAFT_PROCESSES + peer) *
                        DRAFT_MESSAGES + message) << 32 | state;
    bool added;
    map_at(&k->decided, key, &added);
    if (!added)
      continue;
    fresh++;
    if (!rng_chance(&k->rng, k->o->omit))
      add_reception(k, process, state, peer, message);
  }
  return fresh;
}

enum attempt { ATTEMPT_GOOD, ATTEMPT_OUTSIDE, ATTEMPT_STOPPED };

/* Completes the processes shown, which have *states states in the end. */
static enum attempt complete_part(struct making *k, const bool *shown,
                                  uint64_t most, uint64_t *states) {
  uint64_t limit = 500;
  for (;;) {
    if (limit > most)
      limit = most;
    struct model *m = read_draft(k, shown);
    assert(m); /* whatever is drawn is a model */
    struct explore_result *r =
        look(k, m, 1u << FINDING_UNSPECIFIED, limit);
    unsigned fresh = decide(k, m, r);
    enum stop_reason stopped = r->stopped;
    *states = r->stats.states;
    explore_result_free(r);
    model_free(m);
    if (stopped == STOP_INTERRUPT)
      return ATTEMPT_STOPPED;
    if (fresh)
      continue;
    if (stopped == STOP_NOT)
      return ATTEMPT_GOOD;
    if (limit == most)
      return ATTEMPT_OUTSIDE;
    limit *= 4;
  }
}

/* Processes that are not linked do not disturb each other: what is missing
 * is found part by part, and the product of the parts is the whole. */
static enum attempt complete(struct making *k) {
  const struct draft *d = &k->draft;
  bool seen[DRAFT_PROCESSES] = {false}, in[DRAFT_PROCESSES];
  uint64_t product = 1, states = 1;
  for (uint32_t p = 0; p < d->process_count; p++) {
    if (seen[p])
      continue;
    draft_component(d, p, in);
    enum attempt part =
        complete_part(k, in, k->o->global_max / product + 1, &states);
    if (part != ATTEMPT_GOOD)
      return part;
    product *= states ? states : 1;
    if (product > k->o->global_max)
      return ATTEMPT_OUTSIDE;
    for (uint32_t q = 0; q < d->process_count; q++)
      seen[q] |= in[q];
  }
  return product < k->o->global_min ? ATTEMPT_OUTSIDE : ATTEMPT_GOOD;
}

/* --- the file ------------------------------------------------------------- */

static void head(const struct making *k, unsigned n, uint64_t number,
                 unsigned tries, const struct explore_result *r,
                 struct text *out) {
  const struct synth_options *o = k->o;
  text_printf(out,
              "// Synthesized (heddle synth, after Nguyen 4.1.3): protocol %"
              PRIu64 " of seed %" PRIu64 ",\n"
              "// number %u drawn; %u processes of %u to %u states, %s, %u "
              "messages, capacity %u,\n"
              "// %u %% of missing receptions left out, %" PRIu64 " to %"
              PRIu64 " global states",
              number, o->seed, tries, n, o->states_min, o->states_max,
              topology_names[o->topology], o->messages, o->capacity, o->omit,
              o->global_min, o->global_max);
  if (o->extended)
    text_printf(out, ",\n// variables of %u values, %s", o->values,
                o->scheme);
  text_printf(out, "\n// expect: full %s states %" PRIu64
              " transitions %" PRIu64,
              r->verdict == VERDICT_HOLDS ? "holds" : "violated",
              r->stats.states, r->stats.transitions);
  for (int kind = 0; kind < FINDING_KINDS; kind++)
    if (r->counts[kind])
      text_printf(out, " %s%s %" PRIu64, finding_kind_names[kind],
                  kind == FINDING_DEADLOCK ? "s" : "", r->counts[kind]);
  text_char(out, '\n');
}

/* Measures the finished protocol. */
static enum attempt measure(struct making *k, unsigned n, uint64_t number,
                            unsigned tries, struct synth_made *made) {
  struct model *m = read_draft(k, NULL);
  struct explore_result *r = explore(
      m, &(struct explore_options){.find = EXPLORE_FIND_ALL,
                                   .states = k->o->global_max,
                                   .findings_kept = 1,
                                   .progress = k->progress});
  enum attempt outcome =
      r->stopped == STOP_INTERRUPT ? ATTEMPT_STOPPED
      : r->stopped != STOP_NOT || r->stats.states < k->o->global_min
          ? ATTEMPT_OUTSIDE
          : ATTEMPT_GOOD;
  if (outcome == ATTEMPT_GOOD) {
    made->tries = tries;
    made->states = r->stats.states;
    made->transitions = r->stats.transitions;
    text_clear(&made->source);
    head(k, n, number, tries, r, &made->source);
    text_add(&made->source, text_str(&k->text));
  }
  explore_result_free(r);
  model_free(m);
  return outcome;
}

static enum attempt attempt(struct making *k, unsigned n, uint64_t number,
                            unsigned tries, struct synth_made *made) {
  draw(k, n);
  enum attempt outcome = complete(k);
  if (outcome == ATTEMPT_GOOD)
    outcome = measure(k, n, number, tries, made);
  draft_free(&k->draft);
  map_clear(&k->decided);
  return outcome;
}

bool synth_protocol(const struct synth_options *given, unsigned n,
                    uint64_t number, struct progress *progress,
                    struct synth_made *made, struct text *why) {
  struct synth_options o = filled_in(given, n);
  struct making k = {.o = &o, .progress = progress};
  enum attempt outcome = ATTEMPT_OUTSIDE;
  unsigned tries = 0;
  assert(n >= 2 && n <= DRAFT_PROCESSES && o.messages <= DRAFT_MESSAGES);
  k.rng = rng_seed(hash_pair(hash_pair(o.seed, number), n));
  while (outcome == ATTEMPT_OUTSIDE && tries < SYNTH_TRIES) {
    tries++;
    outcome = attempt(&k, n, number, tries, made);
  }
  if (outcome == ATTEMPT_OUTSIDE)
    text_printf(why,
                "none of %d protocols of %u processes has between %" PRIu64
                " and %" PRIu64 " global states",
                SYNTH_TRIES, n, o.global_min, o.global_max);
  map_free(&k.decided);
  text_free(&k.text);
  return outcome == ATTEMPT_GOOD;
}
