/* rank: the processes of an MPI program (doc/mpi.md), as threads of one.
 *
 * Thread 0 starts them and waits for their ends; rank r is thread r + 1 and runs
 * main.  Each has its own copy of the program's variables, at the same
 * addresses: when another rank goes on, what is there is put aside and the
 * other's put in its place.  So pointers in initial values, static locals and
 * whatever the optimiser would do with addresses are as in a process.
 *
 * Stacks and heaps are a thread's own anyway.  So nobody sees what a rank does
 * between two calls of MPI, and as for a thread that is alone (rt_alone) it
 * makes no steps, until it makes threads: these share its variables, and are
 * alone or not among themselves.  Variables of several ranks have the same
 * addresses; in events those of rank r are told
 * apart by bits from WIRE_RANK_SHIFT on (rt_rank_object),
 * and that is where they lie while those of another rank are in place. */
#ifndef RT_RANK_H
#define RT_RANK_H

#include "rt/rt.h"

/* In thread 0: starts that many and waits for all; the code of the first of
 * them that has one. */
int rt_ranks_run(unsigned count, int argc);
void rt_ranks_reset(void);
static inline bool rt_is_rank(void) {
  return rt.current->rank;
}
/* The number of the running thread's. */
static inline unsigned rt_rank_now(void) {
  return rt.current->rank - 1u;
}
/* The program can make threads; if it does it is known before the run, since MPI
 * is another then (mpi_threads.c). */
bool rt_ranks_have_threads(void);
/* A thread is about to run: its variables are put in place. */
void rt_rank_enter(const struct fiber *to);
/* What an event calls an object of the running thread's rank, and where that is
 * now. */
uint64_t rt_rank_object(uint64_t object);
uint64_t rt_rank_place(uint64_t object);
static inline uint64_t rt_object(uint64_t object) {
  return UNLIKELY(rt.ranks) ? rt_rank_object(object) : object;
}
static inline uint64_t rt_place(uint64_t object) {
  return UNLIKELY(rt.ranks) ? rt_rank_place(object) : object;
}
/* Where a byte of that rank's memory is now. */
void *rt_rank_memory(unsigned rank, void *at);
/* The end of the running rank. */
_Noreturn void rt_rank_end(int code);

/* --- mpi_world.c, linked where MPI is called --- */
#ifndef IN_MPI
#define IN_MPI __attribute__((weak))
#endif
/* No thread is enabled.  True: some are released, or may be by now. */
bool rt_mpi_goes_on(void) IN_MPI;
/* The running rank ends; a run is over. */
void rt_mpi_leave(void) IN_MPI;
void rt_mpi_reset(void) IN_MPI;
/* Before ranks are started; another thread of a rank is about to run. */
void rt_mpi_begin(void) IN_MPI;
void rt_mpi_switch(const struct fiber *to) IN_MPI;
/* The running rank is about to access memory (mpi_loan.c). */
void rt_mpi_access(uint64_t at, uint64_t size, bool write,
                   heddle_at site) IN_MPI;

#endif
