/* Symbolic values beside concrete ones, in programs built for it
 * (cc/symbolic.c): expressions over inputs, a shadow of memory that knows
 * which bytes hold them, and the branches that depend on them.
 *
 * An expression is a number, 0 for a value that depends on no input; its
 * nodes (sym/node.h) lie in shared memory, where the explorer reads them.
 * Beside each the runtime keeps what it is worth in this run.
 *
 * A branch on an expression is a step of its thread (Kähkönen 2015, ch. 2),
 * taken at once when it is reached: no other thread can tell when, so trying
 * it at other times would be the same again.  The plan says which way; if the
 * inputs go the other way, the run ends there and the explorer chooses others.
 *
 * There is one kernel thread, and between the moment a value is made and the
 * moment its expression is put by nothing else runs, so everything here may
 * be the process's and follow the fibers for free. */
#include <string.h>
#include <sys/mman.h>

#include "base/sound.h"
#include "rt/calls.h"
#include "rt/expression.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

_Static_assert(sizeof(struct sym_node) == WIRE_EXPR_SIZE, "rt/wire.h");

enum {
  PAGE = 4096,          /* bytes of the program in a page of the shadow */
  PAGES = 1 << 13,      /* of the shadow, at most; a power of 2 */
  RUN_NODES = 1 << 18,  /* of one run; then values are fixed */
  SPARE_NODES = 1 << 12 /* for the conditions that fix them */
};

typedef uint32_t slot; /* rt/expression.h */

static struct {
  struct sym_node *nodes; /* of the run, numbered from 1: nodes[n - 1] */
  uint64_t *value;        /* by number - 1: in this run */
  uint64_t *most;         /* by number - 1: never more, as unsigned */
  bool *wild;             /* by number - 1: rt_sym_plain */
  uint32_t len;
  bool on;
  /* shadow */
  uint64_t *page_of;    /* by place in the table: 1 + address / PAGE */
  slot *slots;          /* [PAGES][PAGE] */
  uint32_t pages;       /* in use */
} sym TOUCHED;
static uint32_t used_pages[PAGES]; /* places of them */

uint32_t heddle_sym_args[ABI_SYM_ARGS] TOUCHED;
uint32_t heddle_sym_count TOUCHED;
const void *heddle_sym_callee TOUCHED;
uint32_t heddle_sym_ret TOUCHED;
const void *heddle_sym_from TOUCHED;

/* Every unit that was built with --heddle-symbolic has a byte there. */
extern const char __start_heddle_symbolic[] __attribute__((weak));

static void *reserve(size_t size) {
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    abort();
  return p;
}

void rt_sym_begin(bool on) {
  struct wire *w = rt.wire;
  sym.on = on && w->exprs;
  sym.len = 0;
  heddle_sym_callee = heddle_sym_from = NULL;
  heddle_sym_count = heddle_sym_ret = 0;
  if (!sym.on)
    return;
  if (!sym.value) {
    sym.value = reserve(sizeof *sym.value * (RUN_NODES + SPARE_NODES));
    sym.most = reserve(sizeof *sym.most * (RUN_NODES + SPARE_NODES));
    sym.wild = reserve(sizeof *sym.wild * (RUN_NODES + SPARE_NODES));
    sym.page_of = reserve(sizeof *sym.page_of * PAGES);
    sym.slots = reserve(sizeof *sym.slots * PAGES * PAGE);
  }
  sym.nodes = (struct sym_node *)((char *)w + w->exprs) + w->exprs_len;
}

void rt_sym_end(struct run *r) {
  r->exprs = rt.wire->exprs_len;
  r->exprs_len = sym.len;
  for (uint32_t i = 0; i < sym.pages; i++) {
    uint32_t at = used_pages[i];
    memset(sym.slots + (size_t)at * PAGE, 0, sizeof *sym.slots * PAGE);
    sym.page_of[at] = 0;
  }
  sym.pages = 0;
  sym.on = false;
}

