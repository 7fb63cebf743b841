/* event: what a step did, and when two steps depend on each other.
 *
 * A run is an array of events in the order they happened.  A *step* is one
 * visible operation of one thread with the local computation that follows
 * it up to that thread's next visible operation; taking a step is the only
 * choice a scheduler has.  Thread creation, start, exit and join order
 * events but are no choice: they are done at once when they are reached and
 * appear in the run as *silent* events (doc/semantics.md).
 *
 * Before its step every thread is parked at its next operation, which is
 * known: kind, object, size.  Two operations are dependent by what is known
 * while they are parked, never by their outcome (a failed trylock or
 * compare-and-swap counts as the operation that was tried), so that a
 * reordering of independent steps never changes the dependence of others.
 * There is one rule, over the rows of OPS below:
 *
 *     a and b are dependent iff they belong to one thread, or one of them is
 *     GLOBAL, or both are of one class, touch one object (for ACCESS:
 *     overlapping bytes), and at least one of them changes it; or some
 *     property of a model sees both (SEEN_BITS below).
 *
 * Whatever is not in the table does not exist.  (Kähkönen ch. 2 for read,
 * write, lock, unlock; the other rows are ours.)
 *
 * This header is also read by rt/, inside the tested process: it uses
 * nothing but fixed-width types and allocates nothing. */
#ifndef EXEC_EVENT_H
#define EXEC_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exec/threads.h"

enum op_class {
  CLASS_ORDER,   /* silent: depends on nothing, orders threads */
  CLASS_LOCAL,   /* a choice of its own thread only (input) */
  CLASS_ACCESS,  /* memory; object is the address, size the bytes */
  CLASS_LOCK,    /* mutexes and spin locks */
  CLASS_RWLOCK,  /* what readers do, trying apart, is independent */
  CLASS_SEM,     /* every two operations on one are dependent */
  CLASS_COND,    /* a waiter is known by its thread, not by its place */
  CLASS_BARRIER, /* used by as many threads as its count, no more */
  CLASS_PORT,    /* queues of messages */
  CLASS_STREAM,  /* of a program: one direction of a pipe or a pair of sockets,
                    an eventfd; every two operations on one are dependent */
  CLASS_GLOBAL,  /* depends on everything: atomic blocks, unless it is known
                    what they touched, and the end of the process */
};

/* op, text, class, changes its object, may have to wait
 *
 * A condition wait is two steps and a lock: WAIT (registers the waiter),
 * UNLOCK of the mutex, then, once a signal or broadcast has chosen it, LOCK
 * with EVENT_WOKEN.  Registering first and unlocking second has the same
 * behaviours as doing both at once, because nobody holds the mutex between
 * them.  A timed wait has WAKE between UNLOCK and LOCK: always enabled, it
 * returns "signalled" if a signal has chosen the thread, else "timed out".
 * A spurious wake-up, when asked for, is a WAKE too.
 *
 * AWAIT comes after the turn of a loop that only waits, and looked in vain:
 * enabled when something the turn has read is another value now, its object
 * being that place (rt/wait.c).  It is no access of the program's.  One that is
 * pending stands for the place that was read last, and its `enabled` is the
 * event before which the turn began to look; the others come before it,
 * pending as well and marked EVENT_FAILED (event_is_aside).  In runs
 * that look once (executor.h, PLAN_ONCE) it is never enabled.  The rule by
 * which order.c treats it is that for one place: enabled when its bytes were
 * written since this thread last read them.
 *
 * In runs with PLAN_AWAIT a silent AWAIT stands before each step that was tried
 * before it was taken (also before a pending one).  It says before which steps
 * of other threads this one would have passed, had it been its turn: `enabled`
 * is 1 if it passes where it stands, and then before every read since the
 * latest write of its bytes; `value` is 1 + the event of the latest write
 * before which it would have passed, 0 if there is none.  With EVENT_FAILED
 * it is not known.  What is told of turns as a whole stands at the end of the
 * run (TOLD_TURN below).
 *
 * TOUCH comes before an operation on a lock, condition or the like that is in
 * the heap: the operation itself is no access, and would not depend on the
 * FREE of what it operates on.
 *
 * A failure (assertion, abort, crash, misuse) stops the thread alone; the
 * others go on until nothing is enabled, and then the run has failed.  So
 * whether a step fails, which is a matter of values, changes nothing in the
 * order of steps.  Leaving the process is a step of its own, QUIT, which
 * depends on everything and ends the run.
 *
 * An atomic block is one step, ATOMIC, in which nobody else moves.  What a
 * program did in it follows as silent events, for people and for data races;
 * but an input is a choice, at which nobody else is enabled, so that it always
 * comes right after the step before it, and nothing depends on it that does
 * not depend on the block.  What a block will touch is not known before it is
 * done, so a parked one depends on everything.  Of one that was done and did
 * nothing but access memory, `value` says what it touched (block_touch); steps
 * that touched none of it, or only read what it only read, found and left
 * everything as if they had come on the other side of it, where it would have
 * touched the same.  Strategies that look at what was done may call them
 * independent (sched/order.h); where the block is to come before another step
 * than it did, it is again not known.  If the process is left in a block, or an
 * assumption is false there, the run ends with it; and so it does, as a
 * deadlock, where the block would have to wait: nobody may move, and it cannot.
 *
 * Giving a read-write lock back is RDUNLOCK for a reader and RWUNLOCK for
 * the writer.
 *
 * MORE is part of the event beside it: more of a set of threads (below).
 * MESSAGE is part of the step before it, on a stream or a port of a program:
 * which message that put in or took out.  It is there only where the step would
 * have done the same wherever that message is the next (rt/message.c,
 * sched/queues.h); its `alt` is enum message_does.
 *
 * SHOWS, in runs with PLAN_SHOWS, follows what changed something that properties
 * read: `object` is its number among these, `value` what it is now; `alt` is 1
 * where it is so at first.
 *
 * Taking a recursive mutex again, or giving it back without freeing it, is
 * silent (NOTE): nobody else can tell.  What the program says about itself
 * (heddle_note) is a REMARK; its object is the label of its text. */
