# Random protocols by seed, and the table of what was made.
$ heddle synth --count 4 --processes 2..3 --states 2..4 --capacity 2 --global 20..500 --seed 3 --out $TMP/p | head -n 6
  processes                                              2      3
  ----------------------------------------  -------  -----  -----
  models                                                 2      2
  processes communicating with a process    average   1.00   *
                                            StD       0.00   *
  states in a process                       average   *
$ ls $TMP/p
n2-001.hed
n2-002.hed
n3-003.hed
n3-004.hed
$ heddle synth -q --count 4 --processes 2..3 --states 2..4 --capacity 2 --global 20..500 --seed 3 --jobs 1 --out $TMP/q
$ diff -r $TMP/p $TMP/q
$ grep -c '^// expect: full violated states' $TMP/p/n3-004.hed
1
$ heddle synth --out $TMP/p
heddle: '*/p' has models already: choose a new folder
[2]
$ heddle synth -q --extended --scheme causal --count 2 --processes 2 --states 2..3 --capacity 2 --global 10..500 --out $TMP/x && grep -hc '^scheme causal' $TMP/x/n2-001.hed
1
$ heddle synth -q --count 1 --processes 2 --states 2 --global 9..8 --out $TMP/y
heddle: '--global 9..8': expected a number or a span such as 3..5, within 1..4294967295
heddle: try 'heddle synth --help'
[2]
$ heddle synth -q --topology ring --out $TMP/y
heddle: unknown topology 'ring': arbitrary, cyclic or multi-cyclic
heddle: try 'heddle synth --help'
[2]
$ heddle synth
heddle: where to? --out DIR
heddle: try 'heddle synth --help'
[2]

# The cells of the documents.
$ mkdir $TMP/m && cp models/pi1.hed models/pi2.hed models/pi3.hed $TMP/m
$ heddle study $TMP/m -s full,lra,fra,era --by processes --csv $TMP/m.csv --html $TMP/m.html -q
$ cut -d, -f1,3-6,12,13,23 $TMP/m.csv
model,strategy,status,states,transitions,deadlock,blocking,agrees
pi1,full,done,28,38,2,4,yes
pi1,lra,done,19,21,2,4,yes
pi1,fra,done,10,10,2,,yes
pi1,era,done,15,23,2,,yes
pi2,full,done,40,100,0,0,yes
pi2,lra,done,2,2,0,0,yes
pi2,fra,refused,,,,,yes
pi2,era,done,20,72,0,,yes
pi3,full,done,17,25,1,2,yes
pi3,lra,done,8,7,1,2,yes
pi3,fra,done,5,5,1,,yes
pi3,era,done,9,14,1,,yes
$ heddle study $TMP/m -s full,lra,fra,era --by processes | tail -n 10
Reductions by processes, averages

  processes                                     2      4
  -----------------------------------  ---  -----  -----
  reduction in global states (%)       lra  32.14  73.97
                                       fra  64.29  70.59
                                       era  46.43  48.53
  reduction in global transitions (%)  lra  44.74  85.00
                                       fra  73.68  80.00
                                       era  39.47  36.00
$ grep -c '<svg' $TMP/m.html
6
$ heddle study $TMP/m -s era-peng --by processes | head -n 1
era-peng misses what it promises on 1 of 3 models, as it is known to; the first: pi1 (deadlock: 0 instead of 2)

$ heddle study $TMP/m --strategy full,lra --brief --out $TMP/m/study.results
Study of m: 3 models, 2 strategies: all that is promised is found

# Nothing is run twice; what was lost is run again, a torn line too.
$ wc -l < $TMP/m/study.results
15
$ heddle study $TMP/m -s full,lra,fra,era,era-peng -q && wc -l < $TMP/m/study.results
15
$ head -c -9 $TMP/m/study.results > $TMP/cut && cp $TMP/cut $TMP/m/study.results
$ heddle study $TMP/m -s full,lra,fra,era,era-peng -q && wc -l < $TMP/m/study.results
16
$ heddle study $TMP/m -s full,lra -q --fresh && wc -l < $TMP/m/study.results
6

# Sizes of one model, as Lei prints them.
$ heddle study models/leader.hed -D N=3..5 -s full,bsra --each --by processes --results $TMP/r | grep -A 6 '^Each'
Each model

               full  trans.  bsra  trans.   %
  ----------  -----  ------  ----  ------  --
  leader N=3     72     129  *
  leader N=4    341     794  *
  leader N=5  1,133   3,364  *

# A limit is no end, but it is said.
$ heddle study $TMP/m -s full --states 5 -o $TMP/r2 -q
[3]
$ heddle study $TMP/m -s full --states 5 --results $TMP/r2 --json | grep -c '"limit"'
3
[3]
$ heddle study $TMP/m -s ful
heddle: unknown strategy 'ful' (did you mean 'full'?)
heddle: try 'heddle study --help'
[2]
$ mkdir $TMP/empty && heddle study $TMP/empty
heddle: no models (*.hed) in '*/empty'
[2]
$ heddle study $TMP/nowhere
heddle: cannot read '*/nowhere': no such file
[2]

