# What commands have in common means the same in all of them.

# -q: only the exit code, no warnings either.
$ cd $TMP && printf 'int main(void) { return 0; }\n' >none.c && printf '#include <assert.h>\nint main(void) { assert(0); }\n' >bad.c && heddle test -q -o bad.rec bad.c
[1]
$ heddle test -q $TMP/none.c; heddle replay -q $TMP/bad.rec
[1]
$ heddle check -q models/pi1.hed
[1]
$ heddle run -q models/token.hed; heddle derive -q networks/abp.xml; heddle derive -q --equal networks/abp.xml networks/vending.xml
[1]

# --brief: one line.
$ heddle test --brief -o none $TMP/bad.c
*/bad.c: assertion failed after 1 execution (*): assertion failed: assert(0), main at bad.c:2
[1]
$ heddle check --brief --no-warnings models/pi1.hed
models/pi1.hed: * findings in 28 states, 38 transitions (* s, everything explored)
[1]
$ heddle run --brief models/token.hed
models/token.hed, seed 1: it could go on after 100 steps
$ heddle derive --brief networks/abp.xml
networks/abp.xml: deterministic, no livelock, strongly connected, no dead transition; 238 mutants: 238 killed by 21 tests (average length 4.1)
$ heddle derive --brief --equal networks/abp.xml networks/abp.xml
networks/abp.xml and networks/abp.xml are equivalent
$ heddle replay --brief $TMP/bad.rec
*/bad.rec: assertion failed again
[1]