#define OPS(X)                                                                 \
  X(CREATE, "create", ORDER, 0, 0)                                             \
  X(START, "start", ORDER, 0, 0)                                               \
  X(EXIT, "exit", ORDER, 0, 0)                                                 \
  X(JOIN, "join", ORDER, 0, 1)                                                 \
  X(NOTE, "note", ORDER, 0, 0)                                                 \
  X(REMARK, "note", ORDER, 0, 0)                                               \
  X(MORE, "more", ORDER, 0, 0)                                                 \
  X(STOPPED, "stopped", ORDER, 0, 1)                                           \
  X(BRANCH, "branch", ORDER, 0, 0)                                             \
  X(INPUT, "input", LOCAL, 0, 0)                                               \
  X(LOCAL, "step", LOCAL, 0, 0)                                                \
  X(READ, "read", ACCESS, 0, 0)                                                \
  X(TOUCH, "use", ACCESS, 0, 0)                                                \
  X(AWAIT, "await", ACCESS, 0, 1)                                              \
  X(WRITE, "write", ACCESS, 1, 0)                                              \
  X(UPDATE, "update", ACCESS, 1, 0)                                            \
  X(CAS, "compare-and-swap", ACCESS, 1, 0)                                     \
  X(FREE, "free", ACCESS, 1, 0)                                                \
  X(LOCK, "lock", LOCK, 1, 1)                                                  \
  X(TRYLOCK, "trylock", LOCK, 1, 0)                                            \
  X(UNLOCK, "unlock", LOCK, 1, 0)                                              \
  X(LOCK_INIT, "init lock", LOCK, 1, 0)                                        \
  X(LOCK_DESTROY, "destroy lock", LOCK, 1, 0)                                  \
  X(RDLOCK, "read-lock", RWLOCK, 0, 1)                                         \
  X(WRLOCK, "write-lock", RWLOCK, 1, 1)                                        \
  X(TRYRDLOCK, "try read-lock", RWLOCK, 1, 0)                                  \
  X(TRYWRLOCK, "try write-lock", RWLOCK, 1, 0)                                 \
  X(RDUNLOCK, "read-unlock", RWLOCK, 0, 0)                                     \
  X(RWUNLOCK, "write-unlock", RWLOCK, 1, 0)                                    \
  X(RW_INIT, "init rw-lock", RWLOCK, 1, 0)                                     \
  X(RW_DESTROY, "destroy rw-lock", RWLOCK, 1, 0)                               \
  X(SEM_P, "P", SEM, 1, 1)                                                     \
  X(SEM_TRYP, "try P", SEM, 1, 0)                                              \
  X(SEM_V, "V", SEM, 1, 0)                                                     \
  X(SEM_VALUE, "value of", SEM, 1, 0)                                          \
  X(SEM_INIT, "init semaphore", SEM, 1, 0)                                     \
  X(SEM_DESTROY, "destroy semaphore", SEM, 1, 0)                               \
  X(WAIT, "wait", COND, 0, 0)                                                  \
  X(WAKE, "wake", COND, 0, 0)                                                  \
  X(SIGNAL, "signal", COND, 1, 0)                                              \
  X(BROADCAST, "broadcast", COND, 1, 0)                                        \
  X(COND_INIT, "init condition", COND, 1, 0)                                   \
  X(COND_DESTROY, "destroy condition", COND, 1, 0)                             \
  X(ARRIVE, "arrive", BARRIER, 0, 0)                                           \
  X(BARRIER_INIT, "init barrier", BARRIER, 1, 0)                               \
  X(BARRIER_DESTROY, "destroy barrier", BARRIER, 1, 0)                         \
  X(SEND, "send", PORT, 1, 1)                                                  \
  X(RECEIVE, "receive", PORT, 1, 1)                                            \
  X(ATOMIC, "atomic", GLOBAL, 1, 0)                                            \
  X(QUIT, "exit of the process", GLOBAL, 1, 0)                                 \
  X(STREAM_READ, "read from", STREAM, 1, 1)                                    \
  X(STREAM_WRITE, "write to", STREAM, 1, 1)                                    \
  X(STREAM_POLL, "wait for", STREAM, 1, 1)                                     \
  X(STREAM_LOOK, "look at", STREAM, 1, 0)                                      \
  X(STREAM_CLOSE, "close", STREAM, 1, 0)                                       \
  X(MESSAGE, "message", ORDER, 0, 0)                                           \
  X(SHOWS, "shows", ORDER, 0, 0)

