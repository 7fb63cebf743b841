/* alike: whether two processes can change places.
 *
 * Two processes change places if the model that comes out is the same model:
 * there is a way to exchange objects with them, such that every edge of the one
 * is then the edge of the other, every other process has the edges it had, and
 * every object, every initial value and every property is what it was.  If so,
 * whatever can happen in a state can happen, with places changed, in the state
 * with places changed.
 *
 * It is looked for in the model as it is written out, by walking over both
 * processes together: each object that the one names goes with the object that
 * the other names there, and a second answer that differs from the first is a
 * reason why they are not alike.  So is a number that differs, and with it
 * everything that is computed from the index of an array, compared with it by
 * order, or sent: nothing but names may depend on it.  An array of objects that
 * is reached by a computed index goes with itself, each element at its place.
 *
 * The edges of the other processes may come in another order, and so may what
 * is joined by && or ||, or added, in a property, where nothing of it can fail.
 */
#ifndef EXPLORE_ALIKE_H
#define EXPLORE_ALIKE_H

#include "base/text.h"
#include "model/model.h"

/* The object that each goes with, by object; goes[goes[o]] is o.  False: they
 * are not alike, and *why says which difference there is, and where.  lines:
 * edges of one line of the text go with edges of that line only, so that which
 * lines are ever taken stays the same. */
bool alike(const struct model *m, process_id a, process_id b, bool lines,
           object_id *goes, struct text *why);

#endif
