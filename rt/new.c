/* operator new and delete: malloc and free, with blocks that know by which of
 * them they were made.  A program that has its own goes before these. */
#include "rt/calls.h"
#include "rt/rt.h"

static const char *const makers[] = {
    [HEAP_MALLOC] = "malloc", [HEAP_NEW] = "new", [HEAP_NEW_ARRAY] = "new[]"};
static const char *const enders[] = {[HEAP_MALLOC] = "free",
                                     [HEAP_NEW] = "delete",
                                     [HEAP_NEW_ARRAY] = "delete[]"};

/* Of the C++ library: throws std::bad_alloc. */
extern _Noreturn void _ZSt17__throw_bad_allocv(void) __attribute__((weak));

/* `align` is 0 where nothing was said of it. */
static void *make_or_not(size_t size, size_t align, enum heap_kind kind) {
  void *p = rt_heap_ask(size, align < 16 ? 16 : align);
  if (p)
    rt_heap_mark_aligned(p, kind, align);
  return p;
}

static void *make(size_t size, size_t align, enum heap_kind kind) {
  void *p = make_or_not(size, align, kind);
  if (p)
    return p;
  if (!_ZSt17__throw_bad_allocv)
    rt_escape_end(WHY_MEMORY, "std::bad_alloc", heddle_here);
  rt_throws();
  _ZSt17__throw_bad_allocv();
}

void rt_heap_match(const void *p, enum heap_kind kind) {
  enum heap_kind made = rt_heap_kind(p);
  if (made != kind && made != HEAP_STRANGE)
    rt_misuse("%s of what %s made", enders[kind], makers[made]);
}

/* What delete says of a block, its size or alignment, is what new was told:
 * operators of the program's own would believe it. */
static const size_t NO_SIZE = SIZE_MAX;

static void match_words(void *p, enum heap_kind kind, size_t size,
                        size_t align) {
  size_t was = rt_heap_alignment(p);
  if (rt_heap_kind(p) == HEAP_STRANGE)
    return;
  if (was && !align)
    rt_misuse("%s without the alignment that new was told", enders[kind]);
  if (was != align)
    rt_misuse("%s with another alignment than new was told", enders[kind]);
  if (size != NO_SIZE && rt_heap_given(p, size) != size)
    rt_misuse("%s of %zu bytes of what was made of %zu", enders[kind], size,
              rt_heap_given(p, size));
}

static void end_as(void *p, enum heap_kind kind, size_t size, size_t align) {
  if (p && rt_in_heap((uint64_t)p)) {
    rt_heap_match(p, kind);
    match_words(p, kind, size, align);
  }
  rt_heap_free(p);
}

static void end(void *p, enum heap_kind kind) {
  end_as(p, kind, NO_SIZE, 0);
}

/* --- as the compiler calls them ------------------------------------------ */

void *heddle__Znwm(size_t size) {
  return make(size, 0, HEAP_NEW);
}
void *heddle__Znam(size_t size) {
  return make(size, 0, HEAP_NEW_ARRAY);
}
void *heddle__ZnwmRKSt9nothrow_t(size_t size, const void *tag) {
  (void)tag;
  return make_or_not(size, 0, HEAP_NEW);
}
void *heddle__ZnamRKSt9nothrow_t(size_t size, const void *tag) {
  (void)tag;
  return make_or_not(size, 0, HEAP_NEW_ARRAY);
}
void *heddle__ZnwmSt11align_val_t(size_t size, size_t align) {
  return make(size, align, HEAP_NEW);
}
void *heddle__ZnamSt11align_val_t(size_t size, size_t align) {
  return make(size, align, HEAP_NEW_ARRAY);
}
void *heddle__ZnwmSt11align_val_tRKSt9nothrow_t(size_t size, size_t align,
                                                const void *tag) {
  (void)tag;
  return make_or_not(size, align, HEAP_NEW);
}
void *heddle__ZnamSt11align_val_tRKSt9nothrow_t(size_t size, size_t align,
                                                const void *tag) {
  (void)tag;
  return make_or_not(size, align, HEAP_NEW_ARRAY);
}

void heddle__ZdlPv(void *p) {
  end(p, HEAP_NEW);
}
void heddle__ZdaPv(void *p) {
  end(p, HEAP_NEW_ARRAY);
}
void heddle__ZdlPvm(void *p, size_t size) {
  end_as(p, HEAP_NEW, size, 0);
}
void heddle__ZdaPvm(void *p, size_t size) {
  end_as(p, HEAP_NEW_ARRAY, size, 0);
}
void heddle__ZdlPvSt11align_val_t(void *p, size_t align) {
  end_as(p, HEAP_NEW, NO_SIZE, align);
}
void heddle__ZdaPvSt11align_val_t(void *p, size_t align) {
  end_as(p, HEAP_NEW_ARRAY, NO_SIZE, align);
}
void heddle__ZdlPvmSt11align_val_t(void *p, size_t size, size_t align) {
  end_as(p, HEAP_NEW, size, align);
}
void heddle__ZdaPvmSt11align_val_t(void *p, size_t size, size_t align) {
  end_as(p, HEAP_NEW_ARRAY, size, align);
}
void heddle__ZdlPvRKSt9nothrow_t(void *p, const void *tag) {
  (void)tag;
  end(p, HEAP_NEW);
}
void heddle__ZdaPvRKSt9nothrow_t(void *p, const void *tag) {
  (void)tag;
  end(p, HEAP_NEW_ARRAY);
}
