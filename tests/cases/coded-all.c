// must: out of bounds: asked how many they are, mbstowcs looks for the end
// expect: violated out-of-bounds
#include "short.h"
static char b[]={'a','b','c'};int main(void){return mbstowcs(0,b,3)==0;}
