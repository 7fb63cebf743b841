// An exception passes the join, and the thread object is destroyed first.
// finds: abort
#include <stdexcept>
#include <thread>

struct joiner {
  std::thread &t;
  ~joiner() { t.join(); }
};

static void work(bool fail) {
  if (fail)
    throw std::runtime_error("no luck");
}

int main() {
  try {
    std::thread t([] {});
#ifdef FIXED
    joiner j{t};
    work(true);
#else
    work(true);
    t.join();
#endif
  } catch (const std::runtime_error &) {
  }
}
