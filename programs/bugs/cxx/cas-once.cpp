// A compare-and-swap that is not tried again.
// finds: assertion
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> total;

static void add(int by) {
  int was = total;
#ifdef FIXED
  while (!total.compare_exchange_weak(was, was + by))
    ;
#else
  total.compare_exchange_strong(was, was + by);
#endif
}

int main() {
  std::thread a(add, 1), b(add, 2);
  a.join();
  b.join();
  assert(total == 3);
}
