/* program: a small concurrent program, as data.
 *
 * The oracle makes such programs at random (random_program.h), writes each as
 * C (write.h), which Heddle tests, and as code of its own (code.h), which the
 * brute force interprets (brute.h).  The two readings of one program share
 * nothing but this file: what they come to must be the same.
 *
 * A program has some threads, of which 0 is main, and objects that they share.
 * Each thread has a few registers (local variables r0 to r3, 0 at first) and a
 * list of statements; a statement with a body is followed by it.  The rows of
 * STATEMENTS say what there is.  Registers are never negative.
 *
 * main ends in `return` of a number made of its registers, and gets there the
 * results of the threads it joined; so what threads saw becomes the exit code
 * of the process, and the set of exit codes is the set of outcomes. */
#ifndef TESTS_ORACLE_PROGRAM_H
#define TESTS_ORACLE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

enum {
  THREADS = 4, /* main included */
  REGS = 4,
  STATEMENTS_MAX = 28, /* of a thread */
  NOWHERE = 255,       /* no register, no object */
};

/* How many objects of a class there are at most. */
enum {
  VARS = 5,
  MUTEXES = 2,
  CONDS = 2,
  RWLOCKS = 2,
  SPINS = 2,
  SEMS = 2,
  BARRIERS = 1,
  STREAMS = 2,
};

/* Memory as the brute force has it: where what stands. */
enum {
  VAR_SIZE = 4,
  MEM_HANDLES = VARS * VAR_SIZE,     /* a byte for each thread's handle */
  MEM_BLOCK = MEM_HANDLES + THREADS, /* of the heap */
  MEM_ARRAY = MEM_BLOCK + VAR_SIZE,  /* two ints */
  ELEMENTS = 2,
  MEM_TEXT = MEM_ARRAY + ELEMENTS * VAR_SIZE,
  TEXT = 4, /* its room; it is the digits of a number */
  MEMORY = MEM_TEXT + TEXT,
};

/* How a variable is declared, and with it how it is accessed. */
enum var_kind { VAR_PLAIN, VAR_ATOMIC, VAR_MIXED };

/* Ways to do it: of UPDATE (or, and, xor), FIND, calls on memory. */
enum { YIELDS = 4, UPDATES = 3, FINDS = 3, CALLS = 4 };
/* What goes through a pair of descriptors, the first of which is read: a number
 * that is read at once, or one by one; bytes. */
enum stream_kind { COUNTER, TOKENS, PIPE, SOCKET, STREAM_KINDS };

enum order { PLAIN, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };
enum compare { EQUAL, UNEQUAL, LESS, MORE, COMPARES };

/* A number, or a register and a number added to it, modulo 8. */
struct value {
  uint8_t reg; /* NOWHERE: only the number */
  int8_t plus;
};

