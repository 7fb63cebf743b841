// volatile is no atomic.
// finds: race
#include <atomic>
#include <thread>

#ifdef FIXED
static std::atomic<bool> stop;
#else
static volatile bool stop;
#endif

int main() {
  std::thread t([] {
    while (!stop)
      std::this_thread::yield();
  });
  stop = true;
  t.join();
}
