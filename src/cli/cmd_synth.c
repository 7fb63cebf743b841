/* heddle synth: a set of random protocols for studies. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "form/synth.h"

enum { VALUES_UNSAID = UINT32_MAX };

struct synth_command {
  const char *processes, *topology, *states, *global, *partners;
  uint64_t messages, capacity, omit, values;
  bool quiet;
  double time, budget;
  struct synth_set set;
};

static const struct usage usage = {
    .command = "synth",
    .synopsis = "[options] --out DIR",
    .summary =
        "Writes random protocols: sends are drawn, receptions completed by "
        "reachability\nanalysis, a share of them left out, so that every kind "
        "of error occurs (Nguyen\n4.1.3).  The same seed gives the same "
        "files.",
    .more = "  heddle synth --count 400 --seed 1 --out protocols\n"
            "  heddle synth --topology multi-cyclic --processes 3..5 "
            "--count 20 --out rings\n"
            "  heddle synth --extended --scheme causal --states 2..4 "
            "--global 100..50000\n"
            "    --processes 3 --count 10 --out ports\n",
};

/* "2..8" or "5". */
static bool parse_span(const char *s, uint64_t *low, uint64_t *high) {
  char *end;
  if (*s < '0' || *s > '9')
    return false;
  *low = *high = strtoull(s, &end, 10);
  if (!strncmp(end, "..", 2) && end[2] >= '0' && end[2] <= '9')
    *high = strtoull(end + 2, &end, 10);
  return !*end && *low <= *high;
}

static bool span(const char *option, const char *s, uint64_t least,
                 uint64_t most, uint64_t *low, uint64_t *high) {
  if (!s || (parse_span(s, low, high) && *low >= least && *high <= most))
    return true;
  usage_error(&usage, "'--%s %s': expected a number or a span such as 3..5, "
              "within %" PRIu64 "..%" PRIu64, option, s, least, most);
  return false;
}

static bool within(const char *option, uint64_t n, uint64_t least,
                   uint64_t most) {
  if (n >= least && n <= most)
    return true;
  usage_error(&usage, "'--%s %" PRIu64 "': expected %" PRIu64 " to %" PRIu64,
              option, n, least, most);
  return false;
}

static bool parse_topology(const char *name, enum topology *out) {
  for (int i = 0; topology_names[i]; i++)
    if (!strcmp(topology_names[i], name)) {
      *out = (enum topology)i;
      return true;
    }
  usage_error(&usage, "unknown topology '%s': arbitrary, cyclic or "
              "multi-cyclic", name);
  return false;
}

static bool parse_partners(const char *s, double *out) {
  char *end;
  if (!s)
    return true;
  *out = strtod(s, &end);
  if (end != s && !*end && *out >= 1 && *out < DRAFT_PROCESSES)
    return true;
  usage_error(&usage, "'--partners %s': expected 1 or more, such as 1.5", s);
  return false;
}

static bool known_scheme(const char *name) {
  for (int i = 0; scheme_names[i]; i++)
    if (!name || !strcmp(scheme_names[i], name))
      return true;
  usage_error(&usage, "unknown scheme '%s': async, fifo, causal or mailbox",
              name);
  return false;
}

static bool settle(struct synth_command *c) {
  struct synth_options *o = &c->set.synth;
  uint64_t low = 2, high = 8, states_min = 0, states_max = 0;
  if (!span("processes", c->processes, 2, DRAFT_PROCESSES, &low, &high) ||
      !span("states", c->states, 1, 100000, &states_min, &states_max) ||
      !span("global", c->global, 1, UINT32_MAX, &o->global_min,
            &o->global_max) ||
      !within("messages", c->messages, 1, DRAFT_MESSAGES) ||
      !within("capacity", c->capacity, 1, 1000) ||
      !within("omit", c->omit, 0, 100) ||
      (c->values != VALUES_UNSAID && !within("values", c->values, 1, 100)) ||
      !within("count", c->set.count, 1, 1000000) ||
      !parse_topology(c->topology, &o->topology) ||
      !parse_partners(c->partners, &o->partners) || !known_scheme(o->scheme))
    return false;
  if (o->scheme && !o->extended) {
    usage_error(&usage, "--scheme is for ports: use it with --extended");
    return false;
  }
  if (c->values != VALUES_UNSAID && !o->extended) {
    usage_error(&usage, "--values is for variables: use it with --extended");
    return false;
  }
  if (c->partners && o->topology != TOPOLOGY_ARBITRARY) {
    usage_error(&usage, "--partners is for --topology arbitrary: a ring has "
                        "those it has");
    return false;
  }
  c->set.low = (unsigned)low;
  c->set.high = (unsigned)high;
  o->states_min = (unsigned)states_min;
  o->states_max = (unsigned)states_max;
  o->messages = (unsigned)c->messages;
  o->capacity = (unsigned)c->capacity;
  o->omit = (unsigned)c->omit;
  o->values = c->values == VALUES_UNSAID ? 2 : (unsigned)c->values;
  return true;
}

