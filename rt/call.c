#include "rt/call.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/sound.h"
#include "rt/follow.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

extern char __data_start[] __attribute__((weak));

/* What a call keeps, in memory of its thread that is used as a stack, because
 * calls may nest (qsort calls back). */
enum { ASIDE = 16 << 20 };

struct kept {
  char *at;
  size_t len;
  struct kept *before; /* the one that was swapped before it, or NULL */
  bool room;    /* may be written: what was there, then what the call left */
  bool swapped; /* read: memory and copy have changed places */
  char copy[];
};

static char *asides[THREADS_MAX];
static size_t used[THREADS_MAX];
static unsigned used_top; /* threads that may have used theirs */

void rt_call_reset(void) {
  if (UNLIKELY(used_top))
    memset(used, 0, used_top * sizeof *used);
  used_top = 0;
}

static struct kept *kept_at(size_t at) {
  return (struct kept *)(asides[rt.current->id] + at);
}

static size_t kept_size(const struct kept *k) {
  size_t size = sizeof *k + k->len * (k->room ? 2 : 1);
  return (size + 15) & ~(size_t)15;
}

#define EACH_KEPT(c, k)                                                        \
  for (struct kept *k = kept_at((c)->mark),                                    \
                   *end = kept_at(used[rt.current->id]);                       \
       k < end; k = (struct kept *)((char *)k + kept_size(k)))

