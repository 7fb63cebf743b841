/* Parameters and constraints as CTWedge writes them
 * (cover/parse_ctwedge.c). */
#include "read/reader.h"

const struct reader reader_ctwedge = {
    .name = "ctwedge",
    .what = "a space of parameters of CTWedge",
    .command = "cover",
    .suffix = ".ctw",
    .sniff = ctwedge_sniff,
    .space = parse_ctwedge,
};
