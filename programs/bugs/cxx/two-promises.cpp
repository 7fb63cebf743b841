// Two threads keep one promise.
// finds: abort
#include <future>
#include <thread>

int main() {
  std::promise<int> p;
  auto f = p.get_future();
  auto answer = [&](int n) {
#ifdef FIXED
    try {
      p.set_value(n);
    } catch (const std::future_error &) {
    }
#else
    p.set_value(n);
#endif
  };
  std::thread a(answer, 1), b(answer, 2);
  f.get();
  a.join();
  b.join();
}
