// must: what is no address is not written
// expect: holds
#include "short.h"
#include <arpa/inet.h>
static struct in_addr a;
F(h){assert(inet_pton(AF_INET,"1.2.3",&a)==0);return 0;}
int main(void){GO(t,h);a.s_addr=4;J(t);return a.s_addr!=4;}
