/* Datatypes: which bytes they are made of, and copies of these. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rt/mpi_coll.h"

/* --- basic ones ---------------------------------------------------------- */

#define PAIR(type)                                                             \
  struct {                                                                     \
    type value;                                                                \
    int place;                                                                 \
  }

static const struct {
  const char *name;
  size_t size;
} basics[HEDDLE_MPI_TYPES_END] = {
    [MPI_DATATYPE_NULL] = {"MPI_DATATYPE_NULL", 0},
#define ROW(name, type) [name] = {#name, sizeof(type)},
    HEDDLE_MPI_TYPES(ROW)
#undef ROW
#define ROW(name, type) [name] = {#name, sizeof(PAIR(type))},
        HEDDLE_MPI_PAIRS(ROW)
#undef ROW
};

const char *mpi_type_word(int base) {
  return basics[base].name;
}

/* Of raw bytes nobody knows what they are. */
static int base_of(MPI_Datatype type) {
  return type == MPI_BYTE || type == MPI_PACKED ? 0 : type;
}

const struct mpi_type *mpi_type(MPI_Datatype type) {
  static struct mpi_type all[HEDDLE_MPI_TYPES_END];
  static struct mpi_block blocks[HEDDLE_MPI_TYPES_END];
  if (type >= HEDDLE_MPI_TYPES_END && type < HEDDLE_MPI_TYPES_END + MPI_HANDLES)
    return mpi_self()->types[type - HEDDLE_MPI_TYPES_END];
  if (type <= MPI_DATATYPE_NULL || type >= HEDDLE_MPI_TYPES_END)
    return NULL;
  struct mpi_type *t = &all[type];
  blocks[type] = (struct mpi_block){0, basics[type].size};
  *t = (struct mpi_type){.size = basics[type].size,
                         .extent = (intptr_t)basics[type].size,
                         .blocks_len = 1,
                         .blocks = &blocks[type],
                         .base = base_of(type),
                         .committed = true};
  snprintf(t->name, sizeof t->name, "%s", basics[type].name);
  return t;
}

/* --- making others ------------------------------------------------------- */

struct maker {
  struct mpi_type *made;
  uint32_t cap;
  intptr_t end; /* the highest upper bound so far */
  bool any;
};

static void add_block(struct maker *m, intptr_t at, size_t len) {
  struct mpi_type *t = m->made;
  struct mpi_block *last = t->blocks_len ? &t->blocks[t->blocks_len - 1] : NULL;
  t->size += len;
  if (last && last->at + (intptr_t)last->len == at) {
    last->len += len;
    return;
  }
  if (t->blocks_len == m->cap) {
    m->cap = m->cap ? 2 * m->cap : 8;
    struct mpi_block *more = mpi_alloc(m->cap * sizeof *more);
    if (t->blocks_len)
      memcpy(more, t->blocks, t->blocks_len * sizeof *more);
    t->blocks = more;
  }
  t->blocks[t->blocks_len++] = (struct mpi_block){at, len};
}

enum { RUNS = 1024 };

static void add_run(struct mpi_type *t, struct mpi_run r) {
  struct mpi_run *last =
      t->runs && t->runs_len ? &t->runs[t->runs_len - 1] : NULL;
  if (!t->runs && !t->runs_len)
    t->runs = mpi_alloc(RUNS * sizeof *t->runs);
  if (last && last->size == r.size)
    last->count += r.count;
  else if (t->runs && t->runs_len < RUNS)
    t->runs[t->runs_len++] = r;
  else
    t->runs = NULL;
}

static void add_elements(struct mpi_type *to, const struct mpi_type *t) {
  size_t one = t->base ? basics[t->base].size : 0;
  if (one)
    add_run(to, (struct mpi_run){(uint32_t)one, (uint32_t)(t->size / one)});
  for (uint32_t i = 0; !one && t->runs && i < t->runs_len; i++)
    add_run(to, t->runs[i]);
  if (!one && !t->runs && t->size)
    to->runs_len = RUNS, to->runs = NULL;
}

