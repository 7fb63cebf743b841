// What throws between lock and unlock leaves the mutex locked.
// finds: deadlock
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex m;

static void work(int n) {
  if (n < 0)
    throw std::invalid_argument("negative");
}

static void use(int n) {
#ifdef FIXED
  std::lock_guard<std::mutex> g(m);
  work(n);
#else
  m.lock();
  work(n);
  m.unlock();
#endif
}

int main() {
  std::thread t([] {
    try {
      use(-1);
    } catch (const std::invalid_argument &) {
    }
  });
  use(1);
  t.join();
  use(2);
}
