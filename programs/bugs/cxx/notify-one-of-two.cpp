// One condition for two kinds of waiters, and one of them is notified.
// finds: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable cv;
static int turn;

static void wait_for(int n) {
  std::unique_lock<std::mutex> l(m);
  cv.wait(l, [=] { return turn >= n; });
}

int main() {
  std::thread a(wait_for, 1), b(wait_for, 1);
  {
    std::lock_guard<std::mutex> g(m);
    turn = 1;
  }
#ifdef FIXED
  cv.notify_all();
#else
  cv.notify_one();
#endif
  a.join();
  b.join();
}
