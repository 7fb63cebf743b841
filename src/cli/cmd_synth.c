/* heddle synth: a set of random protocols for studies. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "form/tables.h"
#include "job/budget.h"
#include "job/load.h"
#include "study/draft.h"
#include "study/profile.h"
#include "study/synth.h"
#include "study/team.h"

enum { VALUES_UNSAID = UINT32_MAX };

struct synth_command {
  const char *processes, *out, *topology, *states, *global, *partners;
  uint64_t count, messages, capacity, omit, values, jobs;
  bool quiet;
  double time, budget;
  unsigned low, high; /* processes */
  struct synth_options synth;
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
  struct synth_options *o = &c->synth;
  uint64_t low = 2, high = 8, states_min = 0, states_max = 0;
  if (!span("processes", c->processes, 2, DRAFT_PROCESSES, &low, &high) ||
      !span("states", c->states, 1, 100000, &states_min, &states_max) ||
      !span("global", c->global, 1, UINT32_MAX, &o->global_min,
            &o->global_max) ||
      !within("messages", c->messages, 1, DRAFT_MESSAGES) ||
      !within("capacity", c->capacity, 1, 1000) ||
      !within("omit", c->omit, 0, 100) ||
      (c->values != VALUES_UNSAID && !within("values", c->values, 1, 100)) ||
      !within("count", c->count, 1, 1000000) ||
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
  c->low = (unsigned)low;
  c->high = (unsigned)high;
  o->states_min = (unsigned)states_min;
  o->states_max = (unsigned)states_max;
  o->messages = (unsigned)c->messages;
  o->capacity = (unsigned)c->capacity;
  o->omit = (unsigned)c->omit;
  o->values = c->values == VALUES_UNSAID ? 2 : (unsigned)c->values;
  return true;
}

/* --- the work ------------------------------------------------------------- */

/* The sizes share the protocols evenly, the smaller ones first. */
static unsigned processes_of(const struct synth_command *c, size_t i) {
  return c->low + (unsigned)(i * (c->high - c->low + 1) / c->count);
}

static void path_of(const struct synth_command *c, size_t i,
                    struct text *path) {
  int digits = snprintf(NULL, 0, "%" PRIu64, c->count);
  text_clear(path);
  text_printf(path, "%s/n%u-%0*zu.hed", c->out, processes_of(c, i),
              digits < 3 ? 3 : digits, i + 1);
}

static bool make_one(struct team *t, size_t i) {
  const struct synth_command *c = t->ctx;
  struct synth_made made = {0};
  struct text why = {0}, path = {0};
  path_of(c, i, &path);
  bool ok = synth_protocol(&c->synth, processes_of(c, i), i + 1, t->progress,
                           &made, &why);
  if (ok && !text_write_file(&made.source, text_str(&path))) {
    text_printf(&why, "cannot write '%s': %s", text_str(&path),
                term_reason());
    ok = false;
  }
  if (why.len)
    team_say(t, text_str(&why));
  text_free(&made.source);
  text_free(&why);
  text_free(&path);
  return ok;
}

/* A folder that is new, or has no models that would get mixed up with ours.*/
static bool make_folder(const char *path) {
  if (mkdir(path, 0777) && errno != EEXIST) {
    term_message("cannot make the folder '%s': %s", path, term_reason());
    return false;
  }
  DIR *dir = opendir(path);
  if (!dir) {
    term_message("cannot read '%s': %s", path, term_reason());
    return false;
  }
  bool clean = true;
  for (struct dirent *e; clean && (e = readdir(dir));) {
    size_t len = strlen(e->d_name);
    clean = len < 4 || strcmp(e->d_name + len - 4, ".hed");
  }
  closedir(dir);
  if (!clean)
    term_message("'%s' has models already: choose a new folder", path);
  return clean;
}

static bool profile_file(struct profile *p, const char *path) {
  struct text source = {0};
  struct diag silent = {0};
  if (!term_read(&source, path))
    return false;
  struct model *m =
      read_model(path, text_str(&source), source.len, NULL, &silent);
  if (m)
    profile_add(p, m);
  text_free(&source);
  model_free(m);
  return true;
}