/* NULL: no room; then what is done is done at once. */
static struct kept *keep(const void *p, size_t len, bool room) {
  unsigned id = rt.current->id;
  if (!asides[id]) {
    void *at = mmap(NULL, ASIDE, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
      return NULL;
    asides[id] = at;
  }
  if (len > ASIDE / 4 || used[id] + sizeof(struct kept) + 2 * len + 16 > ASIDE)
    return NULL;
  struct kept *k = kept_at(used[id]);
  *k = (struct kept){.at = (char *)p, .len = len, .room = room};
  used_top = used_top > id ? used_top : id + 1;
  used[id] += kept_size(k);
  return k;
}

/* --- what is read ------------------------------------------------------- */

bool rt_is_nobodys(const void *p) {
  return (const char *)p < __data_start;
}

/* NULL, or what no program has made; a call with it may crash. */
static bool is_elsewhere(const void *p) {
  return rt_is_nobodys(p) && !rt_is_constant(p);
}

uint64_t rt_text_size(const void *p, uint64_t most, uint32_t size) {
  uint64_t n = 0;
  if (size == 1) {
    n = strnlen(p, most);
    return n < most ? n + 1 : n;
  }
  while (n < most && ((const uint32_t *)p)[n])
    n++;
  return (n < most ? n + 1 : n) * size;
}

void rt_call_open(struct rt_call *k, heddle_at site) {
  rt_trial_stop(); /* what it keeps would not be put back */
  rt_block_blur();
  k->site = site;
  k->steps = !rt_alone();
  k->sink = k->follows = false;
  k->mark = used[rt.current->id];
  rt.current->site = site;
}

/* What was read, with or without a step, is kept for the call. */
static void note_read(const struct rt_call *k, bool hidden, const void *p,
                      uint64_t len) {
  if (!k->sink && !k->follows)
    rt_sym_pin_range(p, len, k->site);
  if (hidden)
    return;
  struct kept *s = k->steps ? keep(p, len, false) : NULL;
  if (s)
    memcpy(s->copy, p, len);
}

void rt_call_read(struct rt_call *k, unsigned argument, const void *p,
                  uint64_t len) {
  bool hidden = rt_argument_hidden(argument, k->site);
  if (!len || is_elsewhere(p))
    return;
  if (rt_is_constant(p)) {
    rt_bounds_check((uint64_t)p, len, false, k->site);
    return;
  }
  if (hidden)
    rt_bounds_check((uint64_t)p, len, false, k->site);
  else
    rt_range_look(p, len, k->site);
  note_read(k, hidden, p, len);
}

uint64_t rt_call_extent(struct rt_call *k, unsigned argument,
                        const struct rt_extent *x) {
  bool hidden = rt_argument_hidden(argument, k->site);
  if (is_elsewhere(x->at))
    return 0;
  if (rt_is_constant(x->at)) {
    rt_bounds_check((uint64_t)x->at, x->now(x), false, k->site);
    return 0;
  }
  uint64_t len = hidden ? x->now(x) : rt_extent_look(x, k->site);
  if (!len)
    return 0;
  if (hidden)
    rt_bounds_check((uint64_t)x->at, len, false, k->site);
  note_read(k, hidden, x->at, len);
  return len;
}

/* Where inputs say where a text ends that is decided byte by byte, and when the
 * thread goes on the text may have become longer: what is more is read by
 * another step. */
static void follow_text(struct rt_call *k, unsigned argument, const char *p,
                        uint64_t most) {
  uint64_t done = 0, len = rt_follow_size(p, most, k->site);
  while (done < len) {
    rt_call_read(k, argument, p + done, len - done);
    done = len;
    len = rt_follow_size(p, most, k->site);
  }
}

struct text_extent {
  struct rt_extent base;
  uint64_t most;
  uint32_t size;
};

static uint64_t text_now(const struct rt_extent *x) {
  const struct text_extent *t = (const struct text_extent *)x;
  return rt_text_size(x->at, t->most, t->size);
}

void rt_call_text(struct rt_call *k, unsigned argument, const void *p,
                  uint64_t most, uint32_t size) {
  if (is_elsewhere(p))
    return;
  const struct text_extent text = {{text_now, p}, most, size};
  if (rt_sym_on() && size == 1 && !rt_is_constant(p))
    follow_text(k, argument, p, most);
  else
    rt_call_extent(k, argument, &text.base);
}

/* --- around the call ---------------------------------------------------- */

/* As much as can be read: a program may say that there is more room than
 * there is. */
static size_t copy_what_is_there(char *to, const char *from, size_t len) {
  EXPECTS(to && from);
  enum { PAGE = 4096 };
  if (((uint64_t)from & (PAGE - 1)) + len <= PAGE) {
    memcpy(to, from, len);
    return len;
  }
  struct iovec here = {to, len}, there = {(void *)from, len};
  ssize_t n = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  return n < 0 ? 0 : (size_t)n;
}

void rt_call_room(struct rt_call *k, unsigned argument, void *p, uint64_t len) {
  enum { MOST = 1 << 20 };
  if (!k->steps || !p || !len || rt_argument_hidden(argument, k->site))
    return;
  int error = errno;
  struct kept *s = keep(p, len < MOST ? len : MOST, true);
  if (s) {
    size_t got = copy_what_is_there(s->copy, p, s->len);
    used[rt.current->id] -= kept_size(s);
    s->len = got;
    used[rt.current->id] += kept_size(s);
  }
  errno = error;
}

static void swap(struct kept *s) {
  for (size_t i = 0; i < s->len; i++) {
    char c = s->at[i];
    s->at[i] = s->copy[i];
    s->copy[i] = c;
  }
  s->swapped = !s->swapped;
}

/* What is read twice may be in two of them: the last that was swapped is put
 * back first. */
static void swap_back(struct rt_call *k) {
  struct kept *last = NULL;
  EACH_KEPT(k, s)
  if (s->swapped) {
    s->before = last;
    last = s;
  }
  for (; last; last = last->before)
    swap(last);
}

void rt_call_see(struct rt_call *k) {
  if (!k->steps)
    return;
  EACH_KEPT(k, s)
  if (!s->room && memcmp(s->at, s->copy, s->len))
    swap(s);
}

void rt_call_enter(struct rt_call *k) {
  rt_errno_show();
  rt_call_see(k);
}

void rt_call_leave(struct rt_call *k) {
  if (!k->steps)
    return;
  EACH_KEPT(k, s)
  if (s->room)
    memcpy(s->copy + s->len, s->at, s->len);
  swap_back(k);
  EACH_KEPT(k, s)
  if (s->room)
    memcpy(s->at, s->copy, s->len);
}

/* --- what is written ---------------------------------------------------- */

static struct kept *room_of(const struct rt_call *k, const char *p) {
  if (k->steps)
    EACH_KEPT(k, s)
  if (s->room && p >= s->at && p < s->at + s->len)
    return s;
  return NULL;
}

const void *rt_call_new(const struct rt_call *k, const void *p) {
  struct kept *s = room_of(k, p);
  return s ? s->copy + s->len + ((const char *)p - s->at) : p;
}

bool rt_call_changed(const struct rt_call *k, const void *p) {
  struct kept *s = room_of(k, p);
  return s && memcmp(s->copy, s->copy + s->len, s->len);
}

void rt_call_wrote(struct rt_call *k, unsigned argument, void *p,
                   uint64_t len) {
  if (!p || !len)
    return;
  if (rt_argument_hidden(argument, k->site)) {
    rt_bounds_check((uint64_t)p, len, true, k->site);
    heddle_sym_clear(p, len);
    return;
  }
  bool step = rt_range_write(p, len, k->site);
  struct kept *s = room_of(k, p);
  if (s) {
    size_t offset = (size_t)((char *)p - s->at);
    size_t most = s->len - offset;
    memcpy(p, s->copy + s->len + offset, len < most ? len : most);
  }
  if (step)
    rt.step->value = rt_load(p, (uint32_t)len);
}

void rt_call_close(struct rt_call *k) {
  if (k->steps)
    used[rt.current->id] = k->mark;
}

/* --- hidden state ------------------------------------------------------- */

static void use(uint64_t object, uint32_t size, bool changes, uint32_t flags,
                heddle_at site) {
  if (UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch);
  rt.outside = true;
  rt_visible(changes ? OP_UPDATE : OP_READ, object, size, flags, site);
}

void rt_state_use(uint64_t object, bool changes, bool plain, heddle_at site) {
  use(object, 16, changes, plain ? EVENT_PLAIN : 0, site);
}

void rt_state_turn(uint64_t object, heddle_at site) {
  use(object, 16, true, ORDER_RELAXED << RT_ORDER_SHIFT, site);
}

void rt_variable_use(uint64_t object, uint32_t size, bool changes,
                     heddle_at site) {
  use(object, size, changes, EVENT_PLAIN, site);
}
