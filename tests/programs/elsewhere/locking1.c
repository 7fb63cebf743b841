/* Locking 1, with its objects elsewhere in memory. */
char before[40000] = {1};
#include "../../../programs/locking1.c"
