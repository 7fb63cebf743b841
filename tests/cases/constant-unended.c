// must: out of bounds: a text without an end is printed
// expect: violated out-of-bounds
#include "short.h"
static const char three[3]="abc";
int main(void){puts(three);return 0;}
