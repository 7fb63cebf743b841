// Two shared_ptr made of one raw pointer both delete it.
// finds: double-free
#include <memory>
#include <thread>

int main() {
  int *raw = new int(3);
  std::shared_ptr<int> a(raw);
#ifdef FIXED
  std::shared_ptr<int> b = a;
#else
  std::shared_ptr<int> b(raw);
#endif
  std::thread t([b = std::move(b)]() mutable { b.reset(); });
  t.join();
}
