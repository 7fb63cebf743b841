// must: a number that ends before its array does is read, though there is no zero byte
// expect: holds
#include "short.h"
static char s[]={'4','2',','};static const char c[]={'1','.','5','x'};
int main(void){char l[]={'7',' '},*h=malloc(3);memcpy(h,"8;;",3);
assert(atoi(s)==42&&atof(c)==1.5&&strtol(l,0,10)==7&&strtoul(h,0,16)==8);free(h);return 0;}
