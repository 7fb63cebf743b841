// From a port one thread receives.
// expect: violated misuse
#include <heddle/rt.h>
#include <pthread.h>

static struct heddle_port *port;

static void *receiver(void *unused) {
  int message;
  heddle_port_receive(port, &message);
  return unused;
}

int main(void) {
  pthread_t a, b;
  int message = 1;
  port = heddle_port_open("port", HEDDLE_PORT_ASYNC, 0, sizeof message);
  pthread_create(&a, NULL, receiver, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  heddle_port_send(port, &message);
  heddle_port_send(port, &message);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
