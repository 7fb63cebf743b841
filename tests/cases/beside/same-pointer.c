/* The other file of the program. */
#include <stdlib.h>
#include <strings.h>

int (*const compare)(const char *, const char *) = strcasecmp;
int (*const magnitude)(int) = abs;
