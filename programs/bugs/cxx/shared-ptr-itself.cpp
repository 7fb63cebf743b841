// The counts of a shared_ptr are atomic, the pointer is not.
// finds: race
#include <memory>
#include <mutex>
#include <thread>

static std::shared_ptr<int> p = std::make_shared<int>(1);
static std::mutex m;

int main() {
  std::thread t([] {
#ifdef FIXED
    std::lock_guard<std::mutex> g(m);
#endif
    p = std::make_shared<int>(2);
  });
  std::shared_ptr<int> mine;
  {
#ifdef FIXED
    std::lock_guard<std::mutex> g(m);
#endif
    mine = p;
  }
  t.join();
  return *mine == 0;
}
