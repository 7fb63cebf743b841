/* Parameters and constraints as ACTS writes them (cover/parse_acts.c). */
#include "read/reader.h"

const struct reader reader_acts = {
    .name = "acts",
    .what = "a space of parameters of ACTS",
    .command = "cover",
    .often = ".txt",
    .sniff = acts_sniff,
    .space = parse_acts,
};
