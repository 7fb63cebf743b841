// A destructor ends while the thread of its object still runs.
// finds: race
#include <thread>

class ticker {
  int ticks = 0;
  bool quick = true;
  std::thread t;

public:
  ticker() : t([this] { ticks++; }) {}
  ~ticker() {
#ifdef FIXED
    t.join();
    quick = false;
    ticks = -1;
#else
    ticks = -1;
    t.join();
#endif
  }
};

int main() { ticker t; }
