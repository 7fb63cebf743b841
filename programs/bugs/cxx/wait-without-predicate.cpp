// A wait that does not ask whether it has happened already.
// finds: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable cv;
static bool ready;

int main() {
  std::thread t([] {
    std::lock_guard<std::mutex> g(m);
    ready = true;
    cv.notify_one();
  });
  {
    std::unique_lock<std::mutex> l(m);
#ifdef FIXED
    cv.wait(l, [] { return ready; });
#else
    cv.wait(l);
#endif
  }
  t.join();
}
