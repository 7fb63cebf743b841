/* unit: one translation unit on its way from bitcode to an object file.
 *
 * The driver (src/job/cc.c) has clang write unoptimised bitcode; here
 * every access that another thread could see, every call the runtime models
 * and every thread-local variable is turned into a call of rt/, and an object
 * file is written.  Only scalar replacement runs before (locals that nobody
 * can see become registers); an optimiser that ran first would merge racy
 * accesses, one that runs later sees calls it cannot look into.
 *
 * The order of the passes matters and is fixed in unit.c:
 *   headers of C++ -> moves of assembly -> indices -> unset -> twins -> scalars
 *   -> constants of C++ -> properties -> tls -> waits -> accesses -> shadows (when
 *   asked for) -> locals -> calls -> startup -> globals
 *   -> coverage (when it is asked for) -> sections -> verify -> object
 *
 * LLVM's C API only; a release libLLVM does not check its arguments, so every
 * cast here is guarded by an LLVMIsA. */
#ifndef CC_UNIT_H
#define CC_UNIT_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stddef.h>

struct unit {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMTargetDataRef layout;
  LLVMTypeRef t_void, t_ptr, t_i32, t_i64, t_site, t_global;
  /* the last file and function named in a site, so that each is one string */
  LLVMValueRef file_string, function, function_string;
  char file_name[4096];
  struct enums *enums; /* of enums.c; NULL: there are none */
  bool coverage, symbolic, volatile_atomic; /* asked for */
  bool cxx; /* the source is C++ */
  /* counts, for --verbose */
  unsigned reads, writes, updates, fences, copies, hidden, tls, calls, globals,
      waits;
};

/* All return false after printing one line on standard error. */
bool unit_load(struct unit *u, const char *bitcode);
bool unit_instrument(struct unit *u);
bool unit_write_object(struct unit *u, const char *path, bool pic);
bool unit_write_text(struct unit *u, const char *path);
void unit_free(struct unit *u);

/* A call of the runtime function `name`, inserted where the builder is. */
LLVMValueRef unit_call(struct unit *u, const char *name, LLVMTypeRef result,
                       LLVMValueRef *args, unsigned count);
LLVMValueRef unit_int(struct unit *u, unsigned value);
/* The bits of a value, where the builder is; of wide ones the low ones. */
LLVMValueRef unit_as_i64(struct unit *u, LLVMValueRef v); /* access.c */
/* A private string constant. */
LLVMValueRef unit_string(struct unit *u, const char *s, size_t len);
/* The name of the function called directly, or "". */
const char *unit_callee(LLVMValueRef call);
bool unit_is_intrinsic(LLVMValueRef call, const char *prefix);
/* A call, whether or not somebody here catches what it throws; and the place
 * right after it, where it returned. */
bool unit_is_call(LLVMValueRef instruction);
LLVMValueRef unit_after(LLVMValueRef call);
/* The zeroing of a local that clang adds (-ftrivial-auto-var-init), which is
 * not the program's: nobody has the address yet. */
bool unit_is_clearing(LLVMValueRef instruction);
void unit_say_clearing(struct unit *u, LLVMValueRef instruction);
/* The instructions of a function, listed before anything changes; to be
 * freed. */
LLVMValueRef *unit_instructions(LLVMValueRef function, size_t *count);

/* A variable by which the runtime knows something of the program. */
void unit_tell(struct unit *u, const char *name);

/* site.c: the place in the source an instruction came from, as the address
 * of a struct heddle_site (rt/abi.h). */
LLVMValueRef site_of(struct unit *u, LLVMValueRef instruction);
/* Its members: file, function, line, column. */
void site_fields(struct unit *u, LLVMValueRef instruction,
                 LLVMValueRef out[4]);

/* escape.c: can no other thread reach what this pointer points to? */
bool escape_is_private(LLVMValueRef pointer);
/* may two private pointers be into one variable? */
bool escape_is_one(LLVMValueRef a, LLVMValueRef b);
/* is it a thread's own, unless another unit has given the address away?  Then an
 * access asks the runtime (ABI_OWN). */
bool escape_is_own(LLVMValueRef pointer);
/* does the value of this pointer go nowhere but into accesses? */
bool escape_keeps_local(LLVMValueRef pointer);
/* might the address of the local be known to others while it lives?  Unlike
 * above, functions of the unit that get it are looked into. */
bool escape_leaves(LLVMValueRef local);

/* idle.c: does the program do the same whichever result the call has? */
bool idle_result(LLVMValueRef call);

/* locals.c: an access of memory that no other thread can reach is looked at
 * where it could go beyond a local; the builder stands before it. */
void locals_check(struct unit *u, LLVMValueRef access, LLVMValueRef pointer,
                  LLVMTypeRef type, bool write);
void locals_check_range(struct unit *u, LLVMValueRef access,
                        LLVMValueRef pointer, LLVMValueRef len, bool write);

/* lend.c: the address of a local of an inner block goes to a pointer that
 * outlives the block: what is done by it is no access to the local itself. */
void lend_hide(struct unit *u, LLVMValueRef function);

/* scope.c: those of them that stand in a block inside the function end where it
 * is left. */
struct ending {
  struct ending_local {
    LLVMValueRef local;
    uint64_t size;
    bool leaves; /* others may know its address */
    bool ended;  /* with its block, and not only with the function */
  } *at;
  size_t len;
};
void scope_watch(struct unit *u, LLVMValueRef function, struct ending *w,
                 LLVMValueRef name);

/* index.c: part of a comparison of an index with the size of its array. */
bool index_is_check(LLVMValueRef instruction);

/* twin.c: a store that is for debuggers only, and nothing of the program's. */
bool twin_is_store(LLVMValueRef instruction);
/* A local that scalar replacement turns into registers. */
bool twin_is_register(LLVMValueRef local);

