/* abi: what instrumented code calls, and the tables it leaves in the binary.
 * Known to cc/ (which writes the calls) and rt/ (which answers them). */
#ifndef RT_ABI_H
#define RT_ABI_H

#include <stdint.h>

/* A place in the source; rows of the section heddle_sites.  `hidden`, of a
 * call: bit i says that argument i points to what no other thread can reach
 * (cc/escape.c), so that what the function does there is no step; ABI_RESULT_IDLE:
 * that nothing depends on what it returns, of the things it can return when it
 * succeeds. */
struct heddle_site {
  const char *file, *function;
  uint32_t line;
  uint16_t column, hidden;
};
enum { ABI_HIDDEN_ARGS = 15, ABI_RESULT_IDLE = 1 << 15 };

/* A variable of the program; rows of the section heddle_globals. */
struct heddle_global {
  const void *at;
  const char *name;
  uint64_t size, element; /* element: of an array, else the same as size */
  /* A row after that of a variable may describe a member of it, or of each
   * element where it is an array: 1 + its offset in bytes; name is ".head". */
  uint64_t member;
};

/* A function that runs before main or after it; rows of the section
 * heddle_startup. */
struct heddle_startup {
  void (*function)(int argc, char **argv, char **env);
  uint32_t priority, when;
};
enum { ABI_BEFORE_MAIN, ABI_AFTER_MAIN };

/* What coverage counts; rows of the section heddle_covers, there only when
 * the program was built with it. */
struct heddle_cover {
  struct heddle_site at;
  unsigned char *seen; /* a line: 1; a branch: 1 taken, 2 not taken */
  uint64_t branch;
};

/* `info`: the size in bytes, and LLVM's number for the atomic ordering (0:
 * not atomic, 2 relaxed, 4 acquire, 5 release, 6 both, 7 sequential). */
enum { ABI_ORDER_SHIFT = 16, ABI_SIZE_MASK = 0xffff };
enum {
  ABI_PLAIN = 0,
  ABI_RELAXED = 2,
  ABI_ACQUIRE = 4,
  ABI_RELEASE = 5,
  ABI_BOTH = 6,
  ABI_SEQUENTIAL = 7
};
/* flags of heddle_copy: that side is memory no other thread can reach */
enum { ABI_HIDDEN_TO = 1, ABI_HIDDEN_FROM = 2 };

typedef const struct heddle_site *heddle_at;

/* Before the access itself; return when the thread may go on. */
void heddle_mem_read(const void *p, uint32_t info, heddle_at site);
void heddle_mem_write(void *p, uint32_t info, heddle_at site, uint64_t value);
void heddle_mem_update(void *p, uint32_t info, heddle_at site);
void heddle_mem_swap(void *p, uint32_t info, heddle_at site, uint64_t expected);
void heddle_fence(uint32_t info, heddle_at site);
/* Instead of the access. */
void heddle_copy(void *to, const void *from, uint64_t len, uint32_t flags,
                 heddle_at site);
void heddle_fill(void *to, uint8_t byte, uint64_t len, heddle_at site);
/* The running thread's copy of a thread-local variable. */
void *heddle_tls(const void *initial, uint32_t size);
void *heddle_tls_shared(const void *initial, uint32_t size);
/* Around the turns of a loop that may only wait (cc/wait.c): depth among such
 * loops of the function; whether its variables are as they were when the turn
 * began; something was done that the runtime does not see. */
void heddle_wait_begin(uint32_t depth);
void heddle_wait_again(heddle_at site, uint32_t depth, uint32_t same);
void heddle_wait_effect(void);
void heddle_unmodelled(const char *name, heddle_at site);
/* Bounds of variables (rt/bounds.c): an index that clang found too large, the
 * type of the array, and what it says of the index's; a local that pointers
 * reach, from where its function begins to where it returns, with gaps of
 * ABI_GAP bytes on both sides; memory of the stack that is something else
 * now; an access that no other thread could see. */
