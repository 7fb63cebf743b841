// The flag is set outside of the lock, between the look and the wait.
// finds: deadlock
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable cv;
static std::atomic<bool> ready;

int main() {
  std::thread t([] {
#ifdef FIXED
    std::lock_guard<std::mutex> g(m);
#endif
    ready = true;
    cv.notify_one();
  });
  {
    std::unique_lock<std::mutex> l(m);
    while (!ready)
      cv.wait(l);
  }
  t.join();
}
