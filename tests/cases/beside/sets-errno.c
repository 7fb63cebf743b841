#include <errno.h>

void sets_errno(int to);

void sets_errno(int to) { errno = to; }
