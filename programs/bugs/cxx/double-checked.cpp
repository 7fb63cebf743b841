// Double-checked creation through a plain pointer.
// finds: race
#include <atomic>
#include <mutex>
#include <thread>

struct config {
  int value = 7;
};
static std::mutex m;
#ifdef FIXED
static std::atomic<config *> instance;
#else
static config *instance;
#endif

static int get() {
  if (!instance) {
    std::lock_guard<std::mutex> g(m);
    if (!instance)
      instance = new config;
  }
  config *c = instance;
  return c->value;
}

int main() {
  std::thread t(get);
  get();
  t.join();
}
