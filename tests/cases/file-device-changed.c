// must: incomplete: what is done to a device itself cannot be put back, so it is not done
// expect: incomplete chmod
#include "short.h"
int main(void){return chmod("/dev/null",0666);}
