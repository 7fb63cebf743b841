// The address of a thread_local variable goes to another thread.
// finds: race
#include <atomic>
#include <thread>

static thread_local int mine = 1;
static std::atomic<int *> shared;

int main() {
  std::thread t([] {
    if (int *p = shared)
      *p = 2;
  });
#ifndef FIXED
  shared = &mine;
#endif
  mine = 3;
  t.join();
}