int mpi_elements(const struct mpi_type *t, size_t len) {
  size_t one = t->base ? basics[t->base].size : 0;
  if (!t->size)
    return 0;
  if (one)
    return len % one ? MPI_UNDEFINED : (int)(len / one);
  if (!t->runs)
    rt_escape_end(WHY_MEMORY, "MPI_Get_elements of a large datatype",
                  mpi_self()->site);
  size_t whole = len / t->size, rest = len % t->size, all = 0, part = 0;
  for (uint32_t i = 0; i < t->runs_len; i++) {
    size_t n = rest / t->runs[i].size;
    n = n < t->runs[i].count ? n : t->runs[i].count;
    bool ends = n < t->runs[i].count;
    all += t->runs[i].count;
    part += n;
    rest -= n * t->runs[i].size;
    if (ends && rest)
      return MPI_UNDEFINED;
  }
  return (int)(whole * all + part);
}

/* `count` of a type, from a place on. */
static bool add(struct maker *m, intptr_t at, int count, MPI_Datatype old) {
  const struct mpi_type *t = mpi_type(old);
  if (!t || count < 0)
    return false;
  if (!m->any)
    m->made->base = t->base;
  else if (m->made->base != t->base)
    m->made->base = 0;
  for (int i = 0; i < count; i++, at += t->extent) {
    add_elements(m->made, t);
    for (uint32_t b = 0; b < t->blocks_len; b++)
      add_block(m, at + t->blocks[b].at, t->blocks[b].len);
    if (!m->any || at + t->lb < m->made->lb)
      m->made->lb = at + t->lb;
    if (!m->any || at + t->lb + t->extent > m->end)
      m->end = at + t->lb + t->extent;
    m->any = true;
  }
  return true;
}

static void begin(struct maker *m, const char *call) {
  mpi_enter(call);
  *m = (struct maker){.made = mpi_alloc(sizeof *m->made)};
}

static int finish(struct maker *m, bool ok, MPI_Datatype *type) {
  struct mpi_rank *me = mpi_self();
  if (!ok)
    return mpi_error(MPI_ERR_TYPE, "no such datatype, or a count below 0");
  int n = mpi_handle((void *const *)me->types, "more than 255 datatypes");
  m->made->extent = m->any ? m->end - m->made->lb : 0;
  m->made->site = me->site;
  me->types[n] = m->made;
  rt_range_write(type, sizeof *type, me->site);
  *type = n + HEDDLE_MPI_TYPES_END;
  return MPI_SUCCESS;
}

static intptr_t extent_of(MPI_Datatype type) {
  const struct mpi_type *t = mpi_type(type);
  return t ? t->extent : 0;
}

int heddle_MPI_Type_contiguous(int count, MPI_Datatype old,
                               MPI_Datatype *made) {
  struct maker m;
  begin(&m, "MPI_Type_contiguous");
  return finish(&m, add(&m, 0, count, old), made);
}

static int vector(const char *call, int count, int len, intptr_t stride,
                  MPI_Datatype old, MPI_Datatype *made) {
  struct maker m;
  begin(&m, call);
  bool ok = mpi_type(old) && count >= 0;
  for (int i = 0; i < count && ok; i++)
    ok = add(&m, i * stride, len, old);
  return finish(&m, ok, made);
}

int heddle_MPI_Type_vector(int count, int len, int stride, MPI_Datatype old,
                           MPI_Datatype *made) {
  return vector("MPI_Type_vector", count, len, stride * extent_of(old), old,
                made);
}

int heddle_MPI_Type_create_hvector(int count, int len, MPI_Aint stride,
                                   MPI_Datatype old, MPI_Datatype *made) {
  return vector("MPI_Type_create_hvector", count, len, stride, old, made);
}

int heddle_MPI_Type_hvector(int count, int len, MPI_Aint stride,
                            MPI_Datatype old, MPI_Datatype *made) {
  return vector("MPI_Type_hvector", count, len, stride, old, made);
}