bool rt_sym_room(void) {
  const struct wire *w = rt.wire;
  return !w->exprs || w->exprs_cap - w->exprs_len >= RUN_NODES + SPARE_NODES;
}

/* --- expressions -------------------------------------------------------- */

const struct sym_node *rt_sym_node(uint32_t e) {
  return &sym.nodes[e - 1];
}
unsigned rt_sym_width(uint32_t e) {
  return sym.nodes[e - 1].width;
}
uint64_t rt_sym_value(uint32_t e) {
  return sym.value[e - 1];
}
bool rt_sym_is_const(uint32_t e) {
  return rt_sym_node(e)->op == SYM_CONST;
}
static uint64_t most_of(uint32_t e) {
  return sym.most[e - 1];
}

/* The largest unsigned value, when it is easy to see. */
static uint64_t bound(const struct sym_node *n) {
  uint64_t all = sym_mask(n->width);
  uint64_t a = sym_operands(n->op) > 0 ? most_of(n->a) : 0;
  uint64_t b = sym_operands(n->op) > 1 ? most_of(n->b) : 0;
  uint64_t out = all, sum;
  switch (n->op) {
  case SYM_CONST:
    return n->value;
  case SYM_VAR:
    return (int64_t)n->value >= 0 ? n->more : all;
  case SYM_ZEXT:
    return a;
  case SYM_SEXT:
    return a >> (rt_sym_width(n->a) - 1) ? all : a;
  case SYM_AND:
    return a < b ? a : b;
  case SYM_UREM:
    return rt_sym_node(n->b)->op == SYM_CONST && b && b - 1 < a ? b - 1 : a;
  case SYM_UDIV:
  case SYM_LSHR:
    return rt_sym_node(n->b)->op != SYM_CONST ? a
           : n->op == SYM_LSHR                ? b < 64 ? a >> b : 0
           : b                                ? a / b
                                              : all;
  case SYM_ADD:
    return !__builtin_add_overflow(a, b, &sum) && sum <= all ? sum : all;
  case SYM_MUL:
    return !__builtin_mul_overflow(a, b, &sum) && sum <= all ? sum : all;
  case SYM_EXTRACT:
    return n->low ? all : a < all ? a : all;
  default:
    return out;
  }
}

bool rt_sym_wild(uint32_t e) {
  return sym.wild[e - 1];
}

/* Made of floating point by what changes signs and chooses. */
static bool is_wild(const struct sym_node *n) {
  switch (n->op) {
  case SYM_ITE:
    return rt_sym_wild(n->b) || rt_sym_wild(n->c);
  case SYM_AND:
  case SYM_OR:
  case SYM_XOR:
    return rt_sym_wild(n->a) || rt_sym_wild(n->b);
  default:
    return sym_is_float(n->op);
  }
}

static uint32_t add_node(struct sym_node n, uint64_t value) {
  if (sym.len >= RUN_NODES + SPARE_NODES)
    rt_end(RUN_STEPS, FOUND_NONE, NULL);
  sym.nodes[sym.len] = n;
  sym.value[sym.len] = value;
  sym.len++;
  sym.most[sym.len - 1] = bound(&n);
  sym.wild[sym.len - 1] = is_wild(&n);
  return sym.len;
}

uint32_t rt_sym_const(unsigned width, uint64_t value) {
  EXPECTS(width && width <= 64);
  value &= sym_mask(width);
  struct sym_node n = {
      .op = SYM_CONST, .width = (uint8_t)width, .value = value};
  return add_node(n, value);
}

uint32_t rt_sym_make(unsigned op, unsigned width, uint32_t a, uint32_t b,
                     uint32_t c, unsigned low) {
  EXPECTS(width && width <= 64);
  struct sym_node n = {.op = (uint8_t)op,
                       .width = (uint8_t)width,
                       .low = (uint16_t)low,
                       .a = a,
                       .b = b,
                       .c = c};
  unsigned from = rt_sym_width(op == SYM_CONCAT ? b : a);
  uint64_t value = sym_apply(&n, from, rt_sym_value(a), b ? rt_sym_value(b) : 0,
                             c ? rt_sym_value(c) : 0);
  bool known = rt_sym_is_const(a) && (!b || rt_sym_is_const(b)) &&
               (!c || rt_sym_is_const(c));
  return known ? rt_sym_const(width, value) : add_node(n, value);
}

