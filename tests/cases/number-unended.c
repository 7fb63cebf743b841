// must: out of bounds: nothing ends the number
// expect: violated out-of-bounds
#include "short.h"
static char s[]={'4','2'};int main(void){return atoi(s)==0;}
