// Two threads append to one vector.
// finds: race
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> v;
static std::mutex m;

static void add(int x) {
#ifdef FIXED
  std::lock_guard<std::mutex> g(m);
#endif
  v.push_back(x);
}

int main() {
  std::thread a(add, 1), b(add, 2);
  a.join();
  b.join();
}
