// Two threads count without a lock.
// finds: race
#include <cassert>
#include <mutex>
#include <thread>

static int total;
static std::mutex m;

static void add() {
#ifdef FIXED
  std::lock_guard<std::mutex> g(m);
#endif
  total++;
}

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(total == 2);
}
