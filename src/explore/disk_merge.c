/* From the records of a level to the next one. */
#include <string.h>
#include <unistd.h>

#include "base/sound.h"
#include "explore/disk_inside.h"

enum {
  FILES_MOST = STRESSED(3, 48),      /* that are merged at a time */
  LOOK_EVERY = STRESSED(4, 1 << 16), /* records, at limits */
};

/* --- several sources as one ----------------------------------------------- */

/* Records in order: of a file, or of memory. */
struct feed {
  const uint64_t *key; /* NULL: no more */
  uint64_t place;
  struct sorted_in in; /* in.of NULL: */
  const struct sorter *from;
  size_t at;
};

struct feeds {
  VEC(struct feed) all;
  VEC(struct feed *) heap; /* the smallest first */
  size_t words;            /* of keys */
  bool failed;
};

static bool comes_first(const struct feeds *f, const struct feed *a,
                        const struct feed *b) {
  return sorted_order(a->key, b->key, f->words) < 0;
}

/* The feed at i may be too large for its place. */
static void sink(struct feeds *f, size_t i) {
  struct feed **h = f->heap.at;
  for (;;) {
    size_t child = 2 * i + 1;
    if (child >= f->heap.len)
      return;
    if (child + 1 < f->heap.len && comes_first(f, h[child + 1], h[child]))
      child++;
    if (!comes_first(f, h[child], h[i]))
      return;
    struct feed *x = h[i];
    h[i] = h[child];
    h[child] = x;
    i = child;
  }
}

static void show(struct feed *one) {
  const struct sorter *from = one->from;
  if (!from) {
    one->key = one->in.key;
    one->place = one->in.place;
    return;
  }
  one->key = one->at < from->len ? sorter_at(from, one->at) : NULL;
  one->place = one->key ? one->key[from->words - 1] : 0;
}

/* On from the smallest; false: none is left. */
static bool advance(struct feeds *f) {
  struct feed *one = f->heap.at[0];
  if (one->from)
    one->at++;
  else
    sorted_next(&one->in);
  f->failed |= one->in.failed;
  show(one);
  if (!one->key) {
    struct feed *last = vec_pop(&f->heap);
    if (f->heap.len)
      f->heap.at[0] = last;
  }
  sink(f, 0);
  return f->heap.len && !f->failed;
}

static void add_file(struct disk *d, struct feeds *f, struct sorted *of) {
  struct feed one = {0};
  vec_push(&f->all, one);
  sorted_read(&vec_last(&f->all)->in, of, &d->layouts.at[of->layout],
              disk_layout(d));
}

static void add_memory(struct feeds *f, const struct sorter *from) {
  struct feed one = {.from = from};
  vec_push(&f->all, one);
}

/* All are there. */
static void begin(struct feeds *f) {
  vec_each(&f->all, one) {
    show(one);
    f->failed |= one->in.failed;
    if (one->key)
      vec_push(&f->heap, one);
  }
  for (size_t i = f->heap.len; i-- > 0;)
    sink(f, i);
}

static void end(struct feeds *f) {
  vec_each(&f->all, one) if (one->in.of) sorted_leave(&one->in);
  vec_free(&f->all);
  vec_free(&f->heap);
}

/* --- files ---------------------------------------------------------------- */

bool disk_fail(struct search *s, const char *why) {
  if (!s->disk->failed)
    text_add(&s->result->disk, why);
  s->disk->failed = true;
  return false;
}

void disk_drop(struct disk *d, struct sorted *s) {
  char name[16];
  sorted_name(s->number, name);
  if (s->listed)
    vec_push(&d->obsolete, s->number);
  else
    unlinkat(d->folder, name, 0);
  sorted_free(s);
}

static struct sorted *new_file(struct search *s, uint32_t words, bool placed) {
  struct disk *d = s->disk;
  struct text why = {0};
  struct sorted *file =
      sorted_create(d->folder, d->next_file++, (uint32_t)d->layouts.len - 1,
                    words, placed, &why);
  if (!file)
    disk_fail(s, text_str(&why));
  text_free(&why);
  return file;
}

/* The file is complete; or it is dropped, and the search ends. */
static bool finish(struct search *s, struct sorted_out *out) {
  if (sorted_end(out))
    return true;
  return disk_fail(s, text_str(&out->to->file.why));
}

static void blame(struct search *s, const struct feeds *f) {
  vec_each(&f->all, one) if (one->in.failed)
      disk_fail(s, text_str(&one->in.of->file.why));
}

static bool stopped(struct search *s, uint64_t *turns) {
  if (++*turns % LOOK_EVERY)
    return false;
  return search_late(s);
}

/* All of these files become one; of equal states the smallest place stays.
 * False: failed or stopped, and nothing has changed. */
