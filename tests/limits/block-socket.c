/* Nobody sends anything.
 * names: main is blocked in recv\(\) at line 7: not modelled */
#include <sys/socket.h>

int main(void) {
  char c;
  return (int)recv(socket(AF_NETLINK, SOCK_RAW, 0), &c, 1, 0);
}
