// The rest of what C++ gives threads, each feature used rightly ("good": every schedule
// holds) and wrongly ("bad": what must be found is in the table of run).
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <deque>
#include <future>
#include <latch>
#include <list>
#include <map>
#include <memory>
#include <semaphore>
#include <shared_mutex>
#include <sstream>
#include <stop_token>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "features.h"

static void jthread() {
  int x = 0;
  {
    std::jthread t([&](std::stop_token s) {
      while (!s.stop_requested())
        std::this_thread::yield();
      x++;
    });
    t.request_stop();
    if (bad) /* before it, asking for the end would order the two */
      x++;
  }
  assert(x == 1 || bad);
}

static void joinable() {
  std::thread t([] {});
  if (!bad)
    t.detach();
}

static std::recursive_mutex rm;
static std::timed_mutex tm_;
static std::shared_mutex sm;

static void recursive_mutex() {
  auto add = [] {
    std::lock_guard<std::recursive_mutex> a(rm);
    rm.lock();
    total++;
    if (!bad)
      rm.unlock();
  };
  both(add, add);
}
static void timed_mutex() {
  using namespace std::chrono_literals;
  int missed = 0;
  std::lock_guard<std::timed_mutex> g(tm_);
  std::thread t([&] { missed = !tm_.try_lock_for(1ms); });
  t.join();
  assert(missed == !bad);
}
static void shared_mutex() {
  auto read = [] {
    std::shared_lock<std::shared_mutex> l(sm);
    int x = total;
    if (bad)
      total = x + 1;
    else
      assert(x == 0 || x == 1);
  };
  auto write = [] {
    std::unique_lock<std::shared_mutex> l(sm);
    total = 1;
  };
  both(read, bad ? (void (*)())read : write);
}
static void try_lock() {
  int got = 0;
  std::lock_guard<std::mutex> g(m);
  std::thread t([&] { got = m.try_lock(); });
  t.join();
  assert(got == bad);
}
static void scoped_lock() {
  auto one = [] {
    std::scoped_lock l(m, m2);
    total++;
  };
  auto other = [] {
    if (bad) {
      std::lock_guard<std::mutex> a(m2);
      std::lock_guard<std::mutex> b(m);
      total++;
    } else {
      std::scoped_lock l(m2, m);
      total++;
    }
  };
  auto plain = [] {
    std::lock_guard<std::mutex> a(m);
    std::lock_guard<std::mutex> b(m2);
    total++;
  };
  if (bad)
    both(plain, other);
  else
    both(one, other);
}

static void condition_variable_any() {
  std::condition_variable_any cv;
  bool ready = false;
  std::thread t([&] {
    std::lock_guard<std::recursive_mutex> g(rm);
    ready = true;
    if (!bad)
      cv.notify_all();
  });
  {
    std::unique_lock<std::recursive_mutex> l(rm);
    cv.wait(l, [&] { return ready; });
  }
  t.join();
}
static void wait_for() {
  using namespace std::chrono_literals;
  std::condition_variable cv;
  std::unique_lock<std::mutex> l(m);
  auto s = cv.wait_for(l, 5ms);
  assert((s == std::cv_status::timeout) != bad);
}

static std::once_flag flag;
static void once_throws() {
  static int tries;
  auto use = [] {
    try {
      std::call_once(flag, [] {
        if (!tries++)
          throw std::runtime_error("not yet");
        total++;
      });
    } catch (const std::runtime_error &e) {
      assert(!bad && !strcmp(e.what(), "not yet"));
    }
  };
  both(use, use);
  assert(total == 1);
}

