/* channels.c for C++: calls that may throw, and the library. */
#include <cassert>
#include <heddle/rt.h>
#include <algorithm>
#include <atomic>
#include <fstream>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>
#include <cstdlib>
#include <cstdio>
#include <charconv>
#include <iostream>
static int in() {
  return (int)heddle_input("x", 0, 9);
}
static void out(int j) {
  assert(j != 7);
}
HEDDLE_TEST(follows_exception) {
  try {
    throw in();
  } catch (int e) {
    out(e);
  }
}
HEDDLE_TEST(exception_text) {
  try {
    throw std::runtime_error(std::string(1, (char)('0' + in())));
  } catch (std::exception &e) {
    out(e.what()[0] - '0');
  }
}
HEDDLE_TEST(stringstream) {
  std::stringstream s;
  s << in();
  int j;
  s >> j;
  out(j);
}
HEDDLE_TEST(ofstream) {
  {
    std::ofstream f("ch.tmp");
    f << in();
  }
  int j = 0;
  {
    std::ifstream f("ch.tmp");
    f >> j;
  }
  std::remove("ch.tmp");
  out(j);
}
HEDDLE_TEST(ofstream_put) {
  {
    std::ofstream f("ch.tmp");
    f.put((char)('0' + in()));
  }
  int j = 0;
  {
    std::ifstream f("ch.tmp");
    f >> j;
  }
  std::remove("ch.tmp");
  out(j);
}
HEDDLE_TEST(follows_to_string) {
  out(std::stoi(std::to_string(in())));
}
HEDDLE_TEST(from_chars) {
  char s[2] = {(char)('0' + in()), 0};
  int j = 0;
  std::from_chars(s, s + 1, j);
  out(j);
}
HEDDLE_TEST(follows_map_key) {
  std::map<int, int> m{{7, 7}, {1, 1}};
  auto i = m.find(in());
  if (i != m.end())
    out(i->second);
}
HEDDLE_TEST(follows_set_order) {
  std::set<int> s{in(), 3, 5};
  out(*s.rbegin());
}
HEDDLE_TEST(follows_hash_key) {
  std::unordered_map<int, int> m{{7, 7}, {1, 1}};
  out(m.count(in()) ? m[7] : 0);
}
HEDDLE_TEST(follows_hash_text) {
  std::unordered_map<std::string, int> m{{"7", 7}};
  std::string k(1, (char)('0' + in()));
  if (m.count(k))
    out(m[k]);
}
HEDDLE_TEST(follows_sort) {
  std::vector<int> v{in(), 3, 5};
  std::sort(v.begin(), v.end());
  out(v[2]);
}
HEDDLE_TEST(follows_function) {
  int x = in();
  std::function<int(int)> f = [x](int y) { return x + y; };
  out(f(0));
}
HEDDLE_TEST(follows_thread) {
  int r = 0;
  std::thread t([&r](int x) { r = x; }, in());
  t.join();
  out(r);
}
HEDDLE_TEST(follows_promise) {
  std::promise<int> p;
  auto f = p.get_future();
  p.set_value(in());
  out(f.get());
}
HEDDLE_TEST(follows_async) {
  auto f = std::async(std::launch::async, [] { return in(); });
  out(f.get());
}
HEDDLE_TEST(follows_optional) {
  std::optional<int> o = in();
  out(*o);
}
HEDDLE_TEST(follows_variant) {
  std::variant<int, long> v = in();
  out(std::get<0>(v));
}
HEDDLE_TEST(follows_shared) {
  auto p = std::make_shared<int>(in());
  auto q = p;
  out(*q);
}
HEDDLE_TEST(follows_string_size) {
  std::string s((size_t)in(), 'a');
  out((int)s.size());
}
HEDDLE_TEST(follows_string_compare) {
  std::string s(1, (char)('0' + in()));
  out(s == "7" ? 7 : 0);
}
HEDDLE_TEST(follows_long_text) {
  std::string s(40, 'a');
  s[30] = (char)('0' + in());
  std::string t = s;
  out(t[30] - '0');
}
struct base {
  virtual ~base() = default;
  virtual int get() { return 0; }
};
struct derived : base {
  int v;
  derived(int x) : v(x) {}
  int get() override { return v; }
};
HEDDLE_TEST(follows_virtual_call) {
  std::unique_ptr<base> p = std::make_unique<derived>(in());
  out(p->get());
}
HEDDLE_TEST(follows_cout_state) {
  std::ostringstream s;
  s.width(in());
  out((int)s.width());
}
HEDDLE_TEST(vector_size) {
  std::vector<int> v((size_t)in() + 1);
  out((int)v.size() - 1);
}
HEDDLE_TEST(follows_vector_push) {
  std::vector<int> v;
  for (int i = 0; i < 20; i++)
    v.push_back(in());
  out(v[3]);
}
HEDDLE_TEST(follows_random_shuffle) {
  std::vector<int> v{in(), 1};
  std::reverse(v.begin(), v.end());
  out(v[1]);
}
