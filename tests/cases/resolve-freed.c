// must: what getaddrinfo gave is used after freeaddrinfo
// expect: violated use-after-free
#include <netdb.h>
#include <stddef.h>
int main(void) {
  struct addrinfo *a;
  if (getaddrinfo("127.0.0.1", "80", NULL, &a))
    return 1;
  freeaddrinfo(a);
  return a->ai_family;
}
