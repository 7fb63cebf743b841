# a search cut off and taken up: together they are one
$ cp programs/locking1.c programs/locking.h $TMP; heddle cc -g -o $TMP/locking $TMP/locking1.c
$ heddle test --runs 1000 --cache $TMP/kept $TMP/locking
*/locking: no failure so far, not everything covered (* s)
  1,000 executions (optimal): 1,000 complete*
  stopped: the number of runs is reached; about * executions remain, likely * to *
  try: --resume, --preemptions 2 with --strategy full, or --strategy pct
  sequential consistency; at most 10,000 steps a run (never reached); 5 threads
[3]
$ heddle test --runs 1000 --cache $TMP/kept -q -j 2 $TMP/locking
*/locking: no failure so far, not everything covered (* s)
[3]
$ heddle test --runs 1000 --cache $TMP/kept $TMP/locking
*/locking: no failure, every schedule covered (* s)
  2,520 executions (optimal): 2,520 complete
  520 of them now, 2,000 by earlier searches in * s
  sequential consistency; at most 10,000 steps a run (never reached); 5 threads
# and what is finished is answered at once
$ heddle test --cache $TMP/kept $TMP/locking
*/locking: no failure, every schedule covered (* s)
  2,520 executions (optimal): 2,520 complete
  nothing was run: an earlier search covered everything
  sequential consistency; at most 10,000 steps a run (never reached); 5 threads
# another strategy is another search
$ heddle test --cache $TMP/kept -s random -n 5 -q $TMP/locking; ls $TMP/kept | wc -l
*/locking: no failure so far, not everything covered (* s)
2
# files that do not fit are said so, and not used
$ rm $TMP/kept/*; heddle test --runs 10 --cache $TMP/kept -q $TMP/locking
*/locking: no failure so far, not everything covered (* s)
[3]
$ cp $TMP/kept/*.search $TMP/good; f=$(ls $TMP/kept/*.search); head -c 700 $TMP/good >$f; heddle test -n 20 --cache $TMP/kept $TMP/locking | head -n 2
heddle: '*.search' is damaged: the search starts anew
*/locking: no failure so far, not everything covered (* s)
  20 executions (optimal): 20 complete
[3]
$ f=$(ls $TMP/kept/*.search); sed 's/heddle search 1/heddle search 9/' $TMP/good >$f; heddle test -q -n 20 --cache $TMP/kept $TMP/locking
heddle: '*.search' is of another version of heddle: the search starts anew
*/locking: no failure so far, not everything covered (* s)
[3]
$ f=$(ls $TMP/kept/*.search); echo hello >$f; heddle test -q -n 20 --cache $TMP/kept $TMP/locking
heddle: '*.search' is no saved search: the search starts anew
*/locking: no failure so far, not everything covered (* s)
[3]
$ echo 'int unused;' >>$TMP/locking1.c; heddle cc -g -o $TMP/locking $TMP/locking1.c; heddle test -q -n 20 --cache $TMP/kept $TMP/locking
heddle: '*.search' is of the program before it was changed: the search starts anew
*/locking: no failure so far, not everything covered (* s)
[3]
# the default folder; nothing is kept of short searches unless it is asked for
$ HEDDLE_CACHE=$TMP/mine heddle test -q -n 10 $TMP/locking; ls $TMP/mine
*/locking: no failure so far, not everything covered (* s)
ls: cannot access '*/mine': No such file or directory
[2]
$ HEDDLE_CACHE=$TMP/mine heddle test -q -n 10 --resume $TMP/locking; HEDDLE_CACHE=$TMP/mine heddle test -n 10 --resume $TMP/locking | sed -n 2,3p
*/locking: no failure so far, not everything covered (* s)
  20 executions (optimal): 20 complete
  10 of them now, 10 by earlier searches in * s
[3]
$ HEDDLE_CACHE=none heddle test -q -n 10 --resume $TMP/locking
heddle: --resume: no folder for searches: give --cache DIR, or set HEDDLE_CACHE
*/locking: no failure so far, not everything covered (* s)
[3]
$ heddle test -q -n 10 --cache /dev/null/x $TMP/locking
heddle: cannot write '/dev/null/x/*.search': *
*/locking: no failure so far, not everything covered (* s)
[3]
# --budget: a usage error, and one that is over before it began
$ heddle test --budget soon $TMP/locking
heddle: option '--budget' needs a time such as 60, 1.5s or 2m, not 'soon'
heddle: try 'heddle test --help'
[2]
$ heddle test --budget 0.001s $TMP/locking1.c
heddle: *locking1.c: the budget was used up before the first execution
[3]
