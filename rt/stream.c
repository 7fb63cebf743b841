#include "rt/stream.h"

#include <stdio.h>
#include <string.h>

#include "rt/cancel.h"
#include "rt/rt.h"

enum { PAGE = 4096 };
#define COUNT_MAX (UINT64_MAX - 1)

/* --- names --------------------------------------------------------------- */

enum { EACH = 32768, KINDS = 8 };
_Static_assert(EACH *KINDS *THREADS_MAX <= WIRE_STREAMS_SIZE,
               "every thread has numbers for its streams");

static uint16_t made[THREADS_MAX]; /* by each thread, in this run */
static bool any;

/* Numbers depend on nothing but what the thread has made before, and names on
 * numbers. */
static uint64_t new_object(enum stream_kind kind, const char *name) {
  char text[40];
  unsigned id = rt.current->id, index = made[id];
  if (index == EACH - 1) /* the last number is STREAM_ADDRESSES */
    rt_escape_end(WHY_UNMODELLED, "more than 32,767 pipes of one thread",
                  heddle_here);
  made[id]++;
  any = true;
  uint64_t number = WIRE_STREAMS + ((uint64_t)id * EACH + index) * KINDS + kind;
  if (kind == STREAM_SLEEPER)
    snprintf(text, sizeof text, "%s", name);
  else if (id)
    snprintf(text, sizeof text, "%s-%u.%u", name, id, index + 1);
  else
    snprintf(text, sizeof text, "%s-%u", name, index + 1);
  rt_label_put(number, text);
  return number;
}

struct stream *rt_stream_named(enum stream_kind kind, const char *name) {
  struct stream *s = rt_heap_alloc(sizeof *s, 16);
  *s = (struct stream){.object = new_object(kind, name), .kind = kind};
  return s;
}

struct stream *rt_stream_make(enum stream_kind kind) {
  static const char *const names[] = {
      "pipe", "socket", "socket", "eventfd", "one-of-its-descriptors", "epoll"};
  return rt_stream_named(kind, names[kind]);
}

void rt_streams_reset(void) {
  if (any)
    memset(made, 0, sizeof made);
  rt_messages_reset();
  if (UNLIKELY(rt_ports_reset != NULL))
    rt_ports_reset();
  any = false;
}

/* --- steps --------------------------------------------------------------- */

static bool is_counter(const struct stream *s) {
  return s->kind == STREAM_COUNTER || s->kind == STREAM_SLEEPER;
}

static uint64_t most(uint64_t n) {
  return n < STREAM_MOST ? n : STREAM_MOST;
}

/* Of a pipe: pages, or what is left of the last one. */
static uint64_t room_of(const struct stream *s) {
  if (s->mute || (s->deaf && !s->datagrams))
    return STREAM_MOST;
  if (is_counter(s))
    return most(COUNT_MAX - s->count);
  if (s->most)
    return s->len < s->most ? STREAM_MOST : 0;
  if (s->kind == STREAM_PIPE)
    return s->len < PIPE_PAGES ? STREAM_MOST : PAGE - s->last->to;
  return s->count < SOCKET_MEMORY ? STREAM_MOST : 0;
}

uint64_t rt_stream_state(const struct stream *s) {
  uint64_t in = is_counter(s) ? most(s->count) : s->len;
  return most(in + s->over) | (s->in_now ? STREAM_IN_NOW : 0) |
         room_of(s) << STREAM_OUT_SHIFT | (s->out_now ? STREAM_OUT_NOW : 0);
}

bool rt_stream_step(struct stream *s, uint8_t kind, uint32_t size,
                    heddle_at site) {
  rt_trial_stop();
  if (UNLIKELY(rt_cancel_stream != NULL) && OP_WAITS(kind) && size &&
      s->kind <= STREAM_COUNTER && !rt_alone())
    rt_cancel_stream(s, kind, size, site);
  rt.current->stream = s;
  bool step = rt_visible(kind, s->object, size, 0, site);
  if (!step && !stream_passes(kind, size, rt_stream_state(s)))
    rt_stuck();
  if (step)
    rt.step->value = rt_stream_state(s);
  return step;
}

/* Whoever was told is told once. */
static void wake_all(struct stream *s, heddle_at site) {
  struct sleeper *next = s->sleepers;
  s->sleepers = NULL;
  rt.current->descriptor = NULL;
  for (; next; next = next->next) {
    bool step = rt_stream_step(next->counter, OP_STREAM_WRITE, 1, site);
    next->counter->count++;
    rt_stream_done(next->counter, step, true, site);
  }
}

void rt_stream_done(struct stream *s, bool step, bool changed, heddle_at site) {
  if (step)
    rt.step->value |= rt_stream_state(s) << 32;
  if (step && !changed)
    rt.step->flags |= EVENT_FAILED;
  s->changes += changed;
  if (UNLIKELY(rt_waiting())) {
    if (changed)
      rt_wait_effect(&rt.current->watch);
    else
      rt_wait_saw((uint64_t)&s->changes, sizeof s->changes);
  }
  if (changed && s->sleepers)
    wake_all(s, site);
}

void rt_stream_wants(struct stream *s, struct stream *who) {
  struct sleeper *new = rt_heap_alloc(sizeof *new, 16);
  *new = (struct sleeper){s->sleepers, who};
  s->sleepers = new;
}

/* --- bytes --------------------------------------------------------------- */

