/* study_programs: `heddle study` of programs instead of models. */
#ifndef CLI_STUDY_PROGRAMS_H
#define CLI_STUDY_PROGRAMS_H

#include "cli/options.h"

struct study_programs {
  const struct usage *usage;
  const struct operands *operands;
  const char *strategies, *name, *csv, *html;
  double seconds;
  uint64_t memory, jobs;
  bool json, quiet, brief;
};

/* The first operand is a program, or a folder in which there are some and no
 * models. */
bool study_is_of_programs(const struct operands *operands);
/* The command's exit code. */
int study_programs(const struct study_programs *o);

#endif
