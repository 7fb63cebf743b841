# Sequences as files: written, run again, edited; properties over them.
$ heddle test --sequences $TMP/m.seq models/program_m.hed | head -n 2; head -n 17 $TMP/m.seq; tail -n 1 $TMP/m.seq
models/program_m.hed: no failure, every schedule covered (*)
  4 executions (reach): 4 complete
heddle sequences 1
of models/program_m.hed
thread 0 M1
thread 1 M2
thread 2 M3
thread 3 M4
thread 4 M5
thread 5 M6
sequence 1 complete
  M1.1 send M2.in
  M2.1 receive M2.in from M1.1
  M3.1 send M2.in
  M4.1 send M5.in
  M5.1 receive M5.in from M4.1
  M6.1 send M5.in
  M2.2 receive M2.in from M3.1
  M5.2 receive M5.in from M6.1
end 4
$ heddle test --only $TMP/m.seq models/program_m.hed
*/m.seq: 4 sequences, all as written
$ heddle test --before 'M1.1 before M2.1' --before 'M2.1 before M2.2' models/program_m.hed
models/program_m.hed: no failure, every schedule covered (*)
  4 executions (reach): 4 complete
  under sequential consistency
  at most 10,000 steps a run (never reached); 6 threads
'M1.1 before M2.1' fails in 2 of 4 sequences, first in sequence 3: M2.1 receive M2.in from M3.1
'M2.1 before M2.2' holds in all 4 sequences
[1]
$ heddle test --only $TMP/m.seq --before 'M1 send M2.in before M2 receive' models/program_m.hed
*/m.seq: 4 sequences, all as written
'M1 send M2.in before M2 receive' fails in 2 of 4 sequences, first in sequence 3: M2.1 receive M2.in from M3.1
[1]
# The program has changed: M3 sends elsewhere.
$ sed 's/thread M3 { M2.in!a }/thread M3 { M5.in!a }/' models/program_m.hed > $TMP/other.hed; heddle test --only $TMP/m.seq $TMP/other.hed 2>&1 | grep -v '^ ' | sed "s,$TMP,,"
/m.seq:12:3: error: what comes here now is 'M3.1 send M5.in'
/m.seq:21:3: error: what comes here now is 'M3.1 send M5.in'
/m.seq:29:3: error: what comes here now is 'M3.1 send M5.in'
/m.seq:38:3: error: what comes here now is 'M3.1 send M5.in'
4 errors
/m.seq: 4 sequences, 0 as written; 4 with a finding (sequence 1: deadlock)
[1]
# Under fifo too, and of semaphores.
$ heddle test --sequences $TMP/bb.seq models/bb.hed | head -n 2; heddle test --only $TMP/bb.seq models/bb.hed
models/bb.hed: no failure, every schedule covered (*)
  12 executions (reach): 12 complete
*/bb.seq: 12 sequences, all as written
# What is written must be right.
$ echo 'heddle recording 2' > $TMP/x; heddle test --only $TMP/x models/program_m.hed
*/x:1:1: error: this is no file of sequences
    1 | heddle recording 2
      | ^ heddle test --sequences writes them
1 error
[2]
$ sed '12s/M3.1/M9.1/' $TMP/m.seq > $TMP/x; heddle test --only $TMP/x models/program_m.hed 2>&1 | sed "s,$TMP,,"
/x:12:3: error: there is no thread 'M9'
   12 |   M9.1 send M2.in
      |   ^~~~ 'thread' lines say them
1 error
[2]
$ sed '12s/M2.in/M2.in now/' $TMP/m.seq > $TMP/x; heddle test --only $TMP/x models/program_m.hed 2>&1 | sed "s,$TMP,,"
/x:12:19: error: unexpected 'now'
   12 |   M3.1 send M2.in now
      |                   ^~~ 'from EVENT', 'choice NUMBER' or 'never', in this order, may follow an operation
1 error
[2]
$ head -n 20 $TMP/m.seq > $TMP/x; heddle test --only $TMP/x models/program_m.hed 2>&1 | sed "s,$TMP,,"
/x:21:1: error: it was cut off (its last line is 'end NUMBER')
1 error
[2]
$ heddle test --before 'M1 M2' models/program_m.hed
heddle: 'M1 M2' is no order of events: expected 'A before B', each THREAD.NUMBER or THREAD OPERATION [OBJECT], '*' for any word
1 error
[2]
$ heddle test -s optimal --sequences $TMP/x models/program_m.hed 2>&1 | head -n 1
heddle: --sequences and --before are of the strategy reach, which runs each sequence once
[2]
$ heddle test --only $TMP/m.seq --json models/program_m.hed 2>&1 | head -n 2
heddle: --only runs the sequences of a file and says in words how that went: without --sequences, --json and the rest
heddle: try 'heddle test --help'
[2]

# A property of what is not there, and a budget.
$ heddle test --only $TMP/m.seq --before 'M1 send before M7 receive' models/program_m.hed; heddle test -q --sequences $TMP/no/x models/program_m.hed
*/m.seq: 4 sequences, all as written
'M1 send before M7 receive' holds in all 4 sequences: none has what is to come after
heddle: cannot write '*/no/x': no such folder
[2]
$ sed '5s/M3/M1/' $TMP/m.seq > $TMP/x; heddle test --only $TMP/x models/program_m.hed 2>&1 | head -n 1 | sed "s,$TMP,,"
/x:5:10: error: 'M1' is a thread already
[2]
