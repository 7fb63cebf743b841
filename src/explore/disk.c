#include "explore/disk.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/sound.h"
#include "explore/archive.h"
#include "explore/batch.h"
#include "explore/disk_inside.h"

static const char journal_name[] = "journal";

enum {
  FIRST_CACHE = STRESSED(64, 1 << 16), /* bytes, for each worker */
  MEMORY = 1 << 30,                    /* where there is no limit */
};

bool disk_refuses(const struct model *m, const struct explore_options *o,
                  struct text *why) {
  struct grow grow = {0};
  grow_open(&grow, m);
  if (o->depth_first)
    text_add(why, "depth first, every state is asked for at once");
  else if (o->keep)
    text_add(why, "hashes are kept in memory");
  else if (o->keep_edges)
    text_add(why, "there is no graph of states that are not in memory");
  else if (o->strategy && o->strategy->sleeps)
    text_printf(why, "%s keeps sets with the states, which change",
                o->strategy->name);
  else if (grow.ports.len)
    text_printf(why,
                "port %s has no bound, and whether it grows for ever is "
                "asked of states in memory",
                m->objects[grow.ports.at[0].port].name);
  grow_close(&grow);
  return why->len != 0;
}

/* --- life ----------------------------------------------------------------- */

void disk_add_layout(struct disk *d, const struct layout *l) {
  struct layout copy;
  struct layout_width *widths = alloc_zero(l->count + 1, sizeof *widths);
  layout_widths(l, widths);
  layout_from(&copy, widths, l->count);
  free(widths);
  vec_push(&d->layouts, copy);
}

static void open_caches(struct search *s) {
  struct disk *d = s->disk;
  for (unsigned i = 0; i < s->jobs; i++) {
    recent_close(&d->caches[i]);
    recent_open(&d->caches[i], s->layout.words, s->layout.tail, d->cache_bytes);
    d->sorters[i].words = s->layout.words + 1;
  }
}

/* A quarter of the memory for the states met lately, a quarter for records,
 * an eighth for new states; the rest is for what is remembered of the model,
 * and for blocks of files. */
static void open_buffers(struct search *s) {
  struct disk *d = s->disk;
  const struct explore_saving *o = s->options.saving;
  uint64_t memory = s->options.memory;
  if (!memory || memory > (uint64_t)1 << 48)
    memory = MEMORY;
  uint64_t bytes = o->buffers ? o->buffers * 8 / 5 : memory;
  d->most_cache = (size_t)(bytes / 4 / s->jobs);
  d->most_records = (size_t)(bytes / 4 / s->jobs);
  d->most_fresh = (size_t)(bytes / 8);
  d->cache_bytes = FIRST_CACHE < d->most_cache ? FIRST_CACHE : d->most_cache;
  open_caches(s);
}

void disk_open(struct search *s) {
  struct disk *d = alloc_zero(1, sizeof *d);
  s->disk = d;
  d->folder = s->saved->folder;
  d->sorters = alloc_zero(s->jobs, sizeof *d->sorters);
  d->caches = alloc_zero(s->jobs, sizeof *d->caches);
  d->journal.fd = -1;
  open_buffers(s);
}

void disk_close(struct search *s) {
  struct disk *d = s->disk;
  if (!d)
    return;
  vec_each(&d->runs, r) sorted_free(*r);
  vec_each(&d->spills, r) sorted_free(*r);
  vec_each(&d->by_place, r) sorted_free(*r);
  vec_each(&d->layouts, l) layout_close(l);
  for (unsigned i = 0; i < s->jobs; i++) {
    sorter_close(&d->sorters[i]);
    recent_close(&d->caches[i]);
  }
  sorter_close(&d->fresh);
  blocks_close(&d->journal);
  file_block_free(&d->journal_block);
  journal_end(&d->in);
  free(d->sorters);
  free(d->caches);
  vec_free(&d->runs);
  vec_free(&d->spills);
  vec_free(&d->by_place);
  vec_free(&d->layouts);
  vec_free(&d->levels);
  vec_free(&d->obsolete);
  vec_free(&d->where);
  paths_free(&d->paths);
  free(d);
  s->disk = NULL;
}

static uint64_t of_sorter(const struct sorter *s, size_t most) {
  return s->pages.bytes < most ? s->pages.bytes : most;
}

uint64_t disk_memory(const struct disk *d) {
  uint64_t bytes = of_sorter(&d->fresh, d->most_fresh);
  bytes += of_sorter(&d->sorters[0], d->most_records) + d->cache_bytes;
  vec_each(&d->runs, r) bytes += sorted_bytes(*r);
  return bytes;
}

