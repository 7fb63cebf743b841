/* Filesystem 18, with its objects elsewhere in memory. */
char before[40000] = {1};
#include "../../../programs/filesystem18.c"
