// What fewer programs use: ends of threads, coroutines, exceptions that travel,
// ranges; as in features.cpp.
#include <any>
#include <array>
#include <atomic>
#include <barrier>
#include <charconv>
#include <condition_variable>
#include <coroutine>
#include <future>
#include <iostream>
#include <memory>
#include <memory_resource>
#include <optional>
#include <queue>
#include <ranges>
#include <sstream>
#include <stdexcept>
#include <string>
#include <syncstream>
#include <variant>
#include <vector>

#include "features.h"

/* --- at the end of a thread ----------------------------------------------- */

static std::condition_variable changed;

static void notify_at_exit() {
  std::thread t([] {
    std::unique_lock<std::mutex> l(m);
    total = 1;
    if (!bad)
      std::notify_all_at_thread_exit(changed, std::move(l));
  });
  {
    std::unique_lock<std::mutex> l(m);
    changed.wait(l, [] { return total == 1; });
  }
  t.join();
}

static void value_at_exit() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&] {
    p.set_value_at_thread_exit(5);
    total = 1;
  });
  if (bad)
    assert(total == 0);
  assert(f.get() == 5 && total == 1); // what the thread did is before it
  t.join();
}

static std::atomic<int> alive;
struct counted {
  counted() { alive++; }
  ~counted() { alive--; }
  int value = 0;
};
static thread_local counted own;

static void destroyed_at_exit() {
  std::thread t([] { own.value = 1; });
  if (!bad)
    t.join();
  assert(!alive);
  if (bad)
    t.join();
}

struct greeting {
  std::string text = "hi";
};
thread_local greeting mine; // made by each thread when it comes to it

static void made_by_each() {
  greeting *first = &mine;
  std::thread t([=] {
    greeting *g = bad ? first : &mine;
    g->text += "!";
    assert(bad || g->text == "hi!");
  });
  mine.text += "?";
  assert(bad || mine.text == "hi?");
  t.join();
}

/* --- coroutines ----------------------------------------------------------- */