/* The buffers hold records in the layout of before. */
void disk_relayout(struct search *s) {
  disk_spill(s);
  disk_add_layout(s->disk, &s->layout);
  open_caches(s);
}

/* The level of the initial state. */
static bool begin(struct search *s) {
  struct disk *d = s->disk;
  struct sorted_out out;
  struct text why = {0};
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  store_get(&s->store, 0, words);
  disk_add_layout(d, &s->layout);
  struct sorted *run = sorted_create(d->folder, d->next_file++, 0,
                                     (uint32_t)s->layout.words, false, &why);
  if (!run || !blocks_create(&d->journal, d->folder, journal_name))
    disk_fail(s, run ? text_str(&d->journal.why) : text_str(&why));
  if (run) {
    vec_push(&d->runs, run);
    sorted_begin(&out, run);
    sorted_put(&out, words, 0);
    if (!sorted_end(&out))
      disk_fail(s, text_str(&run->file.why));
  }
  if (!d->failed) {
    struct disk_level level = {.count = 1};
    journal_put(d, words, 0);
    vec_push(&d->levels, level);
    d->states = 1;
    if (!journal_flush(d) || !journal_begin(d, &d->in, 0, 0))
      disk_fail(s, text_str(&d->journal.why));
  }
  text_free(&why);
  free(words);
  return !d->failed;
}

/* --- a batch -------------------------------------------------------------- */

/* The next states of the level into the store. */
static bool next_batch(struct search *s) {
  struct disk *d = s->disk;
  const struct disk_level *level = vec_last(&d->levels);
  uint64_t left = level->count - d->next;
  unsigned limit = batch_limit(s);
  unsigned count = left < limit ? (unsigned)left : limit;
  vec_clear(&s->batch);
  s->store.count = 0;
  s->at_limit = s->options.depth && s->level >= s->options.depth;
  if (!store_reserve(&s->store, count + 1)) {
    s->result->stopped = STOP_MEMORY;
    return false;
  }
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  bool ok = true;
  d->base_begin = d->in.begin;
  d->base_taken = d->in.taken;
  for (unsigned i = 0; i < count && ok; i++) {
    ok = journal_next(d, &d->in, words);
    store_put(&s->store, i, words);
    vec_push(&s->batch, i);
  }
  free(words);
  if (!ok)
    return disk_fail(s, text_str(&d->journal.why));
  s->store.count = count;
  d->base = d->next;
  d->next += count;
  return true;
}

enum { FAR = 16 };

static void sift_chunk(struct disk *d, unsigned division,
                       const struct chunk *c) {
  const struct share *share = &c->shares[division];
  struct recent *cache = &d->caches[division];
  struct sorter *to = &d->sorters[division];
  size_t count = share->hashes.len, words = to->words - 1;
  for (size_t i = 0; i < count; i++) {
    if (i + FAR < count)
      recent_prefetch(cache, share->hashes.at[i + FAR]);
    const uint64_t *state = share->words.at + i * words;
    if (recent_met(cache, share->hashes.at[i], state))
      continue;
    const struct origin *o = &share->origins.at[i];
    sorter_push(to, state,
                (d->base + c->states[o->from]) << PLACE_BITS | o->number);
  }
}

static void sift_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  for (unsigned k = 0; k < s->chunk_count; k++)
    sift_chunk(s->disk, worker, &s->chunks[k]);
}

static size_t records_for(const struct search *s, unsigned division) {
  size_t records = 0;
  for (unsigned k = 0; k < s->chunk_count; k++)
    records += s->chunks[k].shares[division].hashes.len;
  return records;
}

/* Room for the records of the batch. */
static bool make_room(struct search *s) {
  struct disk *d = s->disk;
  bool full = false;
  for (unsigned k = 0; k < s->chunk_count; k++)
    if (s->chunks[k].records >> PLACE_BITS)
      return disk_fail(s, "states with too many successors for places");
  for (unsigned i = 0; i < s->jobs; i++) {
    struct sorter *to = &d->sorters[i];
    size_t bytes = (to->len + records_for(s, i)) * to->words * sizeof(uint64_t);
    full |= bytes > d->most_records && to->len;
  }
  if (full && !disk_spill(s))
    return false;
  for (unsigned i = 0; i < s->jobs; i++)
    if (!sorter_reserve(&d->sorters[i],
                        d->sorters[i].len + records_for(s, i))) {
      s->result->stopped = STOP_MEMORY;
      return false;
    }
  return true;
}

/* With more states than fit, and memory left, the table of those met lately
 * grows; what it held is forgotten, which is no harm. */
