// A reference into a vector is used after another thread made it grow.
// finds: use-after-free
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> v(1, 5);
static std::mutex m;

int main() {
  std::thread t([] {
    std::lock_guard<std::mutex> g(m);
    v.push_back(6);
  });
#ifdef FIXED
  m.lock();
  int first = v[0];
  m.unlock();
#else
  m.lock();
  int &first = v[0];
  m.unlock();
#endif
  int sum = 0;
#ifdef FIXED
  sum += first;
#else
  m.lock();
  sum += first;
  m.unlock();
#endif
  t.join();
  return sum == 0;
}
