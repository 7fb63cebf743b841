// A reader's lock, and a write under it.
// finds: race
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int hits, value = 3;

static int read() {
#ifdef FIXED
  std::unique_lock<std::shared_mutex> l(m);
#else
  std::shared_lock<std::shared_mutex> l(m);
#endif
  hits++;
  return value;
}

int main() {
  std::thread a(read), b(read);
  a.join();
  b.join();
}
