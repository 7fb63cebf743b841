# a search cut off and taken up: together they are one
$ cp programs/locking1.c programs/locking.h $TMP; heddle cc -g -o $TMP/locking $TMP/locking1.c
$ heddle test -s optimal --runs 1000 --cache $TMP/kept $TMP/locking
*/locking: no failure so far, not everything covered (*) (incomplete: 1,000 runs)
  1,000 executions (optimal): 1,000 complete*
  stopped: the number of runs is reached; * remain*
  try: --resume, --preemptions 2 with --strategy full, or --strategy auto
  under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
  at most 10,000 steps a run (never reached); 5 threads
[3]
$ heddle test -s optimal --runs 1000 --cache $TMP/kept --brief -j 2 $TMP/locking
*/locking: no failure so far, not everything covered (*) (incomplete: 1,000 runs)
[3]
$ heddle test -s optimal --runs 1000 --cache $TMP/kept $TMP/locking
*/locking: no failure, every schedule covered (*)
  2,520 executions (optimal): 2,520 complete
  520 of them now, 2,000 by earlier searches in * s
  under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
  at most 10,000 steps a run (never reached); 5 threads
# and what is finished is answered at once
$ heddle test -s optimal --cache $TMP/kept $TMP/locking
*/locking: no failure, every schedule covered (*)
  2,520 executions (optimal): 2,520 complete
  nothing was run: an earlier search covered everything
  under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
  at most 10,000 steps a run (never reached); 5 threads
# another strategy is another search
$ heddle test --cache $TMP/kept -s random -n 5 --brief $TMP/locking; ls $TMP/kept | wc -l
*/locking: no failure so far, not everything covered (*) (incomplete: 5 runs, 1 more)
2
# files that do not fit are said so, and not used
$ rm $TMP/kept/*; heddle test -s optimal --runs 10 --cache $TMP/kept --brief $TMP/locking
*/locking: no failure so far, not everything covered (*) (incomplete: 10 runs)
[3]
$ cp $TMP/kept/*.search $TMP/good; f=$(ls $TMP/kept/*.search); head -c 700 $TMP/good >$f; heddle test -s optimal -n 20 --cache $TMP/kept $TMP/locking | head -n 2
heddle: '*.search' is damaged: the search starts anew
*/locking: no failure so far, not everything covered (*) (incomplete: 20 runs)
  20 executions (optimal): 20 complete
