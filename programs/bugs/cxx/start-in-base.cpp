// A thread begins in the constructor of the base, before the rest is there.
// finds: race
#include <functional>
#include <thread>

struct worker {
  int size = 0;
  std::thread t;
#ifdef FIXED
  worker() : size(4), t([this] { use(); }) {}
#else
  worker() : t([this] { use(); }) { size = 4; }
#endif
  void use() { (void)(size + 1); }
  ~worker() { t.join(); }
};

int main() { worker w; }