int heddle_MPI_Type_indexed(int count, const int lens[], const int places[],
                            MPI_Datatype old, MPI_Datatype *made) {
  struct maker m;
  begin(&m, "MPI_Type_indexed");
  bool ok = mpi_type(old) && count >= 0;
  for (int i = 0; i < count && ok; i++)
    ok = add(&m, places[i] * extent_of(old), lens[i], old);
  return finish(&m, ok, made);
}

int heddle_MPI_Type_create_hindexed(int count, const int lens[],
                                    const MPI_Aint places[], MPI_Datatype old,
                                    MPI_Datatype *made) {
  struct maker m;
  begin(&m, "MPI_Type_create_hindexed");
  bool ok = mpi_type(old) && count >= 0;
  for (int i = 0; i < count && ok; i++)
    ok = add(&m, places[i], lens[i], old);
  return finish(&m, ok, made);
}

int heddle_MPI_Type_create_indexed_block(int count, int len, const int places[],
                                         MPI_Datatype old, MPI_Datatype *made) {
  struct maker m;
  begin(&m, "MPI_Type_create_indexed_block");
  bool ok = mpi_type(old) && count >= 0;
  for (int i = 0; i < count && ok; i++)
    ok = add(&m, places[i] * extent_of(old), len, old);
  return finish(&m, ok, made);
}

/* As a compiler would: what is behind the last member belongs to it. */
static void round_up(struct maker *m, int count, const MPI_Datatype types[]) {
  intptr_t align = 1;
  for (int i = 0; i < count; i++) {
    const struct mpi_type *t = mpi_type(types[i]);
    intptr_t one = t->base ? (intptr_t)basics[t->base].size : 1;
    align = one > align && one <= 16 ? one : align;
  }
  intptr_t over = (m->end - m->made->lb) % align;
  if (over)
    m->end += align - over;
}

int heddle_MPI_Type_create_struct(int count, const int lens[],
                                  const MPI_Aint places[],
                                  const MPI_Datatype types[],
                                  MPI_Datatype *made) {
  struct maker m;
  begin(&m, "MPI_Type_create_struct");
  bool ok = count >= 0;
  for (int i = 0; i < count && ok; i++)
    ok = add(&m, places[i], lens[i], types[i]);
  if (ok)
    round_up(&m, count, types);
  return finish(&m, ok, made);
}

int heddle_MPI_Type_struct(int count, int lens[], MPI_Aint places[],
                           MPI_Datatype types[], MPI_Datatype *made) {
  return heddle_MPI_Type_create_struct(count, lens, places, types, made);
}

/* Line by line: `at` is the place of the first element of a slice of the
 * dimensions from d on, and `step` how far the next slice is. */
int heddle_MPI_Type_create_subarray(int dims, const int sizes[],
                                    const int parts[], const int starts[],
                                    int order, MPI_Datatype old,
                                    MPI_Datatype *made) {
  struct maker m;
  intptr_t step[MPI_DIMS], all = extent_of(old), lines = 1;
  begin(&m, "MPI_Type_create_subarray");
  if (dims < 1 || dims > MPI_DIMS || !mpi_type(old))
    return finish(&m, false, made);
  for (int i = 0; i < dims; i++) {
    int d = order == MPI_ORDER_C ? dims - 1 - i : i;
    step[d] = all;
    all *= sizes[d];
  }
  int inner = order == MPI_ORDER_C ? dims - 1 : 0;
  for (int d = 0; d < dims; d++)
    lines *= d == inner ? 1 : parts[d];
  for (intptr_t line = 0; line < lines; line++) {
    intptr_t at = starts[inner] * step[inner], rest = line;
    for (int i = 1; i < dims; i++) {
      int d = order == MPI_ORDER_C ? dims - 1 - i : i;
      at += (starts[d] + rest % parts[d]) * step[d];
      rest /= parts[d];
    }
    add(&m, at, parts[inner], old);
  }
  m.made->lb = 0;
  m.end = all;
  return finish(&m, true, made);
}