static void grow_caches(struct search *s) {
  struct disk *d = s->disk;
  uint64_t need = d->states * (s->layout.words + 1) * sizeof(uint64_t);
  if (d->cache_bytes >= d->most_cache || need / s->jobs <= d->cache_bytes)
    return;
  while (d->cache_bytes < d->most_cache && need / s->jobs > d->cache_bytes)
    d->cache_bytes *= 2;
  if (d->cache_bytes > d->most_cache)
    d->cache_bytes = d->most_cache;
  open_caches(s);
}

static bool sift(struct search *s) {
  if (!make_room(s))
    return false;
  if (s->alone)
    for (unsigned i = 0; i < s->jobs; i++)
      sift_phase(s, i);
  else
    crew_run(&s->crew, sift_phase, s);
  return true;
}

/* Candidates name states of the batch: their numbers are kept beside. */
static void account(struct search *s) {
  struct disk *d = s->disk;
  uint64_t first = vec_last(&d->levels)->first + d->base;
  search_account(s);
  for (size_t i = d->where.len; i < s->found.len; i++)
    vec_push(&d->where, first + s->found.at[i].state);
  s->result->stats.states = d->states;
}

/* A batch is expanded, and at the end of the level the next one made. */
static bool one_batch(struct search *s) {
  struct disk *d = s->disk;
  if (!next_batch(s))
    return false;
  if (!batch_expand(s)) {
    search_cut(s);
  } else if (!d->failed && (s->at_limit || sift(s))) {
    account(s);
    return true;
  }
  d->next = d->base; /* nothing of it counts */
  if (!d->failed && !journal_begin(d, &d->in, d->base_begin, d->base_taken))
    return disk_fail(s, text_str(&d->journal.why));
  return false;
}

static bool level_done(const struct disk *d) {
  return d->next == vec_last(&d->levels)->count;
}

/* The next level; false: there is none, or the search has ended. */
static bool next_level(struct search *s) {
  struct disk *d = s->disk;
  size_t levels = d->levels.len;
  if (s->at_limit || !disk_merge(s))
    return false;
  s->result->stats.states = d->states;
  if (d->levels.len == levels)
    return false;
  s->level++;
  grow_caches(s);
  return true;
}

void disk_run(struct search *s) {
  struct disk *d = s->disk;
  if (s->start_failed) { /* no state is left: the run ends where it begins */
    d->states = 1;
    return;
  }
  if (!d->states && !begin(s))
    s->result->stopped = STOP_DISK;
  /* What was saved may be a level that was expanded and not yet merged. */
  bool more = !d->failed && (!level_done(d) || next_level(s));
  while (more && !s->result->stopped && !d->failed) {
    if (!one_batch(s) || s->short_of_slots)
      break;
    enum stop_reason why = search_limit(s);
    if (why == STOP_FIRST) {
      s->result->stopped = why;
      break;
    }
    if (level_done(d))
      more = next_level(s);
    search_tend(s);
    if (more && !d->failed && !s->result->stopped && (why = search_limit(s)))
      s->result->stopped = why;
    if (more && !s->result->stopped && !d->failed)
      checkpoint_tend(s);
  }
  if (d->failed)
    s->result->stopped = STOP_DISK;
}

/* --- the ledger ----------------------------------------------------------- */

bool disk_settle(struct search *s) {
  struct disk *d = s->disk;
  if (d->failed || !disk_spill(s))
    return false;
  bool ok = blocks_sync(&d->journal);
  if (!ok)
    disk_fail(s, text_str(&d->journal.why));
  for (size_t i = 0; ok && i < d->runs.len + d->spills.len; i++) {
    struct sorted *f =
        i < d->runs.len ? d->runs.at[i] : d->spills.at[i - d->runs.len];
    ok = blocks_sync(&f->file);
    if (!ok)
      disk_fail(s, text_str(&f->file.why));
  }
  return ok;
}

void disk_settled(struct search *s) {
  struct disk *d = s->disk;
  char name[16];
  vec_each(&d->runs, r)(*r)->listed = true;
  vec_each(&d->spills, r)(*r)->listed = true;
  vec_each(&d->obsolete, number) {
    sorted_name(*number, name);
    unlinkat(d->folder, name, 0);
  }
  vec_clear(&d->obsolete);
}

static bool is_named(const struct disk *d, const char *name) {
  char other[16];
  bool named = !strcmp(name, journal_name);
  for (size_t i = 0; i < d->runs.len + d->spills.len; i++) {
    sorted_name(i < d->runs.len ? d->runs.at[i]->number
                                : d->spills.at[i - d->runs.len]->number,
                other);
    named |= !strcmp(name, other);
  }
  return named;
}

