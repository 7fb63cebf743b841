/* inside: what the files of the library's face share. */
#ifndef JOB_INSIDE_H
#define JOB_INSIDE_H

#include "model/model.h"

struct heddle_model {
  struct model *model;
};

#endif
