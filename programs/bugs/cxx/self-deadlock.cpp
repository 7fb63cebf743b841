// A method that holds the mutex calls another that takes it.
// finds: deadlock
#include <mutex>

class box {
#ifdef FIXED
  std::recursive_mutex m;
#else
  std::mutex m;
#endif
  int n = 0;

public:
  int get() {
    std::lock_guard<decltype(m)> g(m);
    return n;
  }
  void add() {
    std::lock_guard<decltype(m)> g(m);
    n = get() + 1;
  }
};

int main() {
  box b;
  b.add();
}