/* Files that look like ours and belong to nobody. */
static void sweep(struct disk *d, bool all) {
  DIR *dir = fdopendir(dup(d->folder));
  if (!dir)
    return;
  rewinddir(dir);
  for (struct dirent *e; (e = readdir(dir));) {
    size_t len = strlen(e->d_name);
    bool ours = (len == 13 && !strcmp(e->d_name + 9, ".run") &&
                 strspn(e->d_name, "0123456789") == 9) ||
                !strcmp(e->d_name, journal_name);
    if (ours && (all || !is_named(d, e->d_name)))
      unlinkat(d->folder, e->d_name, 0);
  }
  closedir(dir);
}

void disk_clear(struct search *s) {
  sweep(s->disk, true);
}

static void archive_layouts(struct disk *d, struct archive *a, part_id parts) {
  size_t count = archive_count(a, d->layouts.len, parts ? parts : 1);
  struct layout_width *widths = alloc_zero(parts + 1, sizeof *widths);
  for (size_t i = 0; i < count && !a->failed; i++) {
    if (!a->loading)
      layout_widths(&d->layouts.at[i], widths);
    archive_bytes(a, widths, parts * sizeof *widths);
    struct layout l;
    if (a->loading && !a->failed) {
      layout_from(&l, widths, parts);
      vec_push(&d->layouts, l);
    }
  }
  free(widths);
}

/* Its number, layout, words, entries and bytes. */
struct listed {
  uint32_t number, layout, words, placed;
  uint64_t count, end;
};

static bool open_listed(struct search *s, const struct listed *l,
                        struct sorted **file) {
  struct disk *d = s->disk;
  *file = alloc_zero(1, sizeof **file);
  **file = (struct sorted){.number = l->number,
                           .layout = l->layout,
                           .words = l->words,
                           .placed = l->placed,
                           .listed = true,
                           .count = l->count};
  (*file)->file.fd = -1;
  bool fits =
      l->layout < d->layouts.len && l->words == d->layouts.at[l->layout].words;
  if (!fits)
    return disk_fail(s, "the ledger names a file that does not fit");
  return sorted_open(*file, d->folder, l->end) ||
         disk_fail(s, text_str(&(*file)->file.why));
}

static void archive_files(struct search *s, struct archive *a,
                          struct sorted ***files, size_t *len, size_t *cap) {
  size_t count = archive_count(a, *len, sizeof(struct listed));
  for (size_t i = 0; i < count && !a->failed && !s->disk->failed; i++) {
    struct listed l = {0};
    if (!a->loading) {
      const struct sorted *f = (*files)[i];
      l = (struct listed){f->number, f->layout, f->words,
                          f->placed, f->count,  f->file.end};
    }
    archive_bytes(a, &l, sizeof l);
    if (!a->loading || a->failed)
      continue;
    if (*len == *cap)
      *files = vec_grow(*files, cap, *len + 1, sizeof **files);
    open_listed(s, &l, &(*files)[(*len)++]);
  }
}

/* The journal, and how far it was read. */
static void archive_journal(struct search *s, struct archive *a) {
  struct disk *d = s->disk;
  uint64_t end = d->journal.end, begin = d->in.begin, taken = d->in.taken;
  archive_list(a, &d->levels);
  archive_number(a, &end);
  archive_number(a, &begin);
  archive_number(a, &taken);
  archive_number(a, &d->next);
  archive_number(a, &d->states);
  if (!a->loading || a->failed)
    return;
  if (!blocks_open(&d->journal, d->folder, journal_name, end) ||
      !journal_check(d) || !d->levels.len ||
      !journal_begin(d, &d->in, begin, (uint32_t)taken))
    disk_fail(s, d->journal.why.len ? text_str(&d->journal.why)
                                    : "the ledger names no level");
}

void disk_archive(struct search *s, struct archive *a) {
  struct disk *d = s->disk;
  uint64_t next_file = d->next_file;
  archive_layouts(d, a, s->parts.count);
  archive_number(a, &next_file);
  archive_number(a, &d->largest);
  archive_list(a, &d->where);
  archive_files(s, a, &d->runs.at, &d->runs.len, &d->runs.cap);
  archive_files(s, a, &d->spills.at, &d->spills.len, &d->spills.cap);
  archive_journal(s, a);
  d->next_file = (uint32_t)next_file;
  if (!a->loading || a->failed || d->failed)
    return;
  struct layout_width *widths = alloc_zero(s->parts.count + 1, sizeof *widths);
  layout_widths(disk_layout(d), widths);
  layout_close(&s->layout);
  layout_from(&s->layout, widths, s->parts.count);
  free(widths);
  open_caches(s);
  sweep(d, false);
}