static void promise() {
  std::promise<std::string> p;
  auto f = p.get_future();
  std::thread t([&] {
    p.set_value("a text that does not fit into the string itself");
  });
  if (bad)
    p.set_value("no");
  assert(f.get().size() == 47);
  t.join();
}
static void broken_promise() {
  std::future<int> f;
  {
    std::promise<int> p;
    f = p.get_future();
    if (!bad)
      p.set_value(1);
  }
  assert(f.get() == 1);
}
static void promise_throws() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&] {
    try {
      throw std::logic_error("bad luck");
    } catch (...) {
      p.set_exception(std::current_exception());
    }
  });
  bool caught = false;
  try {
    f.get();
  } catch (const std::logic_error &e) {
    caught = !strcmp(e.what(), "bad luck");
  }
  t.join();
  assert(caught != bad);
}
static void async() {
  auto a = std::async(std::launch::async, [] { return total + 1; });
  if (bad)
    total = 5;
  assert(a.get() == 1);
}
static void packaged_task() {
  std::packaged_task<int(int)> k([](int x) { return x + 1; });
  auto f = k.get_future();
  std::thread t(std::move(k), 4);
  assert(f.get() == 5 + bad);
  t.join();
}
static void shared_future() {
  std::promise<int> p;
  std::shared_future<int> f = p.get_future();
  auto wait = [f] { assert(f.get() == 3); };
  std::thread a(wait), b(wait);
  if (!bad)
    p.set_value(3);
  a.join();
  b.join();
}

static std::atomic<int> a, b;
static int plain;
template <std::memory_order Store, std::memory_order Load>
static void publish() {
  both(
      [] {
        plain = 7;
        a.store(1, bad ? std::memory_order_relaxed : Store);
      },
      [] {
        if (a.load(Load))
          assert(plain == 7);
      });
}
static void release_acquire() {
  publish<std::memory_order_release, std::memory_order_acquire>();
}
static void seq_cst() {
  publish<std::memory_order_seq_cst, std::memory_order_seq_cst>();
}
static void fences() {
  both(
      [] {
        plain = 7;
        if (!bad)
          std::atomic_thread_fence(std::memory_order_release);
        a.store(1, std::memory_order_relaxed);
      },
      [] {
        if (a.load(std::memory_order_relaxed)) {
          std::atomic_thread_fence(std::memory_order_acquire);
          assert(plain == 7);
        }
      });
}
static void compare_exchange() {
  auto add = [] {
    int was = a.load();
    if (bad)
      a.compare_exchange_strong(was, was + 1);
    else
      while (!a.compare_exchange_weak(was, was + 1))
        ;
  };
  both(add, add);
  assert(a == 2);
}
static void atomic_flag() {
  static std::atomic_flag f = ATOMIC_FLAG_INIT;
  auto add = [] {
    if (!bad)
      while (f.test_and_set(std::memory_order_acquire))
        ;
    total++;
    f.clear(std::memory_order_release);
  };
  both(add, add);
  assert(total == 2);
}
static void atomic_ref() {
  auto add = [] {
    if (bad)
      total++;
    else
      std::atomic_ref<int>(total)++;
  };
  both(add, add);
  assert(total == 2);
}
static void atomic_wait() {
  both(
      [] {
        a.wait(0);
        assert(a == 1);
      },
      [] {
        a = 1;
        if (!bad)
          a.notify_one();
      });
}
static void atomic_wait_wide() {
  static std::atomic<long> w;
  auto wait = [] { w.wait(0); };
  std::thread x(wait), y(wait);
  w = 1;
  if (bad)
    w.notify_one();
  else
    w.notify_all();
  x.join();
  y.join();
}
static void atomic_struct() {
  struct pair {
    int x, y;
  };
  static std::atomic<pair> p;
  both([] { p = pair{1, 1}; },
       [] {
         pair q = p;
         assert(q.x == q.y + bad);
       });
}
static void atomic_shared_ptr() {
  static std::atomic<std::shared_ptr<int>> p;
  p = std::make_shared<int>(1);
  static std::shared_ptr<int> q;
  q = std::make_shared<int>(1);
  both([] { (bad ? q = std::make_shared<int>(2)
                 : (p = std::make_shared<int>(2), q)); },
       [] {
         auto s = bad ? q : p.load();
         assert(*s == 1 || *s == 2);
       });
}
static void atomic_load_shared() {
  static std::shared_ptr<int> q;
  q = std::make_shared<int>(1);
  both([] { std::atomic_store(&q, std::make_shared<int>(2)); },
       [] {
         auto s = bad ? q : std::atomic_load(&q);
         assert(*s == 1 || *s == 2);
       });
}
static void shared_ptr() {
  auto p = std::make_shared<int>(3);
  std::weak_ptr<int> w = p;
  std::thread t([p, w] {
    auto q = w.lock();
    assert(q && *q == 3);
    if (bad)
      *q = 4;
  });
  assert(*p == 3);
  p.reset();
  t.join();
  assert(w.expired());
}

