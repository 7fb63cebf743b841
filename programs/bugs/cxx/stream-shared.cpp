// Two threads write to one string stream.
// finds: race
#include <mutex>
#include <sstream>
#include <thread>

static std::ostringstream out;
static std::mutex m;

static void say(int n) {
#ifdef FIXED
  std::lock_guard<std::mutex> g(m);
#endif
  out << "thread " << n;
}

int main() {
  std::thread a(say, 1), b(say, 2);
  a.join();
  b.join();
}
