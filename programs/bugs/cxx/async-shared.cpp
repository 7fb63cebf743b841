// An asynchronous task and its starter share a vector.
// finds: race
#include <future>
#include <vector>

int main() {
  std::vector<int> v{1, 2, 3};
  auto sum = std::async(std::launch::async, [&] {
    int s = 0;
    for (int x : v)
      s += x;
    return s;
  });
#ifdef FIXED
  sum.wait();
#endif
  v.push_back(4);
  return sum.get() == 0;
}