/* No room for more: what it is made of is fixed instead. */
bool rt_sym_full(void) {
  return sym.len >= RUN_NODES;
}

uint32_t rt_sym_resize(uint32_t e, unsigned width) {
  EXPECTS(width && width <= 64);
  unsigned from = e ? rt_sym_width(e) : width;
  return from == width  ? e
         : from > width ? rt_sym_make(SYM_EXTRACT, width, e, 0, 0, 0)
                        : rt_sym_make(SYM_ZEXT, width, e, 0, 0, 0);
}

/* --- branches ----------------------------------------------------------- */

/* `how`: enum abi_branch.  Goes the way the inputs go, if the plan agrees. */
void rt_sym_branch(uint32_t e, unsigned how, heddle_at site) {
  struct fiber *f = rt.current;
  uint8_t taken = rt_sym_value(e) != 0;
  if (rt.event >= rt.events_end || rt.steps >= rt.steps_max)
    rt_end(RUN_STEPS, FOUND_NONE, NULL);
  struct threads only;
  threads_clear(rt.words, &only);
  threads_add(rt.words, &only, f->id);
  if (rt.words > 1)
    rt_write_more(rt.words, &only, true);
  struct event *v = rt.event++;
  *v = (struct event){.object = e,
                      .enabled = only.at[0],
                      .size = how,
                      .more = rt.words > 1,
                      .site = rt_site(site),
                      .thread = f->id,
                      .kind = OP_BRANCH,
                      .alt = taken,
                      .alts = 2};
  rt.steps++;
  rt.wire->steps = (uint32_t)(rt.event - rt.events);
  if (rt.next < rt.prefix_end && !(rt.plan->flags & PLAN_FREE)) {
    choice c = *rt.next++;
    if (c != CHOICE(f->id, taken))
      rt_end(RUN_DIVERGED, FOUND_NONE, NULL);
  }
}

/* The value it has in this run, and no other. */
void rt_sym_pin(uint32_t e, heddle_at site) {
  if (rt_sym_node(e)->op != SYM_CONST)
    rt_sym_branch(rt_sym_make(SYM_EQ, 1, e,
                              rt_sym_const(rt_sym_width(e), rt_sym_value(e)), 0,
                              0),
                  ABI_PINNED, site);
}

/* What decides the value: x in x * 4 + 16. */
static uint32_t core(uint32_t e) {
  for (;;) {
    const struct sym_node *n = rt_sym_node(e);
    bool constant_b = (n->op == SYM_ADD || n->op == SYM_SUB ||
                       n->op == SYM_MUL || n->op == SYM_SHL) &&
                      rt_sym_is_const(n->b);
    bool constant_a =
        (n->op == SYM_ADD || n->op == SYM_MUL) && rt_sym_is_const(n->a);
    if (n->op == SYM_ZEXT || n->op == SYM_SEXT || constant_b)
      e = n->a;
    else if (constant_a)
      e = n->b;
    else
      return e;
  }
}

/* Each value by itself.  Of what is one thing or another (`c ? &x : &y`) it is
 * decided which; of anything else its bits, from the highest that may be set. */
static void fix_bits(uint32_t e, heddle_at site) {
  for (e = core(e); rt_sym_node(e)->op == SYM_ITE;) {
    const struct sym_node *n = rt_sym_node(e);
    const uint32_t side = rt_sym_value(n->a) ? n->b : n->c;
    rt_sym_branch(n->a, ABI_INDEX, site);
    e = core(side);
  }
  if (rt_sym_is_const(e))
    return;
  unsigned bit = rt_sym_width(e);
  while (bit && !(most_of(e) >> (bit - 1)))
    bit--;
  while (bit-- > 0)
    rt_sym_branch(rt_sym_make(SYM_EXTRACT, 1, e, 0, 0, bit), ABI_INDEX, site);
}

