# --budget and --time end every command in time, and it says so.
$ timeout 10 heddle check --engine states --budget 0.5 --brief -D N=40 models/phils.hed
models/phils.hed: no errors so far in * states, * transitions (* s) (incomplete: the time is over)
[3]
$ timeout 10 heddle check --engine states --time 0.5 --brief -D N=40 models/phils.hed
models/phils.hed: no errors so far in * states, * transitions (* s) (incomplete: the time is over)
[3]
$ timeout 10 heddle synth --budget 0.5 --count 100000 --seed 7 --out $TMP/many
heddle: the time is over: * of 100000 protocols are in '*/many'
[3]
$ timeout 10 heddle synth --time 0.5 --count 100000 --seed 7 --out $TMP/more
heddle: the time is over: * of 100000 protocols are in '*/more'
[3]
$ cp -r models $TMP/lots && timeout 10 heddle study -q --budget 0.5 $TMP/lots
heddle: the budget is used up; the same command goes on where it stopped
[3]
$ timeout 10 heddle derive --budget 0.05 networks/egp.hed
networks/egp.hed: not verified (incomplete: the time is over)
[3]
$ printf '#include <assert.h>\nint main(void) {\n  assert(0);\n}\n' >$TMP/x.c; heddle test --brief -o $TMP/x.rec $TMP/x.c
*/x.c: assertion failed after 1 execution (* s, and * s to build): assertion failed: assert(0), main at x.c:3
[1]
$ timeout 10 heddle replay --brief --budget 0.01 $TMP/x.rec
heddle: the budget is used up
[3]
$ timeout 10 heddle show --budget 0.01 $TMP/x.rec
heddle: the budget is used up
[3]
$ heddle replay --brief --budget 20 $TMP/x.rec
*/x.rec: assertion failed again
[1]

# The memory is kept where a row goes from state to state, or from event to
# event, and runs nothing for minutes.
$ heddle test --brief -s stateful-naive -t 30 --memory 3M -o none models/filesystem18.hed
models/filesystem18.hed: no failure so far, not everything covered (* s) (incomplete: the memory is used up)
[3]
$ heddle test --brief -s stateful -t 30 --memory 3M -o none models/locking4.hed
models/locking4.hed: no failure so far, not everything covered (* s) (incomplete: the memory is used up)
[3]

# One atomic sequence of Promela may have millions of states in it.
$ printf 'byte a, b, c;\nactive proctype P() { do :: atomic { do :: a++ :: b++ :: c++ :: break od } od }\n' >$TMP/a.pml; timeout 20 heddle check --time 0.5 --brief $TMP/a.pml
*/a.pml: no errors so far in 1 state, 0 transitions (* s) (incomplete: the time is over)
[3]

# Nor is a batch of states finished that would take a minute.
$ printf 'shared x = 0\nthread t[i: 0..2000] { x = x + i }\n' >$TMP/m.hed; timeout 20 heddle check --engine states --time 0.5 --brief $TMP/m.hed
*/m.hed: no errors so far in * states, * transitions (* s) (incomplete: the time is over)
[3]
