// Two transfers take the locks of two accounts in different orders.
// finds: deadlock
#include <mutex>
#include <thread>

struct account {
  std::mutex m;
  int money = 10;
};

static void transfer(account &from, account &to) {
#ifdef FIXED
  std::scoped_lock both(from.m, to.m);
#else
  std::lock_guard<std::mutex> a(from.m);
  std::lock_guard<std::mutex> b(to.m);
#endif
  from.money--;
  to.money++;
}

int main() {
  account x, y;
  std::thread a([&] { transfer(x, y); }), b([&] { transfer(y, x); });
  a.join();
  b.join();
}