void heddle_sym_fix(uint32_t e, uint32_t how, heddle_at site) {
  if (!e)
    return;
  if (how == ABI_INDEX)
    fix_bits(e, site);
  else
    rt_sym_pin(e, site);
}

bool rt_sym_decide(uint32_t e, heddle_at site) {
  if (!rt_sym_is_const(e))
    rt_sym_branch(e, ABI_BRANCH, site);
  return rt_sym_value(e) != 0;
}

void heddle_sym_branch(uint32_t e, heddle_at site) {
  if (e)
    rt_sym_branch(e, ABI_BRANCH, site);
}

/* A condition that is a number: 0 is false. */
static uint32_t truth(uint32_t e) {
  uint32_t zero =
      rt_sym_make(SYM_EQ, 1, e, rt_sym_const(rt_sym_width(e), 0), 0, 0);
  return rt_sym_make(SYM_XOR, 1, zero, rt_sym_const(1, 1), 0, 0);
}

void heddle_sym_truth(uint32_t e, heddle_at site) {
  if (e)
    rt_sym_branch(truth(e), ABI_BRANCH, site);
}

/* A chain of tests, up to the case that is taken. */
void heddle_sym_switch(uint32_t e, uint64_t value, const uint64_t *cases,
                       uint32_t count, heddle_at site) {
  if (!e)
    return;
  unsigned width = rt_sym_width(e);
  for (uint32_t i = 0; i < count; i++) {
    rt_sym_branch(
        rt_sym_make(SYM_EQ, 1, e, rt_sym_const(width, cases[i]), 0, 0),
        ABI_BRANCH, site);
    if ((value & sym_mask(width)) == (cases[i] & sym_mask(width)))
      return;
  }
}

/* --- operations --------------------------------------------------------- */

uint32_t rt_sym_lift(uint32_t e, unsigned width, uint64_t value) {
  return e ? rt_sym_resize(e, width) : rt_sym_const(width, value);
}

static bool divides(unsigned op) {
  return op == SYM_UDIV || op == SYM_SDIV || op == SYM_UREM || op == SYM_SREM;
}

static bool shifts(unsigned op) {
  return op == SYM_SHL || op == SYM_LSHR || op == SYM_ASHR;
}

/* What C leaves open is a branch of its own; whether the result means
 * anything. */
static bool is_defined(unsigned op, unsigned width, uint32_t a, uint32_t b,
                       heddle_at site) {
  if (shifts(op)) {
    uint32_t in = rt_sym_make(SYM_ULT, 1, b, rt_sym_const(width, width), 0, 0);
    if (!rt_sym_is_const(b))
      rt_sym_branch(in, ABI_BRANCH, site);
    return rt_sym_value(in);
  }
  if (!divides(op))
    return true;
  uint32_t zero = rt_sym_make(SYM_EQ, 1, b, rt_sym_const(width, 0), 0, 0);
  if (!rt_sym_is_const(b))
    rt_sym_branch(zero, ABI_BRANCH, site);
  if (rt_sym_value(zero))
    return false;
  if (op == SYM_UDIV || op == SYM_UREM)
    return true;
  uint64_t least = UINT64_C(1) << (width - 1);
  uint32_t over = rt_sym_make(
      SYM_AND, 1, rt_sym_make(SYM_EQ, 1, a, rt_sym_const(width, least), 0, 0),
      rt_sym_make(SYM_EQ, 1, b, rt_sym_const(width, sym_mask(width)), 0, 0), 0,
      0);
  if (!rt_sym_is_const(b) || rt_sym_value(b) == sym_mask(width))
    rt_sym_branch(over, ABI_BRANCH, site);
  return !rt_sym_value(over);
}

