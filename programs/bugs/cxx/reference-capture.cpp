// The loop variable is captured by reference.
// finds: race
#include <thread>
#include <vector>

static int seen[2];

int main() {
  std::vector<std::thread> all;
  for (int i = 0; i < 2; i++)
#ifdef FIXED
    all.emplace_back([i] { seen[i] = 1; });
#else
    all.emplace_back([&i] { seen[i < 2 ? i : 0] = 1; });
#endif
  for (auto &t : all)
    t.join();
}
