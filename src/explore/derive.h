/* derive: locals and moves computed by interpretation (see moves.h). */
#ifndef EXPLORE_DERIVE_H
#define EXPLORE_DERIVE_H

#include "explore/moves.h"

/* What the process with this value deals with; ids are not set. */
struct local *derive_local(struct mover *mv, struct hand *h, process_id p,
                           value_id v);
/* What the process can do with the offer's part (or tuple) as it is. */
const struct moves *derive_moves(struct mover *mv, struct hand *h, process_id p,
                                 const struct offer *offer,
                                 const value_id *values);
/* The number of the values of the offer's tuple. */
value_id derive_tuple(struct mover *mv, struct hand *h,
                      const struct offer *offer, const value_id *values);

#endif
