#include "job/cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "job/coverage.h"
#include "job/host.h"
#include "sched/saved.h"
#include "sched/strategy.h"

#define MAGIC "heddle search "

/* Shorter searches are not worth a file that nobody asked for. */
#define WORTH_SECONDS 1.0
#define WORTH_BYTES ((size_t)256 << 20)

/* --- what identifies a search ------------------------------------------- */

static void add_digest(struct text *out, const char *name, const char *path) {
  struct text content = {0};
  bool ok = text_read_file(&content, path);
  text_printf(out, "%s %016llx\n", name,
              ok ? (unsigned long long)hash_bytes(text_str(&content),
                                                  content.len)
                 : 0ull);
  text_free(&content);
}

static void describe(struct text *out, const struct target *t,
                     const struct sched_options *o) {
  text_printf(out,
              "strategy %s seed %llu depth %u preemptions %u delays %u steps "
              "%llu memory %llu threads %llu races %d output %d spurious %d "
              "malloc %d partial %d coverage %d ranks %llu unbuffered %d "
              "leaks %d exact %d values %d order %d asks %d symbolic %d branches %llu\n",
              o->strategy->name, (unsigned long long)o->seed, o->depth,
              o->preemptions, o->delays, (unsigned long long)t->steps,
              (unsigned long long)t->memory,
              (unsigned long long)t->threads, !o->no_races, o->same_output,
              t->spurious, t->malloc_fails, t->partial_io, t->coverage,
              (unsigned long long)t->ranks, t->unbuffered, t->mpi_leaks,
              o->exact_states, !o->no_values, (int)o->order, o->constraints != NULL,
              t->concolic != NULL,
              (unsigned long long)t->branches);
  for (uint32_t i = 0; i < o->inputs_len; i++)
    text_printf(out, "input %u %u %lld\n", o->inputs[i].thread,
                o->inputs[i].index, (long long)o->inputs[i].value);
  for (uint32_t i = 0; i < o->starts_len; i++)
    text_printf(out, "from %016llx %016llx\n",
                (unsigned long long)hash_bytes(
                    o->starts[i].choices,
                    o->starts[i].len * sizeof *o->starts[i].choices),
                (unsigned long long)hash_bytes(
                    o->starts[i].inputs,
                    o->starts[i].inputs_len * sizeof *o->starts[i].inputs));
  if (*t->real_files)
    text_printf(out, "real-files %s\n", t->real_files);
  for (size_t i = 0; i < t->files.len; i++)
    text_printf(out, "file %s\n", t->files.at[i]);
  for (size_t i = 0; i < t->flags.len; i++)
    text_printf(out, "flag %s\n", t->flags.at[i]);
  for (size_t i = 0; i < t->args.len; i++)
    text_printf(out, "argument %s\n", t->args.at[i]);
}

/* --- where -------------------------------------------------------------- */

bool cache_folder(struct text *out) {
  const char *given = getenv("HEDDLE_CACHE");
  const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (given) {
    if (!*given || !strcmp(given, "none"))
      return false;
    text_add(out, given);
  } else if (xdg && *xdg) {
    text_printf(out, "%s/heddle", xdg);
  } else if (home && *home) {
    text_printf(out, "%s/.cache/heddle", home);
  } else {
    return false;
  }
  return true;
}

void cache_make_folders(const char *path) {
  struct text part = {0};
  for (const char *p = path; *p; p++) {
    if (*p == '/' && part.len)
      mkdir(text_str(&part), 0777);
    text_char(&part, *p);
  }
  text_free(&part);
}

/* Folders of one user hold searches of many projects: there the place
 * matters; a folder that the user names is one project's. */
static uint64_t name_hash(const struct cache *c, bool named) {
  uint64_t h = hash_bytes(text_str(&c->asked), c->asked.len);
  char *here = named ? NULL : getcwd(NULL, 0);
  if (here)
    h = hash_pair(h, hash_bytes(here, strlen(here)));
  free(here);
  return h;
}

void cache_open(struct cache *c, const char *folder, bool resume,
                const struct target *t, const struct sched_options *o) {
  *c = (struct cache){.host = t->host,
                      .resume = resume || folder,
                      .most = CACHE_MOST};
  const char *tested = t->files.at[0], *slash = strrchr(tested, '/');
  if (folder)
    text_add(&c->path, folder);
  else if (!cache_folder(&c->path)) {
    if (resume)
      host_say(t->host, "--resume: no folder for searches: give --cache DIR, or "
                   "set HEDDLE_CACHE");
    return;
  }
  describe(&c->asked, t, o);
  add_digest(&c->tool, "heddle", "/proc/self/exe");
  if (t->kind == TAPE_MODEL)
    text_printf(&c->program, "program %016llx\n",
                (unsigned long long)t->identity);
  else
    add_digest(&c->program, "program", text_str(&t->binary));
  text_printf(&c->path, "/%s-%016llx" CACHE_ENDING, slash ? slash + 1 : tested,
              (unsigned long long)name_hash(c, folder != NULL));
}

