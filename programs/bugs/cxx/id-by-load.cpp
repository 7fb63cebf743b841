// Two threads get the same number: added and then read.
// finds: assertion
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> last;
static int ids[2];

static void number(int i) {
#ifdef FIXED
  ids[i] = ++last;
#else
  last++;
  ids[i] = last;
#endif
}

int main() {
  std::thread a(number, 0), b(number, 1);
  a.join();
  b.join();
  assert(ids[0] != ids[1]);
}
