/* machines: those of a model or a network, for /api/read: states, transitions
 * and, if they are small, drawn. */
#ifndef SERVE_MACHINES_H
#define SERVE_MACHINES_H

#include "report/json.h"

struct model;
struct network;

/* As the member "machines". */
void machines_of_model(struct json *j, const struct model *m);
void machines_of_network(struct json *j, const struct network *n);

#endif
