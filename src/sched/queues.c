#include "sched/queues.h"

#include "base/alloc.h"
#include "base/sound.h"

/* The side of a stream that is read, beside the one that is written. */
#define QUEUE_READ (UINT64_C(1) << 44)
/* What it lets pass: order does not say that anybody has to wait. */
#define QUEUE_OPEN                                                             \
  (UINT64_C(0x100000001) * (1 | (uint64_t)STREAM_MOST << STREAM_OUT_SHIFT))

void queues_begin(struct queues *q) {
  map_clear(&q->steps);
  map_clear(&q->rooms);
}

void queues_free(struct queues *q) {
  vec_free(&q->plain);
  map_free(&q->known);
  map_free(&q->steps);
  map_free(&q->rooms);
}

/* A saved search brings the list alone. */
static bool is_plain(struct queues *q, uint64_t stream) {
  while (q->known.len < q->plain.len)
    map_put(&q->known, q->plain.at[q->known.len], 1);
  return map_get(&q->known, stream);
}

/* Streams are numbered within 2^24, messages are fewer than 2^32. */
static uint64_t key_of(uint64_t stream, enum message_does does,
                       uint64_t number) {
  return (stream << 33 | (uint64_t)does << 32) ^ number;
}

struct event queues_after(const struct event *e, uint32_t step) {
  return (struct event){.thread = e->thread,
                        .kind = OP_RECEIVE,
                        .flags = EVENT_SILENT,
                        .alts = 1,
                        .value = step};
}

static void put(struct queues *q, const struct event *told, uint32_t step,
                struct event_list *out) {
  uint64_t stream = told->object;
  uint32_t number = (uint32_t)told->value, room = (uint32_t)(told->value >> 32);
  map_put(&q->steps, key_of(stream, MESSAGE_PUT, number), step + 1);
  if (room)
    map_put(&q->rooms, stream, room);
  const uint64_t *by =
      room && number > room
          ? map_get(&q->steps, key_of(stream, MESSAGE_TAKEN, number - room))
          : NULL;
  if (by)
    vec_push(out, queues_after(told, (uint32_t)*by - 1));
}

/* What was put in when nobody else was there is by no step. */
static void take(struct queues *q, const struct event *told, uint32_t step,
                 struct event_list *out) {
  uint32_t number = (uint32_t)told->value;
  map_put(&q->steps, key_of(told->object, MESSAGE_TAKEN, number), step + 1);
  const uint64_t *by =
      map_get(&q->steps, key_of(told->object, MESSAGE_PUT, number));
  if (by)
    vec_push(out, queues_after(told, (uint32_t)*by - 1));
}

/* Of who stands there at the end nothing is told yet. */
static bool pends(const struct queues *q, const struct event *e) {
  return e->kind == OP_STREAM_READ ||
         (e->kind == OP_STREAM_WRITE &&
          (e->flags & EVENT_READY || map_get(&q->rooms, e->object)));
}

bool queues_take(struct queues *q, const struct event *events, size_t i,
                 size_t count, uint32_t step, struct event_list *out) {
  EXPECTS(i < count);
  struct event e = events[i];
  bool pending = e.flags & EVENT_PENDING;
  const struct event *told =
      i + 1 < count && events[i + 1].kind == OP_MESSAGE ? &events[i + 1] : NULL;
  if (e.flags & EVENT_SILENT || is_plain(q, e.object)) {
    vec_push(out, e);
    return true;
  }
  if (pending ? !pends(q, &e) : !told) {
    vec_push(&q->plain, e.object);
    return false;
  }
  bool reads = pending ? e.kind == OP_STREAM_READ : told->alt == MESSAGE_TAKEN;
  e.object |= reads ? QUEUE_READ : 0;
  e.value = QUEUE_OPEN;
  vec_push(out, e);
  if (!pending)
    (reads ? take : put)(q, told, step, out);
  return true;
}