static int synthesize(struct synth_command *c) {
  static const int codes[] = {[SYNTH_DONE] = EXIT_HOLDS,
                              [SYNTH_FAILED] = EXIT_USAGE,
                              [SYNTH_BROKEN] = EXIT_BUG,
                              [SYNTH_STOPPED] = EXIT_INCOMPLETE};
  struct text out = {0};
  enum synth_end end = synth_set_make(&c->set, term_host());
  int status = codes[end];
  if (end == SYNTH_STOPPED)
    term_message("%s: %zu of %" PRIu64 " protocols are in '%s'",
                 backstop_signalled() ? "interrupted" : "the time is over",
                 c->set.made, c->set.count, c->set.out);
  if (end == SYNTH_DONE && !c->quiet &&
      !(synth_text(&c->set, term_host(), &out) && term_print(&out)))
    status = EXIT_USAGE;
  text_free(&out);
  return status;
}

int cmd_synth(int argc, char **argv) {
  struct synth_command c = {.topology = "arbitrary",
                            .messages = 3,
                            .capacity = 3,
                            .omit = 25,
                            .values = VALUES_UNSAID,
                            .set = {.count = 400, .synth.seed = 1}};
  const struct option table[] = {
      {"out", 'o', OPT_STRING, &c.set.out, "DIR", "where the models go"},
      {"processes", 'n', OPT_STRING, &c.processes, "N..M",
       "of a protocol (default 2..8)"},
      {"count", 'c', OPT_NUMBER, &c.set.count, "N",
       "protocols in all (default 400)"},
      {"seed", 0, OPT_NUMBER, &c.set.synth.seed, "N", "random seed (default 1)"},
      {"topology", 0, OPT_STRING, &c.topology, "T",
       "arbitrary, cyclic or multi-cyclic"},
      {"partners", 0, OPT_STRING, &c.partners, "X",
       "of a process, on average (arbitrary)"},
      {"messages", 0, OPT_NUMBER, &c.messages, "N",
       "in the alphabet of a channel (default 3)"},
      {"capacity", 0, OPT_NUMBER, &c.capacity, "N",
       "of a channel or port (default 3)"},
      {"omit", 0, OPT_NUMBER, &c.omit, "P",
       "per cent of missing receptions left out (25)"},
      {"states", 0, OPT_STRING, &c.states, "A..B",
       "of a process (default 2..18-2(n-2))"},
      {"global", 0, OPT_STRING, &c.global, "A..B",
       "global states (default 500*2^n..300000)"},
      {"extended", 'x', OPT_FLAG, &c.set.synth.extended, NULL,
       "ports and variables instead of channels"},
      {"scheme", 0, OPT_STRING, &c.set.synth.scheme, "S",
       "of ports: async, fifo (default), causal, mailbox"},
      {"values", 0, OPT_NUMBER, &c.values, "N",
       "of a variable (default 2)"},
      {"jobs", 'j', OPT_NUMBER, &c.set.jobs, "N",
       "worker processes (default all cores); same files"},
      {"time", 0, OPT_SECONDS, &c.time, "T", "stop after so long"},
      OPTION_BUDGET(&c.budget),
      OPTION_QUIET(&c.quiet),
      {0}};
  struct operands rest = {0};
  int status = options_parse(&usage, table, argc, argv, &rest);
  backstop_asking(c.budget, c.time);
  if (status < 0) {
    if (rest.at.len)
      status = usage_error(&usage, "'%s': what is this?", rest.at.at[0]);
    else if (!c.set.out)
      status = usage_error(&usage, "where to? --out DIR");
    else
      status = settle(&c) ? synthesize(&c) : EXIT_USAGE;
  }
  vec_free(&rest.at);
  return status;
}
