// delete of what new[] made.
// finds: misuse
#include <thread>

int main() {
  int *p = new int[3]();
  std::thread t([=] { p[2] = 1; });
  t.join();
#ifdef FIXED
  delete[] p;
#else
  delete p;
#endif
}