enum op {
#define ROW(name, text, class_, changes, waits) OP_##name,
  OPS(ROW)
#undef ROW
      OP_COUNT
};

struct op_row {
  const char *text; /* as the user reads it */
  uint8_t class_;   /* enum op_class */
  uint8_t changes;
  uint8_t waits;
};
extern const struct op_row op_rows[OP_COUNT];

/* The class in the low nibble, changes in bit 4, waits in bit 5: the same
 * facts where a lookup must be a byte. */
static const uint8_t op_bits[OP_COUNT] = {
#define ROW(name, text, class_, changes, waits)                                \
  CLASS_##class_ | (changes) << 4 | (waits) << 5,
    OPS(ROW)
#undef ROW
};
/* A bit for the lower five op_bits of every operation that may depend on this
 * one by its kind: both are of one class, and not both only look, or either
 * may depend on everything. */
static const uint32_t op_rivals[OP_COUNT] = {
#define ROW(name, text, class_, changes, waits)                                \
  CLASS_##class_ == CLASS_GLOBAL                                               \
      ? UINT32_MAX                                                             \
      : UINT32_C(0x10001) << CLASS_GLOBAL |                                    \
            ((changes) ? UINT32_C(0x10001) : UINT32_C(0x10000))                \
                << CLASS_##class_,
    OPS(ROW)
#undef ROW
};
#define OP_CLASS(kind) (op_bits[kind] & 15)
#define OP_CHANGES(kind) (op_bits[kind] >> 4 & 1)
#define OP_WAITS(kind) (op_bits[kind] >> 5 & 1)