struct steps {
  struct promise_type {
    int value = 0;
    steps get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static steps count() {
  for (int i = 1; i < 4; i++)
    co_yield i;
}

static void coroutine() {
  auto add = [] {
    steps s = count();
    for (int i = 0; i < 3; i++) {
      s.handle.resume();
      std::unique_lock<std::mutex> l(m, std::defer_lock);
      if (!bad)
        l.lock();
      total += s.handle.promise().value;
    }
    s.handle.destroy();
  };
  both(add, add);
  assert(total == 12);
}

/* One that is begun here and goes on there. */
static void coroutine_moves() {
  steps s = count();
  s.handle.resume();
  std::thread t([&] { s.handle.resume(); });
  if (bad)
    s.handle.resume();
  t.join();
  assert(s.handle.promise().value == 2);
  s.handle.destroy();
}

/* --- exceptions ----------------------------------------------------------- */

static void exception_ptr() {
  std::exception_ptr e;
  std::thread t([&] {
    try {
      throw std::runtime_error("there");
    } catch (...) {
      e = std::current_exception();
    }
  });
  if (!bad)
    t.join();
  try {
    if (e)
      std::rethrow_exception(e);
  } catch (std::runtime_error &here) {
    total = here.what() == std::string("there");
  }
  if (bad)
    t.join();
  assert(total);
}

static int tries;
static int make() {
  if (tries++ == 0)
    throw 1;
  return 5;
}
static int made() {
  static int value = make();
  return value;
}

static void static_throws() {
  std::atomic<int> caught{0};
  auto get = [&] {
    try {
      assert(made() == 5);
    } catch (int) {
      caught++;
    }
  };
  both(get, get);
  assert(caught == (bad ? 0 : 1)); // who comes second makes it
}

/* --- more of what is in features.cpp -------------------------------------- */

static void barrier_drops() {
  int turns = 0;
  std::barrier b(2, [&]() noexcept { turns++; });
  std::thread t([&] {
    if (!bad)
      b.arrive_and_drop();
  });
  b.arrive_and_wait();
  b.arrive_and_wait();
  t.join();
  assert(turns == 2);
}

static void atomic_double() {
  std::atomic<double> d{0};
  auto add = [&] {
    if (bad)
      d.store(d.load() + 1.5);
    else
      d.fetch_add(1.5);
  };
  both(add, add);
  assert(d == 3.0);
}

static void flag_waits() {
  std::atomic_flag flag;
  std::thread t([&] {
    flag.wait(false);
    assert(total == 1);
  });
  if (!bad)
    total = 1;
  flag.test_and_set();
  if (bad)
    total = 1;
  flag.notify_one();
  t.join();
}

static void three_locks() {
  std::mutex a, b, c;
  auto take = [](std::mutex &x, std::mutex &y, std::mutex &z) {
    if (bad) {
      x.lock();
      y.lock();
      z.lock();
    } else {
      std::lock(x, y, z);
    }
    total++;
    x.unlock();
    y.unlock();
    z.unlock();
  };
  both([&] { take(a, b, c); }, [&] { take(c, a, b); });
  assert(total == 2);
}

struct node : std::enable_shared_from_this<node> {
  int value = 1;
  std::thread go() {
    if (bad)
      return std::thread([this] { value++; });
    return std::thread([me = shared_from_this()] { me->value++; });
  }
};

static void from_this() {
  auto n = std::make_shared<node>();
  std::thread t = n->go();
  n.reset();
  t.join();
}

struct alignas(64) line {
  int value;
};

static void aligned_new() {
  line *l = new line{1};
  assert(!(reinterpret_cast<uintptr_t>(l) & 63));
  std::thread t([=] { l->value++; });
  if (bad)
    delete l;
  t.join();
  if (!bad)
    delete l;
}

static void ranges() {
  std::vector<int> v{1, 2, 3, 4};
  auto add = [&](int k) {
    for (int x : v | std::views::filter([k](int y) { return y % 2 == k; }) |
                     std::views::transform([](int y) { return y * y; })) {
      std::unique_lock<std::mutex> l(m, std::defer_lock);
      if (!bad)
        l.lock();
      total += x;
    }
  };
  both([&] { add(0); }, [&] { add(1); });
  assert(total == 30);
}

static std::variant<int, std::string> chosen;
static std::any whatever;
static std::optional<std::string> perhaps;

static void variants() {
  auto put = [](std::string s) {
    std::unique_lock<std::mutex> l(m, std::defer_lock);
    if (!bad)
      l.lock();
    chosen = s;
    whatever = s;
    perhaps = s;
  };
  both([&] { put("abc"); }, [&] { put("def"); });
  assert(std::get<std::string>(chosen) == *perhaps);
  assert(std::any_cast<std::string>(whatever) == *perhaps);
}

static void priority_queue() {
  std::priority_queue<int> q;
  auto put = [&](int k) {
    std::unique_lock<std::mutex> l(m, std::defer_lock);
    if (!bad)
      l.lock();
    q.push(k);
  };
  both([&] { put(1); }, [&] { put(2); });
  assert(q.size() == 2 && q.top() == 2);
}

static void charconv() {
  char shared[20];
  auto there = [&](int k) {
    char mine[20], *to = bad ? shared : mine;
    auto end = std::to_chars(to, to + 20, k);
    int back;
    std::from_chars(to, end.ptr, back);
    assert(back == k || bad);
  };
  both([&] { there(11); }, [&] { there(12); });
}

static void delete_alignment() {
  line *l = new line{1};
  if (bad)
    ::operator delete(static_cast<void *>(l));
  else
    delete l;
}

static void delete_other_alignment() {
  void *p = ::operator new(16, std::align_val_t(32));
  ::operator delete(p, 16, std::align_val_t(bad ? 64 : 32));
}

struct base {
  int value = 0;
};
struct derived : base {
  int more = 0;
};

static void delete_size() {
  base *b = new derived; /* a destructor that is not virtual */
  if (bad)
    delete b;
  else
    delete static_cast<derived *>(b);
  int *some = new int[3];
  delete[] some;
  std::allocator<long> a;
  a.deallocate(a.allocate(2), 2);
}

static void new_too_much() {
  volatile size_t size = SIZE_MAX / 2;
  char *p = nullptr;
  try {
    p = new char[bad ? 4 : size];
  } catch (const std::bad_alloc &) {
  }
  assert(!p);
  delete[] p;
}

static void pmr_pools() {
  std::pmr::synchronized_pool_resource safe;
  std::pmr::unsynchronized_pool_resource unsafe;
  std::pmr::memory_resource *r = &safe;
  if (bad)
    r = &unsafe;
  auto fill = [=] {
    std::pmr::vector<std::pmr::string> v(r);
    v.emplace_back("a text that does not fit into the string itself");
    assert(v[0].get_allocator().resource() == r);
  };
  both(fill, fill);
}

static void pmr_monotonic() {
  auto *r = new std::pmr::monotonic_buffer_resource(64);
  std::pmr::vector<int> v(r);
  for (int i = 0; i < 100; i++)
    v.push_back(i);
  assert(v[99] == 99);
  int *last = &v[99];
  if (bad)
    r->release();
  assert(*last == 99);
  if (!bad)
    v = std::pmr::vector<int>(r);
}

struct counting : std::pmr::memory_resource {
  int out = 0;
  void *do_allocate(size_t size, size_t align) override {
    out++;
    return std::pmr::new_delete_resource()->allocate(size, align);
  }
  void do_deallocate(void *p, size_t size, size_t align) override {
    out--;
    std::pmr::new_delete_resource()->deallocate(p, size, align);
  }
  bool do_is_equal(const memory_resource &other) const noexcept override {
    return this == &other;
  }
};

static void pmr_upstream() {
  counting c;
  auto *was = std::pmr::set_default_resource(&c);
  {
    std::pmr::unsynchronized_pool_resource pool;
    void *p = pool.allocate(16);
    assert(pool.upstream_resource() == &c && c.out);
    pool.deallocate(p, 16);
    pool.allocate(2000); /* is given back with the pool */
  }
  std::pmr::set_default_resource(bad ? std::pmr::null_memory_resource() : was);
  std::pmr::vector<int> v(1);
  assert(c.out == 0);
}

static void osyncstream() {
  std::ostringstream s;
  auto say = [&] {
    if (bad) {
      s << "one ";
      s << "two ";
    } else {
      std::osyncstream o(s);
      o << "one ";
      o << "two ";
    }
  };
  both(say, say);
  assert(s.str() == "one two one two ");
}

static void osyncstream_cout() {
  auto say = [](int k) {
    std::osyncstream o(std::cout);
    o << "number " << k << std::endl;
    if (bad)
      total = k;
  };
  both([=] { say(1); }, [=] { say(2); });
}

/* What a stream is given goes to a buffer of the program's own. */
struct keeper : std::streambuf {
  char text[8] = "";
  int len = 0;
  int overflow(int c) override {
    text[len++] = static_cast<char>(c);
    return c;
  }
};

static void own_streambuf() {
  keeper k, k2;
  auto say = [&](keeper *to) {
    std::ostream o(to);
    o << "ab" << 1;
  };
  both([&] { say(&k); }, [&] { say(bad ? &k : &k2); });
  assert(!strcmp(k.text, "ab1"));
}

/* What a temporary has beside the member that was set is copied along. */
struct either {
  union {
    char small;
    long wide[4];
  };
  either(char c) : small(c) {}
};
static void leave_something() {
  volatile char left[400];
  for (volatile char &c : left)
    c = 7;
}
static long take(either e) { return e.wide[1] + e.wide[2] + e.wide[3]; }
static either give() { return either('g'); }

/* In registers. */
struct pair_or_char {
  union {
    char small;
    long wide[2];
  };
  pair_or_char(char c) : small(c) {}
};
static pair_or_char make(char c) { return c; }
static long second(pair_or_char p) { return p.wide[1]; }

static void temporaries() {
  auto use = [] {
    leave_something();
    long beside = take(either('e'));
    leave_something();
    beside += take(give()) + second(make('m'));
    if (bad)
      total += static_cast<int>(beside);
    else
      assert(!beside);
  };
  both(use, use);
}

// A local of a function that an exception has left.
static int *of_left;
static void leave() {
  int local[2] = {1, 1};
  of_left = local;
  throw std::runtime_error("away");
}
static void unwound() {
  int own[2] = {1, 1};
  try {
    leave();
  } catch (const std::runtime_error &) {
    if (!bad)
      of_left = own;
  }
  assert(of_left[1] == 1);
}

// A temporary that lives as long as its reference is destroyed behind its block.
struct writes_at_end {
  int *at;
  explicit writes_at_end(int *p) noexcept : at(p) {}
  ~writes_at_end() { *at = 2; }
};
static void extended() {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int x = 1;
    const writes_at_end &w = writes_at_end(&x);
    sum += *w.at;
  }
  assert(sum == 2 + bad);
}

// An index beyond a std::array on the stack.
static void array() {
  std::array<int, 3> a{1, 2, 3};
  volatile unsigned i = 2 + bad;
  a[i]++;
  assert(a[2] == 4 || bad);
}

static const feature features[] = {
    {"notify_at_exit", notify_at_exit},
    {"value_at_exit", value_at_exit},
    {"destroyed_at_exit", destroyed_at_exit},
    {"made_by_each", made_by_each},
    {"coroutine", coroutine},
    {"coroutine_moves", coroutine_moves},
    {"exception_ptr", exception_ptr},
    {"static_throws", static_throws},
    {"barrier_drops", barrier_drops},
    {"atomic_double", atomic_double},
    {"flag_waits", flag_waits},
    {"three_locks", three_locks},
    {"from_this", from_this},
    {"aligned_new", aligned_new},
    {"ranges", ranges},
    {"variants", variants},
    {"priority_queue", priority_queue},
    {"charconv", charconv},
    {"delete_alignment", delete_alignment},
    {"delete_other_alignment", delete_other_alignment},
    {"delete_size", delete_size},
    {"new_too_much", new_too_much},
    {"pmr_pools", pmr_pools},
    {"pmr_monotonic", pmr_monotonic},
    {"pmr_upstream", pmr_upstream},
    {"osyncstream", osyncstream},
    {"osyncstream_cout", osyncstream_cout},
    {"own_streambuf", own_streambuf},
    {"temporaries", temporaries},
    {"array", array},
    {"unwound", unwound},
    {"extended", extended},
};

int main(int, char **argv) { choose(features, argv); }
