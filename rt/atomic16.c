/* Atomic operations that the compiler's back end turns into calls of libatomic:
 * those on 16 bytes, where the processor is not said to have cmpxchg16b, and
 * those on what may not be aligned to its size (a struct of two ints), which say
 * how many bytes there are.  That they are a step was said before the
 * instruction (access.c); no other thread runs until they are done.  Their names
 * are the compiler's own, so the linker is told them. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef unsigned __int128 wide;
#define NAMED_16(name) __asm__("__atomic_" name "_16")

wide wide_load(const void *p, int order) NAMED_16("load");
void wide_store(void *p, wide v, int order) NAMED_16("store");
wide wide_exchange(void *p, wide v, int order) NAMED_16("exchange");
bool wide_swap(void *p, void *expected, wide v, int success, int failure)
    NAMED_16("compare_exchange");

wide wide_load(const void *p, int order) {
  (void)order;
  wide v;
  memcpy(&v, p, sizeof v);
  return v;
}

void wide_store(void *p, wide v, int order) {
  (void)order;
  memcpy(p, &v, sizeof v);
}

wide wide_exchange(void *p, wide v, int order) {
  wide was = wide_load(p, order);
  wide_store(p, v, order);
  return was;
}

bool wide_swap(void *p, void *expected, wide v, int success, int failure) {
  wide was = wide_load(p, failure);
  if (!memcmp(&was, expected, sizeof was)) {
    wide_store(p, v, success);
    return true;
  }
  memcpy(expected, &was, sizeof was);
  return false;
}

#define FETCH(name, after)                                                     \
  wide wide_fetch_##name(void *p, wide v, int order) NAMED_16("fetch_" #name); \
  wide wide_fetch_##name(void *p, wide v, int order) {                         \
    wide was = wide_load(p, order);                                            \
    wide_store(p, after, order);                                               \
    return was;                                                                \
  }
FETCH(add, was + v)
FETCH(sub, was - v)
FETCH(and, was &v)
FETCH(or, was | v)
FETCH(xor, was ^ v)
FETCH(nand, ~(was &v))

/* --- of any size ---------------------------------------------------------- */

void sized_load(size_t size, const void *p, void *to,
                int order) __asm__("__atomic_load");
void sized_store(size_t size, void *p, const void *from,
                 int order) __asm__("__atomic_store");
void sized_exchange(size_t size, void *p, const void *from, void *to,
                    int order) __asm__("__atomic_exchange");
bool sized_swap(size_t size, void *p, void *expected, const void *desired,
                int success, int failure) __asm__("__atomic_compare_exchange");

void sized_load(size_t size, const void *p, void *to, int order) {
  (void)order;
  memcpy(to, p, size);
}

void sized_store(size_t size, void *p, const void *from, int order) {
  (void)order;
  memcpy(p, from, size);
}

void sized_exchange(size_t size, void *p, const void *from, void *to,
                    int order) {
  sized_load(size, p, to, order);
  sized_store(size, p, from, order);
}

bool sized_swap(size_t size, void *p, void *expected, const void *desired,
                int success, int failure) {
  if (!memcmp(p, expected, size)) {
    sized_store(size, p, desired, success);
    return true;
  }
  sized_load(size, p, expected, failure);
  return false;
}
