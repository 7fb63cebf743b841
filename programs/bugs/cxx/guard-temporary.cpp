// A lock_guard without a name is gone at the end of its line.
// finds: race
#include <mutex>
#include <thread>

static int total;
static std::mutex m;

static void add() {
#ifdef FIXED
  std::lock_guard<std::mutex> g{m};
#else
  std::lock_guard<std::mutex>{m};
#endif
  total++;
}

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
}
