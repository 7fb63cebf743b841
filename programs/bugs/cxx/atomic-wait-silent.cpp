// A value is stored for a waiter that nobody notifies.
// finds: deadlock
// flags: -std=c++20
#include <atomic>
#include <thread>

static std::atomic<int> state;

int main() {
  std::thread t([] { state.wait(0); });
  state = 1;
#ifdef FIXED
  state.notify_one();
#endif
  t.join();
}
