/* Elements that inputs choose: a[i], where i depends on inputs.
 *
 * The address is an expression.  Where the object that it lies in is known,
 * and nobody but the running thread can see the access, one branch decides
 * whether it is within the object; if it is, what is read is one expression, a
 * tree over the bits of the index with the elements as its leaves, and a write
 * gives every element a new value: the old one, unless it was meant.  So all
 * indices are one path.  (Who else sees the access would have to see which
 * element it is: then each address is tried by itself, symbolic.c.)
 *
 * The object is the one that the address was computed from, if the compiler
 * knows it (`root`): then beyond it is an error, wherever it hits.  Otherwise it
 * is the one that the constant part of the address points into, which is a
 * guess: beyond it each value is tried by itself. */
#include <ctype.h>
#include <string.h>

#include "rt/expression.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

enum {
  READ_MOST = 4096, /* elements */
  WRITE_MOST = 1024,
  BITS = 13,
};

/* Where the access at hand may go: element k is at first + k * stride. */
static struct {
  uint64_t first, stride, count;
  uint32_t index; /* k */
  uint32_t bits[BITS];
} chosen;

/* --- objects ------------------------------------------------------------ */

/* The tables behind <ctype.h> have 128 elements before the one that is
 * pointed to, and 256 from there on. */
static bool is_within(uint64_t at, const void *table, uint64_t size,
                      struct rt_object *o) {
  *o = (struct rt_object){(uint64_t)table - 128 * size, 384 * size};
  return at - o->at < o->size;
}

static bool object_at(uint64_t at, struct rt_object *o) {
  return rt_heap_object(at, o) || rt_bounds_object(at, o) ||
         is_within(at, *__ctype_b_loc(), 2, o) ||
         is_within(at, *__ctype_tolower_loc(), 4, o) ||
         is_within(at, *__ctype_toupper_loc(), 4, o);
}

/* --- addresses ---------------------------------------------------------- */

/* As a sum: its constant part, and how many of the lowest bits of the rest are
 * always zero. */
struct sum {
  uint64_t constant;
  unsigned zeros;
};

static unsigned zeros_of(uint64_t value) {
  return value ? (unsigned)__builtin_ctzll(value) : 64;
}

static unsigned fewer(unsigned a, unsigned b) {
  return a < b ? a : b;
}

static struct sum sum_of(uint32_t e, unsigned depth) {
  const struct sym_node *n = rt_sym_node(e);
  if (n->op == SYM_CONST)
    return (struct sum){n->value, 64};
  if (depth && (n->op == SYM_ADD || n->op == SYM_SUB)) {
    struct sum a = sum_of(n->a, depth - 1), b = sum_of(n->b, depth - 1);
    return (struct sum){n->op == SYM_ADD ? a.constant + b.constant
                                         : a.constant - b.constant,
                        fewer(a.zeros, b.zeros)};
  }
  bool scaled = n->op == SYM_MUL || n->op == SYM_SHL;
  if (!scaled || !rt_sym_is_const(n->b))
    return (struct sum){0, 0};
  uint64_t by = rt_sym_value(n->b);
  return (struct sum){0, n->op == SYM_MUL ? fewer(zeros_of(by), 63)
                                          : (unsigned)(by < 63 ? by : 63)};
}

/* Which of several pointers it is (`c ? &x : &y`) is decided. */
static uint32_t settle(uint32_t e, heddle_at site) {
  const struct sym_node n = *rt_sym_node(e);
  if (n.op == SYM_ITE) {
    const uint32_t side = rt_sym_value(n.a) ? n.b : n.c;
    rt_sym_branch(n.a, ABI_INDEX, site);
    return settle(side, site);
  }
  if (n.op != SYM_ADD || !rt_sym_is_const(n.b))
    return e;
  uint32_t a = settle(n.a, site);
  return a == n.a ? e : rt_sym_make(SYM_ADD, n.width, a, n.b, 0, 0);
}

/* False: nobody knows; then the object is not to be relied on. */
static bool find_object(uint32_t e, const struct rt_place *to,
                        struct rt_object *o, bool *known) {
  *known = false;
  if (to->root_size) {
    *o = (struct rt_object){(uint64_t)to->root, to->root_size};
    return *known = true;
  }
  if (to->root && object_at((uint64_t)to->root, o))
    return *known = true;
  return object_at(sum_of(e, 16).constant, o);
}

