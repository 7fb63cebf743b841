/* stress: sizes that a stress build shrinks.
 *
 * `make test-stress` compiles with -DSTRESS: arenas begin with 64 bytes,
 * tables with two slots, vectors grow by one, so that every growth path is
 * taken by every test (Lua's ltests.h has the idea). */
#ifndef BASE_STRESS_H
#define BASE_STRESS_H

#ifdef STRESS
#define STRESSED(small, normal) (small)
#else
#define STRESSED(small, normal) (normal)
#endif

#endif
