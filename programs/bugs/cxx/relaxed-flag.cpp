// A flag that is stored with relaxed order publishes nothing.
// finds: race
#include <atomic>
#include <thread>

static int data;
static std::atomic<bool> ready;

int main() {
  std::thread t([] {
    data = 42;
#ifdef FIXED
    ready.store(true, std::memory_order_release);
#else
    ready.store(true, std::memory_order_relaxed);
#endif
  });
  int seen = 0;
  if (ready.load(std::memory_order_acquire))
    seen = data;
  t.join();
  return seen == 1;
}