int heddle_MPI_Type_create_resized(MPI_Datatype old, MPI_Aint lb,
                                   MPI_Aint extent, MPI_Datatype *made) {
  struct maker m;
  begin(&m, "MPI_Type_create_resized");
  bool ok = add(&m, 0, 1, old);
  m.made->lb = lb;
  m.end = lb + extent;
  return finish(&m, ok, made);
}

int heddle_MPI_Type_dup(MPI_Datatype old, MPI_Datatype *made) {
  struct maker m;
  begin(&m, "MPI_Type_dup");
  const struct mpi_type *t = mpi_type(old);
  bool ok = add(&m, 0, 1, old);
  if (ok) {
    m.made->lb = t->lb;
    m.end = t->lb + t->extent;
    m.made->committed = t->committed;
  }
  return finish(&m, ok, made);
}

static struct mpi_type *own_type(MPI_Datatype type) {
  return type >= HEDDLE_MPI_TYPES_END ? (struct mpi_type *)mpi_type(type)
                                      : NULL;
}

static int by_place(const void *a, const void *b) {
  const struct mpi_block *x = a, *y = b;
  return (x->at > y->at) - (x->at < y->at);
}

static bool overlaps(const struct mpi_type *t) {
  struct mpi_block *all = mpi_alloc(t->blocks_len * sizeof *all);
  memcpy(all, t->blocks, t->blocks_len * sizeof *all);
  qsort(all, t->blocks_len, sizeof *all, by_place);
  for (uint32_t i = 1; i < t->blocks_len; i++)
    if (all[i - 1].at + (intptr_t)all[i - 1].len > all[i].at)
      return true;
  return false;
}

int heddle_MPI_Type_commit(MPI_Datatype *type) {
  mpi_enter("MPI_Type_commit");
  if (!mpi_type(*type))
    return mpi_error(MPI_ERR_TYPE, "no such datatype");
  struct mpi_type *own = own_type(*type);
  if (own) {
    own->committed = true;
    own->overlaps = own->blocks_len && overlaps(own);
  }
  return MPI_SUCCESS;
}

static bool uses(const struct heddle_mpi_request *r, MPI_Datatype type) {
  const struct coll_call *c = r->how;
  if (!r->active && !r->persistent)
    return false;
  return r->kind == REQUEST_COLL ? c->sendtype == type || c->recvtype == type
                                 : r->type == type;
}

/* Requests that use it go on as if it was there: then its handle is not given
 * out again, and nobody else may use it. */
int heddle_MPI_Type_free(MPI_Datatype *type) {
  struct mpi_rank *me = mpi_enter("MPI_Type_free");
  struct mpi_type *own = own_type(*type);
  bool used = false;
  if (!own || own->freed)
    return mpi_error(MPI_ERR_TYPE, "no such datatype, or a basic one");
  for (MPI_Request r = me->all; r && !used; r = r->sister)
    used = uses(r, *type);
  own->committed = false;
  own->freed = true;
  if (!used)
    me->types[*type - HEDDLE_MPI_TYPES_END] = NULL;
  rt_range_write(type, sizeof *type, me->site);
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

/* --- asking -------------------------------------------------------------- */

int heddle_MPI_Type_size(MPI_Datatype type, int *size) {
  struct mpi_rank *me = mpi_enter("MPI_Type_size");
  const struct mpi_type *t = mpi_type(type);
  if (!t)
    return mpi_error(MPI_ERR_TYPE, "no such datatype");
  rt_range_write(size, sizeof *size, me->site);
  *size = (int)t->size;
  return MPI_SUCCESS;
}

int heddle_MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *lb,
                               MPI_Aint *extent) {
  struct mpi_rank *me = mpi_enter("MPI_Type_get_extent");
  const struct mpi_type *t = mpi_type(type);
  if (!t)
    return mpi_error(MPI_ERR_TYPE, "no such datatype");
  rt_range_write(extent, sizeof *extent, me->site);
  *extent = t->extent;
  if (lb) {
    rt_range_write(lb, sizeof *lb, me->site);
    *lb = t->lb;
  }
  return MPI_SUCCESS;
}

