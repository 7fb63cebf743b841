/* Messages: what one write puts into a stream (stream.h), and a read takes out
 * of it.
 *
 * A write that finds room however many others come before it, and a read that
 * wants no more than is left of one message, do the same wherever that message
 * is the next: whoever writes more behind it changes nothing for the read, and
 * whoever takes something out nothing for the write.  Such a step is told by an
 * event behind it (exec/event.h, MESSAGE), so that strategies need not try it
 * on both sides of the others (sched/queues.h); and what a thread did before it
 * wrote is before what another does after it has read that, and not something
 * else (sched/datarace.h).  Of everything else nothing is told: polls, reads of
 * all that is there, messages of several priorities, those that do not wait.
 *
 * That there is room is a matter of all that was ever put in: as much would be
 * there at most. */
#include "rt/rt.h"
#include "rt/stream.h"

enum { MARKS = 4096 };

/* Where messages end, of all streams: in no heap of a thread, for whoever
 * writes would find other addresses there. */
static struct mark {
  uint64_t end;    /* in bytes of the stream */
  uint32_t number; /* of the message */
  uint16_t next;
} marks[MARKS];
static uint16_t marks_len;

void rt_messages_reset(void) {
  marks_len = 0;
}

static void tell(const struct stream *s, enum message_does does,
                 uint64_t value) {
  if (rt_alone())
    return;
  *rt.event++ = (struct event){.object = s->object,
                               .value = value,
                               .size = 1,
                               .thread = rt.current->id,
                               .kind = OP_MESSAGE,
                               .flags = EVENT_SILENT,
                               .alt = does,
                               .alts = 1};
}

static void add_mark(struct stream *s) {
  struct stream_messages *m = &s->messages;
  m->lost |= marks_len == MARKS - 1;
  if (m->lost)
    return;
  struct mark *mark = &marks[++marks_len];
  *mark = (struct mark){m->written, (uint32_t)m->put, 0};
  if (m->first)
    marks[m->last].next = marks_len;
  else
    m->first = marks_len;
  m->last = marks_len;
}

/* In a pipe any two pages one behind the other have more than one page of bytes
 * together, or the second would not have been begun. */
static bool has_room(const struct stream *s) {
  enum { PAGE = 4096 };
  const struct stream_messages *m = &s->messages;
  if (s->most)
    return true; /* of a queue that says how much room there is */
  if (s->kind == STREAM_PIPE)
    return 2 * (m->written / PAGE) + 2 < PIPE_PAGES;
  return m->memory < SOCKET_MEMORY;
}

void rt_message_put(struct stream *s, size_t len, bool sure) {
  struct stream_messages *m = &s->messages;
  m->put++;
  m->written += len;
  m->memory += s->last->memory;
  add_mark(s);
  if (sure && !m->lost && has_room(s))
    tell(s, MESSAGE_PUT, m->put | (uint64_t)s->most << 32);
}

void rt_message_end(struct stream *s) {
  struct stream_messages *m = &s->messages;
  m->put++;
  m->end = (uint32_t)m->put;
  if (s->over && !s->reset && !s->deaf)
    tell(s, MESSAGE_PUT, m->put);
}

void rt_message_take(struct stream *s, size_t asked, size_t got, bool sure) {
  struct stream_messages *m = &s->messages;
  bool packets = s->kind == STREAM_PACKETS;
  while (!packets && m->first && marks[m->first].end <= m->taken)
    m->first = marks[m->first].next;
  const struct mark *mark = &marks[m->first];
  if (m->lost || !m->first)
    return;
  if (sure && (packets || m->taken + asked <= mark->end))
    tell(s, MESSAGE_TAKEN, mark->number);
  m->taken = packets ? mark->end : m->taken + got;
  if (packets)
    m->first = mark->next;
}

void rt_message_took_end(struct stream *s) {
  s->messages.ended = true;
  if (s->messages.end && !s->reset)
    tell(s, MESSAGE_TAKEN, s->messages.end);
}
