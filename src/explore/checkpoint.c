#include "explore/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "explore/archive.h"
#include "explore/disk.h"
#include "explore/spread.h"
#include "ranks/ranks.h"

static const char ledger[] = "ledger";

enum { EVERY = 60, SHARE = 20 };

/* --- the folder ----------------------------------------------------------- */

/* What a search cannot go on without. */
static uint64_t digest(const struct explore_options *o) {
  const char *name = o->strategy ? o->strategy->name : "full";
  uint64_t d = hash_bytes(name, strlen(name));
  const uint64_t numbers[] = {o->find,       o->depth_first, o->fair,
                              o->first_only, o->depth,       o->findings_kept,
                              o->keep_edges, o->saving->disk};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    d = hash_pair(d, numbers[i]);
  return d;
}

static bool fail(struct checkpoint *c, const char *what, int error) {
  text_printf(&c->why, "%s '%s'%s%s", what, c->o->folder, error ? ": " : "",
              error ? strerror(error) : "");
  return false;
}

/* owns: of several ranks that share it, one does. */
static bool open_folder(struct checkpoint *c, bool owns) {
  if (mkdir(c->o->folder, 0777) && errno != EEXIST)
    return fail(c, "cannot make the folder", errno);
  c->folder = open(c->o->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (c->folder < 0)
    return fail(c, "cannot open the folder", errno);
  /* One that was killed a moment ago may still be on its way out. */
  int tries = 0;
  while (owns && flock(c->folder, LOCK_EX | LOCK_NB) && tries++ < 30)
    usleep(100000);
  if (tries > 30)
    return fail(c, "another search is at work in", 0);
  return true;
}

/* Does the ledger belong to this search? */
static bool belongs(struct checkpoint *c, const struct archive_head *h) {
  if (h->build != c->o->build)
    return fail(c, "another build of heddle was at work in", 0);
  if (h->model != c->model)
    return fail(c, "the search is one of another model:", 0);
  static const char *const kinds[] = {
      "the search keeps its states in memory:",
      "the search keeps its states on the disk:",
      "the search is one of several ranks (mpirun):"};
  if (h->kind != c->kind)
    return fail(c, h->kind <= KIND_RANKS ? kinds[h->kind] : "what is this?", 0);
  if (h->options != c->options)
    return fail(c, "the search was started with other options:", 0);
  c->slots = h->more;
  return true;
}

bool checkpoint_open(struct checkpoint *c, const struct model *m,
                     const struct explore_options *o) {
  struct archive a;
  struct archive_head h = {0};
  *c = (struct checkpoint){.o = o->saving, .folder = -1, .model = m->digest};
  c->options = digest(o);
  c->kind = o->ranks ? KIND_RANKS : o->saving->disk ? KIND_DISK : KIND_MEMORY;
  if (o->keep) {
    text_add(&c->why, "a search that keeps hashes is not saved");
    return false;
  }
  if (o->saving->disk && disk_refuses(m, o, &c->why))
    return false;
  if (!open_folder(c, !o->ranks || !o->ranks->rank))
    return false;
  bool there = archive_open(&a, c->folder, ledger, &h);
  bool none = !there && a.error == ENOENT, ok = true;
  if (!there && !none) {
    text_printf(&c->why, "%s in '%s'", text_str(&a.why), c->o->folder);
    ok = false;
  } else if (there && !c->o->resume) {
    ok = fail(c,
              "a search was cut off in this folder; --resume goes on with "
              "it, or take another folder:",
              0);
  } else if (there) {
    ok = belongs(c, &h);
    c->resumes = ok;
  } else if (c->o->resume) {
    ok = fail(c, "there is no search to go on with in", 0);
  }
  archive_close(&a);
  text_free(&a.why);
  return ok;
}

void checkpoint_close(struct checkpoint *c) {
  if (c->folder >= 0)
    close(c->folder);
  c->folder = -1;
  text_free(&c->why);
}

/* --- what a search consists of -------------------------------------------- */

static void archive_parts(struct search *s, struct archive *a) {
  for (part_id i = 0; i < s->parts.count; i++) {
    struct part *part = &s->parts.at[i];
    archive_list(a, &part->pool);
    archive_list(a, &part->ends);
    if (a->loading && !parts_restore(&s->parts, i))
      a->failed = true;
  }
}

/* Notes have the numbers of before when they come in the same order. */
static void archive_notes(struct search *s, struct archive *a) {
  VEC(struct note) notes = {0};
  vec_each(&s->notes.at, n) vec_push(&notes, *n);
  archive_list(a, &notes);
  if (a->loading)
    for (size_t i = 0; i < notes.len; i++)
      if (notes.at[i].kind >= FINDING_KINDS ||
          notes.at[i].failure >= FAILURES ||
          notes_number(&s->notes, &notes.at[i]) != i)
        a->failed = true;
  vec_free(&notes);
}

static void archive_grow(struct search *s, struct archive *a) {
  uint64_t states = s->grow.states, cuts = s->grow.cuts;
  for (object_id o = 0; o < s->model->object_count; o++) {
    uint64_t grows = s->grows[o];
    archive_number(a, &grows);
    s->grows[o] = grows != 0;
  }
  archive_bytes(a, s->grow.ports.at,
                s->grow.ports.len * sizeof *s->grow.ports.at);
  archive_bytes(a, s->grow.seen, s->grow.ports.len * sizeof *s->grow.seen);
  archive_number(a, &states);
  archive_number(a, &cuts);
  s->grow.states = (uint32_t)states;
  s->grow.cuts = cuts != 0;
}

static void archive_figures(struct search *s, struct archive *a) {
  uint64_t left_deep = s->left_deep;
  struct explore_stats *st = &s->result->stats;
  uint64_t *figures[] = {&st->states,    &st->stands_for, &st->transitions,
                         &st->depth,     &st->terminated, &st->blocking,
                         &st->deadlocks, &s->level};
  for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
    archive_number(a, figures[i]);
  archive_number(a, &left_deep);
  s->left_deep = left_deep != 0;
  archive_bytes(a, s->result->counts, sizeof s->result->counts);
  archive_bytes(a, s->kept, sizeof s->kept);
}

static void archive_common(struct search *s, struct archive *a) {
  archive_parts(s, a);
  archive_notes(s, a);
  archive_grow(s, a);
  archive_figures(s, a);
  archive_list(a, &s->found);
  archive_list(a, &s->note_seen);
  archive_bytes(a, s->property_violated, s->model->property_count);
  for (source_id i = 0; i < s->model->source_count; i++) {
    uint8_t taken = s->mover.taken[i];
    archive_bytes(a, &taken, 1);
    s->mover.taken[i] = taken;
  }
}

static void archive_layout(struct search *s, struct archive *a) {
  part_id count = s->parts.count;
  struct layout_width *widths = alloc_zero(count + 1, sizeof *widths);
  layout_widths(&s->layout, widths);
  archive_bytes(a, widths, count * sizeof *widths);
  if (a->loading) {
    layout_close(&s->layout);
    layout_from(&s->layout, widths, count);
  }
  free(widths);
}

static void archive_memory(struct search *s, struct archive *a) {
  uint64_t next = s->next, end = s->level_end, edges = s->options.keep_edges;
  uint64_t waking = s->waking_next;
  archive_layout(s, a);
  if (!store_archive(&s->store, a))
    s->result->stopped = STOP_MEMORY;
  archive_number(a, &next);
  archive_number(a, &end);
  archive_number(a, &waking);
  archive_number(a, &edges);
  s->next = (state_id)next;
  s->level_end = (state_id)end;
  s->waking_next = (size_t)waking;
  s->options.keep_edges = edges != 0;
  archive_list(a, &s->stack);
  archive_list(a, &s->depths);
  archive_list(a, &s->waking);
  archive_list(a, &s->woken);
  archive_list(a, &s->naps);
  archive_list(a, &s->result->edges);
  archive_list(a, &s->endless.newest);
}

static void archive_ranks(struct search *s, struct archive *a) {
  archive_layout(s, a);
  spread_archive(s, a);
}

/* --- saving and loading --------------------------------------------------- */

static bool refuse(struct search *s, struct archive *a) {
  if (!s->result->disk.len)
    text_add(&s->result->disk,
             a->why.len ? text_str(&a->why) : "the ledger makes no sense");
  s->result->stopped = STOP_DISK;
  s->result->refused = true;
  return false;
}

static void rehash_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  s->sieves[worker].out_of_memory = !store_rehash(&s->store, worker);
}

