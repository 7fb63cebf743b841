// The future of a deferred task is never asked.
// finds: assertion
#include <cassert>
#include <future>

int main() {
  int done = 0;
#ifdef FIXED
  auto f = std::async(std::launch::async, [&] { done = 1; });
#else
  auto f = std::async(std::launch::deferred, [&] { done = 1; });
#endif
  if (f.wait_for(std::chrono::seconds(0)) != std::future_status::deferred)
    f.get();
  assert(done == 1);
}