uint32_t heddle_sym_binary(uint32_t what, uint32_t a, uint32_t b, uint64_t x,
                           uint64_t y, heddle_at site) {
  if (LIKELY(!(a | b)))
    return 0;
  unsigned op = what & 0xff, width = what >> 8;
  if (rt_sym_full()) {
    heddle_sym_fix(a, ABI_PINNED, site);
    heddle_sym_fix(b, ABI_PINNED, site);
    return 0;
  }
  a = rt_sym_lift(a, width, x);
  b = rt_sym_lift(b, width, y);
  if (!is_defined(op, width, a, b, site)) {
    rt_sym_pin(a, site);
    rt_sym_pin(b, site);
    return 0;
  }
  unsigned to = sym_is_truth(op) ? 1 : width;
  return rt_sym_make(op, to, a, b, 0, 0);
}

/* a > b, a >= b and a != b are made of the others by the compiler. */
uint32_t heddle_sym_not(uint32_t e) {
  return e ? rt_sym_make(SYM_XOR, 1, e, rt_sym_const(1, 1), 0, 0) : 0;
}

uint32_t heddle_sym_cast(uint32_t what, uint32_t e) {
  if (LIKELY(!e))
    return 0;
  unsigned op = what & 0xff, width = what >> 8;
  if (op == SYM_SEXT && width > rt_sym_width(e))
    return rt_sym_make(SYM_SEXT, width, e, 0, 0, 0);
  return rt_sym_resize(e, width);
}

uint32_t heddle_sym_select(uint32_t width, uint32_t c, uint32_t a, uint32_t b,
                           uint32_t taken, uint64_t x, uint64_t y) {
  if (!c || rt_sym_full()) {
    heddle_sym_fix(c, ABI_PINNED, NULL);
    return taken ? a : b;
  }
  return rt_sym_make(SYM_ITE, width, rt_sym_resize(c, 1),
                     rt_sym_lift(a, width, x), rt_sym_lift(b, width, y), 0);
}

/* Bits counted from one end: the chain of tests that finds the first. */
static uint32_t first_bit(uint32_t e, bool from_top) {
  unsigned width = rt_sym_width(e);
  uint32_t out = rt_sym_const(width, width);
  for (unsigned i = 0; i < width; i++) {
    unsigned bit = from_top ? i : width - 1 - i;
    out = rt_sym_make(SYM_ITE, width, rt_sym_make(SYM_EXTRACT, 1, e, 0, 0, bit),
                      rt_sym_const(width, from_top ? width - 1 - bit : bit),
                      out, 0);
  }
  return out;
}

static uint32_t count_bits(uint32_t e) {
  unsigned width = rt_sym_width(e);
  uint32_t out = rt_sym_const(width, 0);
  for (unsigned i = 0; i < width; i++) {
    uint32_t bit = rt_sym_make(SYM_EXTRACT, 1, e, 0, 0, i);
    out = rt_sym_make(
        SYM_ADD, width, out,
        width > 1 ? rt_sym_make(SYM_ZEXT, width, bit, 0, 0, 0) : bit, 0, 0);
  }
  return out;
}

static uint32_t swap_bytes(uint32_t e) {
  unsigned width = rt_sym_width(e);
  uint32_t out = rt_sym_make(SYM_EXTRACT, 8, e, 0, 0, 0);
  for (unsigned at = 8; at < width; at += 8)
    out = rt_sym_make(SYM_CONCAT, at + 8, out,
                      rt_sym_make(SYM_EXTRACT, 8, e, 0, 0, at), 0, 0);
  return out;
}

