// must: what is no address is not written
// expect: holds
#include "short.h"
#include <arpa/inet.h>
static struct in_addr a;
F(h){assert(!inet_aton("1.2.x",&a));return 0;}
int main(void){GO(p,h);a.s_addr=9;J(p);return a.s_addr!=9;}
