/* Ports of include/heddle/rt.h: queues of messages whose sender and causal past
 * are known, so that which of them can be received next is what the kind of the
 * port says.  The operations are those of ports of models (exec/event.h), with
 * the same alternatives in the same order: sched/messages.h reads both.
 *
 * Ports and messages live in the heap of who made them, where the reset and
 * circle.c find them. */
#include <string.h>

#include "rt/calls.h"
#define IN_PORT /* here they are */
#include "rt/rt.h"

enum kind { ASYNC, FIFO, CAUSAL, MAILBOX };
enum { SENDERS = THREADS_WORD, UNBOUNDED = 0x7fffffff };

/* How many messages of each thread come before: before a message, or before
 * what a thread does next. */
struct past {
  uint32_t of[SENDERS];
};

struct message {
  struct message *next;
  uint32_t index;  /* of its sender, from 1 on, over all ports */
  uint32_t number; /* of the port, from 1 on */
  uint16_t sender;
  struct past past;
  unsigned char bytes[];
};

struct heddle_port {
  uint64_t object;
  struct message *first;
  size_t size;
  uint32_t len, room, put;
  uint8_t kind;
  uint16_t receiver; /* 1 + who has received from it, or 0 */
};

static uint16_t made[SENDERS]; /* ports of each thread, in this run */
static struct past now[SENDERS];
static bool any;

void rt_ports_reset(void) {
  if (any) {
    memset(made, 0, sizeof made);
    memset(now, 0, sizeof now);
  }
  any = false;
}

static unsigned self(heddle_at site) {
  if (rt.current->id >= SENDERS)
    rt_escape_end(WHY_UNMODELLED, "a port and more than 64 threads", site);
  return rt.current->id;
}

struct heddle_port *heddle_heddle_port_open(const char *name, int kind,
                                            int room, size_t size) {
  heddle_at site = heddle_here;
  unsigned id = self(site), index = made[id];
  if (kind < ASYNC || kind > MAILBOX || room < 0)
    rt_misuse("a port of kind %d with room for %d", kind, room);
  if (index == PORTS_OF_THREAD - 1)
    rt_escape_end(WHY_UNMODELLED, "more than 511 ports of one thread", site);
  any = true;
  made[id]++;
  struct heddle_port *p = rt_heap_alloc(sizeof *p, 16);
  uint64_t number = (uint64_t)(id * PORTS_OF_THREAD + index) * PORT_KINDS;
  *p = (struct heddle_port){.object = PORT_OBJECTS + number + (unsigned)kind,
                            .size = size,
                            .room = room ? (uint32_t)room : UNBOUNDED,
                            .kind = (uint8_t)kind};
  rt_label_put(p->object, name);
  return p;
}

/* --- which messages ------------------------------------------------------- */

static bool keeps_back(const struct heddle_port *p, const struct message *m,
                       const struct message *other, bool elder) {
  switch (p->kind) {
  case FIFO:
    return elder && other->sender == m->sender;
  case CAUSAL:
    return m->past.of[other->sender] >= other->index;
  default:
    return p->kind == MAILBOX && elder;
  }
}

static bool is_receivable(const struct heddle_port *p,
                          const struct message *m) {
  bool elder = true;
  for (const struct message *k = p->first; k; k = k->next) {
    elder &= k != m;
    if (k != m && keeps_back(p, m, k, elder))
      return false;
  }
  return true;
}

static unsigned count(const struct heddle_port *p) {
  unsigned n = 0;
  for (const struct message *m = p->first; m; m = m->next)
    n += is_receivable(p, m);
  return n;
}

unsigned rt_port_count(const struct fiber *f) {
  unsigned n = count(f->port);
  return n ? n : 1;
}

static bool passes(const struct heddle_port *p, uint8_t kind) {
  return kind == OP_SEND ? p->len < p->room : p->len;
}

bool rt_port_passes(const struct fiber *f) {
  return passes(f->port, f->kind);
}

/* --- steps ---------------------------------------------------------------- */

static bool take_step(struct heddle_port *p, uint8_t kind, heddle_at site) {
  rt_trial_stop();
  rt_touch(p, 1, site);
  rt.current->port = p;
  bool step = rt_visible(kind, p->object, 1, 0, site);
  if (!step && !passes(p, kind))
    rt_stuck();
  if (step)
    rt.step->value = p->len | (uint64_t)(p->room - p->len) << 32;
  if (UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch);
  return step;
}

static void tell(const struct heddle_port *p, enum message_does does,
                 uint32_t number) {
  uint64_t room = p->room < UNBOUNDED && does == MESSAGE_PUT ? p->room : 0;
  if (!rt_alone())
    *rt.event++ = (struct event){.object = p->object,
                                 .value = number | room << 32,
                                 .size = 1,
                                 .thread = rt.current->id,
                                 .kind = OP_MESSAGE,
                                 .flags = EVENT_SILENT,
                                 .alt = does,
                                 .alts = 1};
}

void heddle_heddle_port_send(struct heddle_port *p, const void *message) {
  heddle_at site = heddle_here;
  unsigned id = self(site);
  rt_argument_look(1, message, p->size, site);
  struct message *m = rt_heap_alloc(sizeof *m + p->size, 16), **end;
  memcpy(m->bytes, message, p->size);
  heddle_sym_move(m->bytes, message, p->size, site);
  take_step(p, OP_SEND, site);
  m->next = NULL;
  m->sender = (uint16_t)id;
  m->past = now[id];
  m->index = ++now[id].of[id];
  m->number = ++p->put;
  for (end = &p->first; *end; end = &(*end)->next)
    ;
  *end = m;
  p->len++;
  tell(p, MESSAGE_PUT, m->number);
}

/* The k-th that can be received. */
static struct message *take_out(struct heddle_port *p, unsigned k) {
  struct message **at = &p->first;
  while (!is_receivable(p, *at) || k--)
    at = &(*at)->next;
  struct message *m = *at;
  *at = m->next;
  p->len--;
  return m;
}

/* Where it is no step which message it is is a choice all the same. */
static unsigned choose(const struct heddle_port *p, bool step) {
  unsigned n = count(p);
  return step && !rt.atomic ? rt.current->alt
         : n > 1            ? rt_choice("message", n)
                            : 0;
}

void heddle_heddle_port_receive(struct heddle_port *p, void *message) {
  heddle_at site = heddle_here;
  unsigned id = self(site);
  if (p->receiver && p->receiver != id + 1)
    rt_misuse("a second thread receives from a port");
  p->receiver = (uint16_t)(id + 1);
  bool step = take_step(p, OP_RECEIVE, site);
  const struct message *m = take_out(p, choose(p, step));
  tell(p, MESSAGE_TAKEN, m->number);
  for (unsigned i = 0; i < SENDERS; i++)
    if (now[id].of[i] < m->past.of[i])
      now[id].of[i] = m->past.of[i];
  if (now[id].of[m->sender] < m->index)
    now[id].of[m->sender] = m->index;
  rt_argument_write(1, message, (uint32_t)p->size, site, 0);
  memcpy(message, m->bytes, p->size);
  heddle_sym_move(message, m->bytes, p->size, site);
}