/* name, class of its object, how it is written: what it does */
#define STATEMENTS(X)                                                          \
  /* memory: plain and atomic, by the order of the statement */                \
  X(LOAD, VAR, "reg = var")                                                    \
  X(STORE, VAR, "var = value")                                                 \
  X(ADD, VAR, "var += k: plain it is a load and a store")                      \
  X(FETCH_ADD, VAR, "reg = fetch_add(var, k)")                                 \
  X(UPDATE, VAR, "reg = fetch_or, and, xor(var, k)")                           \
  X(EXCHANGE, VAR, "reg = exchange(var, value)")                               \
  X(CAS, VAR, "reg = compare_exchange_strong(var, other, value)")              \
  X(FENCE, NOTHING, "thread fence")                                            \
  X(LOAD_BYTE, VAR, "reg = the lowest byte of var")                            \
  X(STORE_BYTE, VAR, "the lowest byte of var = value")                         \
  X(COPY, VAR, "memcpy(var, another)")                                         \
  X(ZERO, VAR, "memset(var, 0)")                                               \
  X(SAME, VAR, "reg = memcmp(var, another) == 0")                              \
  X(PRINT, NOTHING, "a text becomes the digits of value")                      \
  X(PARSE, NOTHING, "reg = the number in the text")                            \
  X(LENGTH, NOTHING, "reg = its length")                                       \
  X(MATCH, NOTHING, "reg = whether it is the number k")                        \
  X(FIND, NOTHING, "reg = where the digit k is, or 9")                         \
  X(LOAD_AT, NOTHING, "reg = array[other & 1]")                                \
  X(STORE_AT, NOTHING, "array[other & 1] = value")                             \
  X(LOAD_HEAP, NOTHING, "reg = *block")                                        \
  X(STORE_HEAP, NOTHING, "*block = value")                                     \
  X(FREE, NOTHING, "free(block)")                                              \
  /* local, and the way through a thread */                                    \
  X(SET, NOTHING, "reg = value")                                               \
  X(OWN, NOTHING, "reg = ++ a thread-local variable")                          \
  X(IF, NOTHING, "if (value cmp k) body")                                      \
  X(WHILE, VAR, "while (var cmp k, or a register) body")                       \
  X(WHILE_BOTH, VAR, "while (var cmp k && another cmp other) body")            \
  X(WHILE_AT, NOTHING, "while (array[other & 1] cmp k) body")                  \
  X(DO, NOTHING, "do body while (value cmp k)")                                \
  X(FOR, NOTHING, "for so many turns: body")                                   \
  X(BREAK, NOTHING, "if (value cmp k) break")                                  \
  X(YIELD, NOTHING, "sched_yield, usleep, or turns of a loop")                 \
  X(ATOMIC, NOTHING, "an atomic block: body")                                  \
  X(INPUT, NOTHING, "reg = heddle_input from 0 to k")                          \
  X(ASSUME, NOTHING, "heddle_assume(value cmp k)")                             \
  /* what can fail */                                                          \
  X(ASSERT, NOTHING, "assert(value cmp k)")                                    \
  X(CHECK, VAR, "assert(var cmp k)")                                           \
  X(ABORT, NOTHING, "abort, or heddle_fail")                                   \
  /* locks */                                                                  \
  X(LOCK, MUTEX, "reg = lock")                                                 \
  X(TRYLOCK, MUTEX, "reg = trylock")                                           \
  X(TIMEDLOCK, MUTEX, "reg = timedlock")                                       \
  X(UNLOCK, MUTEX, "reg = unlock")                                             \
  X(CONSISTENT, MUTEX, "reg = consistent, of a robust one")                    \
  X(WAIT, COND, "wait at a condition, with a mutex")                           \
  X(TIMEDWAIT, COND, "reg = the same with a time")                             \
  X(SIGNAL, COND, "signal")                                                    \
  X(BROADCAST, COND, "broadcast")                                              \
  X(RDLOCK, RWLOCK, "reg = rdlock")                                            \
  X(WRLOCK, RWLOCK, "reg = wrlock")                                            \
  X(TRYRDLOCK, RWLOCK, "reg = tryrdlock")                                      \
  X(TRYWRLOCK, RWLOCK, "reg = trywrlock")                                      \
  X(TIMEDRDLOCK, RWLOCK, "reg = timedrdlock")                                  \
  X(TIMEDWRLOCK, RWLOCK, "reg = timedwrlock")                                  \
  X(RWUNLOCK, RWLOCK, "unlock")                                                \
  X(SPIN, SPIN, "lock")                                                        \
  X(TRYSPIN, SPIN, "reg = trylock")                                            \
  X(SPINUNLOCK, SPIN, "unlock")                                                \
  X(P, SEM, "wait")                                                            \
  X(TRYP, SEM, "reg = trywait failed")                                         \
  X(TIMEDP, SEM, "reg = timedwait failed")                                     \
  X(V, SEM, "post")                                                            \
  X(GETVALUE, SEM, "reg = the value")                                          \
  X(BARRIER, BARRIER, "wait at a barrier; reg = whether it is the serial one") \
  X(ONCE, NOTHING, "pthread_once: a function that adds to a variable")         \
  X(KEY_SET, NOTHING, "reg = setspecific(key, something)")                     \
  X(KEY_GET, NOTHING, "reg = getspecific(key) is something")                   \
  X(KEY_DELETE, NOTHING, "reg = key_delete")                                   \
  /* what is written to descriptors and read from them */                      \
  X(PUT, STREAM, "write one byte of value, or add it")                         \
  X(TAKE, STREAM, "reg = what is read, or 9")                                  \
  X(SEND, STREAM, "write the lowest byte of a variable")                       \
  X(RECEIVE, STREAM, "read it from there; reg = whether there was one")        \
  X(READY, STREAM, "reg = poll for no time")                                   \
  X(AWAIT, STREAM, "reg = poll, for a time or until it is ready")              \
  X(AWAIT_ANY, NOTHING, "reg = which are ready, once one is")                  \
  /* threads */                                                                \
  X(CREATE, THREAD, "create")                                                  \
  X(JOIN, THREAD, "join, the result mixed into reg")                           \
  X(TRYJOIN, THREAD, "reg = tryjoin")                                          \
  X(TIMEDJOIN, THREAD, "reg = timedjoin")                                      \
  X(DETACH, THREAD, "detach")                                                  \
  X(LEAVE, NOTHING, "pthread_exit")                                            \
  X(EXIT, NOTHING, "exit with a code of k")

