// A semaphore that begins with two lets two in.
// finds: race
// flags: -std=c++20
#include <semaphore>
#include <thread>

#ifdef FIXED
static std::counting_semaphore<2> s(1);
#else
static std::counting_semaphore<2> s(2);
#endif
static int total;

static void add() {
  s.acquire();
  total++;
  s.release();
}

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
}
