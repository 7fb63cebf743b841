// A raw pointer does not keep what a shared_ptr owns.
// finds: use-after-free
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(3);
#ifdef FIXED
  std::thread t([p] { return *p; });
#else
  std::thread t([raw = p.get()] { return *raw; });
#endif
  p.reset();
  t.join();
}
