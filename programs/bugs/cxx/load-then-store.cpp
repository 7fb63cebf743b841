// A counter that is atomic, and read and written apart.
// finds: assertion
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> n;

static void add() {
#ifdef FIXED
  n += 1;
#else
  n = n + 1;
#endif
}

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(n == 2);
}