static bool merge_files(struct search *s, struct sorted **files, size_t count,
                        struct sorted **merged) {
  struct disk *d = s->disk;
  const bool by_place = files[0]->words > disk_layout(d)->words;
  struct sorted *file =
      new_file(s, by_place ? files[0]->words : (uint32_t)disk_layout(d)->words,
               files[0]->placed);
  if (!file)
    return false;
  struct feeds f = {.words = file->words};
  struct sorted_out out;
  uint64_t turns = 0;
  bool late = false;
  for (size_t i = 0; i < count; i++)
    add_file(d, &f, files[i]);
  begin(&f);
  sorted_begin(&out, file);
  uint64_t *key = alloc_zero(file->words, sizeof *key);
  while (f.heap.len && !f.failed && !(late = stopped(s, &turns))) {
    uint64_t place = f.heap.at[0]->place;
    memcpy(key, f.heap.at[0]->key, file->words * sizeof *key);
    while (advance(&f) && !sorted_order(f.heap.at[0]->key, key, f.words))
      if (f.heap.at[0]->place < place)
        place = f.heap.at[0]->place;
    sorted_put(&out, key, place);
  }
  blame(s, &f);
  bool ok = finish(s, &out) && !f.failed && !late;
  free(key);
  end(&f);
  if (!ok) {
    disk_drop(d, file);
    return false;
  }
  for (size_t i = 0; i < count; i++)
    disk_drop(d, files[i]);
  *merged = file; /* which may be the place of one of them */
  return true;
}

/* Merges the last so many files of the list. */
#define MERGE_LAST(s, list, n)                                                 \
  (merge_files((s), (list)->at + ((list)->len - (n)), (n),                     \
               (list)->at + ((list)->len - (n))) &&                            \
   ((list)->len -= (n)-1, true))

uint64_t disk_file_bytes(const struct disk *d) {
  uint64_t bytes = d->journal.end;
  vec_each(&d->runs, r) bytes += (*r)->file.end;
  vec_each(&d->spills, r) bytes += (*r)->file.end;
  vec_each(&d->by_place, r) bytes += (*r)->file.end;
  return bytes;
}

/* --- spills --------------------------------------------------------------- */

static void sort_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  sorter_by_state(&s->disk->sorters[worker]);
}

static bool write_spill(struct search *s, struct sorter *from) {
  struct disk *d = s->disk;
  struct sorted_out out;
  struct sorted *file = new_file(s, (uint32_t)from->words - 1, true);
  if (!file)
    return false;
  sorted_begin(&out, file);
  for (size_t i = 0; i < from->len; i++) {
    const uint64_t *record = sorter_at(from, i);
    sorted_put(&out, record, record[from->words - 1]);
  }
  vec_push(&d->spills, file);
  from->len = 0;
  return finish(s, &out);
}

bool disk_spill(struct search *s) {
  struct disk *d = s->disk;
  bool ok = !d->failed;
  crew_run(&s->crew, sort_phase, s);
  for (unsigned i = 0; i < s->jobs && ok; i++)
    if (d->sorters[i].len)
      ok = write_spill(s, &d->sorters[i]);
  if (ok && d->spills.len > FILES_MOST)
    ok = MERGE_LAST(s, &d->spills, d->spills.len) || !d->failed;
  return ok;
}

/* --- new states ----------------------------------------------------------- */

/* The new states that are in memory become a file, in the order of places. */
static bool spill_fresh(struct search *s) {
  struct disk *d = s->disk;
  struct sorted_out out;
  sorter_by_place(&d->fresh);
  struct sorted *file = new_file(s, (uint32_t)d->fresh.words, false);
  if (!file)
    return false;
  sorted_begin(&out, file);
  for (size_t i = 0; i < d->fresh.len; i++)
    sorted_put(&out, sorter_at(&d->fresh, i), 0);
  d->fresh.len = 0;
  vec_push(&d->by_place, file);
  if (!finish(s, &out))
    return false;
  return d->by_place.len <= FILES_MOST ||
         MERGE_LAST(s, &d->by_place, d->by_place.len);
}

static bool add_fresh(struct search *s, const uint64_t *words, uint64_t place) {
  struct disk *d = s->disk;
  const size_t most = d->most_fresh / (d->fresh.words * sizeof *words) + 1;
  if (d->fresh.len >= most && !spill_fresh(s))
    return false;
  if (!sorter_reserve(&d->fresh, d->fresh.len + 1)) {
    s->result->stopped = STOP_MEMORY;
    return false;
  }
  sorter_push(&d->fresh, words, place);
  return true;
}

/* Is the state in some level before?  All stand at or behind it. */
static bool is_known(struct sorted_in *runs, size_t count, const uint64_t *key,
                     size_t words) {
  for (size_t i = 0; i < count; i++) {
    sorted_seek(&runs[i], key);
    if (runs[i].key && !sorted_order(runs[i].key, key, words))
      return true;
  }
  return false;
}

