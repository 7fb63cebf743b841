/* abi: what instrumented code calls, and the tables it leaves in the binary.
 * Known to cc/ (which writes the calls) and rt/ (which answers them). */
#ifndef RT_ABI_H
#define RT_ABI_H

#include <stdint.h>

/* A place in the source; rows of the section heddle_sites. */
struct heddle_site {
  const char *file, *function;
  uint32_t line, column;
};

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

/* Where the modelled call that comes next stands. */
extern heddle_at heddle_here;

int heddle_user_main(int argc, char **argv, char **env);

#endif