enum event_flags {
  EVENT_SILENT = 1,  /* no choice: belongs to the step before it */
  EVENT_PENDING = 2, /* not executed: where a thread stood at the end */
  EVENT_READY = 4,   /* of a pending event: it was enabled */
  EVENT_WOKEN = 8,   /* ordered after the signal that chose this thread */
  EVENT_ENDS = 16,   /* the run was cut off here (a hang): depends on all */
  EVENT_PLAIN = 32,  /* an access that is not atomic: may be a data race; the
                        making of an object (op_makes) by the program */
  EVENT_FAILED = 64, /* it failed, or had nothing to do, and left its object as
                        it was: trylock, compare-and-swap, a timeout, an unlock
                        by somebody else, a V at the limit; a LOCK that only
                        passed (pthread_once, when it is done) */
  EVENT_VAIN = 128,  /* of a model: an await that did not hold, in a run that
                        looks once; the thread has not moved */
  EVENT_TOLD = EVENT_PLAIN, /* of a join that was passed: the thread's result
                               was asked for, which may be all that anybody
                               learns of it */
  EVENT_INSIDE = EVENT_PLAIN, /* of an input: in the atomic block of the last
                               ATOMIC; of a branch on inputs: what its step
                               changes depends on it; of an ATOMIC: what is
                               done in it is told */
  EVENT_GIVEN = EVENT_READY, /* of an input that is a step: the plan says its
                                value, which is no alternative */
  EVENT_SEEN = EVENT_READY, /* of a join that was passed: its thread was alone
                               then, and did what would else have been a
                               step */
  EVENT_EXACT = EVENT_READY, /* of a WRITE, UPDATE or CAS that was done: `value`
                                is what it left behind, in the order of bytes
                                of little-endian machines, and all of it; it
                                follows from what its thread did and read */
};

/* What an atomic access does to the order of others, for data races only
 * (sched/datarace.h): dependence does not look at it.  Without any of these it
 * acquires where it reads and releases where it writes, as everything of the
 * runtime's own does.  Fences are no steps; the next event of their thread says
 * that there were some since the one before it. */
enum event_order {
  ORDER_NO_ACQUIRE = 1,
  ORDER_NO_RELEASE = 2,
  ORDER_FENCE_ACQUIRE = 4,
  ORDER_FENCE_RELEASE = 8, /* with the other: after it, or one fence */
  ORDER_ONLY_READS = 16,   /* a compare-and-swap that did not swap (one that
                              puts back what was there is EVENT_FAILED too) */
  ORDER_RELAXED = ORDER_NO_ACQUIRE | ORDER_NO_RELEASE,
  ORDER_TIMED = ORDER_ONLY_READS, /* of what is no access: the clock of who did
                              it was set by those before it (rt/hear.c) */
};

/* Texts that events refer to by number: the name of an input, a remark.  The
 * number is made of the text, so that it is the same in every process, and
 * is no small one; executors know the text (executor.h, label). */
#define LABEL_BIT (UINT64_C(1) << 63)
static inline uint64_t label_number(const char *text) {
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  while (*text)
    h = (h ^ (unsigned char)*text++) * UINT64_C(0x100000001b3);
  return h | LABEL_BIT;
}

/* What properties of a model see (exec/watched.h): operations that may change
 * what the same part of a property reads depend on each other, whatever they
 * operate on.  The parts are numbered; an operation that some of them see has
 * a mark and a bit for each of these in its object, above all addresses.  Only
 * events of a search have them (PLAN_SEEN).  Of a program each property is one
 * part (rt/property.c). */
enum { SEEN_FIRST = 48, SEEN_PARTS = 14 };
#define SEEN_MARK (UINT64_C(1) << 62)
#define SEEN_MASK ((UINT64_C(1) << SEEN_PARTS) - 1)
#define SEEN_BITS (SEEN_MARK | SEEN_MASK << SEEN_FIRST)
_Static_assert(SEEN_FIRST + SEEN_PARTS <= 62, "bits of parts are below theirs");

static inline uint64_t object_seen(uint64_t object) {
  return (object & (SEEN_MARK | LABEL_BIT)) == SEEN_MARK
             ? object >> SEEN_FIRST & SEEN_MASK
             : 0;
}
static inline uint64_t object_bare(uint64_t object) {
  return (object & (SEEN_MARK | LABEL_BIT)) == SEEN_MARK ? object & ~SEEN_BITS
                                                         : object;
}
static inline uint64_t object_with(uint64_t object, uint64_t seen) {
  return seen ? object | SEEN_MARK | seen << SEEN_FIRST : object;
}

/* One event; 40 bytes.  `value` by kind:
 *   CREATE, JOIN       the other thread
 *   READ, WRITE, ...   the value read or left behind (for people only)
 *   UNLOCK             that failed: 1 + the owner then, 0: nobody held it; else
 *                      what becomes of a robust mutex, 0: nothing special
 *   SEM_*              the count before the operation; SEM_INIT: and that
 *                      after it << 32
 *   SIGNAL             1 + the thread chosen, 0: nobody waited
 *   BROADCAST, ARRIVE  the set of threads set free
 *   SEND, RECEIVE      messages before, and free places before << 32; a
 *                      SEND that failed sent nothing
 *   STREAM_*           what it lets pass before (STREAM_IN ... below), and the
 *                      same after << 32
 *   RDLOCK ... RWUNLOCK  readers before, and writers before << 32
 *   INPUT              the value taken; its object is the label of its name,
 *                      or its number among the inputs of its thread
 *   QUIT               the code that the process leaves behind
 *   MESSAGE            the number of the message, from 1 on; of one that was
 *                      put in: and how many the queue has room for << 32, 0:
 *                      there always is
 *   ATOMIC             what was touched in it (block_touch), or 0: not known
 * A pending event's value is as if it were executed at the end. */
