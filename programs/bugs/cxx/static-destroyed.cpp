// A detached thread uses a global that is destroyed when main returns.
// finds: race
#include <string>
#include <thread>

static std::string name = "a name that is long enough for the heap";

int main() {
  std::thread t([] { (void)name.size(); (void)name[3]; });
#ifdef FIXED
  t.join();
#else
  t.detach();
#endif
}
