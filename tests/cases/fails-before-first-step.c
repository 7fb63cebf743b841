// must: an assertion finding with its line, in main; today heddle itself dies of a segmentation fault
// expect: violated assertion
#include <assert.h>
int main(int c, char**v) { assert(c > 1); return 0; }
