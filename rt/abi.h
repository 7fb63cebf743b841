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
typedef const struct heddle_site *heddle_at;

/* A variable of the program; rows of the section heddle_globals. */
struct heddle_global {
  const void *at;
  const char *name;
  uint64_t size, element; /* element: of an array, else the same as size */
  /* A row after that of a variable may describe a member of it, or of each
   * element where it is an array: 1 + its offset in bytes; name is ".head". */
  uint64_t member;
};

/* What the values of an enumeration are called that the access of a site has:
 * "IDLE=0 LOCKED=-1 "; rows of the section heddle_enums. */
struct heddle_enum {
  heddle_at site;
  const char *values;
};

/* A function that runs before main or after it; rows of the section
 * heddle_startup. */
struct heddle_startup {
  void (*function)(int argc, char **argv, char **env);
  uint32_t priority, when;
};
enum { ABI_BEFORE_MAIN, ABI_AFTER_MAIN };

/* What a property reads (cc/property.c): `size` bytes at `what`; or, size 0,
 * where the thread of this name is.  Rows of the section heddle_watches. */
struct heddle_watch {
  int (*property)(void);
  const void *what;
  uint64_t size;
};

/* A property as an expression (cc/formula.c): the terms are those of sym/node.h,
 * the last is what it comes to.  A VAR is `low` bytes at `what`.  Rows of the
 * section heddle_formulas; a property may have none. */
enum { ABI_TERMS = 96 };
struct heddle_term {
  uint8_t op, width;
  uint16_t low;
  uint32_t a, b, c;
  uint64_t value, more;
  const void *what;
};
struct heddle_formula {
  int (*property)(void);
  const struct heddle_term *terms;
  uint64_t count;
};

/* What coverage counts; rows of the section heddle_covers, there only when
 * the program was built with it. */
struct heddle_covered {
  struct heddle_site at;
  unsigned char *seen; /* a line: 1; a branch: 1 taken, 2 not taken */
  uint64_t branch;
};

/* What a call of the C library does to memory and to what the library or the
 * kernel keeps; made of the words of its row (rt/library/). */
enum abi_does {
  ABI_READS,    /* memory */
  ABI_WRITES,
  ABI_APPENDS,  /* writes from the end of the text that was there */
  ABI_LOOKS,    /* hidden state, unsafe: a plain read */
  ABI_RACES,    /* hidden state, unsafe: a plain update */
  ABI_STREAM,   /* the argument is a FILE */
  ABI_UNLOCKED, /* the same, and races */
  ABI_FOLDER,   /* the argument is a DIR, unsafe: a plain update */
  ABI_FILE,     /* the argument is a descriptor */
  ABI_NAME,     /* the argument is a path */
  ABI_LOOKS_NAME,
  ABI_CREATES,  /* the path may come into being */
  ABI_CHANGES,  /* the file behind the path becomes another */
  ABI_REMOVES,  /* the path is gone */
  ABI_NAMES,    /* more than one path */
  ABI_LEAVES,   /* a change that the reset cannot take back */
  ABI_ALLOCATES,
  ABI_CALLS,    /* functions of the program */
  ABI_IOSTREAM, /* the argument is a stream of C++ */
  ABI_APART,    /* what is read at argument 1 and goes to 0 do not overlap */
  ABI_ENVIRONMENT, /* looks into the environment */
  ABI_THROUGH,  /* what it does to files it does by calls of libc (strange.c) */
};
/* How much; a and b are arguments. */
enum abi_measure {
  ABI_SIZE,        /* `size` bytes */
  ABI_BYTES,       /* a elements of `size` bytes */
  ABI_PRODUCT,     /* a * b bytes */
  ABI_TEXT,        /* elements of `size` bytes up to the first 0 */
  ABI_TEXT_MAX,    /* the same, at most a */
  ABI_UNTIL,       /* bytes up to the first that is a */
  ABI_UNTIL_MAX,   /* the same, at most b */
  ABI_AS_TEXT,     /* as much as the text at a, of elements of `size` bytes */
  ABI_NEEDED,      /* of such a text what is needed: enum abi_need in `extra`,
                      with a, at most b (with NEED_MOST) */
  ABI_DECODED,     /* bytes of at most a characters, wide characters of at most */
  ABI_ENCODED,     /* a bytes; argument 0 is NULL: up to the end */
  /* known after the call: */
  ABI_RESULT,      /* as many elements of `size` bytes as it returned */
  ABI_RESULT_MAX,  /* the same, at most a */
  ABI_RESULT1_MAX, /* and one more, at most a */
  ABI_ITEMS,       /* as many elements of a bytes, at most b */
  ABI_TO_RESULT,   /* up to where it points; it is NULL: a */
  ABI_WRITTEN,     /* the text that is there then, at most `extra` bytes */
  ABI_WRITTEN_MAX, /* the same, at most a elements */
  ABI_BEHIND,      /* the text that is then behind the pointer at `extra` bytes
                      of what was returned */
};
/* How far a function looks into a text (rt/need.h). */
enum abi_need {
  NEED_UNTIL,        /* up to the first that is a */
  NEED_AMONG,        /* that is not in the text a */
  NEED_WITHOUT,      /* that is */
  NEED_LIKE,         /* that is another than in the text a */
  NEED_ALIKE,        /* the same, capital or not */
  NEED_PIECE,        /* NEED_AMONG, and from there NEED_WITHOUT */
  NEED_PLACE,        /* up to where the text a ends, if it is there */
  NEED_FOLDED_PLACE, /* the same, capital or not */
  NEED_WHOLE,        /* the text, at least to where a whole number to the
                        base a ends */
  NEED_REAL,         /* the text, at least to where a number ends */
  NEED_MOST = 64,    /* and b is there */
};
enum abi_if {
  ABI_ALWAYS,
  ABI_IF_ZERO,     /* the result is 0 */
  ABI_IF_RESULT,   /* it is not */
  ABI_IF_DONE,     /* it is not negative */
  ABI_IF_RETURNED, /* it is that argument */
  ABI_IF_CHANGED,  /* what is there is not what was */
  ABI_IF_NULL,     /* argument a is NULL */
};
struct heddle_effect {
  uint8_t does, argument, measure, a, b, when;
  uint16_t size, extra;
};
enum {
  ABI_EFFECTS = 10,
  ABI_STATES = 8,     /* arguments from here on are hidden states */
  ABI_OF_RESULT = 12, /* in place of an argument: what was returned */
  ABI_CALL_ARGS = 13,
};
/* In the frame of the function that calls. */
struct heddle_call {
  /* by cc/ */
  uint64_t args[ABI_CALL_ARGS];
  const char *name;
  const void *function;
  const struct heddle_effect *effects;
  heddle_at site;
  uint64_t count;
  /* by rt/ */
  uint64_t lengths[ABI_EFFECTS], mark;
  uint64_t steps, calls_back;
  const char *outer; /* the call that this one is made within, or NULL */
};