/* inline.c: a path of the C++ library; a local of one of its functions. */
bool inline_is_header(const char *path);
bool inline_is_taken(LLVMValueRef local);

/* catch.c: an access of the state of a stream, which is nobody's business. */
bool catch_is_stream(LLVMValueRef instruction);
/* An atomic operation of a lock of the library's. */
bool catch_is_lock(LLVMValueRef instruction);

/* property.c: a function of a property, in which nothing is instrumented. */
bool property_is(LLVMValueRef function);

/* formula.c: what a property comes to, as an expression; if it is one, the
 * runtime is given it. */
void formula_give(struct unit *u, LLVMValueRef property);

/* spare.c: inline definitions that clang leaves out without optimisation.  Does
 * the unit call functions of the program that are not in it?  If so it is
 * compiled once more, with them, and those that are used stay; false: there
 * are none. */
bool spare_lacks(struct unit *u);
bool spare_keep(struct unit *u);

/* The passes. */
void mend(struct unit *u);                                 /* mend.c */
void mend_copies(struct unit *u, LLVMValueRef function);
void inline_mark(struct unit *u);                          /* inline.c */
void inline_keep_places(struct unit *u);
void catch_mark(struct unit *u, LLVMValueRef function);    /* catch.c */
void index_take(struct unit *u, LLVMValueRef function);    /* index.c */
/* What a step into arrays and structs comes to; NULL: an index is not compared,
 * or known to be too large. */
LLVMTypeRef index_inside(LLVMValueRef gep);
void locals_watch(struct unit *u, LLVMValueRef function);  /* locals.c */
void unset_watch(struct unit *u, LLVMValueRef function);   /* unset.c */
void clear_temporaries(struct unit *u, LLVMValueRef function); /* clear.c */
void twin_give(struct unit *u, LLVMValueRef function);     /* twin.c */
void wait_mark(struct unit *u, LLVMValueRef function);     /* wait.c */
void wait_note_clock(struct unit *u);
void wait_note_loops(struct unit *u);
void floats_note(struct unit *u);                          /* floats.c */
void wildcards_note(struct unit *u);                       /* wildcards.c */
void tls_lower(struct unit *u);                            /* tls.c */
void symbolic_instrument(struct unit *u, LLVMValueRef function);
void symbolic_mark(struct unit *u); /* symbolic.c */
void access_instrument(struct unit *u, LLVMValueRef function); /* access.c */
/* Parts of it: an access of many bytes, a fence, memcpy and its like, an
 * intrinsic, the arguments of a call that are passed by value. */
void access_range(struct unit *u, LLVMValueRef instruction,
                  LLVMValueRef pointer, LLVMValueRef len, bool write);
void access_fence(struct unit *u, unsigned what); /* ABI_FENCE_... */
void access_copy(struct unit *u, LLVMValueRef call, bool fill);
void intrinsic_instrument(struct unit *u, LLVMValueRef call); /* intrinsic.c */
bool intrinsic_is_masked(LLVMValueRef call);
void byval_instrument(struct unit *u, LLVMValueRef call);  /* byval.c */
void byval_begin(struct unit *u, LLVMValueRef function);
/* What an argument of the call, or a parameter of the function, has in memory
 * when it is passed by value; NULL: it is not. */
LLVMTypeRef byval_of_call(LLVMValueRef call, unsigned argument);
LLVMTypeRef byval_of_parameter(LLVMValueRef parameter);
bool byval_is_copy(LLVMValueRef local); /* made by it */
/* moves.c: moves of assembly become loads and stores. */
void moves_take(struct unit *u, LLVMValueRef function);
bool moves_is_copy(LLVMValueRef local); /* of what a statement loads first */
void assembly_instrument(struct unit *u, LLVMValueRef call); /* assembly.c */
/* A locked instruction whose memory is known. */
bool assembly_is_update(LLVMValueRef call);
/* It has a result that it puts into a local. */
bool assembly_fills_local(LLVMValueRef call);
/* Whether it may touch memory beside its operands in memory; the size of such an
 * operand, or 0. */
bool assembly_reaches_beyond(LLVMValueRef call);
unsigned assembly_operand_size(LLVMValueRef call, unsigned argument);
void assembly_announce(struct unit *u);                    /* assembly.c */
void calls_rename(struct unit *u);                         /* calls.c */
/* A function of the C library, which the unit does not define, that nothing
 * escapes the runtime of: it is modelled, or its row says what it does. */
bool calls_is_seen(struct unit *u, const char *name);
/* The variable of the runtime that says where a call stands. */
LLVMValueRef calls_here(struct unit *u);
void library_instrument(struct unit *u);                   /* library.c */
void foreign_pointers(struct unit *u);                     /* foreign.c */
/* The runtime is asked before the call, by this function of rt/abi.h, and told
 * after it.  Without a name what is called is a pointer. */
void foreign_surround(struct unit *u, LLVMValueRef call, const char *question,
                      const char *name, LLVMValueRef site);
void foreign_place(struct unit *u);
void startup_take(struct unit *u);                         /* startup.c */
void globals_place(struct unit *u);                        /* globals.c */
/* A variable of ours gets a name that stories can use. */
void globals_name(struct unit *u, LLVMValueRef global, const char *name);
/* enums.c: the types of the unit are gathered; the access of this site may have
 * values with names. */
void enums_begin(struct unit *u);
void enums_note(struct unit *u, LLVMValueRef instruction, LLVMValueRef site);
void enums_end(struct unit *u);
void cover_count(struct unit *u, LLVMValueRef function);   /* cover.c */
/* property.c: what they read is listed; false: that cannot be known. */
bool property_take(struct unit *u);

#endif
