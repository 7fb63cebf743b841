// A spin lock that is tried and not asked.
// finds: race
#include <atomic>
#include <thread>

static std::atomic_flag busy = ATOMIC_FLAG_INIT;
static int total;

static void add() {
#ifdef FIXED
  while (busy.test_and_set(std::memory_order_acquire))
    ;
#else
  busy.test_and_set(std::memory_order_acquire);
#endif
  total++;
  busy.clear(std::memory_order_release);
}

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
}
