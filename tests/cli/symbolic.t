# Symbolic inputs: what is found, what is lost, where it does not apply.

$ heddle test --symbolic --brief -o none tests/programs/inputs/magic.c
tests/programs/inputs/magic.c: assertion failed after 2 executions (*): assertion failed: assert(x * 3 + 7 != 1234), main at *magic.c:9
[1]

$ heddle test --symbolic --brief -o none -D FIXED tests/programs/inputs/magic.c
tests/programs/inputs/magic.c: no failure, every path of the inputs and every schedule covered (*), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks

# Left off after one execution and taken up.
$ heddle test --symbolic --brief -o none --cache $TMP/kept --runs 1 tests/programs/inputs/magic.c
tests/programs/inputs/magic.c: no failure so far, not everything covered (*
[3]
$ heddle test --symbolic --brief -o none --cache $TMP/kept tests/programs/inputs/magic.c
tests/programs/inputs/magic.c: assertion failed after 2 executions (*
[1]

# An unfolding is the same in any order.
$ heddle test --symbolic -s unfold --all --order breadth --minimise none -o none programs/fig312.c | grep events
*7 events, 18 conditions*
[1]
$ heddle test --symbolic -s unfold --order sideways programs/fig312.c
heddle: 'sideways' is no order: expected depth, breadth, random or coverage
[2]
$ heddle test --symbolic -s optimal --order breadth programs/fig312.c
heddle: --order is for unfold and contextual: optimal runs nothing twice because of its own order
[2]

# Of floating point, too; --input fixes it.
$ heddle test --symbolic -o none programs/symbolic/cents.c | sed -n 6,7p
*9  int cents = (int)heddle_input("cents", 0, *  input cents = 29
*assertion failed
[1]
$ heddle test -o none --input x=2.5 programs/symbolic/nan.c | head -n 1
programs/symbolic/nan.c: no failure, every schedule covered (*
$ heddle test -o none --input x=nan programs/symbolic/nan.c | grep input
*  23  double x = heddle_double("x");       input x = nan
[1]

# The inputs of a model are symbols, too.
$ heddle test --symbolic -s optimal --all -o none models/fig312.hed | grep execution
models/fig312.hed: assertion failed after 3 executions (*)
  3 executions (optimal): 2 complete, 1 failed
[1]
$ heddle test --symbolic -s unfold -o none models/pairs.hed | head -n 1
models/pairs.hed: no failure, every path of the inputs and every local state covered (* s)

$ heddle test --symbolic -s flip tests/programs/inputs/magic.c
heddle: flip does not apply with --symbolic; optimal, dpor, full, reach, unfold, contextual, stateful, stateful-naive, random, pos and pct do
[2]

$ heddle test --symbolic -s reach --sequences $TMP/none.txt tests/programs/inputs/both.c
heddle: --sequences, --before and --only do not go with inputs that are followed (--symbolic): a sequence does not say which inputs lead to it; --input fixes them
[2]

$ heddle test --symbolic -s stateful --all --minimise none -o none programs/fig312.c | grep stateful
  * executions (stateful): * complete, 1 failed; 7 events, 18 conditions
[1]

# Inputs with many values are followed without being asked for; --input wins.
$ printf 'extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_error(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 77)\n    __VERIFIER_error();\n}\n' >$TMP/many.c; heddle test --brief --record none $TMP/many.c
*/many.c: assertion failed after 2 executions (* s, and * s to build): assertion failed: __VERIFIER_error() was called, main at many.c:6
[1]
$ heddle test --brief --record none --input 0=5 $TMP/many.c
*/many.c: no failure, every schedule covered (* s, and * s to build), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
$ heddle test --record none --input 0=77 $TMP/many.c | sed -n 5,8p
  many.c                               main
  4  int x = __VERIFIER_nondet_int();  input 77
  6  __VERIFIER_error();               assertion failed

[1]
$ heddle cc -g -o $TMP/many $TMP/many.c; heddle test --brief --record none $TMP/many
*/many: no failure so far, not everything covered (*) (incomplete: input nondet_int=0 at many.c:4)
[3]
$ heddle cc -g --heddle-symbolic -o $TMP/many $TMP/many.c; heddle test --brief --record none $TMP/many
*/many: assertion failed after 2 executions (* s): assertion failed: __VERIFIER_error() was called, main at many.c:6
[1]
$ heddle test --brief --record none -s flip $TMP/many.c
*/many.c: no failure so far, not everything covered (* s, and * s to build) (incomplete: input nondet_int=0 at many.c:4)
[3]
$ sed -i 's/== 77/< 77/; s/__VERIFIER_error()/x = 0/' $TMP/many.c; heddle test --brief --record none $TMP/many.c
*/many.c: no failure, every path of the inputs and every schedule covered (* s, and * s to build), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
# What --input says stays, though a simpler one would do.
$ printf '#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  assert(x < 2);\n}\n' >$TMP/stays.c; heddle test --record none --input 0=9 $TMP/stays.c | sed -n 5,8p
  stays.c                              main
  4  int x = __VERIFIER_nondet_int();  input 9
  5  assert(x < 2);                    assertion failed

[1]
# Where --input fixes the one with many values, the others are tried one by one.
$ heddle test --brief --record none -s optimal --input wide=7 tests/programs/project/calls.c
tests/programs/project/calls.c: no failure, every schedule covered (*
