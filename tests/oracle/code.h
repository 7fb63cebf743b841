/* code: a program as the brute force runs it.
 *
 * Statements become instructions, each one thing that happens at once: an
 * access to memory, an operation on a lock, a jump.  Most are visible, so that
 * others may run before them; those up to I_LAST_LOCAL are not.
 *
 * A *place* is a statement of a thread; every access is a *site*: the same
 * access of the same thread, however often it is made, and every check that can
 * fail has a number of its own. */
#ifndef TESTS_ORACLE_CODE_H
#define TESTS_ORACLE_CODE_H

#include "program.h"

enum { CODE_MAX = 220, SITES_MAX = 96, FAILS_MAX = 64 };

enum instruction {
  I_SET,
  I_JUMP,
  I_BRANCH, /* to `target` unless value cmp k */
  I_ASSERT, /* of tmp or of a value */
  I_ASSUME,
  I_ATOMIC_END,
  I_LEAVE, /* the thread ends, and nobody can see when */
  I_OWN,
  I_FAIL,
  I_FENCE, /* of its thread's own clocks */
  I_CREATE,
  I_LAST_LOCAL = I_CREATE,
  I_LOAD,
  I_STORE,
  I_SAME, /* a load: whether it is tmp */
  I_TEXT, /* of its length + 1 bytes, by `site` and those after it */
  I_PICK, /* the same of an array: by an index, `site` or `read` */
  I_RMW,  /* kind of update by `op` of the statement */
  I_FREE,
  I_INPUT,
  I_ATOMIC_BEGIN,
  I_LOCK, /* the operation on a lock that the statement names */
  I_WAIT_BEGIN,
  I_WAIT_WAKE, /* of a timed wait: chosen, or the time is over */
  I_WAIT_END,
  I_BARRIER_BEGIN,
  I_BARRIER_END,
  I_ONCE_BEGIN, /* to `target` when it was done before */
  I_ONCE_END,   /* seen as giving a lock back is: others may come first */
  I_KEY,
  I_KEY_END,  /* to `target` unless a destructor is to be called */
  I_STREAM,   /* to `target` when nothing was to be read */
  I_LOOK,     /* whether a stream is ready is one more bit of tmp; the last of
                 them goes to `target` when there is one */
  I_WAIT_ANY, /* until one is ready, and then to `target` */
  I_JOIN,
  I_ORPHAN, /* a robust mutex that the thread holds in the end, if any */
  I_END,    /* of a thread, where others look for it */
  I_EXIT,   /* of the process */
};

struct instr {
  uint8_t op;
  uint8_t statement; /* enum statement_op */
  uint8_t object, mutex, reg;
  uint8_t order, failure, cmp;
  int8_t k;
  uint8_t target;
  uint8_t site;     /* of an access */
  uint8_t read;     /* the site of an update that failed: it only reads */
  uint8_t fail;     /* of what can fail */
  uint8_t from_tmp; /* ASSERT, BRANCH, STORE: tmp is the value */
  struct value value, other;
};

struct site {
  uint8_t thread;
  uint8_t at, size; /* bytes of memory */
  bool writes, plain;
  uint16_t place;
};

enum fail_kind {
  FAIL_ASSERTION,
  FAIL_MISUSE,
  FAIL_ABORT,
  FAIL_FREED, /* use after free */
  FAIL_TWICE, /* double free */
  FAIL_KINDS
};

struct fail {
  uint8_t kind;
  uint16_t place;
};

struct code {
  const struct program *program;
  uint8_t len[THREADS];
  struct instr at[THREADS][CODE_MAX];
  unsigned sites, fails;
  struct site site[SITES_MAX];
  struct fail fail[FAILS_MAX];
  bool loops;       /* it may go round for ever */
  bool asks_serial; /* somebody asks who is the serial one of a barrier */
};

/* Places of the functions that once and keys call. */
enum {
  PLACE_ONCE = THREADS * STATEMENTS_MAX,
  PLACE_KEY,
};

/* The line of a place in the C text, once it is written; and the place that
 * has a line, or PLACE_NONE. */
enum { PLACE_NONE = 0xffff };
uint32_t code_line(const struct code *c, unsigned place);
unsigned code_place(const struct code *c, uint32_t line);

/* False: it is too long. */
bool code_make(const struct program *p, struct code *out);

#endif