uint32_t heddle_sym_bits(uint32_t what, uint32_t e, heddle_at site) {
  if (!e || rt_sym_full()) {
    heddle_sym_fix(e, ABI_PINNED, site);
    return 0;
  }
  switch (what) {
  case ABI_CTPOP:
    return count_bits(e);
  case ABI_CTLZ:
    return first_bit(e, true);
  case ABI_CTTZ:
    return first_bit(e, false);
  case ABI_BSWAP:
    return swap_bytes(e);
  default: /* ABI_ABS */ {
    unsigned width = rt_sym_width(e);
    uint32_t zero = rt_sym_const(width, 0);
    return rt_sym_make(SYM_ITE, width, rt_sym_make(SYM_SLT, 1, e, zero, 0, 0),
                       rt_sym_make(SYM_SUB, width, zero, e, 0, 0), e, 0);
  }
  }
}

/* --- memory ------------------------------------------------------------- */

/* The page of the shadow, or NULL; made when asked for. */
static slot *page_at(uint64_t number, bool fresh) {
  uint64_t at = number * UINT64_C(0x9e3779b97f4a7c15) >> 51;
  while (sym.page_of[at] && sym.page_of[at] != number + 1)
    at = (at + 1) & (PAGES - 1);
  if (!sym.page_of[at]) {
    if (!fresh || sym.pages >= PAGES / 2)
      return NULL;
    sym.page_of[at] = number + 1;
    used_pages[sym.pages++] = (uint32_t)at;
  }
  return sym.slots + at * PAGE;
}

slot rt_sym_slot(uint64_t at) {
  const slot *p = page_at(at / PAGE, false);
  return p ? p[at % PAGE] : 0;
}

/* False: there is no room. */
bool rt_sym_slot_set(uint64_t at, slot s) {
  slot *p = page_at(at / PAGE, s != 0);
  if (p)
    p[at % PAGE] = s;
  return p || !s;
}

void heddle_sym_store(const void *p, uint32_t size, uint32_t e,
                      heddle_at site) {
  if (LIKELY(!e && !sym.pages))
    return;
  uint64_t at = (uint64_t)p;
  if (e && size > 8) {
    rt_sym_pin(e, site);
    e = 0;
  }
  if (e)
    e = rt_sym_resize(e, size * 8);
  for (uint32_t i = 0; i < size; i++)
    if (!rt_sym_slot_set(at + i, e ? e << 3 | i : 0))
      return heddle_sym_fix(e, ABI_PINNED, site);
}

/* Bytes of different expressions, or some of them concrete. */
static uint32_t load_bytes(const uint8_t *p, uint32_t size) {
  uint32_t out = 0;
  for (uint32_t i = 0; i < size; i++) {
    slot s = rt_sym_slot((uint64_t)p + i);
    uint32_t byte = s ? rt_sym_make(SYM_EXTRACT, 8, s >> 3, 0, 0, (s & 7) * 8)
                      : rt_sym_const(8, p[i]);
    out = out ? rt_sym_make(SYM_CONCAT, 8 * (i + 1), byte, out, 0, 0) : byte;
  }
  return out;
}

/* What the shadow says, whatever is in memory now. */
uint32_t rt_sym_look(const void *p, uint32_t size) {
  if (LIKELY(!sym.pages))
    return 0;
  uint64_t at = (uint64_t)p;
  slot first = rt_sym_slot(at);
  bool whole = first && !(first & 7) && rt_sym_width(first >> 3) == size * 8;
  bool some = first != 0;
  for (uint32_t i = 1; i < size; i++) {
    slot s = rt_sym_slot(at + i);
    whole &= s == first + i;
    some |= s != 0;
  }
  return whole ? first >> 3 : some ? load_bytes(p, size) : 0;
}

/* Where floating point is looked at as bits, these are plain; false: it is no
 * number, and the bits are what they are. */
static bool be_plain(const uint8_t *p, uint32_t size, heddle_at site) {
  for (uint32_t i = 0; i < size; i++) {
    slot s = rt_sym_slot((uint64_t)p + i);
    bool first = s && (!i || s != rt_sym_slot((uint64_t)p + i - 1) + 1);
    if (first && rt_sym_wild(s >> 3) && !rt_sym_plain(s >> 3, site))
      return false;
  }
  return true;
}

