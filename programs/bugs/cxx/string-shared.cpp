// One thread appends to a string that another prints.
// finds: race
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

static std::string log_ = "begin";
static std::mutex m;

int main() {
  std::thread t([] {
#ifdef FIXED
    std::lock_guard<std::mutex> g(m);
#endif
    log_ += ", and a long text that does not fit";
  });
  {
#ifdef FIXED
    std::lock_guard<std::mutex> g(m);
#endif
    std::cout << log_ << std::endl;
  }
  t.join();
}