static void latch() {
  static std::latch l(2);
  std::thread t([] {
    total = 1;
    l.count_down();
  });
  if (!bad)
    l.count_down();
  l.wait();
  assert(total == 1);
  t.join();
}
static void barrier() {
  static std::barrier b(2);
  static int x[2];
  auto go = [](int i) {
    x[i] = 1;
    if (!bad || i)
      b.arrive_and_wait();
    else
      (void)b.arrive();
    assert(x[1 - i] == 1);
  };
  both([=] { go(0); }, [=] { go(1); });
}
static void semaphore() {
  static std::counting_semaphore<2> s(1);
  auto add = [] {
    s.acquire();
    total++;
    if (!bad)
      s.release();
  };
  both(add, add);
}

struct counted {
  static int alive;
  counted() { alive++; }
  ~counted() { alive--; }
};
int counted::alive;
static void thread_local_object() {
  std::thread t([] {
    static thread_local counted c;
    (void)&c;
    assert(counted::alive == 1);
  });
  t.join();
  assert(counted::alive == bad);
}
static void noexcept_() {
  auto f = []() noexcept {
    if (bad)
      throw 1;
  };
  f();
}
static void use_after_delete() {
  auto p = std::make_unique<int>(1);
  int *raw = p.get();
  std::thread t([=] { assert(*raw == 1); });
  if (bad)
    p.reset();
  t.join();
}
template <typename F> static void container(F change) {
  auto f = [&](int i) {
    std::unique_lock<std::mutex> l(m, std::defer_lock);
    if (!bad)
      l.lock();
    change(i);
  };
  both([=] { f(1); }, [=] { f(2); });
}
static void vector() {
  static std::vector<int> v;
  container([](int i) { v.push_back(i); });
  assert(v.size() == 2);
}
static void map() {
  static std::map<int, std::string> c;
  for (int i = 3; i < 9; i++)
    c[i] = "x";
  container([](int i) {
    c[i] = "y";
    c.erase(i + 4);
  });
  assert(c.size() == 6);
  int last = 0;
  for (auto &x : c) {
    assert(x.first > last);
    last = x.first;
  }
}
static void list() {
  static std::list<int> c;
  container([](int i) { c.push_back(i); });
  c.reverse();
  c.sort();
  assert(c.size() == 2 && c.front() == 1);
}
static void unordered_map() {
  static std::unordered_map<int, int> c;
  container([](int i) { c[i] = i; });
  assert(c.size() == 2);
}
static void deque() {
  static std::deque<int> c;
  container([](int i) { c.push_front(i); });
  assert(c.size() == 2);
}
static void sstream() {
  static std::ostringstream o;
  if (bad) {
    both([] { o << "one"; }, [] { o << 2; });
    return;
  }
  std::ostringstream s;
  s << 5 << "x" << std::hex << 255;
  assert(s.str() == "5xff");
  int n = 0;
  std::istringstream i("42 text");
  std::string word;
  i >> n >> word;
  assert(n == 42 && word == "text");
}
struct on_exit {
  ~on_exit() { assert(total == !bad); }
} last;
static void global_destructor() { total = 1; }

static std::recursive_timed_mutex rtm;
static std::shared_timed_mutex stm;