# -o: the ending says what.
$ cd $TMP && for to in page.html picture.svg suite.xml result.sarif story.md run.rec; do heddle test -q -o $to bad.c; head -c 15 $to | tr '#' '='; echo; done; grep -c '<svg' picture.svg; grep -c '<testsuites' suite.xml
<!DOCTYPE html>
<?xml version="
<?xml version="
{
  "$schema": 
== heddle test:
heddle recordin
1
1
$ for to in suite.xml result.sarif story.md; do heddle derive -q -s explicit -o $TMP/$to networks/abp.xml; head -c 15 $TMP/$to | tr '#' '='; echo; done
<?xml version="
{
  "$schema": 
== heddle deriv
$ heddle check -q -o $TMP/check.html models/pi1.hed; heddle show -o $TMP/shown.md $TMP/bad.rec; heddle show -o $TMP/shown.txt $TMP/bad.rec; head -n 1 $TMP/shown.txt; heddle derive -q -s explicit -o $TMP/tests.tap networks/abp.xml; head -n 1 $TMP/tests.tap; ls $TMP/check.html $TMP/shown.md | wc -l
  assertion failed: assert(0), main at bad.c:2
TAP version 13
2

# Times have units, and so have sizes.
$ heddle check -q --time 300ms --memory 1GiB models/abp.hed; heddle check --time 5sB models/abp.hed
heddle: option '--time' needs a time such as 60, 1.5s or 2m, not '5sB'
heddle: try 'heddle check --help'
[2]

# Recordings that nobody asked for are kept where searches are, and found
# there by their names.
$ mkdir $TMP/here && cd $TMP/here && export HEDDLE_CACHE=$TMP/kept && heddle test ../bad.c | grep '^heddle'; ls; heddle replay --brief bad.rec
heddle replay bad.rec    runs it again
heddle show --html page.html bad.rec    steps through it
heddle replay --gdb bad.rec    stops in gdb at the failure
*/kept/bad.rec: assertion failed again
[1]
# A file of that name is meant first, so the hint names the other one whole.
$ cd $TMP/here && export HEDDLE_CACHE=$TMP/kept && echo other >bad.rec && heddle test ../bad.c | grep '^heddle replay' | sed -n 1p; heddle replay bad.rec
heddle replay */kept/bad.rec    runs it again
bad.rec:1:1: error: this is no recording: it does not begin with 'heddle recording'
    1 | other
      | ^
1 error
[2]
$ cd $TMP/here && rm bad.rec && export HEDDLE_CACHE=none && heddle test ../bad.c | grep keeps; ls; heddle replay bad.rec
-o FILE keeps the run, for heddle replay and heddle show
heddle: cannot read 'bad.rec': no such file
[2]
$ cd $TMP/here && XDG_CACHE_HOME=/dev/null/x HEDDLE_CACHE= heddle test --brief ../bad.c; ls
../bad.c: assertion failed after 1 execution (*): assertion failed: assert(0), main at bad.c:2

# Inputs by names that are there.
$ printf '#include <heddle/rt.h>\nint main(void) { return (int)heddle_input("size", 0, 3) > 9; }\n' >$TMP/input.c; heddle test --brief -i size=2 $TMP/input.c
*/input.c: no failure, every schedule covered (*
$ heddle test --brief -i sise=2 $TMP/input.c
heddle: --input sise=2: unknown input (did you mean 'size'?)
[2]
$ heddle test -q -i other=2 $TMP/input.c
heddle: --input other=2: unknown input; there are 'size'
[2]
$ heddle test -q -i 1=2 $TMP/none.c
heddle: --input 1=2: unknown input: no run asks for an input
[2]

# No main, in our words.
$ printf 'int f(void) { return 0; }\n' >$TMP/f.c; cp $TMP/f.c $TMP/g.c; sed -i s/f/g/ $TMP/g.c; heddle test $TMP/f.c -l m
heddle: '*/f.c' has no main: a program begins there; name the file that has it as well
[2]
$ heddle test $TMP/f.c $TMP/g.c
heddle: none of the 2 files has a main: a program begins there
[2]
# The folder, a static function and a text of that name are none.
$ mkdir -p $TMP/main && cd $TMP/main && printf 'static int domain(void) { return 0; }\nconst char *name = "main";\nint f(void) { return domain(); }\n' >f.c && heddle test f.c
heddle: 'f.c' has no main: a program begins there; name the file that has it as well
[2]
$ heddle cc -c -o $TMP/f.o $TMP/f.c && heddle test --brief $TMP/f.c $TMP/none.c
*/f.c: no failure, every schedule covered (*

# Standard input: a program or a model; --scheme of a model.
$ heddle test --brief - <$TMP/bad.c
-: assertion failed after 1 execution (*): assertion failed: assert(0), main at stdin.c:2
[1]
$ heddle test --brief --scheme causal - <models/dp.hed
-: no failure, every schedule covered (*
$ heddle test --scheme lifo models/dp.hed
heddle: unknown scheme 'lifo': async, fifo, causal or mailbox
[2]
$ heddle test --scheme fifo $TMP/bad.c
heddle: --scheme is for models, which '*/bad.c' is not
[2]

# A line names both sides of a race, and JUnit does.
$ printf '#include <pthread.h>\nstatic const char *word = "old";\nstatic int n;\nstatic void f(void) {}\nstatic void (*call)(void);\nstatic void *w(void *u) {\n  n = 1;\n  return u;\n}\nint main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, w, 0);\n  word = "new";\n  call = f;\n  return n;\n}\n' >$TMP/race.c; heddle test --brief --junit $TMP/race.xml -o $TMP/race.rec $TMP/race.c; grep -o 'message="[^"]*"' $TMP/race.xml
*/race.c: data race after * data race, w at race.c:7 and main at race.c:15
message="stopped at a finding"
message="data race, w at race.c:7 and main at race.c:15"
# Functions and texts instead of numbers.
$ heddle show $TMP/race.rec | grep -E '^ +1[34] ' | tr -s ' '
 13 word = "new"; write word <- "new"
 14 call = f; write call <- f
$ printf '#include <pthread.h>\n#include <string.h>\nchar name[16]; unsigned char raw[5];\nvoid *w(void *a) { memcpy(name, "alice", 5); memcpy(raw, "\\1\\2bob", 5); return a; }\nint main(void) { pthread_t t; pthread_create(&t, 0, w, 0); char c = name[2]; unsigned char d = raw[1]; pthread_join(t, 0); return c == d; }\n' >$TMP/texts.c; heddle test --all -o none $TMP/texts.c | sed -nE 's/.*(write .*), holding.*/\1/p' | sort -u
write name[0] <- "alice"
write raw[0] <- 1 2 98 111 98
[1]
