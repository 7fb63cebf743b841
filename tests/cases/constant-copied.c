// must: out of bounds: more is copied than the text has
// expect: violated out-of-bounds
#include "short.h"
int main(void){char b[16];memcpy(b,"abc",8);return b[0]=='b';}