/* `info`: the size in bytes, and what the access is: the flags and the order
 * of its event to be (exec/event.h; rt/access.c sees that they are the
 * same), those of a compare-and-swap when it does what it is for, and whether
 * it acquires when it fails.  ABI_OWN: of the running thread's own copy of a
 * variable, which is no step unless others may know the address. */
enum {
  ABI_SIZE_MASK = 0xffff,
  ABI_HOW_SHIFT = 16,
  ABI_HOW_MASK = 0x3ff,
  ABI_HOW_EXACT = 4,
  ABI_HOW_PLAIN = 32,
  ABI_HOW_NO_ACQUIRE = 1 << 8,
  ABI_HOW_NO_RELEASE = 2 << 8,
  ABI_FAILS_RELAXED = 1 << 26,
  ABI_OWN = 1 << 27,
};
/* What a fence does. */
enum { ABI_FENCE_ACQUIRE = 4, ABI_FENCE_RELEASE = 8 };
/* flags of heddle_copy: that side is memory no other thread can reach; where
 * it goes from there nobody can follow, so inputs have to be known; the two
 * sides must not overlap */
enum {
  ABI_HIDDEN_TO = 1,
  ABI_HIDDEN_FROM = 2,
  ABI_PASSED_ON = 4,
  ABI_COPY_APART = 8
};

/* Before the access itself; return when the thread may go on. */
void heddle_mem_read(const void *p, uint32_t info, heddle_at site);
void heddle_mem_write(void *p, uint32_t info, heddle_at site, uint64_t value);
void heddle_mem_update(void *p, uint32_t info, heddle_at site);
void heddle_mem_swap(void *p, uint32_t info, heddle_at site, uint64_t expected,
                     uint64_t expected_high);
void heddle_range(void *p, uint64_t len, uint32_t write, heddle_at site);
void heddle_fence(uint32_t what);
/* Instead of the access. */
void heddle_copy(void *to, const void *from, uint64_t len, uint32_t flags,
                 heddle_at site);
void heddle_fill(void *to, uint8_t byte, uint64_t len, heddle_at site);
/* The running thread's copy of a thread-local variable; others may know its
 * address from now on.  And its errno. */
