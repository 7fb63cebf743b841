# C++ by its name, by -x, or by its compiler; a program of both languages; lines
# are counted where exceptions land, too.
$ cd $TMP; printf '#include <thread>\nint n;\nstruct box { int v = 0; void add() { v++; } } b;\nint main() { std::thread t([] { b.add(); }); b.add(); t.join(); return n; }\n' >box.cpp; heddle test -o none --minimise none --coverage box.cpp | sed -n '1,5p'
box.cpp: data race after 1 execution; 2 findings in all (* s, and * s to build)

  data race
    main at line 3: write b.v <- 1, holding no lock
      in box::add (box.cpp:3)
[1]
$ cd $TMP; echo 'extern "C" int one(void); int main() { return one() - 1; }' >two.cc; echo 'int one(void) { return 1; }' >one.c; heddle test --brief two.cc one.c; heddle cc -c one.c && heddle c++ -o both two.cc one.o && heddle test --brief ./both
two.cc: no failure, every schedule covered (* s, and * s to build), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
./both: no failure, every schedule covered (*), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
$ cd $TMP; heddle cc -x c++ -c - <two.cc -o three.o && echo $?
0
$ heddle c++ 2>&1 | head -n 2
usage: heddle cc [options of cc] FILE...
       heddle c++ [options of c++] FILE...
[2]
# Locks are called as they are declared, where they are locked.
$ cd $TMP; printf '#include <mutex>\n#include <thread>\nstruct box { std::mutex inner; } b;\nint main() {\n  std::mutex local;\n  std::thread t([&] {\n    std::lock_guard<std::mutex> g(b.inner);\n    std::unique_lock<std::mutex> h(local);\n  });\n  local.lock();\n  b.inner.lock();\n  b.inner.unlock();\n  local.unlock();\n  t.join();\n}\n' >locks.cpp; heddle test -o none locks.cpp | sed -n '3,6p'
  deadlock
    main, main::lambda wait for each other:
    main holds local (line 10) and waits at line 11 for b.inner, held by main::lambda since line 7
    main::lambda holds b.inner (line 7) and waits at line 8 for local, held by main since line 10
[1]
