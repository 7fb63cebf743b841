// What is done before a send is before what is done after its receive, and
// what is done before a receive that made room before what is done after the
// send.
// expect: holds
#include <heddle/rt.h>
#include <pthread.h>

static struct heddle_port *port;
static int given, back;

static void *sender(void *unused) {
  int message = 1;
  given = 1;
  heddle_port_send(port, &message);
  heddle_port_send(port, &message);
  back++;
  return unused;
}

int main(void) {
  pthread_t a;
  int message;
  port = heddle_port_open("port", HEDDLE_PORT_FIFO, 1, sizeof message);
  pthread_create(&a, NULL, sender, NULL);
  back = 1;
  heddle_port_receive(port, &message);
  given++;
  heddle_port_receive(port, &message);
  pthread_join(a, NULL);
  return 0;
}
