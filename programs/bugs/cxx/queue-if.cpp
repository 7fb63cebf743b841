// A consumer asks once whether the queue is empty, not again after it waited.
// finds: assertion
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable cv;
static std::deque<int> q;

static void take() {
  std::unique_lock<std::mutex> l(m);
#ifdef FIXED
  while (q.empty())
#else
  if (q.empty())
#endif
    cv.wait(l);
  assert(!q.empty());
  q.pop_front();
}

static void put() {
  std::lock_guard<std::mutex> g(m);
  q.push_back(1);
  cv.notify_all();
}

int main() {
  std::thread a(take), b(take);
  put();
  put();
  a.join();
  b.join();
}
