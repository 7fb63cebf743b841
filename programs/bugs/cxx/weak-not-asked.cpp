// A weak_ptr is locked, and not asked whether it got something.
// finds: crash
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(3);
  std::weak_ptr<int> w = p;
  std::thread t([w] {
    auto q = w.lock();
#ifdef FIXED
    if (!q)
      return;
#endif
    *q += 1;
  });
  p.reset();
  t.join();
}