# What is asked and cannot be done is said, with what to do.
$ heddle synth -q --count 1 --processes 2 --values 3 --out $TMP/z
heddle: --values is for variables: use it with --extended
heddle: try 'heddle synth --help'
[2]
$ heddle synth -q --count 1 --processes 3 --topology cyclic --partners 2 --out $TMP/z
heddle: --partners is for --topology arbitrary: a ring has those it has
heddle: try 'heddle synth --help'
[2]
$ heddle study $TMP/m --by colour
heddle: unknown grouping 'colour': processes, concurrency
heddle: try 'heddle study --help'
[2]
$ heddle study $TMP/m -s ''
heddle: unknown strategy '': full, *
heddle: try 'heddle study --help'
[2]
$ heddle study $TMP/m -s full,lra,,era
heddle: unknown strategy '': full, *
heddle: try 'heddle study --help'
[2]
$ heddle study $TMP/m -q --results /dev/full
heddle: '/dev/full' is no ordinary file: results are read again, choose another with --out
[2]
$ heddle study $TMP/m -q --results $TMP/nowhere/r
heddle: cannot write '*/nowhere/r': no such folder
[2]
$ heddle study $TMP/m -q -s full --csv /dev/full
heddle: cannot write '/dev/full': no space left on device
[2]
$ (ulimit -f 0; trap '' XFSZ; heddle study $TMP/m -q -s full --results $TMP/none)
heddle: '*/none': cannot write the results: File too large
[2]
$ mkdir $TMP/b && cp models/pi1.hed $TMP/b && echo 'process {' > $TMP/b/x.hed && heddle study $TMP/b -q
*/b/x.hed:1:9: error: expected a process, found '{'
    1 | process {
      |         ^
1 error
[2]

# With full alone there is nothing to compare; names with commas and quotes.
$ mkdir $TMP/n && cp models/pi1.hed "$TMP/n/a,\"b\".hed"
$ heddle study $TMP/n -s full --csv $TMP/n.csv | tail -n 2
  states in all             28
  CPU seconds in all      0.0*
$ cut -d, -f1-6 $TMP/n.csv
model,processes,strategy,status,states,transitions
"a,""b""",2,full,done,28

# One job or two: the same but for times.
$ heddle study $TMP/p -s full,lra,fra --results $TMP/j1 -q -j1 --csv $TMP/j1.csv && heddle study $TMP/p -s full,lra,fra --results $TMP/j2 -q -j2 --csv $TMP/j2.csv
$ diff <(cut -d, -f1-7,10- $TMP/j1.csv) <(cut -d, -f1-7,10- $TMP/j2.csv) && echo same
same

# A strategy that does not apply is counted, with the reason in the lines.
$ heddle study models/pi2.hed -s full,fra --results $TMP/f --csv $TMP/f.csv --by processes | grep apply
  does not apply             0     1
$ grep -c '^pi2,4,fra,refused.*components are {P1}, {P2}, {P3, P4}' $TMP/f.csv
1

# Of programs: the strategies of heddle test, which must find the same.
$ heddle study programs/dining1.c programs/locking1.c -s optimal,contextual --csv $TMP/pr.csv --html $TMP/pr.html | head -14; cut -d, -f1-6 $TMP/pr.csv; grep -c '<svg' $TMP/pr.html
Verdicts

  program     optimal   contextual
  ----------  --------  ----------
  dining1.c   violated  violated
  locking1.c  holds     holds

Executions

  program     optimal  contextual
  ----------  -------  ----------
  dining1.c       831         787
  locking1.c    2,520       2,520

program,strategy,verdict,finished,executions,redundant
dining1.c,optimal,violated,yes,831,0
dining1.c,contextual,violated,yes,787,0
locking1.c,optimal,holds,yes,2520,0
locking1.c,contextual,holds,yes,2520,0
3
$ heddle study -s optimal --time 0.05 --csv $TMP/cut.csv -q programs/fib2.c || echo $?; cut -d, -f2-4 $TMP/cut.csv
3
strategy,verdict,finished
optimal,incomplete,no
$ heddle study --brief -s optimal,unfold programs/dining1.c; heddle study --json -s optimal programs/locking1.c | head -4
Study of dining1.c: 1 program, 2 strategies: they find the same
{
  "schema": "heddle.schedules/1",
  "name": "Study of locking1.c",
  "differences": 0,
$ heddle study -s optimul programs/dining1.c; heddle study --by processes programs/dining1.c
heddle: unknown strategy 'optimul' (did you mean 'optimal'?)
heddle: try 'heddle study --help'
heddle: --by is about models, and 'programs/dining1.c' is none
heddle: try 'heddle study --help'
[2]
$ printf 'int main(void) { return 0 }\n' > $TMP/bad.c; heddle study $TMP/bad.c 2>&1 | head -1; heddle study -q programs/dining1.c nothing.c
*bad.c:1:26: error: expected ';' after return statement
heddle: cannot read 'nothing.c': no such file
[2]
# Promela has the strategy full: others do not apply, and none crashes
$ printf 'byte x;\nactive [2] proctype P() {\n  x++\n}\n' > $TMP/s.pml; heddle study -s full,ample,lra,symmetry,era --csv $TMP/s.csv -q $TMP/s.pml; cut -d, -f3-4 $TMP/s.csv
strategy,status
full,done
ample,refused
lra,refused
symmetry,refused
era,refused

# flip runs traces again and does not know; how often is told by optimal.
$ heddle study programs/pairs.c -s flip,optimal --csv $TMP/fl.csv -q; cut -d, -f1-6 $TMP/fl.csv; heddle study programs/pairs.c -s flip --csv $TMP/fl.csv -q; cut -d, -f1-6 $TMP/fl.csv
program,strategy,verdict,finished,executions,redundant
pairs.c,flip,holds,yes,1448,1432
pairs.c,optimal,holds,yes,16,0
program,strategy,verdict,finished,executions,redundant
pairs.c,flip,holds,yes,1448,
