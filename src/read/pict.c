/* Parameters and rules as PICT writes them (cover/parse.h). */
#include "read/reader.h"

const struct reader reader_pict = {
    .name = "pict",
    .what = "a space of parameters",
    .command = "cover",
    .suffix = ".pict",
    .often = ".txt",
    .space = parse_pict,
};
