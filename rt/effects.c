/* Calls of libc's functions as their rows say (rt/library/all.h): reads, then
 * hidden state, then the call, then writes. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "rt/call.h"
#include "rt/kernel.h"
#include "rt/inputs.h"
#include "rt/need.h"
#include "rt/rt.h"

static void *pointer(const struct heddle_call *c, unsigned argument) {
  return (void *)c->args[argument];
}

/* A length that is negative is none. */
static uint64_t amount(uint64_t n) { return (int64_t)n < 0 ? 0 : n; }

static uint64_t times(uint64_t n, uint64_t size) {
  uint64_t all;
  return __builtin_mul_overflow(n, size, &all) ? 0 : all;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t until(const char *p, int byte, uint64_t most) {
  const char *found = memchr(p, byte, most);
  return found ? (uint64_t)(found - p) + 1 : most;
}

static uint64_t wide_until(const uint32_t *p, uint32_t wide, uint64_t most) {
  uint64_t i = 0;
  while (i < most && p[i] != wide)
    i++;
  return (i < most ? i + 1 : i) * sizeof *p;
}

/* Bytes of so many characters, with the end if that is among them; one that is
 * none is the last. */
static uint64_t decoded(const char *p, uint64_t most) {
  mbstate_t state = {0};
  const char *at = p;
  for (; most; most--) {
    size_t len = mbrlen(at, MB_CUR_MAX, &state);
    if (!len || len > MB_CUR_MAX)
      return (uint64_t)(at - p) + 1;
    at += len;
  }
  return (uint64_t)(at - p);
}

/* Wide characters that make so many bytes; one that finds no room is read. */
static uint64_t encoded(const wchar_t *p, uint64_t most) {
  mbstate_t state = {0};
  char bytes[MB_LEN_MAX];
  for (uint64_t i = 0;; i++) {
    if (!most)
      return i * sizeof *p;
    size_t len = wcrtomb(bytes, p[i], &state);
    if (!p[i] || len > most)
      return (i + 1) * sizeof *p;
    most -= len;
  }
}

static struct text_need need_of(const struct heddle_call *c,
                           const struct heddle_effect *e) {
  bool most = e->extra & NEED_MOST;
  return (struct text_need){(uint8_t)(e->extra & ~NEED_MOST), (uint8_t)e->size,
                       c->args[e->a], most ? c->args[e->b] : PTRDIFF_MAX};
}

/* How much memory, as far as it is known before the call: of what is known
 * afterwards the most it can be, 0 when that is not known either. */
static uint64_t measure(const struct heddle_call *c,
                        const struct heddle_effect *e) {
  const void *p = pointer(c, e->argument);
  uint64_t a = c->args[e->a], b = c->args[e->b];
  switch (e->measure) {
  case ABI_SIZE:
    return e->size;
  case ABI_BYTES:
    return times(amount(a), e->size);
  case ABI_PRODUCT:
  case ABI_ITEMS:
    return times(amount(a), amount(b));
  case ABI_TEXT:
    return rt_text_size(p, PTRDIFF_MAX, e->size);
  case ABI_TEXT_MAX:
    return rt_text_size(p, a, e->size);
  case ABI_UNTIL:
    return until(p, (int)a, PTRDIFF_MAX);
  case ABI_UNTIL_MAX:
    return e->size == 4 ? wide_until(p, (uint32_t)a, b) : until(p, (int)a, b);
  case ABI_NEEDED:
    return 0; /* only of what is read: read_needed */
  case ABI_DECODED:
    return decoded(p, c->args[0] ? a : UINT64_MAX);
  case ABI_ENCODED:
    return encoded(p, c->args[0] ? a : UINT64_MAX);
  case ABI_AS_TEXT:
    return a ? rt_text_size((const void *)a, PTRDIFF_MAX, e->size) : 0;
  case ABI_RESULT_MAX:
  case ABI_RESULT1_MAX:
  case ABI_WRITTEN_MAX:
    return times(amount(a), e->size);
  case ABI_TO_RESULT:
    return a;
  case ABI_WRITTEN:
    return e->extra;
  default:
    return 0;
  }
}

static bool writes(const struct heddle_effect *e) {
  return e->does == ABI_WRITES || e->does == ABI_APPENDS;
}

static bool is_exact(const struct heddle_effect *e) {
  return e->does == ABI_WRITES && e->measure <= ABI_AS_TEXT;
}

/* --- before ------------------------------------------------------------- */

/* A text that it depends on and that is NULL: the call will say. */
static void read_needed(const struct heddle_call *c, struct rt_call *k,
                        const struct heddle_effect *e, const void *p) {
  const struct text_need n = need_of(c, e);
  if (n.what == NEED_UNTIL || n.what >= NEED_WHOLE || n.with)
    rt_call_need(k, e->argument, p, &n);
}

struct effect_extent {
  struct rt_extent base;
  const struct heddle_call *call;
  const struct heddle_effect *effect;
};

static uint64_t effect_now(const struct rt_extent *x) {
  const struct effect_extent *e = (const struct effect_extent *)x;
  return measure(e->call, e->effect);
}

static void read_range(const struct heddle_call *c, struct rt_call *k,
                       const struct heddle_effect *e) {
  const void *p = pointer(c, e->argument);
  const struct effect_extent extent = {{effect_now, p}, c, e};
  if (!p)
    return;
  if (e->measure == ABI_TEXT || e->measure == ABI_TEXT_MAX)
    rt_call_text(k, e->argument, p,
                 e->measure == ABI_TEXT ? PTRDIFF_MAX : c->args[e->a], e->size);
  else if (e->measure == ABI_NEEDED)
    read_needed(c, k, e, p);
  else if (e->measure == ABI_UNTIL || e->measure == ABI_UNTIL_MAX ||
           e->measure == ABI_DECODED || e->measure == ABI_ENCODED)
    rt_call_extent(k, e->argument, &extent.base);
  else
    rt_call_read(k, e->argument, p, measure(c, e));
}

static void use_state(const struct heddle_call *c,
                      const struct heddle_effect *e) {
  uint64_t object = c->args[e->argument];
  if (e->when == ABI_IF_NULL && c->args[e->a])
    return;
  switch (e->does) {
  case ABI_LOOKS:
  case ABI_RACES:
    rt_variable_use(object, e->size, e->does == ABI_RACES, c->site);
    break;
  case ABI_STREAM:
  case ABI_UNLOCKED:
    rt_stream_use((void *)object, e->does == ABI_UNLOCKED, c->site);
    if (e->does == ABI_UNLOCKED && object)
      rt_inputs_lose(fileno((void *)object), c->site);
    break;
  case ABI_FOLDER: /* its memory is never another one's */
    if (!object)
      break;
    rt_state_use(object, true, true, c->site);
    if (rt_in_heap(object)) /* it may have been closed */
      rt_heap_check(object, 1, true, c->site);
    break;
  case ABI_FILE:
    rt_file_use((int)object, c->site);
    break;
  case ABI_NAME:
  case ABI_LOOKS_NAME:
    rt_name_use((const char *)object, e->does == ABI_NAME, c->site);
    break;
  case ABI_NAMES:
    rt_names_use(c->site);
    break;
  case ABI_CREATES:
  case ABI_CHANGES:
  case ABI_REMOVES:
    rt_name_judge((const char *)object, e->does, c->name, c->site);
    break;
  case ABI_IOSTREAM:
    rt_iostream_use((const void *)object, c->site);
    break;
  case ABI_LEAVES:
    if (!rt_name_judge_at(c->name, c->args, c->site))
      rt_escape(WHY_UNMODELLED, c->name, c->site);
    break;
  case ABI_ALLOCATES:
    rt_library_lend(true);
    break;
  case ABI_ENVIRONMENT:
    rt_environment_look(c->site);
    break;
  case ABI_THROUGH:
    rt_names_use(c->site);
    rt_files_come();
    break;
  }
}

/* Of both sides as much as is copied. */
static void check_apart(const struct heddle_call *c) {
  for (uint64_t i = 0; i < c->count; i++) {
    const struct heddle_effect *e = &c->effects[i];
    if (e->does == ABI_READS && e->argument == 1 && c->args[0] && c->args[1])
      rt_copy_apart(pointer(c, 0), pointer(c, 1), measure(c, e), c->site);
  }
}

/* Bytes of the text that argument 1 is, and of the end that is put there. */
static uint64_t appended(const struct heddle_call *c) {
  static const uint32_t end;
  uint64_t len = 0;
  for (uint64_t i = 0; i < c->count; i++) {
    const struct heddle_effect *e = &c->effects[i];
    const char *p = pointer(c, 1);
    if (e->does != ABI_READS || e->argument != 1 || !p)
      continue;
    len = measure(c, e);
    if (!len || memcmp(p + len - e->size, &end, e->size))
      len += e->size;
  }
  return len;
}

/* What is written where is known before: it is checked before harm is done.
 * A call that calls back is no single step, so its writes are not taken back
 * and have their step before it. */
static void prepare_write(struct heddle_call *c, struct rt_call *k,
                          const struct heddle_effect *e) {
  void *p = pointer(c, e->argument);
  if (e->argument == ABI_OF_RESULT || !p)
    return;
  uint64_t len = measure(c, e);
  if (c->calls_back) {
    rt_call_wrote(k, e->argument, p, len);
    return;
  }
  if (e->does == ABI_APPENDS) {
    p = (char *)p + rt_text_size(p, PTRDIFF_MAX, e->size) - e->size;
    c->args[e->argument] = (uint64_t)p;
    len = appended(c);
  }
  if ((is_exact(e) || e->does == ABI_APPENDS) && e->when == ABI_ALWAYS && len)
    rt_bounds_check((uint64_t)p, len, true, c->site);
  rt_call_room(k, e->argument, p, len);
}

/* Its own calls of libc are judged one by one. */
static bool goes_through(const struct heddle_call *c) {
  for (uint64_t i = 0; i < c->count; i++)
    if (c->effects[i].does == ABI_THROUGH)
      return true;
  return false;
}

void heddle_call_begin(struct heddle_call *c) {
  struct rt_call k;
  int error = errno;
  if (!rt_leaves(c->function, c->name))
    c->count = 0;
  c->outer = rt.current->calls;
  rt.current->calls = c->name;
  rt_call_open(&k, c->site);
  c->mark = k.mark;
  c->steps = k.steps;
  c->calls_back = 0;
  c->args[ABI_OF_RESULT] = 0;
  for (uint64_t i = 0; i < c->count; i++) {
    c->calls_back |= c->effects[i].does == ABI_CALLS;
    if (c->effects[i].does == ABI_READS)
      read_range(c, &k, &c->effects[i]);
  }
  for (uint64_t i = 0; i < c->count; i++)
    if (c->effects[i].does > ABI_APPENDS)
      use_state(c, &c->effects[i]);
  for (uint64_t i = 0; i < c->count; i++)
    if (writes(&c->effects[i]))
      prepare_write(c, &k, &c->effects[i]);
  for (uint64_t i = 0; i < c->count; i++)
    if (c->effects[i].does == ABI_APART)
      check_apart(c);
  heddle_here = c->site;
  if (goes_through(c))
    rt.current->calls = NULL;
  rt_call_enter(&k);
  for (uint64_t i = 0; i < c->count; i++)
    if (is_exact(&c->effects[i]) && c->args[c->effects[i].argument])
      c->lengths[i] = measure(c, &c->effects[i]);
  errno = error;
}

/* --- after -------------------------------------------------------------- */

static bool happened(const struct heddle_call *c, const struct rt_call *k,
                     const struct heddle_effect *e) {
  uint64_t result = c->args[ABI_OF_RESULT];
  switch (e->when) {
  case ABI_IF_ZERO:
    return (int)result == 0;
  case ABI_IF_RESULT:
    return result != 0;
  case ABI_IF_DONE:
    return (int64_t)result >= 0;
  case ABI_IF_RETURNED:
    return result == c->args[e->argument];
  case ABI_IF_CHANGED:
    return rt_call_changed(k, pointer(c, e->argument));
  case ABI_IF_NULL:
    return !c->args[e->a];
  default:
    return true;
  }
}

/* Where it was written. */
static void *place(const struct heddle_call *c, const struct heddle_effect *e) {
  char *p = pointer(c, e->argument);
  return e->measure == ABI_BEHIND ? *(void **)(p + e->extra) : p;
}

/* How much was written there. */
static uint64_t outcome(const struct heddle_call *c, const struct rt_call *k,
                        uint64_t i, const char *p) {
  const struct heddle_effect *e = &c->effects[i];
  uint64_t result = c->args[ABI_OF_RESULT], most = measure(c, e);
  switch (e->measure) {
  case ABI_RESULT:
    return times(amount(result), e->size);
  case ABI_RESULT_MAX:
    return least(times(amount(result), e->size), most);
  case ABI_RESULT1_MAX:
    return (int64_t)result < 0 ? 0 : least(times(result + 1, e->size), most);
  case ABI_ITEMS:
    return least(times(amount(result), c->args[e->a]), most);
  case ABI_TO_RESULT:
    return result ? result - (uint64_t)p : most;
  case ABI_BEHIND:
    return rt_text_size(p, PTRDIFF_MAX, e->size);
  case ABI_WRITTEN:
  case ABI_WRITTEN_MAX:
    return rt_text_size(rt_call_new(k, p), most ? most / e->size : PTRDIFF_MAX,
                        e->size);
  default:
    return e->argument == ABI_OF_RESULT ? most : c->lengths[i];
  }
}

void heddle_call_end(struct heddle_call *c, uint64_t result) {
  struct rt_call k = {c->site, c->mark, c->steps, false};
  int error = errno;
  rt_library_lend(false);
  rt_name_done();
  c->args[ABI_OF_RESULT] = result;
  rt_call_leave(&k);
  for (uint64_t i = 0; i < c->count && !c->calls_back; i++) {
    const struct heddle_effect *e = &c->effects[i];
    void *p = NULL;
    if (writes(e) && c->args[e->argument] && happened(c, &k, e))
      p = place(c, e);
    if (p)
      rt_call_wrote(&k,
                    e->argument == ABI_OF_RESULT ? NO_ARGUMENT : e->argument, p,
                    outcome(c, &k, i, p));
  }
  rt_call_close(&k);
  rt.current->calls = c->outer;
  errno = error;
}