struct event {
  uint64_t object; /* address, or number of the object in its class; may have
                      SEEN_BITS */
  uint64_t value;
  uint64_t enabled; /* threads that could have moved instead, it included */
  uint32_t size;    /* ACCESS: bytes; else 1 */
  uint32_t site : 21;  /* source place, a number of the executor */
  uint32_t stack : 11; /* call stack, likewise, or 0 */
  uint16_t thread;
  uint8_t kind;        /* enum op */
  uint8_t flags;       /* enum event_flags */
  uint32_t alt : 12;   /* the alternative taken: see executor.h; JOIN: 1 if who
                          joins was a step before it (rt/claim.c) */
  uint32_t alts : 13;  /* how many there were, at least 1 */
  uint32_t order : 5;  /* enum event_order */
  uint32_t more : 1;   /* of `enabled` there is more: see MORE below */
  uint32_t freed : 1;  /* likewise of a set that is its value */
};

/* What the step before a MESSAGE did.  The end of a stream is one, too: who
 * closes it puts that in, who reads to it takes it out. */
enum message_does { MESSAGE_PUT, MESSAGE_TAKEN };

/* A set of threads is the word that an event has for it, and more where threads
 * have numbers of THREADS_WORD and above: silent events of kind MORE with three
 * words each (`object`, `value`, `enabled`), `alts` of them in all.  Those of
 * `enabled` stand before their event, the nearest with the lowest threads,
 * those of a value after it.  So they are found from the event, as long as it
 * is where it was written: not from a copy of it alone. */
enum { MORE_WORDS = 3, MORE_THREADS = MORE_WORDS * THREADS_WORD };
enum { MORE_MOST = (THREADS_WORDS - 1 + MORE_WORDS - 1) / MORE_WORDS };

static inline uint64_t event_more_word(const struct event *more, unsigned k) {
  return k == 0 ? more->object : k == 1 ? more->value : more->enabled;
}
/* Word w of the set, 0 where there is none. */
static inline uint64_t event_enabled_word(const struct event *e, unsigned w) {
  if (w == 0)
    return e->enabled;
  unsigned k = (w - 1) / MORE_WORDS;
  return e->more && k < e[-1].alts
             ? event_more_word(e - 1 - k, (w - 1) % MORE_WORDS)
             : 0;
}
static inline uint64_t event_freed_word(const struct event *e, unsigned w) {
  if (w == 0)
    return e->value;
  unsigned k = (w - 1) / MORE_WORDS;
  return e->freed && k < e[1].alts
             ? event_more_word(e + 1 + k, (w - 1) % MORE_WORDS)
             : 0;
}
/* How many words the sets have. */
static inline unsigned event_enabled_words(const struct event *e) {
  return 1 + (e->more ? e[-1].alts * MORE_WORDS : 0);
}
static inline unsigned event_freed_words(const struct event *e) {
  return 1 + (e->freed ? e[1].alts * MORE_WORDS : 0);
}
/* Whether a thread could have moved instead, or did. */
static inline bool event_enables(const struct event *e, unsigned thread) {
  return event_enabled_word(e, thread / THREADS_WORD) >>
             thread % THREADS_WORD & 1;
}
static inline void event_enabled_set(const struct event *e, unsigned words,
                                     struct threads *out) {
  out->at[0] = e->enabled;
  for (unsigned w = 1; w < words; w++)
    out->at[w] = event_enabled_word(e, w);
}
/* All of them as a whole set. */
static inline struct threads event_all_enabled(const struct event *e) {
  struct threads s;
  event_enabled_set(e, THREADS_ALL, &s);
  return s;
}
/* Whom a SIGNAL, BROADCAST or ARRIVE sets free; how many words it has. */
static inline unsigned event_freed_set(const struct event *e,
                                       struct threads *out) {
  unsigned words = event_freed_words(e);
  out->at[0] = 0;
  if (e->kind == OP_SIGNAL) {
    unsigned who = (unsigned)(e->value - 1) % THREADS_MAX;
    words = threads_words(e->value ? who + 1 : 1);
    threads_clear(words, out);
    if (e->value)
      threads_add(words, out, who);
    return words;
  }
  if (e->kind != OP_BROADCAST && e->kind != OP_ARRIVE)
    return 1;
  for (unsigned w = 0; w < words; w++)
    out->at[w] = event_freed_word(e, w);
  return words;
}
/* Of an ARRIVE: it is the last of its round. */
static inline bool event_opens(const struct event *e) {
  return e->value || e->freed;
}
/* Nothing that happened, but part of the event beside it. */
static inline bool event_is_part(const struct event *e) {
  return e->kind == OP_MORE || e->kind == OP_MESSAGE;
}
/* Whether what it says of records beside it is so, for event i of `count`. */
static inline bool event_more_is_there(const struct event *events,
                                       uint32_t count, uint32_t i) {
  const struct event *e = &events[i];
  if (!e->more && !e->freed)
    return true;
  uint32_t before = e->more && i ? e[-1].alts : 0;
  uint32_t after = e->freed && i + 1 < count ? e[1].alts : 0;
  if ((e->more && !before) || (e->freed && !after) || before > MORE_MOST ||
      after > MORE_MOST || before > i || after >= count - i)
    return false;
  for (uint32_t k = 1; k <= before || k <= after; k++)
    if ((k <= before && e[-(int64_t)k].kind != OP_MORE) ||
        (k <= after && e[k].kind != OP_MORE))
      return false;
  return true;
}

