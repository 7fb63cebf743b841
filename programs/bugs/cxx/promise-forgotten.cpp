// On one way the promise is not kept, and lives on.
// finds: deadlock
#include <future>
#include <thread>

int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&] {
    bool found = false;
    if (found)
      p.set_value(1);
#ifdef FIXED
    else
      p.set_value(0);
#endif
  });
  f.get();
  t.join();
}