enum { ABI_GAP = 32 };
_Noreturn void heddle_bad_index(const char *type, uint64_t index,
                                uint32_t bits, heddle_at site);
void heddle_local_open(void *p, uint64_t size, const char *function);
void heddle_local_close(void *p, uint64_t size);
void heddle_local_forget(const void *p, uint64_t size);
void heddle_local_variadic(const void *list);
void heddle_local_below(void);
void heddle_local_check(const void *p, uint64_t size, uint32_t write,
                        heddle_at site);

/* Where the modelled call that comes next stands. */
extern heddle_at heddle_here;

/* --- symbolic inputs: only in programs built with --symbolic -------------
 *
 * `e` and its like are expressions (rt/symbolic.c), 0: depends on no input.
 * Arguments and results go through variables: the caller sets them and the
 * function, whoever is entered takes them if it is that function. */
enum { ABI_SYM_ARGS = 16, ABI_SYM_ASIDE = 4096 };
/* Beside the number of arguments: one of them is a pointer. */
enum { ABI_SYM_POINTERS = 256 };
/* What a branch is: its `size` in events. */
enum abi_branch {
  ABI_BRANCH = 1,
  ABI_INDEX,  /* a bit of a value that has to be known: an address */
  ABI_PINNED, /* a value that cannot be followed: this one and no other */
  ABI_OPAQUE, /* nothing is decided: memory may have been read unseen */
};
/* Atomic updates beside those of sym/node.h. */
enum { ABI_EXCHANGE = 254, ABI_OTHER = 255 };
enum { ABI_CTPOP, ABI_CTLZ, ABI_CTTZ, ABI_BSWAP, ABI_ABS };

extern uint32_t heddle_sym_args[ABI_SYM_ARGS], heddle_sym_count;
extern const void *heddle_sym_callee;
extern uint32_t heddle_sym_ret;
extern const void *heddle_sym_from;

/* `what`: an operation of sym/node.h, and a width << 8. */
uint32_t heddle_sym_binary(uint32_t what, uint32_t a, uint32_t b, uint64_t x,
                           uint64_t y, heddle_at site);
uint32_t heddle_sym_not(uint32_t e);
uint32_t heddle_sym_cast(uint32_t what, uint32_t e);
uint32_t heddle_sym_select(uint32_t width, uint32_t c, uint32_t a, uint32_t b,
                           uint32_t taken, uint64_t x, uint64_t y);
uint32_t heddle_sym_bits(uint32_t what, uint32_t e, heddle_at site);
/* After the access. */
uint32_t heddle_sym_load(const void *p, uint32_t size);
void heddle_sym_store(const void *p, uint32_t size, uint32_t e,
                      heddle_at site);
void heddle_sym_clear(const void *p, uint64_t len);
/* Of a type that has no expressions. */
void heddle_sym_opaque(const void *p, uint32_t size, heddle_at site);
void heddle_sym_move(const void *to, const void *from, uint64_t len,
                     heddle_at site);
uint32_t heddle_sym_update(const void *p, uint32_t what, uint32_t e,
                           uint64_t before, uint64_t operand, heddle_at site);
uint32_t heddle_sym_swap(const void *p, uint32_t size, uint32_t expected,
                         uint32_t desired, uint64_t before, uint64_t want,
                         heddle_at site);
/* Before the branch, switch, use of an address ... */
void heddle_sym_branch(uint32_t e, heddle_at site);
void heddle_sym_truth(uint32_t e, heddle_at site);
void heddle_sym_switch(uint32_t e, uint64_t value, const uint64_t *cases,
                       uint32_t count, heddle_at site);
void heddle_sym_fix(uint32_t e, uint32_t how, heddle_at site);
/* Of functions. */
const uint32_t *heddle_sym_enter(const void *self);
uint32_t heddle_sym_after(const void *function, uint32_t width,
                          heddle_at site);

int heddle_user_main(int argc, char **argv, char **env);

#endif