/* Whether the access is one of a number of elements, as inputs want it. */
static bool choose(uint32_t e, const struct rt_place *to,
                   const struct rt_object *o, bool known, unsigned most) {
  const struct sum s = sum_of(e, 16);
  const uint64_t stride = UINT64_C(1) << fewer(s.zeros, 12);
  const uint64_t skip = ((uint64_t)to->at - o->at) & (stride - 1);
  if (s.zeros >= 64 || o->size < to->size + skip)
    return false;
  chosen.count = (o->size - to->size - skip) / stride + 1;
  if (chosen.count > most)
    return false;
  chosen.first = o->at + skip;
  chosen.stride = stride;
  uint32_t offset =
      rt_sym_make(SYM_SUB, 64, e, rt_sym_const(64, chosen.first), 0, 0);
  uint32_t last = rt_sym_const(64, (chosen.count - 1) * stride);
  if (!rt_sym_decide(rt_sym_make(SYM_ULE, 1, offset, last, 0, 0), to->site)) {
    if (!known)
      return false;
    rt_bounds_check((uint64_t)to->at, to->size, to->write, to->site);
    rt_fail(FOUND_OUT_OF_BOUNDS, to->site,
            "%s of %u bytes at offset %ld of an object that has %lu",
            to->write ? "write" : "read", to->size,
            (long)((uint64_t)to->at - o->at), o->size);
  }
  chosen.index = rt_sym_make(SYM_LSHR, 64, offset,
                             rt_sym_const(64, zeros_of(stride)), 0, 0);
  return true;
}

bool rt_element(uint32_t e, const struct rt_place *to, unsigned most) {
  struct rt_object o;
  bool known;
  if ((to->seen && !rt_alone()) || to->size > 8 || rt_sym_full())
    return false;
  if (!find_object(e, to, &o, &known)) {
    e = settle(e, to->site);
    if (!find_object(e, to, &o, &known))
      return false;
  }
  return choose(e, to, &o, known, most);
}

/* --- reading ------------------------------------------------------------ */

static uint32_t element(uint64_t k, uint32_t size) {
  const void *p = (const void *)(chosen.first + k * chosen.stride);
  uint64_t value = 0;
  uint32_t e = heddle_sym_load_float(p, size);
  memcpy(&value, p, size);
  return e ? e : rt_sym_const(size * 8, value);
}

/* One of the elements from `from` on, by the lowest `bits` of the index; 0
 * where there are none. */
static uint32_t tree(uint64_t from, unsigned bits, uint32_t size) {
  if (from >= chosen.count)
    return 0;
  if (!bits)
    return element(from, size);
  uint32_t low = tree(from, bits - 1, size);
  uint32_t high = tree(from + (UINT64_C(1) << (bits - 1)), bits - 1, size);
  bool same = high && rt_sym_is_const(low) && rt_sym_is_const(high) &&
              rt_sym_value(low) == rt_sym_value(high);
  if (!high || same)
    return low;
  uint32_t *bit = &chosen.bits[bits - 1];
  if (!*bit)
    *bit = rt_sym_make(SYM_EXTRACT, 1, chosen.index, 0, 0, bits - 1);
  return rt_sym_make(SYM_ITE, size * 8, *bit, high, low, 0);
}

uint32_t heddle_sym_place(uint32_t e, const void *at, uint32_t size,
                          uint32_t seen, const void *root, uint64_t root_size,
                          heddle_at site) {
  const struct rt_place to = {at, root, root_size, size, false, seen, site};
  if (!e)
    return 0;
  if (rt_element(e, &to, READ_MOST))
    return 1;
  heddle_sym_fix(e, ABI_INDEX, site);
  return 0;
}

/* `size` with ABI_SYM_FLOAT: it is read as floating point. */
uint32_t heddle_sym_element(const void *p, uint32_t size, uint32_t is_chosen,
                            heddle_at site) {
  bool floats = size & ABI_SYM_FLOAT;
  size &= ABI_SYM_FLOAT - 1;
  if (!is_chosen)
    return floats ? heddle_sym_load_float(p, size)
                  : heddle_sym_load(p, size, site);
  unsigned bits = 0;
  while (UINT64_C(1) << bits < chosen.count)
    bits++;
  memset(chosen.bits, 0, sizeof chosen.bits);
  uint32_t e = tree(0, bits, size);
  return floats ? e : heddle_sym_fbits(e, site);
}

