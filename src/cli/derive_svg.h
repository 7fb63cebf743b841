/* derive_svg: the network drawn: its machines and what they send each other,
 * and each machine's states. */
#ifndef CLI_DERIVE_SVG_H
#define CLI_DERIVE_SVG_H

#include "model/network.h"
#include "base/text.h"

/* Machines as boxes on a circle, an arrow for each pair that communicates,
 * with the symbols on it; dotted arrows from and to the environment. */
void svg_network(const struct network *n, struct text *out);
/* States on a circle, edges between the same two states on one arrow;
 * dead[edge] are grey.  Nothing for a machine with more than 24 states. */
void svg_machine(const struct network *n, machine_id m, const bool *dead,
                 struct text *out);
/* &, < and > made harmless. */
void derive_svg_text(const char *s, struct text *out);

#endif
