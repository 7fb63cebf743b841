// must: an address of IPv6 has 16 bytes
// expect: violated race
#include "short.h"
#include <arpa/inet.h>
static struct in6_addr a;
F(h){inet_pton(AF_INET6,"::1",&a);return 0;}
int main(void){GO(p,h);a.s6_addr[15]=9;J(p);return 0;}