/* --- writing ------------------------------------------------------------ */

static void put_element(uint64_t k, uint32_t size, uint32_t v, heddle_at site) {
  uint32_t old = element(k, size);
  if (rt_sym_is_const(old) && rt_sym_is_const(v) &&
      rt_sym_value(old) == rt_sym_value(v))
    return;
  uint32_t is = rt_sym_make(SYM_EQ, 1, chosen.index, rt_sym_const(64, k), 0, 0);
  const void *p = (const void *)(chosen.first + k * chosen.stride);
  heddle_sym_store(p, size, rt_sym_make(SYM_ITE, size * 8, is, v, old, 0),
                   site);
}

/* Before the write: memory has what was there. */
uint32_t heddle_sym_put(uint32_t e, const void *at, uint32_t size,
                        uint32_t seen, const void *root, uint64_t root_size,
                        uint32_t v, uint64_t value, heddle_at site) {
  const struct rt_place to = {at, root, root_size, size, true, seen, site};
  if (!e)
    return 0;
  bool is_chosen = rt_element(e, &to, WRITE_MOST);
  if (!is_chosen || chosen.stride < size) { /* elements would overlap */
    heddle_sym_fix(e, ABI_INDEX, site);
    return 0;
  }
  v = rt_sym_lift(v, size * 8, value);
  for (uint64_t k = 0; k < chosen.count; k++)
    put_element(k, size, v, site);
  return 1;
}

void heddle_sym_written(const void *p, uint32_t size, uint32_t v,
                        uint32_t is_chosen, heddle_at site) {
  if (!is_chosen)
    heddle_sym_store(p, size, v, site);
}

/* --- lengths ------------------------------------------------------------ */

/* memcpy and memset of a length that inputs choose: within both objects each
 * byte is the old one or the new one, as the length says; whether it is within
 * is a branch, and beyond it each length is tried by itself. */
enum { COPY_MOST = 1024 };

static struct {
  uint32_t slots[COPY_MOST];
  uint64_t len;
} copied;

static uint64_t room_at(const void *p) {
  struct rt_object o;
  return object_at((uint64_t)p, &o) ? o.at + o.size - (uint64_t)p : 0;
}

static uint64_t room_of(const void *to, const void *from) {
  uint64_t room = room_at(to), other = from ? room_at(from) : room;
  return room < other ? room : other;
}

uint32_t heddle_sym_length(uint32_t e, const void *to, const void *from,
                           uint32_t byte, uint32_t value, uint32_t seen,
                           heddle_at site) {
  if (!e)
    return 0;
  uint64_t room =
      (seen && !rt_alone()) || rt_sym_full() ? 0 : room_of(to, from);
  unsigned width = rt_sym_width(e);
  if (!room || room > COPY_MOST || (width < 12 && room >> width) ||
      !rt_sym_decide(
          rt_sym_make(SYM_ULE, 1, e, rt_sym_const(width, room), 0, 0), site)) {
    heddle_sym_fix(e, ABI_INDEX, site);
    return 0;
  }
  for (uint64_t i = 0; i < room; i++) {
    uint32_t new = from ? rt_sym_byte((const char *)from + i)
                        : rt_sym_lift(byte, 8, value);
    uint32_t in = rt_sym_make(SYM_ULT, 1, rt_sym_const(width, i), e, 0, 0);
    copied.slots[i] =
        rt_sym_make(SYM_ITE, 8, in, new, rt_sym_byte((const char *)to + i), 0)
        << 3;
  }
  copied.len = room;
  return 1;
}

/* After it; `byte`: what a filling puts there, if that depends on inputs. */
void heddle_sym_filled(const void *to, uint64_t len, uint32_t byte,
                       uint32_t is_chosen, heddle_at site) {
  if (is_chosen)
    rt_sym_put(to, copied.len, copied.slots, site);
  for (uint64_t i = 0; byte && !is_chosen && i < len; i++)
    heddle_sym_store((const char *)to + i, 1, byte, site);
}
