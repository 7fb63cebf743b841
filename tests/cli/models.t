# What a property sees has an order, for every way to test.
$ for s in optimal dpor reach unfold contextual stateful full auto; do heddle test -s $s --brief tests/cases/property.hed; done
tests/cases/property.hed: a violated property after 2 executions (* s): a violated property: never x == 1 && y == 1, b at property.hed:6
tests/cases/property.hed: a violated property after 2 executions (* s): a violated property: never x == 1 && y == 1, b at property.hed:6
tests/cases/property.hed: a violated property after 2 executions (* s): a violated property: never x == 1 && y == 1, b at property.hed:6
tests/cases/property.hed: a violated property after 2 executions (* s): a violated property: never x == 1 && y == 1, b at property.hed:6
tests/cases/property.hed: a violated property after 2 executions (* s): a violated property: never x == 1 && y == 1, b at property.hed:6
tests/cases/property.hed: a violated property after 3 executions (* s): a violated property: never x == 1 && y == 1, a at property.hed:6
tests/cases/property.hed: a violated property after 2 executions (* s): a violated property: never x == 1 && y == 1, b at property.hed:6
tests/cases/property.hed: a violated property after 3 executions (* s): a violated property: never x == 1 && y == 1, b at property.hed:6
[1]
$ for s in random pct pos; do for n in 1 2 3; do heddle test -s $s --seed $n --runs 50 --brief tests/cases/property.hed; done; done
tests/cases/property.hed: a violated property after 5 executions (* s): a violated property: never x == 1 && y == 1, a at property.hed:6
tests/cases/property.hed: a violated property after 1 execution (* s): a violated property: never x == 1 && y == 1, a at property.hed:6
tests/cases/property.hed: a violated property after 4 executions (* s): a violated property: never x == 1 && y == 1, b at property.hed:6
tests/cases/property.hed: a violated property after 2 executions (* s): a violated property: never x == 1 && y == 1, a at property.hed:6
tests/cases/property.hed: a violated property after 5 executions (* s): a violated property: never x == 1 && y == 1, a at property.hed:6
tests/cases/property.hed: a violated property after 5 executions (* s): a violated property: never x == 1 && y == 1, a at property.hed:6
tests/cases/property.hed: a violated property after 2 executions (* s): a violated property: never x == 1 && y == 1, b at property.hed:6
tests/cases/property.hed: a violated property after 1 execution (* s): a violated property: never x == 1 && y == 1, b at property.hed:6
tests/cases/property.hed: a violated property after 1 execution (* s): a violated property: never x == 1 && y == 1, a at property.hed:6
[1]

# Or it has none, and a solver looks for a state that violates it; what it finds is run first.
$ for s in unfold contextual; do heddle test -s $s --properties constraints --minimise none -o none --json tests/cases/property.hed | grep -E '"(verdict|asked|solutions)"'; done
  "verdict": "violated",
  "asked": 1,
  "solutions": 1,
  "verdict": "violated",
  "asked": 1,
  "solutions": 1,
[1]
$ heddle test -s optimal --properties constraints tests/cases/property.hed
heddle: --properties constraints is for unfold and contextual: optimal has no events to put them on
[2]
$ heddle test -s unfold --properties magic tests/cases/property.hed
heddle: 'magic' is no way to decide properties: expected dependence or constraints
[2]

# A part of a property that reads one thing alone costs nothing: the sequences of messages are as many as without it.
$ heddle test -s reach --json models/workers.hed | grep -E '"(verdict|executions)"'
  "verdict": "holds",
  "executions": 96,

# And if some order of the same messages has more in the port than it may, they are told apart.
$ printf 'thread x { r.p!a }\nthread r {\n  port p unbounded: a\n  p?a\n  p?a\n  p?a\n}\nthread y { r.p!a; r.p!a }\nnever len(r.p) > 2\n' > $TMP/len.hed; heddle test -s reach --brief $TMP/len.hed; heddle check -q $TMP/len.hed
*/len.hed: a violated property after 3 executions (* s): a violated property: never len(r.p) > 2, y at len.hed:9
[1]

# An input with many values is chosen in several steps.
$ heddle test -s optimal tests/cases/input-300.hed | head -5
tests/cases/input-300.hed: assertion failed after 291 executions (* s)

  assertion failed, b at input-300.hed:5
    x: 1, last read by b at line 5

[1]
$ printf 'shared x = 0\nthread a { var n: -300..300; n = input; if n == 299 { x = 1 } }\nthread b { var k: -1000..1000; k = input; if k == -999 { k = x; assert k == 0 } }\n' > $TMP/wide.hed; heddle test -s unfold --brief $TMP/wide.hed
*/wide.hed: assertion failed after * executions (* s): assertion failed, b at wide.hed:3
[1]

