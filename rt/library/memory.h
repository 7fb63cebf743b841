/* The heap (rt/heap.c) and what else <malloc.h>, <obstack.h> and <mcheck.h>
 * have. */
SAME(cfree, free) SAME(__libc_malloc, malloc) SAME(__libc_calloc, calloc)
SAME(__libc_realloc, realloc) SAME(__libc_reallocarray, reallocarray)
SAME(__libc_free, free) SAME(__libc_memalign, memalign)
SAME(__libc_valloc, valloc) SAME(__libc_pvalloc, pvalloc)
/* of libc's own heap, which the program does not use */
PURE(malloc_trim) PURE(mallopt) PURE(__libc_mallopt) PURE(mallinfo)
PURE(mallinfo2) PURE(__libc_mallinfo)
NONE(malloc_info) NONE(malloc_stats)
NONE(mcheck) NONE(mcheck_check_all) NONE(mcheck_pedantic) NONE(mprobe)
NONE(mtrace) NONE(muntrace) NONE(tr_break)
DATA(mallwatch) DATA(__malloc_hook) DATA(__free_hook) DATA(__realloc_hook)
DATA(__memalign_hook) DATA(__malloc_initialize_hook)
DATA(__after_morecore_hook) DATA(__morecore) NONE(__default_morecore)
/* obstacks are structs of the program that macros work on; these grow them */
ALONE(_obstack_allocated_p) ALONE(_obstack_begin) ALONE(_obstack_begin_1)
ALONE(_obstack_free) ALONE(_obstack_memory_used) ALONE(_obstack_newchunk)
ALONE(obstack_free)
DATA(_obstack) DATA(obstack_alloc_failed_handler) DATA(obstack_exit_failure)
