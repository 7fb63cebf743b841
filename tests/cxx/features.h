// What the programs of this folder share: PROGRAM NAME good|bad.
#include <cassert>
#include <cstring>
#include <mutex>
#include <thread>

static bool bad;
static int total;
static std::mutex m, m2;

template <typename F, typename G> static void both(F f, G g) {
  std::thread a(f), b(g);
  a.join();
  b.join();
}

struct feature {
  const char *name;
  void (*call)();
};

template <int N> static void choose(const feature (&all)[N], char **argv) {
  bool found = false;
  bad = !strcmp(argv[2], "bad");
  for (auto &f : all)
    if (!strcmp(f.name, argv[1])) {
      found = true;
      f.call();
    }
  assert(found);
}
