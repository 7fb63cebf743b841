// Files, regular expressions and locales of C++; as in features.cpp.
#include <atomic>
#include <complex>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <locale>
#include <regex>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "features.h"

namespace fs = std::filesystem;

/* --- streams of files ----------------------------------------------------- */

static int in(const char *name) {
  int x = -1;
  std::ifstream(name) >> x;
  return x;
}

static void ofstream() {
  std::ofstream(std::string("count")) << 0;
  auto add = [] {
    std::unique_lock<std::mutex> l(m, std::defer_lock);
    if (!bad)
      l.lock();
    int x = in("count");
    std::ofstream o("count");
    o << x + 1 << std::endl;
  };
  both(add, add);
  assert(in("count") == 2);
}

static void stream_shared() {
  std::ofstream mine, yours;
  mine.open("mine");
  yours.open("yours");
  both([&] { mine << "a"; }, [&] { (bad ? mine : yours) << "b"; });
  mine.close();
  assert(in("mine") == 0 && fs::file_size("mine"));
}

static void fstream() {
  std::fstream f("both", std::ios::in | std::ios::out | std::ios::trunc);
  f << "one two\nthree";
  f.seekg(0);
  std::string word, line;
  f >> word;
  std::getline(f, line);
  assert(word == "one" && line == (bad ? "two" : " two"));
}

static void wide() {
  std::wostringstream mine, yours;
  both([&] { mine << L"a" << 1; }, [&] { (bad ? mine : yours) << 2; });
  assert(mine.str() == L"a1");
}

/* --- std::filesystem ------------------------------------------------------- */

static void create() {
  std::atomic<int> made{0};
  auto make = [&] {
    if (bad ? !fs::exists("new") : fs::create_directory("new"))
      made++;
    if (bad)
      fs::create_directory("new");
  };
  both(make, make);
  assert(made == 1);
}

static void iterate() {
  fs::create_directories("tree/a/b");
  std::ofstream("tree/file") << "abc";
  int folders = 0, files = 0;
  for (const auto &e : fs::recursive_directory_iterator("tree")) {
    folders += e.is_directory();
    files += e.path().extension().empty() && e.is_regular_file();
  }
  for (const auto &e : fs::directory_iterator("tree"))
    files += e.path().filename() == "file";
  assert(folders == 2 && files == 2 + bad);
  fs::copy("tree", "copy", fs::copy_options::recursive);
  assert(fs::remove_all("tree") == 4 && fs::exists("copy/a/b"));
}

static void rename() {
  std::ofstream("old") << "abc";
  int lost = 0;
  auto move = [&](const char *to) {
    try {
      fs::rename("old", to);
    } catch (const fs::filesystem_error &e) {
      std::lock_guard<std::mutex> l(m);
      lost += e.code() == std::errc::no_such_file_or_directory;
      assert(e.path1() == "old" && e.what()[0] == 'f');
    }
  };
  both([&] { move("a"); }, [&] { move("b"); });
  assert(lost == !bad);
}

static void path() {
  fs::path shared = "/usr";
  auto use = [&] {
    fs::path mine = "/usr/lib";
    if (bad)
      shared /= "lib";
    mine /= "x.so";
    assert(mine.extension() == ".so" && mine.stem() == "x");
    assert(mine.parent_path() == shared / "lib");
    int parts = 0;
    for (const auto &part : mine)
      parts += !part.empty();
    assert(parts == 4 && mine.lexically_relative("/usr") == "lib/x.so");
  };
  if (bad)
    both([&] { shared /= "a"; }, [&] { shared /= "b"; });
  else
    both(use, use);
}

static void errors() {
  std::error_code e;
  assert(!fs::file_size("none", e) || e);
  assert(fs::status("none", e).type() == fs::file_type::not_found);
  assert(fs::absolute("none").is_absolute() && fs::space(".").capacity);
  fs::path here = fs::current_path();
  assert(fs::weakly_canonical(here / "none") == here / "none");
  assert(!fs::temp_directory_path().empty() == !bad);
}

/* --- texts ----------------------------------------------------------------- */

static std::string text = "key=42";

static void regex() {
  auto look = [] {
    std::regex r("([a-z]+)=([0-9]+)");
    std::smatch found;
    assert(std::regex_match(text, found, r) && found[2] == "42");
  };
  both(look, [&] {
    if (bad)
      text[0] = 'K';
    else
      look();
  });
}

static void locale() {
  static char shared[] = "ABC";
  auto lower = [](char *s) {
    const auto &c = std::use_facet<std::ctype<char>>(std::locale());
    c.tolower(s, s + 3);
    assert(c.toupper(s[0]) == 'A');
  };
  both([&] { lower(shared); },
       [&] {
         char mine[] = "ABC";
         lower(bad ? shared : mine);
       });
}

static void times() {
  std::tm t{};
  auto tell = [&] {
    std::ostringstream s;
    s << std::put_time(&t, "%Y-%m-%d") << std::quoted("a");
    assert(bad || s.str() == "2001-02-03\"a\"");
  };
  std::istringstream in("2001-02-03");
  in >> std::get_time(&t, "%Y-%m-%d");
  assert(t.tm_year == 101);
  both(tell, [&] {
    if (bad)
      t.tm_year++;
    else
      tell();
  });
}

static const feature features[] = {
    {"ofstream", ofstream}, {"stream_shared", stream_shared},
    {"fstream", fstream},   {"wide", wide},
    {"create", create},     {"iterate", iterate},
    {"rename", rename},     {"path", path},
    {"errors", errors},     {"regex", regex},
    {"locale", locale},     {"times", times},
};

int main(int, char **argv) { choose(features, argv); }
