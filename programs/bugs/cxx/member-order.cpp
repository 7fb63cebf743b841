// Members are made in the order of the class: the thread before what it uses.
// finds: race
#include <thread>
#include <vector>

class pool {
#ifdef FIXED
  std::vector<int> work{1, 2};
  std::thread t;
#else
  std::thread t;
  std::vector<int> work{1, 2};
#endif

public:
  pool() : t([this] { (void)work.size(); }) {}
  ~pool() { t.join(); }
};

int main() { pool p; }
