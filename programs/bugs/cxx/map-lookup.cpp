// operator[] of a map is a write.
// finds: race
#include <map>
#include <mutex>
#include <thread>

static std::map<int, int> table{{1, 1}, {2, 4}};
static std::mutex m;

static int look(int key) {
#ifdef FIXED
  auto at = table.find(key);
  return at == table.end() ? 0 : at->second;
#else
  return table[key];
#endif
}

int main() {
  std::thread a(look, 3), b(look, 4);
  a.join();
  b.join();
}
