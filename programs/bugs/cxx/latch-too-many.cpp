// A latch counts one more than threads come.
// finds: deadlock
// flags: -std=c++20
#include <latch>
#include <thread>

int main() {
#ifdef FIXED
  std::latch ready(1);
#else
  std::latch ready(2);
#endif
  std::thread t([&] { ready.count_down(); });
  ready.wait();
  t.join();
}