# A run lists all its findings; a thread that fails stops no other.
$ printf 'shared x = 0\nthread a { x = 1; assert x == 0 }\nthread b { x = 2; assert x == 0 }\nnever x == 2\n' > $TMP/all.hed; heddle test -a -s optimal --brief $TMP/all.hed; heddle check $TMP/all.hed | sed -n '3,5p'
*/all.hed: assertion failed after 1 execution; 3 findings in all (* s): assertion failed, a at all.hed:2
  property     never x == 2                                          1 step
  assertion    */all.hed:2:19: assertion failed in a    2 steps
  assertion    */all.hed:3:19: assertion failed in b    2 steps
[1]

# Protocols of RELIEF are read (Nguyen, figure 4.7) and written; places are those of the file.
$ heddle check -q -o $TMP/pi1.relief models/pi1.hed; head -7 $TMP/pi1.relief; heddle check --brief $TMP/pi1.relief; heddle check --brief --no-warnings -s fra --find deadlock $TMP/pi1.relief
1
2 1 2
4 0 1 2 3
2
m1 - 2 1
m2 + 2 1
3
*/pi1.relief:14:1: warning: 'm1' is received by P1, but nobody sends it
   14 | m1 + 2 0
      | ^~~~~~~~
1 warning
*/pi1.relief: 11 findings in 28 states, 38 transitions (* s, everything explored)
*/pi1.relief: 2 findings in 10 states, 10 transitions (* s, everything explored)
[1]
$ heddle check -q -o $TMP/again.relief $TMP/pi1.relief; cmp $TMP/pi1.relief $TMP/again.relief; heddle check --brief --no-warnings -D bound=3 $TMP/pi1.relief
*/pi1.relief: 10 findings in 29 states, 40 transitions (* s, everything explored)
[1]
$ printf '1\n2 1 2\n2 0 1\n1\nm - 2 5\n' | heddle check -
-:5:7: error: process 1 has no state 5
    5 | m - 2 5
      |       ^
1 error
[2]
$ printf '1\n2 1 2\n2 0 0\n' | heddle check -; printf '1\n2 1 2\n2 0 1\n1\nm * 2 1\n' | heddle check -; printf '1\n2 1 2\n2 0 1\n1\nm - 3 1\n' | heddle check -; printf '1\n2 1 2\n1 0\n0\n1 0\n0\n9\n' | heddle check -; printf '1\n2 1 2\n1 0\n' | heddle check -
-:3:5: error: 0 is there twice
    3 | 2 0 0
      |     ^
1 error
-:5:3: error: expected '-' (it is sent) or '+' (received), found '*'
    5 | m * 2 1
      |   ^
1 error
-:5:5: error: 3 is not the number of another process
    5 | m - 3 1
      |     ^
1 error
-:7:1: error: expected the end of the file behind the last process, found '9'
    7 | 9
      | ^
1 error
-:4:1: error: expected how many transitions a state has, found the end of the file
1 error
[2]
$ heddle check -q -D bound=0 $TMP/pi1.relief
*/pi1.relief: error: a bound of 0 (expected 1 to 65535)
1 error
[2]
$ heddle check -q -o $TMP/phils.relief models/phils.hed
models/phils.hed:11:8: error: RELIEF's files have no threads and no variables
   11 | thread phil[p: 0..N-1] {
      |        ^
1 error
[2]
# What the form cannot say is said beside it, or refused.
$ printf 'channel P -> Q [3]\nchannel Q -> P [3]\nprocess P { 0: Q!m -> 1\n 1: Q?a -> 0 }\nprocess Q { 0: P?m -> 1\n 1: P!a -> 0 }\n' >$TMP/three.hed; heddle check --brief -o $TMP/three.relief $TMP/three.hed; sed '1s/3/1/' $TMP/three.hed | heddle check -q -o $TMP/no.relief -; (cat $TMP/three.hed; echo fair P) | heddle check -q -o $TMP/no.relief -
*/three.hed: no errors in 4 states, 4 transitions (* s, everything explored)
*/three.hed: warning: RELIEF's files have no capacities: read this one with -D bound=3
1 warning
-:2:1: error: RELIEF's files have no channels of different capacities
1 error
-:3:9: error: RELIEF's files have no fairness
1 error
[2]
$ printf '1\n2 1 2\n0\n' | heddle check -q -; printf '1\n2 1 2\nx 0\n' >$TMP/x.relief; heddle check -q $TMP/x.relief
-:3:1: error: expected a number of states above 0, found '0'
    3 | 0
      | ^
1 error
*/x.relief:3:1: error: expected how many states a process has, found 'x'
    3 | x 0
      | ^
1 error
[2]

# A look in vain has changed nothing, so it is not early before what the same
# property sees: both deadlocks are found by states, too.
$ for s in optimal stateful unfold full; do heddle test -s $s --all --minimise none --json tests/models/look_in_vain.hed | grep -c '"kind": "deadlock"'; done
2
2
2
2
[1]

# A receive with more fields than the channel has says so.
$ heddle check tests/promela/fields.pml | sed -n 3p
  range        tests/promela/fields.pml:5:3: message with another number of fields than its channel has in P(0)    2 steps
[1]