static void recursive_timed_mutex() {
  using namespace std::chrono_literals;
  auto add = [] {
    std::lock_guard<std::recursive_timed_mutex> l(rtm);
    if (rtm.try_lock_for(1ms)) { // it is its own
      total++;
      if (!bad)
        rtm.unlock();
    }
  };
  both(add, add);
  assert(total == 2);
}

static void shared_timed_mutex() {
  using namespace std::chrono_literals;
  auto write = [] {
    if (!stm.try_lock_for(1ms))
      return;
    total++;
    stm.unlock();
  };
  auto read = [] {
    std::shared_lock<std::shared_timed_mutex> l(stm, std::defer_lock);
    if (bad || l.try_lock_for(1ms))
      assert(total == 0 || total == 1);
  };
  both(write, read);
}

static void binary_semaphore() {
  static std::binary_semaphore ready(0);
  both(
      [] {
        total = 1;
        ready.release();
      },
      [] {
        if (bad)
          (void)ready.try_acquire(); // it may be too early
        else
          ready.acquire();
        assert(total == 1);
      });
}

static void stop_callback() {
  std::stop_source source;
  int called = 0;
  std::thread t([&] {
    std::stop_callback c(source.get_token(), [&] { called++; });
    if (!bad)
      while (!source.stop_requested())
        std::this_thread::yield();
  });
  source.request_stop();
  t.join();
  assert(called == 1); // at the end of t it is called no more
}

static void wait_with_stop() {
  std::condition_variable_any changed;
  bool stopped = false;
  std::jthread t([&](std::stop_token s) {
    std::unique_lock<std::mutex> l(m);
    if (bad)
      changed.wait(l, [] { return total == 1; }); // nobody tells it
    else
      stopped = !changed.wait(l, s, [] { return total == 1; });
  });
  t.request_stop();
  t.join();
  assert(stopped);
}

static void async_deferred() {
  auto f = std::async(std::launch::deferred, [] { return ++total; });
  if (bad)
    assert(total == 1); // nobody has asked yet
  assert(f.get() == 1);
}

static const feature features[] = {
    {"jthread", jthread},
    {"recursive_timed_mutex", recursive_timed_mutex},
    {"shared_timed_mutex", shared_timed_mutex},
    {"binary_semaphore", binary_semaphore},
    {"stop_callback", stop_callback},
    {"wait_with_stop", wait_with_stop},
    {"async_deferred", async_deferred},
    {"joinable", joinable},
    {"recursive_mutex", recursive_mutex},
    {"timed_mutex", timed_mutex},
    {"shared_mutex", shared_mutex},
    {"try_lock", try_lock},
    {"scoped_lock", scoped_lock},
    {"condition_variable_any", condition_variable_any},
    {"wait_for", wait_for},
    {"once_throws", once_throws},
    {"promise", promise},
    {"broken_promise", broken_promise},
    {"promise_throws", promise_throws},
    {"async", async},
    {"packaged_task", packaged_task},
    {"shared_future", shared_future},
    {"release_acquire", release_acquire},
    {"seq_cst", seq_cst},
    {"fences", fences},
    {"compare_exchange", compare_exchange},
    {"atomic_flag", atomic_flag},
    {"atomic_ref", atomic_ref},
    {"atomic_wait", atomic_wait},
    {"atomic_wait_wide", atomic_wait_wide},
    {"atomic_struct", atomic_struct},
    {"atomic_shared_ptr", atomic_shared_ptr},
    {"atomic_load_shared", atomic_load_shared},
    {"shared_ptr", shared_ptr},
    {"latch", latch},
    {"barrier", barrier},
    {"semaphore", semaphore},
    {"thread_local_object", thread_local_object},
    {"noexcept", noexcept_},
    {"use_after_delete", use_after_delete},
    {"vector", vector},
    {"map", map},
    {"list", list},
    {"unordered_map", unordered_map},
    {"deque", deque},
    {"sstream", sstream},
    {"global_destructor", global_destructor},
};

int main(int, char **argv) {
  choose(features, argv);
  total = strcmp(argv[1], "global_destructor") ? !bad : 1;
}
