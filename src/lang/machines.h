/* machines: reads a .hed file that holds only Mealy machines.
 *
 *     // the sender of the alternating bit protocol
 *     machine sender {
 *       idle0: put / frame0     -> wait0
 *       wait0: ack0 / ok        -> idle1
 *              timeout / frame0 -> wait0
 *     }
 *     external timeout, ack0
 *
 * The first state of a machine is its initial one.  A line break ends a
 * transition; every state that is a target has its own label, also when
 * nothing leaves it.  `-` is an output like any other, and reads as "nothing
 * to see".  Names are letters, digits, `_`; a comment runs from `//` to the
 * end of the line. */
#ifndef LANG_MACHINES_H
#define LANG_MACHINES_H

#include "model/network.h"

/* A finished network, or false with the mistakes reported; network_free is
 * due in both cases.  `text` ends in NUL at text[len]. */
bool machines_read(struct network *n, const char *file, const char *text,
                   size_t len, struct diag *d);

#endif