void cache_close(struct cache *c) {
  text_free(&c->path);
  text_free(&c->asked);
  text_free(&c->tool);
  text_free(&c->program);
  text_free(&c->content);
}

/* --- reading ------------------------------------------------------------ */

static bool anew(const struct cache *c, const char *why) {
  return host_say(c->host, "'%s' %s: the search starts anew",
                  text_str(&c->path), why);
}

/* Whether the file goes on with this text; moves behind it. */
static bool follows(struct cache *c, const struct text *t) {
  if (c->content.len - c->at < t->len ||
      memcmp(c->content.at + c->at, t->at, t->len))
    return false;
  c->at += t->len;
  return true;
}

static bool is_whole(const struct cache *c) {
  uint64_t sum;
  if (c->content.len < sizeof sum)
    return false;
  size_t len = c->content.len - sizeof sum;
  memcpy(&sum, c->content.at + len, sizeof sum);
  return sum == hash_bytes(c->content.at, len);
}

static void add_magic(struct text *out) {
  text_printf(out, MAGIC "%d\n", SAVED_VERSION);
}

bool cache_find(struct cache *c) {
  if (!c->resume || !c->path.len)
    return false;
  struct text magic = {0};
  add_magic(&magic);
  if (!text_read_file(&c->content, text_str(&c->path))) {
    text_free(&magic);
    bool none = errno == ENOENT || errno == ENOTDIR;
    return none ? false : anew(c, "cannot be read");
  }
  size_t known = strlen(MAGIC);
  bool ours = c->content.len > known && !memcmp(c->content.at, MAGIC, known);
  bool version = follows(c, &magic);
  text_free(&magic);
  if (!ours)
    return anew(c, "is no saved search");
  if (!version)
    return anew(c, "is of another version of heddle");
  if (!is_whole(c))
    return anew(c, "is damaged");
  if (!follows(c, &c->tool))
    return anew(c, "was made by another build of heddle");
  if (!follows(c, &c->asked))
    return anew(c, "is of another search");
  if (!follows(c, &c->program))
    return anew(c, "is of the program before it was changed");
  c->fork = c->content.at[c->at++] == 'f';
  c->len = c->content.len - sizeof(uint64_t) - c->at;
  return true;
}

/* What was covered comes before the search: its length, and it. */
static bool load_coverage(struct cache *c) {
  const char *from = c->content.at + c->at;
  struct unpack all = {(const unsigned char *)from,
                       (const unsigned char *)from + c->len, false};
  uint32_t len = unpack_count(&all);
  const unsigned char *at = unpack_bytes(&all, len);
  struct unpack in = {at, at + len, !at};
  bool ok = at && (!c->coverage || coverage_load(c->coverage, &in));
  c->at = (size_t)((const char *)all.at - c->content.at);
  c->len = (size_t)(all.end - all.at);
  return ok;
}

bool cache_load(struct cache *c, struct sched *s) {
  bool ok = load_coverage(c) &&
            sched_load(s, c->content.at + c->at, c->len);
  return ok || anew(c, "cannot be understood");
}

/* --- writing ------------------------------------------------------------ */

bool cache_save(const struct cache *c, const struct target *t,
                const struct sched *s, double seconds) {
  bool quick = (double)s->stats.bytes * CACHE_BYTE_SECONDS < seconds;
  bool worth = s->stopped && s->seconds >= WORTH_SECONDS && quick;
  if (!c->path.len || s->verdict == VERDICT_BROKEN || s->spoilt ||
      s->x->spoilt || (!c->resume && !worth))
    return false;
  struct text out = {0};
  add_magic(&out);
  text_add(&out, text_str(&c->tool));
  text_add(&out, text_str(&c->asked));
  text_add(&out, text_str(&c->program));
  text_char(&out, t->fork ? 'f' : '-');
  struct text seen = {0};
  if (c->coverage)
    coverage_save(c->coverage, &seen);
  pack_uint(&out, seen.len);
  pack_bytes(&out, seen.at, seen.len);
  text_free(&seen);
  sched_save(s, &out);
  uint64_t sum = hash_bytes(out.at, out.len);
  text_add_n(&out, (const char *)&sum, sizeof sum);
  bool ok = c->resume || out.len <= WORTH_BYTES;
  if (ok) {
    cache_make_folders(text_str(&c->path));
    ok = text_keep_file(&out, text_str(&c->path));
    if (!ok && c->resume)
      host_fail(c->host, "cannot write '%s'", text_str(&c->path));
    if (ok)
      cache_prune(text_str(&c->path), c->most);
  }
  text_free(&out);
  return ok;
}