/* What depends on the layout, and the table, are made anew. */
static void revive(struct search *s) {
  for (unsigned i = 0; i < s->jobs; i++)
    expander_relayout(&s->expanders[i], &s->layout);
  if (s->disk || s->spread)
    return;
  crew_run(&s->crew, rehash_phase, s);
  for (unsigned i = 0; i < s->jobs; i++)
    if (s->sieves[i].out_of_memory)
      s->result->stopped = STOP_MEMORY;
}

bool checkpoint_load(struct search *s) {
  struct archive a;
  struct archive_head h;
  bool ok = archive_open(&a, s->saved->folder, ledger, &h);
  if (ok) {
    archive_common(s, &a);
    if (s->disk && !a.failed)
      disk_archive(s, &a);
    else if (s->spread && !a.failed)
      archive_ranks(s, &a);
    else if (!a.failed)
      archive_memory(s, &a);
    ok = !a.failed && !s->result->disk.len;
  }
  if (s->spread)
    ok = spread_agrees(s->options.ranks, ok) && spread_load(s);
  if (ok)
    revive(s);
  else
    refuse(s, &a);
  archive_close(&a);
  text_free(&a.why);
  s->result->resumed = ok;
  return ok;
}

/* All ranks together; one of them has the ledger. */
static bool save_ranks(struct search *s, const struct archive_head *h) {
  struct archive a = {.fd = -1};
  bool ok = spread_settle(s);
  if (ok && !s->options.ranks->rank) {
    archive_create(&a, s->saved->folder, ledger, h);
    archive_common(s, &a);
    archive_ranks(s, &a);
    ok = archive_commit(&a);
    if (!ok && !s->result->disk.len)
      text_add(&s->result->disk, text_str(&a.why));
    text_free(&a.why);
  }
  return spread_settled(s, ok);
}

