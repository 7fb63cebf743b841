// A way out of the function that forgets to unlock.
// finds: deadlock
#include <mutex>
#include <thread>

static std::mutex m;
static int left = 1;

static bool take() {
#ifdef FIXED
  std::lock_guard<std::mutex> g(m);
  if (!left)
    return false;
  left--;
  return true;
#else
  m.lock();
  if (!left)
    return false;
  left--;
  m.unlock();
  return true;
#endif
}

int main() {
  std::thread a(take), b(take);
  a.join();
  b.join();
  take();
}