/* Ports of programs (include/heddle/rt.h) have numbers from here on; the
 * remainder by PORT_KINDS says which messages can be received next (executor.h,
 * enum ports). */
#define PORT_OBJECTS UINT64_C(0x610000000000)
enum { PORT_KINDS = 4, PORTS_OF_THREAD = 512 };

/* Places from this number on are not told. */
enum { EVENT_SITES = 1 << 21 };

/* What a stream lets pass.  In the lower half is how much can be read, that the
 * other side has closed included; in the upper half for how much there is room,
 * which is compared with the size of a STREAM_WRITE.  Both go up to STREAM_MOST
 * and are in units of the stream.  Who reads, or writes, without waiting
 * passes in any case. */
enum { STREAM_MOST = 0x7fff, STREAM_OUT_SHIFT = 16 };
#define STREAM_IN UINT64_C(0x7fff)
#define STREAM_IN_NOW UINT64_C(0x8000)
#define STREAM_OUT_NOW UINT64_C(0x80000000)
static inline bool stream_passes(uint8_t kind, uint32_t size, uint64_t value) {
  switch (kind) {
  case OP_STREAM_READ:
    return value & (STREAM_IN | STREAM_IN_NOW);
  case OP_STREAM_POLL:
    return value & STREAM_IN;
  case OP_STREAM_WRITE:
    return value & STREAM_OUT_NOW ||
           (value >> STREAM_OUT_SHIFT & STREAM_MOST) >= size;
  default:
    return true;
  }
}
/* Whether it may have made room for somebody who waits. */
static inline bool stream_was_full(uint64_t value) {
  return (value >> STREAM_OUT_SHIFT & STREAM_MOST) < STREAM_MOST;
}

/* What an atomic block has touched: a bit for each place, by a hash, so that
 * two may share one; and one for each two of these, whether it was written.
 * It begins as BLOCK_KNOWN. */