enum statement_op {
#define ROW(name, class_, text) S_##name,
  STATEMENTS(ROW)
#undef ROW
      STATEMENT_OPS
};

struct statement {
  uint8_t op;
  uint8_t object;         /* its number in its class */
  uint8_t mutex;          /* of a wait; or another variable */
  uint8_t reg;            /* where the result goes, or NOWHERE */
  uint8_t order, failure; /* enum order: of the access; of a CAS that fails */
  uint8_t cmp;
  int8_t k;
  uint8_t body; /* so many of the statements that follow */
  struct value value, other;
  uint32_t line; /* in the C text: set by write.h */
};

enum mutex_kind {
  M_NORMAL,
  M_RECURSIVE,
  M_ERRORCHECK,
  M_ADAPTIVE,
  M_ROBUST,
  M_ROBUST_RECURSIVE,
  M_ROBUST_ERRORCHECK,
  MUTEX_KINDS
};
static inline bool mutex_is_robust(unsigned kind) {
  return kind >= M_ROBUST;
}
static inline bool mutex_is_recursive(unsigned kind) {
  return kind == M_RECURSIVE || kind == M_ROBUST_RECURSIVE;
}
static inline bool mutex_checks(unsigned kind) {
  return kind == M_ERRORCHECK || kind == M_ROBUST_ERRORCHECK;
}

enum destructor { END_NONE, END_ONCE, END_AGAIN, ENDS };
/* One that keeps something again is called so often. */
enum { END_ROUNDS = 4 };

/* How far away the time is that a timed operation waits for. */
enum limit { LIMIT_FAR, LIMIT_OTHER_CLOCK, LIMIT_PAST, LIMIT_INVALID, LIMITS };

struct thread {
  uint8_t len;
  struct statement at[STATEMENTS_MAX];
};

struct program {
  uint64_t seed;
  uint8_t threads;
  uint8_t vars;       /* how many are used */
  uint8_t kind[VARS]; /* enum var_kind */
  uint8_t initial[VARS];
  uint8_t atomic_array;
  uint8_t mutex_kind[MUTEXES];
  uint8_t sem_initial[SEMS];
  uint8_t barrier_count;
  uint8_t stream_kind[STREAMS];
  uint8_t stream_now[STREAMS]; /* who reads does not wait */
  uint8_t stream_initial;      /* of those that count */
  uint8_t text_numbers;        /* the text is a number below that */
  uint8_t c11;        /* mutexes, conditions and threads are those of C11 */
  uint8_t shared;     /* handles of threads are in shared memory */
  uint8_t tells;      /* main returns what it knows; else 0 */
  uint8_t spurious;   /* conditions may wake by themselves */
  uint8_t called_var; /* that once and destructors add to */
  uint8_t destructor; /* enum destructor: of the key */
  uint8_t nested;     /* each thread is created by the one before it */
  uint32_t once_line, key_line; /* of those functions: set by write.h */
  struct thread thread[THREADS];
};

/* Whether any statement is of this kind. */
bool program_uses(const struct program *p, unsigned op);
/* One past the body of statement i. */
static inline unsigned program_next(const struct thread *t, unsigned i) {
  return i + 1u + t->at[i].body;
}
/* Whether a statement is a loop, and whether its body leaves it by a break. */
bool program_is_loop(const struct statement *s);
bool program_breaks(const struct thread *t, unsigned i);
extern const char *const statement_names[STATEMENT_OPS];
/* Who creates a thread, and may join it. */
static inline unsigned program_creator(const struct program *p, unsigned t) {
  return p->nested ? t - 1 : 0;
}
/* Exit code and result of a thread, of its registers; the C text computes
 * the same. */
int program_exit_code(const struct program *p, const int16_t *reg);
int program_result(const int16_t *reg);

#endif