void *heddle_tls(const void *initial, uint32_t size);
void *heddle_tls_named(const void *initial, uint32_t size);
void *heddle_tls_shared(const void *initial, uint32_t size);
int *heddle_errno(void);
int *heddle_errno_shared(void);
/* Around the turns of a loop that may only wait (cc/wait.c): depth among such
 * loops of the function; whether its variables are as they were when the turn
 * began; the loop is left; something was done that the runtime does not see. */
void heddle_wait_begin(uint32_t depth);
void heddle_wait_again(heddle_at site, uint32_t depth, uint32_t same);
void heddle_wait_left(uint32_t depth);
void heddle_wait_effect(void);
/* Before a call of what this unit does not define: `f` is called, by this name
 * (NULL: through a pointer).  Does it leave the instrumented code?  A function
 * of the C library without a model; one that is harmless as long as there is
 * one thread; one that must not be called.  What they return is told after
 * the call. */
uint32_t heddle_calls(const void *f, const char *name, heddle_at site);
uint32_t heddle_unmodelled(const void *f, const char *name, heddle_at site);
uint32_t heddle_unmodelled_shared(const void *f, const char *name,
                                  heddle_at site);
uint32_t heddle_denied(const void *f, const char *name, heddle_at site);
void heddle_left(uint32_t before);
/* Where an exception lands: what `inside` was when the function began. */
uint32_t heddle_inside(void);
void heddle_landed(uint32_t before);
/* Around a call of the C library. */
void heddle_call_begin(struct heddle_call *c);
void heddle_call_end(struct heddle_call *c, uint64_t result);
/* The same of assembly that may touch memory. */
uint32_t heddle_assembly(const void *unused, const char *name, heddle_at site);
/* Something comes that is not looked at: an enum why (base/why.h). */
void heddle_escape(uint32_t why, const char *name, heddle_at site);
/* The program assigns to stdout, stderr or stdin, which ends the run. */
void heddle_standard_stream(const char *what, heddle_at site);
/* A local is read that may not have been set. */
void heddle_unset(uint32_t set, heddle_at site);
/* A function is called that nobody defines (src/job/undefined.h): its result,
 * an input. */
int64_t heddle_undefined(const char *name);
/* Bounds of variables (rt/bounds.c): an index that clang found too large, the
 * type of the array, and what it says of the index's; a local that pointers
 * reach, from where its function begins to where it returns, with gaps of
 * ABI_GAP bytes on both sides (its end has a site, and is a step, where others
 * may know the address), or to where its block is left; memory of the stack that is something else
 * now; an access that no other thread could see. */
enum { ABI_GAP = 32 };
_Noreturn void heddle_bad_index(const char *type, uint64_t index,
                                uint32_t bits, heddle_at site);
void heddle_local_open(void *p, uint64_t size, const char *function);
void heddle_local_close(void *p, uint64_t size, heddle_at site);
void heddle_local_leave(void *p, uint64_t size, heddle_at site);
void heddle_local_forget(const void *p, uint64_t size);
void heddle_local_variadic(const void *list);
void heddle_local_below(void);
void heddle_local_left(void);
void heddle_local_check(const void *p, uint64_t size, uint32_t write,
                        heddle_at site);

/* Before a setjmp, and before a longjmp (rt/jump.c). */
struct __jmp_buf_tag;
void heddle_jump_saves(struct __jmp_buf_tag *to, int mask);
void heddle_jump_goes(const struct __jmp_buf_tag *to, heddle_at site);

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
/* Beside the size of what is read: it is floating point. */
enum { ABI_SYM_FLOAT = 256 };
/* What a branch is: its `size` in events. */
enum abi_branch {
  ABI_BRANCH = 1,
  ABI_INDEX,  /* a bit of a value that has to be known: an address */
  ABI_PINNED, /* a value that cannot be followed: this one and no other */
  ABI_OPAQUE, /* nothing is decided: memory may have been read unseen */
  ABI_NAN,    /* nothing is decided: bits of what is no number were read */
};
/* Atomic updates beside those of sym/node.h. */
enum { ABI_EXCHANGE = 254, ABI_OTHER = 255 };
enum { ABI_CTPOP, ABI_CTLZ, ABI_CTTZ, ABI_BSWAP, ABI_ABS };

/* Around assembly the stack may be as that left it: one push away. */
#define ABI_REALIGNS __attribute__((force_align_arg_pointer))

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
/* Floating point (rt/float.c), after the operation: `is` is what came out.
 * `what`: an operation, the width of its result << 8, that of its operands << 16
 * and how it rounds << 24. */
uint32_t heddle_sym_float(uint32_t what, uint32_t a, uint32_t b, uint64_t x,
                          uint64_t y, uint64_t is, heddle_at site);