static bool save(struct search *s) {
  struct archive a;
  const struct archive_head h = {s->saved->o->build, s->saved->model,
                                 s->saved->options, s->saved->kind, s->slots};
  if (s->disk && !disk_settle(s))
    return false;
  if (s->spread)
    return save_ranks(s, &h);
  archive_create(&a, s->saved->folder, ledger, &h);
  archive_common(s, &a);
  if (s->disk)
    disk_archive(s, &a);
  else
    archive_memory(s, &a);
  bool ok = archive_commit(&a);
  if (ok && s->disk)
    disk_settled(s);
  if (!ok && !s->result->disk.len)
    text_add(&s->result->disk, text_str(&a.why));
  text_free(&a.why);
  return ok;
}

static void save_and_wait(struct search *s) {
  double began = clock_wall(), every = s->saved->o->every;
  bool ok = save(s);
  double took = clock_wall() - began;
  every = every > 0 ? every : EVERY;
  s->saved->due = began + took + (took * SHARE > every ? took * SHARE : every);
  s->result->resumable |= ok;
  /* A search in memory does without: it is only told. */
  if (!ok && s->disk && !s->result->stopped)
    s->result->stopped = STOP_DISK;
}

bool checkpoint_due(struct search *s) {
  if (!s->saved)
    return false;
  if (!s->saved->due)
    s->saved->due =
        clock_wall() + (s->saved->o->every > 0 ? s->saved->o->every : EVERY);
  return STRESSED(true, clock_wall() >= s->saved->due);
}

void checkpoint_now(struct search *s) {
  save_and_wait(s);
}

void checkpoint_tend(struct search *s) {
  if (checkpoint_due(s))
    save_and_wait(s);
}

static bool is_limit(enum stop_reason why) {
  return why == STOP_TIME || why == STOP_MEMORY || why == STOP_STATES ||
         why == STOP_INTERRUPT;
}

void checkpoint_cut(struct search *s) {
  if (!s->saved || !is_limit(s->result->stopped) || s->spread)
    return; /* ranks have done it before what they found was put together */
  save_and_wait(s);
}

void checkpoint_end(struct search *s) {
  if (!s->saved || s->result->stopped == STOP_DISK ||
      is_limit(s->result->stopped))
    return;
  s->result->resumable = false;
  if (!s->spread || !s->options.ranks->rank)
    unlinkat(s->saved->folder, ledger, 0);
  if (s->spread)
    spread_clear(s);
  if (s->disk)
    disk_clear(s);
}
