# What is no file.
$ heddle check $TMP/none.hed
heddle: cannot read '*/none.hed': no such file
[2]
$ heddle check models
heddle: cannot read 'models': is a directory
[2]
$ heddle check models/pi1.hed/x
heddle: cannot read 'models/pi1.hed/x': not a directory
[2]
$ heddle check /proc/self/mem
heddle: cannot read '/proc/self/mem': input/output error
[2]
$ heddle replay models
heddle: cannot read 'models': is a directory
[2]
$ heddle show $TMP/none.rec
heddle: cannot read '*/none.rec': no such file
[2]

# A full disk: the answer cannot be given, and that is said.
$ heddle check -q tests/models/final.hed >/dev/full
$ heddle check tests/models/final.hed >/dev/full
heddle: cannot write to standard output: no space left on device
[2]
$ heddle check --json models/pi1.hed 2>/dev/null >/dev/full
[2]
$ heddle check -q --html /dev/full models/pi1.hed 2>&1 | tail -n 1
heddle: cannot write '/dev/full': no space left on device
[2]
$ heddle check -q --svg /dev/full/x.svg tests/models/deadlock.hed
heddle: cannot write '/dev/full/x.svg': not a directory
[2]
$ heddle check -q --dot /dev/full tests/models/deadlock.hed
heddle: cannot write '/dev/full': no space left on device
[2]
$ heddle check -q --record $TMP/no/such/run.rec tests/models/deadlock.hed
heddle: cannot write '*/no/such/run.rec': no such folder
[2]
$ heddle check -q --record $TMP/no/such/folder tests/models/deadlock.hed
heddle: cannot make the folder '*/no/such/folder': no such file
[2]
$ heddle check --help >/dev/full
heddle: cannot write to standard output: no space left on device
[2]
# What was there before stays, and nothing is left behind.
$ echo old >$TMP/report.html; (ulimit -f 1; heddle check -q --html $TMP/report.html models/pi1.hed 2>&1 | tail -n 1)
heddle: cannot write '*/report.html': file too large
[2]
$ ls $TMP; cat $TMP/report.html
report.html
old
# The other files are written all the same.
$ heddle check -q --html /dev/full --record $TMP/kept.rec tests/models/deadlock.hed
heddle: cannot write '/dev/full': no space left on device
[2]
$ heddle replay --brief $TMP/kept.rec
*/kept.rec: deadlock comes out again: A at 0, B at 0, all channels empty
[1]

# A closed pipe.
$ { sleep 0.2; heddle check tests/models/final.hed; } | true
heddle: cannot write to standard output: broken pipe
[2]

# Recordings that are not what they should be.
$ heddle check -q --record $TMP/run.rec models/pi1.hed 2>/dev/null
[1]
$ sed '1s/2/7/' $TMP/run.rec >$TMP/version.rec; heddle replay $TMP/version.rec
*/version.rec:1:1: error: this recording has version 7, and this heddle reads versions 1 to 2: record the run again
    1 | heddle recording 7
      | ^
1 error
[2]
$ head -n 10 $TMP/run.rec >$TMP/cut.rec; heddle replay $TMP/cut.rec
*/cut.rec:10:1: error: the recording is cut off: it has no 'end'
   10 | step 1 0 0 1 P1!m2
      | ^
1 error
[2]
$ head -c 232 $TMP/run.rec >$TMP/cut2.rec; heddle show $TMP/cut2.rec
*/cut2.rec:9:1: error: the recording is cut off: it has no 'end'
    9 | step 0 0 0 0 P2
      | ^
1 error
[2]
$ : >$TMP/empty.rec; heddle replay $TMP/empty.rec
*/empty.rec: error: the file is empty: expected a recording
1 error
[2]
$ heddle replay models/pi1.hed
models/pi1.hed:1:1: error: this is no recording: it does not begin with 'heddle recording'
    1 | // Protocol 1 of Nguyen 2002, example 2-1: two machines, every kind of error.
      | ^
1 error
[2]
$ sed 's/^step 0 3/step 0 9/' $TMP/run.rec >$TMP/step.rec; heddle replay --brief $TMP/step.rec
heddle: '*/step.rec' does not come out as recorded: step 3, 'P2?m2', cannot be taken
[4]
$ sed 's/^step 0 3 0 1/step 0 3 0 99/' $TMP/run.rec >$TMP/object.rec; heddle show $TMP/object.rec
heddle: '*/object.rec' does not come out as recorded: step 3, 'P2?m2', cannot be taken
[4]
$ sed 's/^step 0 3 0 1/step 77 3 0 1/' $TMP/run.rec >$TMP/process.rec; heddle replay --brief $TMP/process.rec
heddle: '*/process.rec' does not come out as recorded: step 3, 'P2?m2', cannot be taken
[4]
$ sed 's/^step.*/step x/' $TMP/run.rec >$TMP/x.rec; heddle replay $TMP/x.rec
*/x.rec:9:1: error: expected 'step PROCESS EDGE CHOICE OBJECT TEXT'
    9 | step x
      | ^
1 error
[2]
$ sed 's/^finding.*/finding luck/' $TMP/run.rec >$TMP/kind.rec; heddle replay $TMP/kind.rec
*/kind.rec:6:1: error: unknown kind of finding
    6 | finding luck
      | ^