int heddle_MPI_Type_extent(MPI_Datatype type, MPI_Aint *extent) {
  return heddle_MPI_Type_get_extent(type, NULL, extent);
}

int heddle_MPI_Type_set_name(MPI_Datatype type, const char *name) {
  mpi_enter("MPI_Type_set_name");
  if (own_type(type))
    snprintf(own_type(type)->name, MPI_MAX_OBJECT_NAME, "%s", name);
  return MPI_SUCCESS;
}

int heddle_MPI_Type_get_name(MPI_Datatype type, char *name, int *len) {
  mpi_enter("MPI_Type_get_name");
  const struct mpi_type *t = mpi_type(type);
  if (!t)
    return mpi_error(MPI_ERR_TYPE, "no such datatype");
  *len = (int)strlen(strcpy(name, t->name));
  return MPI_SUCCESS;
}

/* --- copies -------------------------------------------------------------- */

char *mpi_pack(const void *p, int count, MPI_Datatype type, size_t *len,
               heddle_at site) {
  const struct mpi_type *t = mpi_type(type);
  *len = t->size * (size_t)count;
  char *all = mpi_alloc(*len), *to = all;
  for (int i = 0; i < count; i++)
    for (uint32_t b = 0; b < t->blocks_len; b++) {
      const char *from = (const char *)p + i * t->extent + t->blocks[b].at;
      rt_range_read(from, t->blocks[b].len, site);
      memcpy(to, from, t->blocks[b].len);
      to += t->blocks[b].len;
    }
  return all;
}

void mpi_unpack(void *p, int count, MPI_Datatype type, const char *from,
                size_t len, heddle_at site) {
  const struct mpi_type *t = mpi_type(type);
  for (int i = 0; i < count && len; i++)
    for (uint32_t b = 0; b < t->blocks_len && len; b++) {
      char *to = (char *)p + i * t->extent + t->blocks[b].at;
      size_t n = t->blocks[b].len < len ? t->blocks[b].len : len;
      rt_range_write(to, n, site);
      memcpy(to, from, n);
      from += n;
      len -= n;
    }
}

int heddle_MPI_Pack(const void *in, int count, MPI_Datatype type, void *out,
                    int size, int *position, MPI_Comm comm) {
  struct mpi_rank *me = mpi_enter("MPI_Pack");
  size_t len;
  (void)comm;
  if (!mpi_type(type) || count < 0)
    return mpi_error(MPI_ERR_TYPE, "no such datatype");
  const char *from = mpi_pack(in, count, type, &len, me->site);
  if (*position < 0 || (size_t)*position + len > (size_t)size)
    return mpi_error(MPI_ERR_TRUNCATE, "there is no room in the buffer");
  rt_range_write((char *)out + *position, len, me->site);
  memcpy((char *)out + *position, from, len);
  *position += (int)len;
  return MPI_SUCCESS;
}

int heddle_MPI_Unpack(const void *in, int size, int *position, void *out,
                      int count, MPI_Datatype type, MPI_Comm comm) {
  struct mpi_rank *me = mpi_enter("MPI_Unpack");
  const struct mpi_type *t = mpi_type(type);
  (void)comm;
  if (!t || count < 0)
    return mpi_error(MPI_ERR_TYPE, "no such datatype");
  size_t len = t->size * (size_t)count;
  if (*position < 0 || (size_t)*position + len > (size_t)size)
    return mpi_error(MPI_ERR_TRUNCATE, "there is no more in the buffer");
  rt_range_read((const char *)in + *position, len, me->site);
  mpi_unpack(out, count, type, (const char *)in + *position, len, me->site);
  *position += (int)len;
  return MPI_SUCCESS;
}

int heddle_MPI_Pack_size(int count, MPI_Datatype type, MPI_Comm comm,
                         int *size) {
  (void)comm;
  int error = heddle_MPI_Type_size(type, size);
  *size *= error ? 1 : count;
  return error;
}
