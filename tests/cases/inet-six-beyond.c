// must: an address of IPv6 has 16 bytes, and there is room for 4
// expect: violated out-of-bounds
#include "short.h"
#include <arpa/inet.h>
int main(void){struct in_addr*a=malloc(4);inet_pton(AF_INET6,"::1",a);free(a);return 0;}
