/* relief: protocols in the internal files of RELIEF (Nguyen 2002, figures 4.7
 * and 4.8), the tool in which the relief strategies were first compared.
 *
 *     1              the protocol's number
 *     2 1 2          how many processes, and their numbers
 *     4 0 1 2 3      of the first: how many states, the initial one first
 *     2              of its first state: how many transitions
 *     m1 - 2 1       message, - to send or + to receive, with whom, next state
 *     m2 + 2 1
 *     3              of its second state ...
 *
 * The grammar of figure 4.8 has the number of transitions once in a machine;
 * the file of figure 4.7 has it once in each state, and so has this.  Lines
 * mean nothing but where something stands.
 *
 * RELIEF asks for the bound of its channels at another place.  Here it is the
 * parameter `bound`, 2 unless it is given. */
#ifndef READ_RELIEF_H
#define READ_RELIEF_H

#include "base/diag.h"
#include "base/text.h"
#include "model/model.h"

/* The model in that notation; or, where it has what that lacks, a message at
 * its place in `file`, and false. */
bool relief_write(const struct model *m, const char *file, struct text *out,
                  struct diag *diag);

#endif
