// A detached thread uses a local of a function that has returned.
// finds: use-after-free
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<bool> done;

static void start() {
#ifdef FIXED
  auto value = std::make_shared<int>(3);
  std::thread([value] {
    (*value)++;
    done = true;
  }).detach();
#else
  int value = 3;
  std::thread([&value] {
    value++;
    done = true;
  }).detach();
#endif
}

int main() {
  start();
  while (!done)
    std::this_thread::yield();
}
