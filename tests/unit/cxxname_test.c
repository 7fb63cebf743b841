#include "base/cxxname.h"

#include <string.h>

#include "test.h"

static bool is(const char *full, const char *name) {
  char room[CXXNAME_LONGEST];
  return !strcmp(cxxname_shorten(full, room), name);
}

TEST(cxxname_leaves_out_arguments) {
  CHECK(is("add(int, char const*)", "add"));
  CHECK(is("int Queue<int>::pop(bool) const", "Queue::pop"));
  CHECK(is("std::vector<int, std::allocator<int> >::push_back(int&&)",
           "std::vector::push_back"));
  CHECK(
      is("std::map<int, std::pair<int, int> >& get<0>(Box<(Kind)3>&)", "get"));
}

TEST(cxxname_of_operators) {
  CHECK(is("Money::operator<(Money const&) const", "Money::operator<"));
  CHECK(is("std::ostream& operator<< <char>(std::ostream&, Box<char>)",
           "operator<<"));
  CHECK(is("Pointer<Node>::operator->() const", "Pointer::operator->"));
  CHECK(is("Call<void ()>::operator()(int)", "Call::operator()"));
  CHECK(is("operator new[](unsigned long)", "operator new[]"));
  CHECK(is("operators::use(int)", "operators::use"));
}

TEST(cxxname_of_lambdas_and_hidden_names) {
  CHECK(is("main::{lambda()#1}::operator()() const", "main::lambda"));
  CHECK(is("main::$_0::operator()(int) const", "main::lambda"));
  CHECK(is("(anonymous namespace)::count", "count"));
  CHECK(is("guard variable for instance()::one", "guard of instance::one"));
  CHECK(is("std::__cxx11::basic_string<char>::size() const",
           "std::string::size"));
}

TEST(cxxname_leaves_others_as_they_are) {
  CHECK(is("main", "main"));
  CHECK(is("other_work", "other_work"));
  CHECK(is("??", "??"));
}

TEST(cxxname_has_an_end) {
  char full[2000], room[CXXNAME_LONGEST];
  memset(full, 'x', sizeof full - 1);
  full[sizeof full - 1] = 0;
  CHECK(strlen(cxxname_shorten(full, room)) < CXXNAME_LONGEST);
}