1 error
[2]
$ sed 's/^finding.*/finding unspecified/' $TMP/run.rec >$TMP/other.rec; heddle replay --brief $TMP/other.rec
heddle: '*/other.rec' does not come out as recorded: the run ends without unspecified
[4]
$ sed 's/^facts.*/facts 1 1 1 1 1 99 1 1 1/' $TMP/run.rec >$TMP/facts.rec; heddle show $TMP/facts.rec
*/facts.rec:8:1: error: unknown failure
    8 | facts 1 1 1 1 1 99 1 1 1
      | ^
1 error
[2]
$ sed 's/^scheme.*/scheme lifo/' $TMP/run.rec >$TMP/scheme.rec; heddle replay $TMP/scheme.rec
*/scheme.rec:5:1: error: unknown scheme
    5 | scheme lifo
      | ^
1 error
[2]
$ sed 's/^scheme.*/param N 3/' $TMP/run.rec >$TMP/param.rec; heddle replay $TMP/param.rec
heddle: the model of this recording, 'models/pi1.hed', cannot be read any more
[2]
$ sed 's/^model.*/model models/' $TMP/run.rec >$TMP/model.rec; heddle replay $TMP/model.rec
heddle: cannot read 'models': is a directory
heddle: the model of this recording, 'models', cannot be read any more
[2]

# A model that has changed.
$ cp models/pi1.hed $TMP/mine.hed; heddle check -q --record $TMP/mine.rec $TMP/mine.hed 2>/dev/null
[1]
$ echo '// a comment' >>$TMP/mine.hed; heddle replay $TMP/mine.rec
heddle: '*/mine.hed' has changed since '*/mine.rec' was recorded: check it again
[2]
$ heddle show $TMP/mine.rec
heddle: '*/mine.hed' has changed since '*/mine.rec' was recorded: check it again
[2]
$ rm $TMP/mine.hed; heddle replay $TMP/mine.rec
heddle: cannot read '*/mine.hed': no such file
heddle: the model of this recording, '*/mine.hed', cannot be read any more
[2]

# Ctrl-C: what was found so far, 1 when there is something, else 3.
$ printf 'process p[i: 0..7] { var n: 0..9\n s: { n = (n + 1) %% 10 } -> s }\n' >$TMP/long.hed; tests/interrupt INT 1 heddle check --engine states --time 60 --jobs 1 $TMP/long.hed >$TMP/out 2>&1; echo "code $?"; cat $TMP/out
code 3
*/long.hed: no errors so far in * states, * transitions (* s) (incomplete: interrupted)
$ echo 'never p[2].n == 3' >>$TMP/long.hed; tests/interrupt INT 1 heddle check --engine states --time 60 --jobs 2 $TMP/long.hed >$TMP/out 2>&1; echo "code $?"; head -n 3 $TMP/out
code 1
*/long.hed: 1 finding in * states, * transitions (* s) (incomplete: interrupted)

  property     never p[2].n == 3                                     3 steps
$ tests/interrupt TERM 1 heddle check --engine states --json --time 60 $TMP/long.hed >$TMP/out 2>&1; echo "code $?"; grep -E '^  "(verdict|complete|stopped)"' $TMP/out
code 1
  "verdict": "violated",
  "complete": false,
  "stopped": "interrupted",

# Limits in earnest.
$ heddle check --time 0.3 --strategy full --find deadlock $TMP/long.hed
*/long.hed: no errors so far in * states, * transitions (* s) (incomplete: the time is over)
[3]
$ heddle check --memory 8M --strategy full --find deadlock $TMP/long.hed
*/long.hed: no errors so far in * states, * transitions (* s) (incomplete: the memory is used up)
[3]
$ heddle check --memory 8M --depth-first --strategy full --find deadlock $TMP/long.hed
*/long.hed: no errors so far in * states, * transitions (* s) (incomplete: the memory is used up)
[3]
$ heddle check --states 1e5 $TMP/long.hed | head -n 3
*/long.hed: 1 finding in * states, * transitions (* s) (incomplete: the limit of * states)

  property     never p[2].n == 3                                     3 steps
[1]
$ heddle check --jobs 99999999 --states 1000 -q $TMP/long.hed
[1]

# A model of ten megabytes: one long cycle.
$ { echo 'process p {'; seq 480000 | awk '{ printf "  s%06d: -> s%06d\n", $1, $1 % 480000 + 1 }'; echo '}'; } >$TMP/large.hed; [ $(wc -c <$TMP/large.hed) -gt 10000000 ] && heddle check $TMP/large.hed 2>&1 | tail -n 3
*/large.hed: no errors in 480,000 states, 480,000 transitions (* s, everything explored)
# And ten megabytes of nonsense.
$ head -c 10000000 /dev/zero | tr '\0' '(' >$TMP/nonsense.hed; heddle check $TMP/nonsense.hed 2>&1 | cut -c 1-80 | tail -n 3
    1 | ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
      | ^
1 error
[2]
$ head -c 10000000 /dev/zero | tr '\0' '\n' >$TMP/lines.hed; heddle check $TMP/lines.hed 2>&1 | tail -n 2
*/lines.hed: error: no process in this file (a model has at least one process or thread)
1 error
[2]
$ { printf 'never '; head -c 10000000 /dev/zero | tr '\0' '!'; echo 1; } >$TMP/deep.hed; heddle check $TMP/deep.hed 2>&1 | cut -c 1-80 | head -n 1
*/deep.hed:1:206: error: nested more than 200 levels deep
[2]
