// A thread object is destroyed while its thread is joinable.
// finds: abort
#include <thread>

int main() {
  std::thread t([] {});
#ifdef FIXED
  t.join();
#endif
}
