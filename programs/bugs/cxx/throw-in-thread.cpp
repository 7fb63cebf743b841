// Nobody catches what a thread throws.
// finds: abort
#include <stdexcept>
#include <thread>

static void work() { throw std::runtime_error("no luck"); }

int main() {
  std::thread t([] {
#ifdef FIXED
    try {
      work();
    } catch (const std::exception &) {
    }
#else
    work();
#endif
  });
  t.join();
}