#define BLOCK_KNOWN LABEL_BIT
enum { BLOCK_PLACES = 42 };
static inline uint64_t block_touch(uint64_t object, uint32_t size,
                                   bool writes) {
  uint64_t all = (UINT64_C(1) << BLOCK_PLACES) - 1, touched = 0;
  uint64_t first = object / 4, last = (object + (size ? size - 1 : 0)) / 4;
  for (uint64_t at = first; at <= last && touched != all; at++) {
    uint64_t bit = (at * UINT64_C(0x9e3779b97f4a7c15) >> 32) % BLOCK_PLACES;
    if (last - first >= BLOCK_PLACES)
      return all | (writes ? ~all & ~BLOCK_KNOWN : 0);
    touched |= UINT64_C(1) << bit;
    if (writes)
      touched |= UINT64_C(1) << (BLOCK_PLACES + bit / 2);
  }
  return touched;
}
/* Whether one of the two wrote what both have touched. */
static inline bool block_meets(uint64_t a, uint64_t b) {
  uint64_t common = a & b & ((UINT64_C(1) << BLOCK_PLACES) - 1);
  uint64_t written = (a | b) >> BLOCK_PLACES;
  for (; common; common &= common - 1)
    if (written >> __builtin_ctzll(common) / 2 & 1)
      return true;
  return false;
}
static inline bool block_dependent(uint64_t block, uint8_t kind,
                                   uint64_t object, uint32_t size) {
  unsigned class_ = op_bits[kind] & 15;
  if (!(block & BLOCK_KNOWN) || kind == OP_QUIT ||
      (kind == OP_ATOMIC && !(object & BLOCK_KNOWN)))
    return class_ > CLASS_ORDER;
  if (kind == OP_ATOMIC)
    return block_meets(block, object);
  return class_ == CLASS_ACCESS &&
         block_meets(block, block_touch(object, size, OP_CHANGES(kind)));
}

/* Whether two parked or executed operations of different threads depend on
 * each other. */
static inline bool op_dependent(uint8_t a_kind, uint64_t a_object,
                                uint32_t a_size, uint8_t b_kind,
                                uint64_t b_object, uint32_t b_size) {
  uint8_t a = op_bits[a_kind], b = op_bits[b_kind];
  if ((a_object | b_object) & SEEN_MARK) {
    if (object_seen(a_object) & object_seen(b_object))
      return true;
    a_object = object_bare(a_object);
    b_object = object_bare(b_object);
  }
  if (a_kind == OP_ATOMIC)
    return block_dependent(a_object, b_kind, b_object, b_size);
  if (b_kind == OP_ATOMIC)
    return block_dependent(b_object, a_kind, a_object, a_size);
  if ((a ^ b) & 15)
    return (a & 15) == CLASS_GLOBAL
               ? (b & 15) > CLASS_ORDER
               : (b & 15) == CLASS_GLOBAL && (a & 15) > CLASS_ORDER;
  if (!((a | b) & 16))
    return (a & 15) == CLASS_GLOBAL;
  if ((a & 15) == CLASS_ACCESS)
    return a_object < b_object + b_size && b_object < a_object + a_size;
  return a_object == b_object || (a & 15) == CLASS_GLOBAL;
}

/* The same for events, threads and ends of runs included. */
static inline bool event_dependent(const struct event *a,
                                   const struct event *b) {
  return a->thread == b->thread || ((a->flags | b->flags) & EVENT_ENDS) ||
         op_dependent(a->kind, a->object, a->size, b->kind, b->object, b->size);
}

/* An input in an atomic block. */
static inline bool event_is_inside(const struct event *e) {
  return e->kind == OP_INPUT && e->flags & EVENT_INSIDE;
}

/* The bytes of memory that the object of an operation is, if it is one that a
 * program has in its memory; else 0.  Waking from a timed wait needs none.
 * `size` is 1 of those whose class says it; locks that are no mutex say their
 * own.  A futex is no object but a word of the program's, which it accesses as
 * it likes: its operations say the size of a word (rt/park.c), and need no
 * memory; nor does what wakes a thread to end, which says another size
 * (rt/cancel.c).  (rt/objects.h has the sizes; objects of models have small
 * numbers.) */
static inline uint32_t op_bytes(uint8_t kind, uint64_t object, uint32_t size) {
  static const uint8_t usual[CLASS_GLOBAL + 1] = {[CLASS_LOCK] = 40,
                                                  [CLASS_RWLOCK] = 56,
                                                  [CLASS_SEM] = 32,
                                                  [CLASS_COND] = 48,
                                                  [CLASS_BARRIER] = 32};
  enum { LOWEST_ADDRESS = 4096 };
  unsigned class_ = OP_CLASS(kind);
  bool no_object = class_ == CLASS_COND && size > 1;
  if (kind == OP_WAKE || object < LOWEST_ADDRESS || no_object)
    return 0;
  return class_ == CLASS_LOCK && size > 1 ? size : usual[class_];
}

/* Whether it makes an object or destroys it, and so writes it as a whole: a
 * program that does so makes a plain access (EVENT_PLAIN, sched/datarace.h). */
