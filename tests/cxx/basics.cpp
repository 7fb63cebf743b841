// What nearly every program with threads uses, each feature used rightly ("good": every schedule
// holds) and wrongly ("bad": what must be found is in the table of run).
#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>

#include "features.h"

static void thread_() {
  int x = 0;
  std::thread t([&](int by) { x += by; }, 3);
  if (bad)
    x++;
  t.join();
  assert(x == 3);
}

template <typename M> static void exclusion(M &m) {
  auto add = [&] {
    std::unique_lock<M> l(m, std::defer_lock);
    if (!bad)
      l.lock();
    total++;
  };
  both(add, add);
  assert(total == 2);
}
static void mutex() { exclusion(m); }

static void condition_variable() {
  std::condition_variable cv;
  bool ready = false;
  std::thread t([&] {
    {
      std::lock_guard<std::mutex> g(m);
      ready = true;
    }
    cv.notify_one();
  });
  std::unique_lock<std::mutex> l(m);
  if (bad)
    cv.wait(l);
  else
    cv.wait(l, [&] { return ready; });
  l.unlock();
  t.join();
}

static std::once_flag flag;
static void call_once() {
  auto init = [] { total++; };
  auto use = [&] {
    if (bad)
      init();
    else
      std::call_once(flag, init);
    assert(total == 1 || bad);
  };
  both(use, use);
}

static std::atomic<int> a;
static void fetch_add() {
  auto add = [] {
    if (bad)
      a = a + 1;
    else
      a++;
  };
  both(add, add);
  assert(a == 2);
}

static thread_local int mine;
static void thread_local_() {
  both([] { mine++; assert(mine == 1); }, [] { mine++; assert(mine == 1 + bad); });
}

struct slow {
  int v;
  slow() : v(0) { v = 5; }
};
static void static_local() {
  auto use = [] {
    if (bad) {
      static slow *s;
      if (!s)
        s = new slow;
      assert(s->v == 5);
    } else {
      static slow s;
      assert(s.v == 5);
    }
  };
  both(use, use);
}

static void exception() {
  auto f = [] {
    try {
      std::lock_guard<std::mutex> g(m);
      total++;
      throw std::out_of_range("x");
    } catch (const std::logic_error &) {
      std::lock_guard<std::mutex> g(m);
      total += 10;
    }
  };
  both(f, f);
  assert(total == 22 + bad);
}

static void uncaught() {
  std::thread t([] {
    if (bad)
      throw std::runtime_error("nobody catches this");
  });
  t.join();
}

static void heap() {
  int *p = new int[4]();
  std::thread t([=] { p[3 + bad] = 1; });
  t.join();
  delete[] p;
}

static void mismatch() {
  int *p = new int[4]();
  if (bad)
    delete p;
  else
    delete[] p;
}

static void string() {
  static std::string s = "a text that does not fit into the string itself";
  both([] { assert(s.size() >= 47); },
       [] {
         if (bad)
           s += "!";
       });
}

static void cout_() {
  auto print = [] { std::cout << "x = " << total << ' ' << 2.5 << std::endl; };
  both(print, [=] {
    if (bad)
      total++;
    print();
  });
}

// What is only for a branch, and taken in from headers: each has a place of its
// own, and what bounds one does not bound the other.
static void promise_or_exception() {
  std::promise<void> promise;
  std::exception_ptr failure;
  auto future = promise.get_future();
  if (bad)
    failure = std::make_exception_ptr(std::runtime_error("bad"));
  if (failure) {
    auto copy = failure;
    failure = nullptr;
    promise.set_exception(copy);
  } else {
    promise.set_value();
  }
  future.get(); // nobody catches what it throws
}

static void branches() {
  int sum = 0;
  if (total) {
    std::function<int()> f = [&] { return sum + 1; };
    sum = f();
  } else {
    auto few = std::make_tuple(1, 2L, std::string("a"));
    sum = std::get<0>(few) + (int)std::get<2>(few).size();
  }
  assert(sum == 2 - bad);
}

// A function of the library has strings in its frame, where another function's
// locals were, and calls what is the program's own.
static void fill(char *text, size_t room) { memset(text, 'x', room); }

__attribute__((noinline)) static int deep(int levels) {
  char text[2000];
  fill(text, sizeof text);
  return (levels ? deep(levels - 1) : 0) + (text[levels] == 'x');
}

static void stringstream() {
  assert(deep(40) == 41);
  std::ostringstream text;
  text << '<' << std::string("a text that does not fit into the string")
       << 41 + bad << '>';
  assert(text.str() == "<a text that does not fit into the string41>");
}

// A loop that waits by compare_exchange, as that of atomic<shared_ptr> does: what
// it expects is passed by reference.
static std::atomic<unsigned long> word{8};

static void take_word() {
  unsigned long seen = word.load(std::memory_order_relaxed);
  while (seen & 1)
    seen = word.load(std::memory_order_relaxed);
  while (!word.compare_exchange_strong(seen, seen | 1,
                                       std::memory_order_acquire,
                                       std::memory_order_relaxed))
    seen = bad ? seen : seen & ~1ul;
}

static void spin_exchange() {
  auto add = [] {
    take_word();
    total++;
    word.fetch_sub(1, std::memory_order_release);
  };
  both(add, add);
  assert(total == 2 || bad);
}

static const feature features[] = {
    {"thread", thread_},
    {"mutex", mutex},
    {"condition_variable", condition_variable},
    {"call_once", call_once},
    {"fetch_add", fetch_add},
    {"thread_local", thread_local_},
    {"static_local", static_local},
    {"exception", exception},
    {"uncaught", uncaught},
    {"heap", heap},
    {"mismatch", mismatch},
    {"string", string},
    {"cout", cout_},
    {"promise_or_exception", promise_or_exception},
    {"branches", branches},
    {"stringstream", stringstream},
    {"spin_exchange", spin_exchange},
};

int main(int, char **argv) { choose(features, argv); }
