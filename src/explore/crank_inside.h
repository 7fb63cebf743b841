/* crank_inside: what the files of crank.h share.  crank_follow.c computes what
 * a process can do, crank.c remembers it and finds it again, crank_walk.c
 * makes steps of it. */
#ifndef EXPLORE_CRANK_INSIDE_H
#define EXPLORE_CRANK_INSIDE_H

#include "explore/crank.h"

/* The view looks at these values from now on. */
void crank_look_at(struct crank *k, value_id *values);

/* What the process can do in the state and the context in hand, which is at
 * this local: into moves, changes and path.  The parts that were looked at are
 * the reads of the view. */
void crank_compute(struct crank *k, process_id p, const struct crank_local *l);

/* The same, remembered. */
const struct crank_list *crank_moves(struct crank *k, process_id p);
/* What all processes of the state will look for is on its way; then it is
 * asked for. */
void crank_seek(struct crank *k, uint32_t count);
const struct crank_list *crank_sought(struct crank *k, process_id p);
/* The process cannot receive what is offered, as can be seen without looking
 * at any other part. */
bool crank_deaf(struct crank *k, process_id p, uint32_t pending);
/* MACHINE_END ... of the place where the process is. */
unsigned crank_place(struct crank *k, process_id p);
uint32_t crank_processes(struct crank *k);
/* What became the edges of the move is taken; path: that of its list. */
void crank_mark(struct crank *k, const struct crank_move *mo,
                const struct crank_path *path);

#endif