/* Somebody who was not instrumented may have written there. */
uint32_t heddle_sym_load(const void *p, uint32_t size, heddle_at site) {
  uint64_t now = 0;
  uint32_t e = rt_sym_look(p, size);
  if (!e)
    return 0;
  memcpy(&now, p, size);
  if (LIKELY(be_plain(p, size, site) && now == rt_sym_value(e)))
    return rt_sym_wild(e) ? rt_sym_make(SYM_EXTRACT, size * 8, e, 0, 0, 0) : e;
  heddle_sym_clear(p, size);
  return 0;
}

uint32_t rt_sym_byte(const void *p) {
  uint32_t e = heddle_sym_load(p, 1, NULL);
  return e ? e : rt_sym_const(8, *(const uint8_t *)p);
}

bool rt_sym_any(const void *p, uint64_t len) {
  for (uint64_t i = 0; sym.pages && i < len; i++)
    if (rt_sym_slot((uint64_t)p + i))
      return true;
  return false;
}

void heddle_sym_opaque(const void *p, uint32_t size, heddle_at site) {
  rt_sym_pin_range(p, size, site);
}

void heddle_sym_clear(const void *p, uint64_t len) {
  for (uint64_t i = 0; sym.pages && i < len; i++)
    rt_sym_slot_set((uint64_t)p + i, 0);
}

void rt_sym_pin_range(const void *p, uint64_t len, heddle_at site) {
  for (uint64_t i = 0; sym.pages && i < len; i++) {
    slot s = rt_sym_slot((uint64_t)p + i);
    if (s && !(i && s == rt_sym_slot((uint64_t)p + i - 1) + 1))
      rt_sym_pin(s >> 3, site);
  }
}

bool rt_sym_aside(const void *from, uint64_t len, uint32_t *aside,
                  heddle_at site) {
  if (!sym.pages)
    return false;
  if (len > ABI_SYM_ASIDE) {
    rt_sym_pin_range(from, len, site);
    return false;
  }
  bool some = false;
  for (uint64_t i = 0; i < len; i++)
    some |= (aside[i] = rt_sym_slot((uint64_t)from + i)) != 0;
  return some;
}

void rt_sym_put(const void *to, uint64_t len, const uint32_t *aside,
                heddle_at site) {
  for (uint64_t i = 0; i < len; i++)
    if (!rt_sym_slot_set((uint64_t)to + i, aside[i]))
      rt_sym_pin(aside[i] >> 3, site);
}

void heddle_sym_move(const void *to, const void *from, uint64_t len,
                     heddle_at site) {
  uint32_t aside[ABI_SYM_ASIDE];
  if (!sym.pages)
    return;
  if (rt_sym_aside(from, len, aside, site))
    rt_sym_put(to, len, aside, site);
  else
    heddle_sym_clear(to, len);
}

/* --- atomic operations, already carried out ------------------------------- */

uint32_t heddle_sym_update(const void *p, uint32_t what, uint32_t e,
                           uint64_t before, uint64_t operand, heddle_at site) {
  unsigned op = what & 0xff, size = what >> 8 & 0xff;
  uint32_t old = rt_sym_look(p, size), new = 0;
  if (!(old | e))
    return 0;
  if (old)
    old = rt_sym_plain(old, site);
  /* the shadow still has what was there before; memory has the new value,
   * which is what load_bytes would have looked at */
  if (old && rt_sym_value(old) != (before & sym_mask(size * 8))) {
    rt_sym_pin_range(p, size, site);
    old = 0;
  }
  if (op == ABI_EXCHANGE) {
    new = e;
  } else if (op < SYM_OP_COUNT) {
    new = heddle_sym_binary(op | size * 8 << 8, old, e, before, operand, site);
  } else {
    heddle_sym_fix(old, ABI_PINNED, site);
    heddle_sym_fix(e, ABI_PINNED, site);
  }
  heddle_sym_store(p, size, new, site);
  return old;
}

