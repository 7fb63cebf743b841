// A lock-free pop looks into a node that another pop has deleted.
// finds: use-after-free
#include <atomic>
#include <mutex>
#include <thread>

struct node {
  int value;
  node *next;
};
static std::atomic<node *> top;
static std::mutex m;

static void pop() {
#ifdef FIXED
  std::lock_guard<std::mutex> g(m);
#endif
  node *n = top;
  while (n && !top.compare_exchange_weak(n, n->next))
    ;
  delete n;
}

int main() {
  top = new node{2, nullptr};
  top = new node{1, top};
  std::thread a(pop), b(pop);
  a.join();
  b.join();
}
