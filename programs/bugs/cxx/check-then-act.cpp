// Whether a key is there is asked under one lock, and it is put in under
// another.
// finds: assertion
#include <cassert>
#include <map>
#include <mutex>
#include <thread>

static std::map<int, int> made;
static std::mutex m;
static int times;

static bool has(int key) {
  std::lock_guard<std::mutex> g(m);
  return made.count(key);
}

static void make(int key) {
  std::lock_guard<std::mutex> g(m);
#ifdef FIXED
  if (made.count(key))
    return;
#endif
  made[key] = ++times;
}

static void get(int key) {
  if (!has(key))
    make(key);
}

int main() {
  std::thread a(get, 1), b(get, 1);
  a.join();
  b.join();
  assert(times == 1);
}