[3]
$ f=$(ls $TMP/kept/*.search); sed 's/heddle search [0-9]*/heddle search 99/' $TMP/good >$f; heddle test -s optimal --brief -n 20 --cache $TMP/kept $TMP/locking
heddle: '*.search' is of another version of heddle: the search starts anew
*/locking: no failure so far, not everything covered (*) (incomplete: 20 runs)
[3]
$ f=$(ls $TMP/kept/*.search); echo hello >$f; heddle test -s optimal --brief -n 20 --cache $TMP/kept $TMP/locking
heddle: '*.search' is no saved search: the search starts anew
*/locking: no failure so far, not everything covered (*) (incomplete: 20 runs)
[3]
$ echo 'int unused;' >>$TMP/locking1.c; heddle cc -g -o $TMP/locking $TMP/locking1.c; heddle test -s optimal --brief -n 20 --cache $TMP/kept $TMP/locking
heddle: '*.search' is of the program before it was changed: the search starts anew
*/locking: no failure so far, not everything covered (*) (incomplete: 20 runs)
[3]
# the default folder; nothing is kept of short searches unless it is asked for
$ HEDDLE_CACHE=$TMP/mine heddle test --brief -n 10 $TMP/locking; ls $TMP/mine
*/locking: no failure so far, not everything covered (*) (incomplete: 10 runs)
ls: cannot access '*/mine': No such file or directory
[2]
$ HEDDLE_CACHE=$TMP/mine heddle test -s optimal --brief -n 10 --resume $TMP/locking; HEDDLE_CACHE=$TMP/mine heddle test -s optimal -n 10 --resume $TMP/locking | sed -n 2,3p
*/locking: no failure so far, not everything covered (*) (incomplete: 10 runs)
  20 executions (optimal): 20 complete
  10 of them now, 10 by earlier searches in * s
[3]
$ HEDDLE_CACHE=none heddle test --brief -n 10 --resume $TMP/locking
heddle: --resume: no folder for searches: give --cache DIR, or set HEDDLE_CACHE
*/locking: no failure so far, not everything covered (*) (incomplete: 10 runs)
[3]
$ heddle test --brief -n 10 --cache /dev/null/x $TMP/locking
heddle: cannot write '/dev/null/x/*.search': *
*/locking: no failure so far, not everything covered (*) (incomplete: 10 runs)
[3]
# --budget: a usage error, and one that is over before it began
$ heddle test --budget soon $TMP/locking
heddle: option '--budget' needs a time such as 60, 1.5s or 2m, not 'soon'
heddle: try 'heddle test --help'
[2]
$ heddle test --budget 0.001s $TMP/locking1.c
heddle: *locking1.c: the budget was used up before the first execution
[3]
# one line, and the exit codes
$ heddle test --brief --record none programs/bugs/lost-update.c
programs/bugs/lost-update.c: assertion failed after * executions (*): assertion failed: assert(balance == 20), main at lost-update.c:36
[1]
$ heddle test --brief --record none programs/bugs/lost-update-fixed.c
programs/bugs/lost-update-fixed.c: no failure, every schedule covered (*), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
$ heddle test --brief -n 1 programs/bugs/lost-update-fixed.c
programs/bugs/lost-update-fixed.c: no failure so far, not everything covered (*)
[3]
$ heddle check --brief models/mutex.hed 2>$TMP/err
models/mutex.hed: * (* s, everything explored)
# JUnit: a case for each finding and one for what was covered
$ heddle test --brief -a --record none --junit $TMP/j.xml programs/bugs/lost-update.c >$TMP/out; grep -E '<test|<fail' $TMP/j.xml
<testsuites name="heddle" tests="2" failures="1" errors="0" skipped="0" time="*">
  <testsuite name="programs/bugs/lost-update.c" tests="2" failures="1" errors="0" skipped="0" time="*">
    <testcase classname="programs/bugs/lost-update.c" name="every schedule covered" time="*"/>
    <testcase classname="programs/bugs/lost-update.c" name="assertion failed: assert(balance == 20), main at lost-update.c:36" time="0.000" file="programs/bugs/lost-update.c" line="36">
      <failure type="assertion" message="assertion failed: assert(balance == 20), main at lost-update.c:36">*
$ heddle test --brief -n 1 --junit $TMP/j.xml programs/bugs/lost-update-fixed.c >$TMP/out; grep -E '<skip' $TMP/j.xml
      <skipped message="incomplete: 1 run"/>
$ heddle check --quiet --junit $TMP/j.xml models/pi1.hed 2>$TMP/err; grep -c '<failure' $TMP/j.xml
11
$ heddle test --brief --junit /nowhere/j.xml models/dp.hed
models/dp.hed: no failure, every schedule covered (*), under sequential consistency
heddle: cannot write '/nowhere/j.xml': *
[2]
# a baseline: written, refused without reasons, then used; nothing new, exit 0
$ heddle test --brief -a --record none --write-baseline $TMP/known programs/bugs/lost-update.c >$TMP/out; grep -v '#' $TMP/known
assertion lost-update.c main "assert(balance == 20);" because ?
$ heddle test --baseline $TMP/known programs/bugs/lost-update.c
*/known:3:63: error: the reason is missing
    3 | assertion lost-update.c main "assert(balance == 20);" because ?
      |                                                               ^ say in a few words why this finding is accepted
1 error
[2]
$ sed -i 's/?$/bank holiday, see #17/' $TMP/known; echo 'race gone.c f "x++;" because it was once' >>$TMP/known; heddle test -s optimal --baseline $TMP/known programs/bugs/lost-update.c
programs/bugs/lost-update.c: no new failure, every schedule covered (*)
known:
  assertion failed at lost-update.c, main: bank holiday, see #17 (*/known:3)
no longer found, and everything was covered:
  data race at gone.c, f (*/known:4)
  6 executions (optimal): 2 complete, 4 failed
  under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
  at most 10,000 steps a run (never reached); 3 threads
# it survives edits elsewhere, and not an edit of the line
$ cp programs/bugs/busy.h $TMP; (echo '/* new */'; echo; sed 's/balance == 20/balance  ==  20/' programs/bugs/lost-update.c) >$TMP/lost-update.c; heddle test --brief --baseline $TMP/known $TMP/lost-update.c
*lost-update.c: no new failure, every schedule covered (*), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks
$ sed -i 's/balance  ==  20/balance == 30-10/' $TMP/lost-update.c; heddle test --brief --record none --baseline $TMP/known $TMP/lost-update.c
*lost-update.c: assertion failed after * executions (*
[1]
$ printf 'race a.c f "x" with b.c\ndedlock a.c f "x" because y\n race a.c f "x\nrace a.c f "x" because\n' >$TMP/bad; heddle test --baseline $TMP/bad models/dp.hed
*/bad:1:24: error: a place is expected here
    1 | race a.c f "x" with b.c
      |                        ^ FILE FUNCTION "text of the line"
*/bad:2:1: error: 'dedlock' is no kind of finding
    2 | dedlock a.c f "x" because y
      | ^ did you mean 'deadlock'?
*/bad:3:13: error: this text has no end
    3 |  race a.c f "x
      |             ^
*/bad:4:23: error: the reason is missing
    4 | race a.c f "x" because
      |                       ^ say in a few words why this finding is accepted
4 errors
[2]
$ heddle test --baseline /nowhere models/dp.hed
/nowhere: error: cannot read this baseline: no such file
1 error
[2]
# coverage: lines, ways of branches, pairs of accesses
$ heddle test -a --record none --coverage tests/ci/cover.c | sed -n '/^coverage/,$p'
coverage: 19 of 23 lines (82 %), 4 of 6 ways of branches (66 %), 2 of 2 pairs of accesses in both orders (100 %)
  never run: cover.c 14-15, 23, 42
  branches that went one way only: cover.c:13 (always false), cover.c:41 (always false)
$ heddle test --brief --coverage --json -n 3 models/dp.hed | grep -A2 '"coverage"'
  "coverage": {
    "lines": [],
    "branches": [],
[3]

# Old searches go first, and never the one that was just written.
$ rm -rf $TMP/kept; for s in 1 2 3 4; do heddle test --brief -n 10 -s random --seed $s --cache $TMP/kept $TMP/locking; done >/dev/null; ls $TMP/kept | wc -l
4
$ size=$(cat $TMP/kept/*.search | wc -c); newest=$(ls -t $TMP/kept | head -n 1); heddle test --brief -n 10 -s random --seed 5 --cache $TMP/kept --cache-size $((size * 3 / 4)) $TMP/locking >/dev/null; ls $TMP/kept | wc -l; ls $TMP/kept | grep -c "$newest"
3
1
$ heddle test --brief -n 10 -s random --seed 6 --cache $TMP/kept --cache-size 1 $TMP/locking >/dev/null; ls $TMP/kept | wc -l
1
