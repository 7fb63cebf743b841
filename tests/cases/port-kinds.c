// A port gives what its kind allows: of one sender in order by fifo, also
// through another thread by causal, in any order else.
// expect: holds
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>

static struct heddle_port *fifo, *causal, *relay;

static void *first(void *unused) {
  char c = 'a';
  heddle_port_send(fifo, &c);
  heddle_port_send(causal, &c);
  c = 'b';
  heddle_port_send(fifo, &c);
  heddle_port_send(relay, &c);
  return unused;
}

static void *second(void *unused) {
  char c;
  heddle_port_receive(relay, &c);
  heddle_port_send(causal, &c);
  return unused;
}

int main(void) {
  pthread_t a, b;
  char one, two;
  fifo = heddle_port_open("fifo", HEDDLE_PORT_FIFO, 1, 1);
  causal = heddle_port_open("causal", HEDDLE_PORT_CAUSAL, 0, 1);
  relay = heddle_port_open("relay", HEDDLE_PORT_MAILBOX, 0, 1);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  heddle_port_receive(fifo, &one);
  heddle_port_receive(fifo, &two);
  assert(one == 'a' && two == 'b');
  heddle_port_receive(causal, &one);
  heddle_port_receive(causal, &two);
  assert(one == 'a' && two == 'b');
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
