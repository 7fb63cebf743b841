# Many tests in one program (HEDDLE_TEST): each by itself, in C and in C++.
$ cd $TMP; printf '#include <assert.h>\n#include <heddle/rt.h>\n#include <pthread.h>\nstatic int total;\nstatic void *add(void *u) { return total++, u; }\nHEDDLE_TEST(alone) { add(0); assert(total == 1); }\nHEDDLE_TEST(racy) {\n  pthread_t t;\n  pthread_create(&t, 0, add, 0);\n  add(0);\n  pthread_join(t, 0);\n}\nHEDDLE_TEST(wrong) { assert(total == 1); }\nHEDDLE_TEST_MAIN\n' >many.c; heddle test --list many.c
alone
racy
wrong
$ cd $TMP; heddle test --brief --test alone many.c
many.c: no failure, every schedule covered (*), under *
$ cd $TMP; export HEDDLE_CACHE=$TMP/kept; heddle test --brief --each many.c; ls kept
alone: many.c: no failure, every schedule covered (*), under *
racy: many.c: data race after 1 execution; 2 findings in all (* s): data race, * many.c:5 and * many.c:5
wrong: many.c: assertion failed after 1 execution (* s): assertion failed: assert(total == 1), main at many.c:13
many-racy.2.rec
many-racy.rec
many-wrong.rec
$ cd $TMP; heddle test --each --json -o none --junit j.xml many.c >many.json; grep -E '^( {2})?"(schema|name|program|verdict)": ' many.json; grep -E '<testsuites? ' j.xml
"schema": "heddle.tests/1",
  "schema": "heddle.test/1",
  "name": "alone",
  "verdict": "holds",
  "program": "many.c",
  "schema": "heddle.test/1",
  "name": "racy",
  "verdict": "violated",
  "program": "many.c",
  "schema": "heddle.test/1",
  "name": "wrong",
  "verdict": "violated",
  "program": "many.c",
<testsuites name="heddle" tests="6" failures="3" errors="0" skipped="2" time="*">
  <testsuite name="alone" tests="1" failures="0" errors="0" skipped="0" time="*">
  <testsuite name="racy" tests="3" failures="2" errors="0" skipped="1" time="*">
  <testsuite name="wrong" tests="2" failures="1" errors="0" skipped="1" time="*">
$ cd $TMP; HEDDLE_CACHE=$TMP/kept heddle replay --brief many-wrong.rec
*/kept/many-wrong.rec: assertion failed again
[1]
$ cd $TMP; heddle test --test rcay many.c; heddle test --each --list many.c
heddle: there is no test 'rcay' (did you mean 'racy'?)
heddle: one of --list, --test and --each
heddle: try 'heddle test --help'
[2]
$ heddle test --list programs/bugs/race.c
heddle: programs/bugs/race.c: there are no tests in it (HEDDLE_TEST of heddle/rt.h)
[2]
$ cd $TMP; cp many.c many.cpp; heddle test --brief --test alone many.cpp; heddle test --list -D X=1 many.cpp | wc -l
many.cpp: no failure, every schedule covered (*), under *
3
$ cd $TMP; printf '#include <heddle/rt.h>\nHEDDLE_TEST(one) {}\nint main(void) { return 3; }\n' >main.c; heddle test --brief --test one main.c; heddle test --brief -o none main.c
main.c: no failure, every schedule covered (*), under *
main.c: exit with a non-zero code after 1 execution (* s, and * s to build): exit with a non-zero code: exit code 3, main
[1]