/* Writes what is new to a file, in the order of states. */
static bool join(struct search *s, struct feeds *f, struct sorted_in *runs,
                 struct sorted_out *out) {
  struct disk *d = s->disk;
  uint64_t *key = alloc_zero(f->words, sizeof *key), turns = 0;
  bool ok = true;
  while (ok && f->heap.len && !f->failed) {
    uint64_t place = f->heap.at[0]->place;
    memcpy(key, f->heap.at[0]->key, f->words * sizeof *key);
    while (advance(f) && !sorted_order(f->heap.at[0]->key, key, f->words))
      if (f->heap.at[0]->place < place)
        place = f->heap.at[0]->place;
    if (!is_known(runs, d->runs.len, key, f->words)) {
      sorted_put(out, key, 0);
      ok = add_fresh(s, key, place);
    }
    ok = ok && !stopped(s, &turns);
  }
  blame(s, f);
  for (size_t i = 0; i < d->runs.len; i++)
    if (runs[i].failed)
      disk_fail(s, text_str(&runs[i].of->file.why));
  free(key);
  return ok && !d->failed;
}

/* The states that are new, as a file (of none, if there are none); and in
 * fresh and by_place. */
static struct sorted *sift_level(struct search *s) {
  struct disk *d = s->disk;
  struct sorted_out out;
  struct feeds f = {.words = disk_layout(d)->words};
  struct sorted *file = new_file(s, (uint32_t)f.words, false);
  if (!file)
    return NULL;
  vec_each(&d->spills, spill) add_file(d, &f, *spill);
  for (unsigned i = 0; i < s->jobs; i++)
    add_memory(&f, &d->sorters[i]);
  begin(&f);
  struct sorted_in *runs = alloc_zero(d->runs.len + 1, sizeof *runs);
  for (size_t i = 0; i < d->runs.len; i++)
    sorted_read(&runs[i], d->runs.at[i], &d->layouts.at[d->runs.at[i]->layout],
                disk_layout(d));
  d->fresh.words = f.words + 1;
  d->fresh.len = 0;
  sorted_begin(&out, file);
  bool ok = join(s, &f, runs, &out);
  ok &= finish(s, &out);
  for (size_t i = 0; i < d->runs.len; i++)
    sorted_leave(&runs[i]);
  free(runs);
  end(&f);
  if (ok)
    return file;
  disk_drop(d, file);
  return NULL;
}

/* --- the next level ------------------------------------------------------- */

/* The new states into the journal, by their places. */
static bool number(struct search *s, uint64_t *count) {
  struct disk *d = s->disk;
  struct feeds f = {.words = d->fresh.words};
  const size_t words = d->fresh.words - 1;
  uint64_t turns = 0;
  bool ok = true;
  sorter_by_place(&d->fresh);
  vec_each(&d->by_place, file) {
    struct feed one = {0};
    vec_push(&f.all, one); /* written in the layout of today */
    sorted_read(&vec_last(&f.all)->in, *file, NULL, NULL);
  }
  add_memory(&f, &d->fresh);
  begin(&f);
  while (ok && f.heap.len && !f.failed) {
    const uint64_t *key = f.heap.at[0]->key;
    journal_put(d, key, key[words] >> PLACE_BITS);
    ++*count;
    advance(&f);
    ok = !stopped(s, &turns);
  }
  blame(s, &f);
  end(&f);
  if (!journal_flush(d))
    disk_fail(s, text_str(&d->journal.why));
  return ok && !d->failed;
}

static void forget_fresh(struct disk *d) {
  vec_each(&d->by_place, file) disk_drop(d, *file);
  vec_clear(&d->by_place);
  d->fresh.len = 0;
}

static void forget_records(struct search *s) {
  struct disk *d = s->disk;
  vec_each(&d->spills, spill) disk_drop(d, *spill);
  vec_clear(&d->spills);
  for (unsigned i = 0; i < s->jobs; i++)
    d->sorters[i].len = 0;
}

/* Runs of similar size are merged: sizes more than double from one to the one
 * before it. */
static void join_runs(struct search *s) {
  struct disk *d = s->disk;
  size_t n = 1, len = d->runs.len;
  uint64_t total = len ? d->runs.at[len - 1]->count : 0;
  while (n < len && d->runs.at[len - n - 1]->count <= 2 * total)
    total += d->runs.at[len - ++n]->count;
  if (n > 1)
    (void)MERGE_LAST(s, &d->runs, n); /* if not, it is done next time */
}

bool disk_merge(struct search *s) {
  struct disk *d = s->disk;
  struct disk_level level = {.offset = d->journal.end, .first = d->states};
  crew_run(&s->crew, sort_phase, s);
  struct sorted *run = sift_level(s);
  bool ok = run && number(s, &level.count);
  uint64_t bytes = disk_file_bytes(d);
  d->largest = bytes > d->largest ? bytes : d->largest;
  forget_fresh(d);
  if (!ok) {
    if (run)
      disk_drop(d, run);
    d->journal.end = level.offset;
    vec_clear(&d->journal_block.bytes);
    d->journal_block.count = 0;
    return false;
  }
  forget_records(s);
  d->states += level.count;
  if (!level.count) {
    disk_drop(d, run);
    return true;
  }
  vec_push(&d->runs, run);
  vec_push(&d->levels, level);
  d->next = 0;
  if (!journal_begin(d, &d->in, level.offset, 0))
    return disk_fail(s, text_str(&d->journal.why));
  join_runs(s);
  return !d->failed;
}
