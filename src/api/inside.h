/* inside: what the files of the library's face share. */
#ifndef API_INSIDE_H
#define API_INSIDE_H

#include "model/model.h"

struct heddle_model {
  struct model *model;
};

#endif