uint32_t heddle_sym_swap(const void *p, uint32_t size, uint32_t expected,
                         uint32_t new, uint64_t before, uint64_t want,
                         heddle_at site) {
  uint32_t old = rt_sym_look(p, size);
  unsigned width = size * 8;
  if (!(old | expected | new))
    return 0;
  if (old && rt_sym_value(old) != (before & sym_mask(width))) {
    rt_sym_pin_range(p, size, site);
    old = 0;
  }
  if (old | expected)
    rt_sym_branch(rt_sym_make(SYM_EQ, 1, rt_sym_lift(old, width, before),
                              rt_sym_lift(expected, width, want), 0, 0),
                  ABI_BRANCH, site);
  if (((before ^ want) & sym_mask(width)) == 0)
    heddle_sym_store(p, size, new, site);
  return old;
}

/* --- calls -------------------------------------------------------------- */

static const uint32_t no_args[ABI_SYM_ARGS];

const uint32_t *heddle_sym_enter(const void *self) {
  bool ours = heddle_sym_callee == self;
  heddle_sym_callee = NULL;
  return ours ? heddle_sym_args : no_args;
}

/* Whoever called it without a word takes no result: a function that nobody looks
 * into, which calls back. */
void heddle_sym_leave(const uint32_t *args, uint32_t e, heddle_at site) {
  if (args == no_args)
    heddle_sym_fix(e, ABI_PINNED, site);
}

void heddle_sym_unseen(heddle_at site) {
  if (sym.pages)
    rt_sym_branch(rt_sym_const(1, 1), ABI_OPAQUE, site);
}

void heddle_sym_lost(heddle_at site) {
  if (sym.on)
    rt_sym_branch(rt_sym_const(1, 1), ABI_OPAQUE, site);
}

uint32_t heddle_sym_after(const void *function, uint32_t width,
                          heddle_at site) {
  if (heddle_sym_callee == function) { /* nobody took them */
    heddle_sym_callee = NULL;
    for (uint32_t i = 0; i < heddle_sym_count % ABI_SYM_POINTERS; i++)
      heddle_sym_fix(heddle_sym_args[i], ABI_PINNED, site);
    if (heddle_sym_count >= ABI_SYM_POINTERS)
      heddle_sym_unseen(site);
  }
  if (heddle_sym_from != function)
    return 0;
  heddle_sym_from = NULL;
  uint32_t e = heddle_sym_ret;
  heddle_sym_ret = 0;
  return e && width ? rt_sym_resize(e, width) : 0;
}

uint32_t rt_sym_argument(const void *function, unsigned i) {
  return heddle_sym_callee == function &&
                 i < heddle_sym_count % ABI_SYM_POINTERS
             ? heddle_sym_args[i]
             : 0;
}

void rt_sym_give(const void *function, uint32_t argument) {
  heddle_sym_callee = function;
  heddle_sym_args[0] = argument;
  heddle_sym_count = 1;
}

uint32_t rt_sym_result(const void *function) {
  uint32_t e = heddle_sym_from == function ? heddle_sym_ret : 0;
  heddle_sym_from = NULL;
  return e;
}

/* --- inputs ------------------------------------------------------------- */

bool rt_sym_on(void) {
  return sym.on;
}

bool rt_sym_built(void) {
  return __start_heddle_symbolic != NULL;
}

void rt_sym_input(uint32_t index, int64_t low, int64_t high, int64_t value) {
  if (!sym.on || low == high)
    return;
  if (rt_sym_full())
    return;
  struct sym_node n = {.op = SYM_VAR,
                       .width = 64,
                       .a = rt.current->id,
                       .b = index,
                       .value = (uint64_t)low,
                       .more = (uint64_t)high};
  heddle_sym_ret = add_node(n, (uint64_t)value);
}

void rt_sym_return(const void *function) {
  heddle_sym_from = function;
}

void rt_sym_returns(const void *function, uint32_t e) {
  heddle_sym_ret = e;
  heddle_sym_from = function;
}