/* `values`: of a, b, c and a * b + c. */
uint32_t heddle_sym_muladd(uint32_t width, uint32_t a, uint32_t b, uint32_t c,
                           const uint64_t *values, heddle_at site);
uint32_t heddle_sym_root(uint32_t width, uint32_t a, uint64_t is,
                         heddle_at site);
/* A predicate of LLVM and a width << 8; the larger one (1) or the smaller. */
uint32_t heddle_sym_fcompare(uint32_t what, uint32_t a, uint32_t b, uint64_t x,
                             uint64_t y, heddle_at site);
uint32_t heddle_sym_fextreme(uint32_t what, uint32_t a, uint32_t b, uint64_t x,
                             uint64_t y, heddle_at site);
/* To an integer: 1 with a sign, its width << 8, that of e << 16, and first
 * rounded as enum sym_round has it, + 1, << 24. */
uint32_t heddle_sym_whole(uint32_t what, uint32_t e, uint64_t is,
                          heddle_at site);
/* Its bits (0: not known); its sign from another; whether it is in a class of the mask, width
 * << 16. */
/* Functions that are made of these; `what`: one of them, and the width << 8. */
enum { ABI_FDIM, ABI_LDEXP, ABI_NEXTAFTER };
uint32_t heddle_sym_fmade(uint32_t what, uint32_t a, uint32_t b, uint64_t x,
                          uint64_t y, uint64_t is, heddle_at site);
uint32_t heddle_sym_fbits(uint32_t e, heddle_at site);
uint32_t heddle_sym_fsign(uint32_t width, uint32_t a, uint32_t b, uint64_t x,
                          uint64_t y, heddle_at site);
uint32_t heddle_sym_fclass(uint32_t what, uint32_t e, heddle_at site);
uint32_t heddle_sym_load_float(const void *p, uint32_t size);
/* What a function of <ctype.h> makes of a character. */
uint32_t heddle_sym_character(int (*function)(int), uint32_t e,
                              heddle_at site);
/* After the access. */
uint32_t heddle_sym_load(const void *p, uint32_t size, heddle_at site);
void heddle_sym_store(const void *p, uint32_t size, uint32_t e,
                      heddle_at site);
ABI_REALIGNS void heddle_sym_clear(const void *p, uint64_t len);
/* Of a type that has no expressions. */
ABI_REALIGNS void heddle_sym_opaque(const void *p, uint32_t size, heddle_at site);
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
ABI_REALIGNS void heddle_sym_fix(uint32_t e, uint32_t how, heddle_at site);
/* Accesses whose address may depend on inputs (rt/element.c).  `seen`: others
 * may see it; `root`: what the address was computed from, with its size if that
 * is known.  Before the access: 1 when all elements are meant at once, and then
 * again after it. */
uint32_t heddle_sym_place(uint32_t e, const void *at, uint32_t size,
                          uint32_t seen, const void *root, uint64_t root_size,
                          heddle_at site);
uint32_t heddle_sym_element(const void *p, uint32_t size, uint32_t chosen,
                            heddle_at site);
uint32_t heddle_sym_put(uint32_t e, const void *at, uint32_t size,
                        uint32_t seen, const void *root, uint64_t root_size,
                        uint32_t v, uint64_t value, heddle_at site);
void heddle_sym_written(const void *p, uint32_t size, uint32_t v,
                        uint32_t chosen, heddle_at site);
/* The same of a copy (from), or a filling (NULL; by a byte), of e bytes. */
uint32_t heddle_sym_length(uint32_t e, const void *to, const void *from,
                           uint32_t byte, uint32_t value, uint32_t seen,
                           heddle_at site);
void heddle_sym_filled(const void *to, uint64_t len, uint32_t byte,
                       uint32_t chosen, heddle_at site);
/* Of functions. */
const uint32_t *heddle_sym_enter(const void *self);
/* Of one that others may call, which is left: by what it was entered with. */
void heddle_sym_leave(const uint32_t *args, uint32_t e, heddle_at site);
/* Of a number that is written to a stream. */
void heddle_sym_printed(uint32_t e, const void *stream, heddle_at site);
/* Assembly may have read any memory. */
ABI_REALIGNS void heddle_sym_unseen(heddle_at site);
/* What a call gives back goes nowhere. */
void heddle_sym_lost(heddle_at site);
uint32_t heddle_sym_after(const void *function, uint32_t width,
                          heddle_at site);

int heddle_user_main(int argc, char **argv, char **env);
/* There if it is void main(), which leaves no code behind. */
extern const char heddle_main_is_void __attribute__((weak));

#endif
