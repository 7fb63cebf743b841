// A jthread waits for a condition that a request to stop does not wake.
// finds: deadlock
// flags: -std=c++20
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex m;
  std::condition_variable_any cv;
  std::jthread t([&](std::stop_token s) {
    std::unique_lock<std::mutex> l(m);
#ifdef FIXED
    cv.wait(l, s, [&] { return false; });
#else
    cv.wait(l, [&] { return s.stop_requested(); });
#endif
  });
}