/* Table 4.1 of what was made, from the files. */
static bool print_profile(const struct synth_command *c) {
  unsigned groups = c->high - c->low + 1;
  struct profile *profiles = alloc_zero(groups, sizeof *profiles);
  struct tables tables = {0};
  struct table *table = tables_new(&tables, "Properties", "processes");
  struct text path = {0}, out = {0};
  bool ok = true;
  for (unsigned n = c->low; n <= c->high; n++)
    vec_push(&table->names, arena_printf(&tables.arena, "%u", n));
  for (size_t i = 0; ok && i < c->count; i++) {
    path_of(c, i, &path);
    ok = profile_file(&profiles[processes_of(c, i) - c->low],
                      text_str(&path));
  }
  tables_profile(&tables, table, profiles);
  struct doc d = doc_begin(&tables.arena, "synth");
  tables_doc(&d, table);
  doc_render_text(&out, &d, (struct doc_text_style){.width = 120,
                                                    .untitled = true});
  ok = ok && term_print(&out);
  text_free(&out);
  text_free(&path);
  tables_free(&tables);
  free(profiles);
  return ok;
}

static int synthesize(struct synth_command *c) {
  if (!make_folder(c->out))
    return EXIT_USAGE;
  struct progress progress;
  host_progress_begin(term_host(), &progress);
  struct team team = {.workers = (unsigned)(c->jobs > 256 ? 256 : c->jobs),
                      .count = c->count,
                      .work = make_one,
                      .ctx = c,
                      .name = "synth",
                      .unit = "protocols",
                      .progress = &progress};
  bool started = team_run(&team);
  host_progress_end(term_host(), &progress);
  int status = EXIT_HOLDS;
  if (!started) {
    term_message("cannot start a worker: %s", term_reason());
    status = EXIT_USAGE;
  } else if (team.said[0]) {
    term_message("%s", team.said);
    status = EXIT_USAGE;
  } else if (team.crashed.len) {
    term_message("protocol %zu crashed its worker", team.crashed.at[0] + 1);
    status = EXIT_BUG;
  } else if (team.stopped) {
    term_message("%s: %zu of %" PRIu64 " protocols are in '%s'",
                 backstop_signalled() ? "interrupted" : "the time is over",
                 team.done, c->count, c->out);
    status = EXIT_INCOMPLETE;
  } else if (!c->quiet && !print_profile(c)) {
    status = EXIT_USAGE;
  }
  team_free(&team);
  return status;
}

int cmd_synth(int argc, char **argv) {
  struct synth_command c = {.topology = "arbitrary",
                            .count = 400,
                            .messages = 3,
                            .capacity = 3,
                            .omit = 25,
                            .values = VALUES_UNSAID,
                            .synth = {.seed = 1}};
  const struct option table[] = {
      {"out", 'o', OPT_STRING, &c.out, "DIR", "where the models go"},
      {"processes", 'n', OPT_STRING, &c.processes, "N..M",
       "of a protocol (default 2..8)"},
      {"count", 'c', OPT_NUMBER, &c.count, "N",
       "protocols in all (default 400)"},
      {"seed", 0, OPT_NUMBER, &c.synth.seed, "N", "random seed (default 1)"},
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
      {"extended", 'x', OPT_FLAG, &c.synth.extended, NULL,
       "ports and variables instead of channels"},
      {"scheme", 0, OPT_STRING, &c.synth.scheme, "S",
       "of ports: async, fifo (default), causal, mailbox"},
      {"values", 0, OPT_NUMBER, &c.values, "N",
       "of a variable (default 2)"},
      {"jobs", 'j', OPT_NUMBER, &c.jobs, "N",
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
    else if (!c.out)
      status = usage_error(&usage, "where to? --out DIR");
    else
      status = settle(&c) ? synthesize(&c) : EXIT_USAGE;
  }
  vec_free(&rest.at);
  return status;
}