static inline bool op_makes(uint8_t kind) {
  switch (kind) {
  case OP_LOCK_INIT:
  case OP_LOCK_DESTROY:
  case OP_RW_INIT:
  case OP_RW_DESTROY:
  case OP_SEM_INIT:
  case OP_SEM_DESTROY:
  case OP_COND_INIT:
  case OP_COND_DESTROY:
  case OP_BARRIER_INIT:
  case OP_BARRIER_DESTROY:
    return true;
  default:
    return false;
  }
}
static inline bool event_makes(const struct event *e) {
  return e->flags & EVENT_PLAIN && op_makes(e->kind);
}
/* Whether two threads that stand at these may race, if they depend on each
 * other and nothing orders them: one is plain, an access or the making of an
 * object, and the other needs the object. */
static inline bool op_race(uint8_t a, bool a_plain, uint8_t b, bool b_plain) {
  if (OP_CLASS(a) == CLASS_ACCESS || OP_CLASS(b) == CLASS_ACCESS)
    return OP_CLASS(a) == OP_CLASS(b) && (a_plain || b_plain);
  return (a_plain && op_makes(a) && b != OP_WAKE) ||
         (b_plain && op_makes(b) && a != OP_WAKE);
}

/* A plain access and an operation on an object that it touches as memory. */
static inline bool event_overlays(const struct event *access,
                                  const struct event *e) {
  return access->flags & EVENT_PLAIN &&
         OP_CLASS(access->kind) == CLASS_ACCESS &&
         access->object < e->object + op_bytes(e->kind, e->object, e->size) &&
         e->object < access->object + access->size;
}

/* Whether it asks for a lock or a token, or what is with it, and does not
 * wait. */
static inline bool op_tries(uint8_t kind) {
  unsigned class_ = OP_CLASS(kind);
  bool waits = OP_WAITS(kind) || kind == OP_UNLOCK || kind == OP_RDUNLOCK ||
               kind == OP_RWUNLOCK || kind == OP_SEM_V;
  return !waits && (class_ == CLASS_LOCK || class_ == CLASS_RWLOCK ||
                    class_ == CLASS_SEM);
}

/* Whether a lock is held after it by its thread, as far as it goes; whether
 * one is given back. */
static inline bool event_takes(const struct event *e) {
  switch (e->kind) {
  case OP_LOCK:
  case OP_TRYLOCK:
  case OP_RDLOCK:
  case OP_WRLOCK:
  case OP_TRYRDLOCK:
  case OP_TRYWRLOCK:
    return !(e->flags & EVENT_FAILED);
  default:
    return false;
  }
}
static inline bool event_gives_back(const struct event *e) {
  return (e->kind == OP_UNLOCK || e->kind == OP_RDUNLOCK ||
          e->kind == OP_RWUNLOCK) &&
         !(e->flags & EVENT_FAILED);
}

/* What is told of a turn of a waiting loop (PLAN_TURN), at the end of a run.
 * TOLD_TURN: `object` is the event of its first read, `enabled` how many reads
 * it has.  If `value` is not 0 it is 1 + the event of a write before which
 * the turn could have been, or the first of its reads; these follow, `size` of
 * them, as TOLD_PLACE.  `site` is one of those below. */
enum { TOLD_TURN = 1, TOLD_PLACE = 2 }; /* alt */
enum {
  TURN_TOLD_WHOLE,   /* the turn is one step, and would pass there */
  TURN_TOLD_RAW,     /* its reads are to be taken there one by one */
  TURN_TOLD_UNKNOWN, /* what else it could be is not known */
  TURN_TOLD_PART,    /* so many of its reads could be one step there */
  TURN_IN_VAIN = 4,  /* beside these: it was in vain; */
  TURN_IN_PART = 8,  /* it goes on after these reads; */
  TURN_PLANNED = 16, /* the prefix took it as one step */
};
/* Says of the step after it before which others it would have passed. */
static inline bool event_tells(const struct event *e) {
  return e->kind == OP_AWAIT && (e->flags & EVENT_SILENT) &&
         !(e->flags & EVENT_PENDING);
}

/* A further place that a waiting thread waits for: told with the other. */
static inline bool event_is_aside(const struct event *e) {
  return e->kind == OP_AWAIT && e->flags & EVENT_PENDING &&
         e->flags & EVENT_FAILED;
}

const char *op_text(unsigned kind);

#endif