/* What a message of a socket takes of its memory, as Linux counts it: a head,
 * one piece that is a power of 2 and has room for a tail, and pages for what is
 * beyond the largest such piece that is wanted. */
enum {
  HEAD = 256,
  TAIL = 320,
  PIECE = PAGE - TAIL,
  LARGE_PIECE = 4 * PAGE - TAIL,
  PAGES_OF_BYTES = 8 * PAGE,
  PAGES_OF_PACKET = 17 * PAGE
};

static uint64_t memory_of(const struct stream *s, uint64_t len) {
  bool packet = s->kind == STREAM_PACKETS;
  uint64_t piece = packet ? LARGE_PIECE : PIECE, size = 512;
  uint64_t beyond = len > piece ? (len - piece + PAGE - 1) / PAGE * PAGE : 0;
  if (packet && beyond > PAGES_OF_PACKET)
    beyond = PAGES_OF_PACKET;
  for (uint64_t rest = len > beyond ? len - beyond : 0; size < rest + TAIL;)
    size *= 2;
  return s->kind == STREAM_PIPE ? 0 : HEAD + size + beyond;
}

static struct stream_chunk *add_chunk(struct stream *s, uint32_t len) {
  uint32_t room = s->kind == STREAM_PIPE ? PAGE : len;
  struct stream_chunk *c = s->spare;
  if (c && c->room >= room)
    s->spare = c->next;
  else
    c = rt_heap_alloc(sizeof *c + room, 16), c->room = room;
  c->next = NULL;
  c->sender = NULL;
  c->payer = NULL;
  c->from = c->to = 0;
  if (s->last)
    s->last->next = c;
  else
    s->first = c;
  s->last = c;
  s->len++;
  c->memory = (uint32_t)memory_of(s, len);
  s->count += c->memory;
  return c;
}

static void fill(struct stream_chunk *c, const void *from, size_t len) {
  memcpy(c->bytes + c->to, from, len);
  c->to += (uint32_t)len;
}

/* What does not make whole pages goes into the last one if it fits there; the
 * rest into new pages. */
static size_t put_pages(struct stream *s, const char *from, size_t len,
                        bool first) {
  size_t odd = len % PAGE, done = 0;
  if (first && odd && s->last && s->last->to + odd <= PAGE) {
    fill(s->last, from, odd);
    done = odd;
  }
  while (done < len && s->len < PIPE_PAGES) {
    size_t n = len - done < PAGE ? len - done : PAGE;
    fill(add_chunk(s, (uint32_t)n), from + done, n);
    done += n;
  }
  return done;
}

size_t rt_stream_put(struct stream *s, const void *from, size_t len,
                     bool first) {
  enum { LONGEST = PIECE + PAGES_OF_BYTES };
  s->fed += len || s->kind == STREAM_PACKETS;
  if (s->kind == STREAM_PIPE)
    return put_pages(s, from, len, first);
  if (s->kind == STREAM_PACKETS) {
    fill(add_chunk(s, (uint32_t)len), from, len);
    return len;
  }
  size_t done = 0;
  while (done < len && s->count < SOCKET_MEMORY) {
    size_t n = len - done < LONGEST ? len - done : LONGEST;
    fill(add_chunk(s, (uint32_t)n), (const char *)from + done, n);
    done += n;
  }
  return done;
}

uint32_t rt_stream_need(const struct stream *s, size_t len, bool first) {
  if (s->kind != STREAM_PIPE)
    return len || s->kind == STREAM_PACKETS;
  return first && len % PAGE ? (uint32_t)(len % PAGE) : PAGE;
}

static void drop_first(struct stream *s) {
  struct stream_chunk *c = s->first;
  s->first = c->next;
  if (!s->first)
    s->last = NULL;
  s->len--;
  s->count -= c->memory;
  if (c->payer)
    c->payer->count -= c->memory;
  c->next = s->spare;
  s->spare = c;
}

void rt_stream_drain(struct stream *s) {
  s->messages.lost = true;
  while (s->len)
    drop_first(s);
}

size_t rt_stream_there(const struct stream *s, size_t len, bool all) {
  size_t sum = 0;
  for (const struct stream_chunk *c = s->first; c && sum < len; c = c->next) {
    sum += c->to - c->from;
    if (s->kind == STREAM_PACKETS && !all)
      break;
  }
  return sum < len ? sum : len;
}

static size_t take_message(struct stream *s, void *to, size_t len, bool peeks,
                           size_t *whole) {
  const struct stream_chunk *c = s->first;
  if (!c)
    return 0;
  *whole = c->to;
  rt.current->sender = c->sender;
  size_t n = *whole < len ? *whole : len;
  memcpy(to, c->bytes, n);
  if (!peeks)
    drop_first(s);
  return n;
}

size_t rt_stream_take(struct stream *s, void *to, size_t len, bool peeks,
                      size_t *whole) {
  size_t done = 0;
  s->drained += !peeks;
  if (s->kind == STREAM_PACKETS)
    return take_message(s, to, len, peeks, whole);
  for (struct stream_chunk *c = s->first, *next; c && done < len; c = next) {
    size_t there = c->to - c->from;
    size_t n = there < len - done ? there : len - done;
    next = c->next;
    memcpy((char *)to + done, c->bytes + c->from, n);
    done += n;
    if (peeks)
      continue;
    c->from += (uint32_t)n;
    if (c->from == c->to)
      drop_first(s);
  }
  return *whole = done;
}
