# What people mistype: each has a message that says what is wrong, an exit
# code, and leaves nothing behind.

# Everything is done in a folder of its own, and at the end nothing is in it
# but what was put there.
$ mkdir $TMP/here && cd $TMP/here && : >empty.hed && printf '\377\376x' >bytes.hed && printf 'process P { 0: -> 0 }\n' >ok.hed && chmod 755 . && mkdir dir.hed folder && printf 'int main(void) { return 0 }\n' >bad.c && printf 'a: 1, 2\nb: 3, 4\n' >ok.txt && printf 'a: 1, 2\nIF [a] = THEN\n' >bad.txt && printf '<network>' >bad.xml && printf 'not a recording\n' >bad.rec && ls
bad.c
bad.rec
bad.txt
bad.xml
bytes.hed
dir.hed
empty.hed
folder
ok.hed
ok.txt

# The command itself.
$ cd $TMP/here && heddle chek
heddle: unknown command 'chek' (did you mean 'check'?)
[2]
$ cd $TMP/here && heddle Check ok.hed
heddle: unknown command 'Check' (did you mean 'check'?)
[2]
$ cd $TMP/here && heddle -v
heddle: unknown command '-v'; 'heddle --help' lists them
[2]
$ cd $TMP/here && heddle --verbose
heddle: unknown command '--verbose'; 'heddle --help' lists them
[2]
$ cd $TMP/here && heddle check.hed
heddle: unknown command 'check.hed' (did you mean 'check'?)
[2]
$ cd $TMP/here && heddle ok.hed
heddle: 'ok.hed' is a file, and a command comes first: did you mean 'heddle check ok.hed'?
[2]
$ cd $TMP/here && heddle ok.txt --stats
heddle: 'ok.txt' is a file, and a command comes first: did you mean 'heddle cover ok.txt'?
[2]
$ cd $TMP/here && heddle bad.rec
heddle: 'bad.rec' is a file, and a command comes first: did you mean 'heddle replay bad.rec'?
[2]
$ cd $TMP/here && heddle help chekc
heddle: unknown command 'chekc' (did you mean 'check'?)
[2]
$ cd $TMP/here && heddle completion tcsh
heddle: unknown shell 'tcsh'; there are bash, zsh and fish
heddle: try 'heddle completion --help'
[2]
$ cd $TMP/here && heddle ''
heddle: unknown command ''; 'heddle --help' lists them
[2]

# Files that are not there, folders, and what is no text.
$ cd $TMP/here && heddle check nosuch.hed
heddle: cannot read 'nosuch.hed': no such file
[2]
$ cd $TMP/here && heddle check
heddle: which model?
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check ok.hed ok.hed
heddle: one model at a time
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check folder
heddle: cannot read 'folder': is a directory
[2]
$ cd $TMP/here && heddle check dir.hed
heddle: cannot read 'dir.hed': is a directory
[2]
$ cd $TMP/here && heddle check empty.hed
empty.hed: error: no process in this file (a model has at least one process or thread)
1 error
[2]
$ cd $TMP/here && heddle check bytes.hed 2>&1 | sed -n 1p
bytes.hed: error: this text is UTF-16; a model is ASCII or UTF-8
[2]
$ cd $TMP/here && heddle check bad.rec
bad.rec: error: a '.rec' file is a recording, and a model is needed ('heddle replay' takes it)
1 error
[2]
$ cd $TMP/here && heddle check /bin/true
/bin/true: error: this is a program that was built, and a model is needed ('heddle test' takes it)
1 error
[2]
$ cd $TMP && printf 'machine\0' >data && heddle derive data; rm data
data: error: not a text file: it holds a zero byte
1 error
$ cd $TMP/here && heddle check ok.hed/more
heddle: cannot read 'ok.hed/more': not a directory
[2]
$ cd $TMP/here && heddle check ''
heddle: cannot read '': no such file
[2]
$ cd $TMP/here && heddle check $(printf 'x%.0s' {1..300}).hed 2>&1 | cut -c1-40
heddle: cannot read 'xxxxxxxxxxxxxxxxxxx
[2]
$ cd $TMP/here && heddle test nosuch.c
heddle: cannot read 'nosuch.c': no such file
[2]
$ cd $TMP/here && heddle test
heddle: what is to be tested?
heddle: try 'heddle test --help'
[2]
$ cd $TMP/here && heddle test folder
heddle: cannot read 'folder': is a directory
[2]
$ cd $TMP/here && heddle test bad.rec
heddle: 'bad.rec' was not built with heddle cc, and was not started: 'heddle cc' builds it from its sources, 'make CC=heddle-cc' a project
[2]
$ cd $TMP/here && heddle test ok.txt
heddle: 'ok.txt' was not built with heddle cc, and was not started: 'heddle cc' builds it from its sources, 'make CC=heddle-cc' a project
[2]
$ cd $TMP/here && heddle test nosuch
heddle: cannot read 'nosuch': no such file
[2]
$ cd $TMP/here && heddle replay nosuch.rec
heddle: cannot read 'nosuch.rec': no such file
[2]
$ cd $TMP/here && heddle replay
heddle: which recording?
heddle: try 'heddle replay --help'
[2]
$ cd $TMP/here && heddle replay bad.rec
bad.rec:1:1: error: this is no recording: it does not begin with 'heddle recording'
    1 | not a recording
      | ^
1 error
[2]
$ cd $TMP/here && heddle replay ok.hed
ok.hed:1:1: error: this is no recording: it does not begin with 'heddle recording'
    1 | process P { 0: -> 0 }
      | ^
1 error
[2]
$ cd $TMP/here && heddle replay folder
heddle: cannot read 'folder': is a directory
[2]
$ cd $TMP/here && heddle show bad.rec
bad.rec:1:1: error: this is no recording: it does not begin with 'heddle recording'
    1 | not a recording
      | ^
1 error
[2]
$ cd $TMP/here && heddle show nosuch.rec
heddle: cannot read 'nosuch.rec': no such file
[2]
$ cd $TMP/here && heddle show
heddle: which recording?
heddle: try 'heddle show --help'
[2]
$ cd $TMP/here && heddle derive nosuch.xml
heddle: cannot read 'nosuch.xml': no such file
[2]
$ cd $TMP/here && heddle derive
heddle: which network? (networks/ has some)
heddle: try 'heddle derive --help'
[2]
$ cd $TMP/here && heddle derive bad.xml
bad.xml:1:10: error: malformed XML: no element found
    1 | <network>
      |          ^
1 error
[2]
$ cd $TMP/here && heddle derive folder
heddle: cannot read 'folder': is a directory
[2]
$ cd $TMP/here && heddle derive empty.hed
empty.hed: error: no machine in this file
1 error
[2]
$ cd $TMP/here && heddle cover nosuch.txt
heddle: cannot read 'nosuch.txt': no such file
[2]
$ cd $TMP/here && heddle cover bad.txt
bad.txt:2:10: error: expected a parameter in brackets, a value or '('
    2 | IF [a] = THEN
      |          ^~~~
1 error
[2]
$ cd $TMP/here && heddle cover folder
heddle: cannot read 'folder': is a directory
[2]
$ cd $TMP/here && heddle cover empty.hed
empty.hed: error: a '.hed' file is a model, and a space of parameters is needed ('heddle check' takes it)
1 error
[2]
$ cd $TMP/here && heddle study nosuch
heddle: cannot read 'nosuch': no such file
[2]
$ cd $TMP/here && heddle study
heddle: which models? a folder, or files
heddle: try 'heddle study --help'
[2]
$ cd $TMP/here && heddle study folder
heddle: no models (*.hed) in 'folder'
[2]
$ cd $TMP/here && heddle run nosuch.hed
heddle: cannot read 'nosuch.hed': no such file
[2]
$ cd $TMP/here && heddle check -- -x.hed
heddle: cannot read '-x.hed': no such file
[2]
$ cd $TMP/here && heddle check - </dev/null
-: error: no process in this file (a model has at least one process or thread)
1 error
[2]
$ cd $TMP/here && heddle cover - </dev/null
-: error: no parameters (expected lines such as 'Size: 10, 100')
1 error
[2]
$ cd $TMP/here && heddle derive - </dev/null
-: error: no machine in this file
1 error
[2]
$ cd $TMP/here && heddle cc 2>&1 | sed -n 1p
usage: heddle cc [options of cc] FILE...
[2]
$ cd $TMP/here && heddle cc nosuch.c 2>&1 | sed -n 1p
clang-19: error: no such file or directory: 'nosuch.c'
[1]
$ cd $TMP/here && heddle test bad.c 2>&1 | sed -n 1p
bad.c:1:26: error: expected ';' after return statement
[2]
$ cd $TMP/here && heddle step nosuch.hed </dev/null
heddle: cannot read 'nosuch.hed': no such file
[2]
$ cd $TMP/here && heddle run folder
heddle: cannot read 'folder': is a directory
[2]

# Options that are not there, or lack a value, or have a wrong one.
$ cd $TMP/here && heddle check --strateggy full ok.hed
heddle: unknown option '--strateggy' (did you mean '--strategy'?)
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check -Z ok.hed
heddle: unknown option '-Z'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check --find
heddle: option '--find' needs a value
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check --find nothing ok.hed
heddle: unknown kind of finding 'nothing'; these are there: deadlock, *, unexecutable*
[2]
$ cd $TMP/here && heddle check -s none ok.hed
heddle: unknown strategy 'none'; these are there:
  auto             the best of these for what is asked
  full             every step of every process, one at a time
  ample            partial-order reduction: steps that commute in one order
  lra              leaping: processes nobody can disturb move together
  bsra             processes run until they wait, then receive together
  bsra-ample       bsra with ample sets: stores the fewest states
  sleep            sleep sets: all states, fewer transitions
  ample-sleep      ample sets and sleep sets, for blocking states
  bsra-sleep       bsra with sleep sets, for blocking states
  bsra-ample-sleep bsra with ample sets and sleep sets
  symmetry         one state for all that differ in who of those alike is who
  sra              simultaneous: as many processes move together as can
  fra              fair: the channels of a ring keep the same length
  era              even: two steps at a time
  era-refined      as era with fewer pairs; misses deadlocks, kept for study
  era-peng         as era, as first published; misses deadlocks, for study
[2]
$ cd $TMP/here && heddle check -j x ok.hed
heddle: option '-j' needs a number, not 'x'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check -j -1 ok.hed
heddle: option '-j' needs a number, not '-1'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check --time 5x ok.hed
heddle: option '--time' needs a time such as 60, 1.5s or 2m, not '5x'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check --time -1 ok.hed
heddle: option '--time' needs a time such as 60, 1.5s or 2m, not '-1'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check --memory 3Q ok.hed
heddle: option '--memory' needs a size such as 512M or 4G, not '3Q'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check --states many ok.hed
heddle: option '--states' needs a number, not 'many'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check -D N ok.hed
heddle: '-D N': expected NAME=NUMBER
[2]
$ cd $TMP/here && heddle check -D N=x ok.hed
heddle: '-D N=x': expected NAME=NUMBER
[2]
$ cd $TMP/here && heddle check -D N=3 ok.hed
ok.hed: error: there is no parameter 'N' to change
1 error
[2]
$ cd $TMP/here && heddle check --scheme lifo ok.hed
heddle: unknown scheme 'lifo': async, fifo, causal or mailbox
[2]
$ cd $TMP/here && heddle check --json=yes ok.hed
heddle: option '--json' takes no value
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check --depth 1.5 ok.hed
heddle: option '--depth' needs a number, not '1.5'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle test --runs x ok.hed
heddle: option '--runs' needs a number, not 'x'
heddle: try 'heddle test --help'
[2]
$ cd $TMP/here && heddle test --seed ok.hed
heddle: option '--seed' needs a number, not 'ok.hed'
heddle: try 'heddle test --help'
[2]
$ cd $TMP/here && heddle test -s fastest ok.hed
heddle: unknown strategy 'fastest'; there are auto, optimal, dpor, flip, unfold, contextual, reach, stateful, stateful-naive, stateful-runs, random, pct, pos, full
[2]
$ cd $TMP/here && heddle test --preemptions -3 ok.hed
heddle: option '--preemptions' needs a number, not '-3'
heddle: try 'heddle test --help'
[2]
$ cd $TMP/here && heddle test --volatile sometimes bad.c
heddle: --volatile is 'atomic'; without it volatile accesses are plain
heddle: try 'heddle test --help'
[2]
$ cd $TMP/here && heddle test --tme 3 ok.hed
heddle: unknown option '--tme' (did you mean '--time'?)
heddle: try 'heddle test --help'
[2]
$ cd $TMP/here && heddle derive --engine fast nosuch.xml
heddle: unknown engine 'fast': explicit, mdd-bfs, mdd-sat, sets or auto
heddle: try 'heddle derive --help'
[2]
$ cd $TMP/here && heddle derive --mode loud nosuch.xml
heddle: unknown mode 'loud': quiet or paper
heddle: try 'heddle derive --help'
[2]
$ cd $TMP/here && heddle derive --mutate everything nosuch.xml
heddle: unknown operator 'everything': initial, output, destination, missing or all
heddle: try 'heddle derive --help'
[2]
$ cd $TMP/here && heddle cover -t 0 ok.txt
heddle: option '--strength' needs a number from 1 on or 'max', not '0'
heddle: try 'heddle cover --help'
[2]
$ cd $TMP/here && heddle cover -t 9 ok.txt
ok.txt: error: strength 9 is impossible with 2 parameters
1 error
[2]
$ cd $TMP/here && heddle cover -t x ok.txt
heddle: option '--strength' needs a number from 1 on or 'max', not 'x'
heddle: try 'heddle cover --help'
[2]
$ cd $TMP/here && heddle cover -f yaml ok.txt
heddle: unknown format 'yaml'; there are tsv, csv, json, pict-json, markdown, html, pytest, junit, ctest
heddle: try 'heddle cover --help'
[2]
$ cd $TMP/here && heddle cover --strategy best ok.txt
heddle: unknown strategy 'best'; there are auto, ipo, ipo-ec, ipo-print, algebra, base, search
heddle: try 'heddle cover --help'
[2]
$ cd $TMP/here && heddle cover --keep nosuch.tsv ok.txt
heddle: cannot read 'nosuch.tsv': no such file
[2]
$ cd $TMP/here && heddle cover --measure nosuch.tsv ok.txt
heddle: cannot read 'nosuch.tsv': no such file
[2]
$ cd $TMP/here && heddle study --strategies best ok.hed
heddle: unknown strategy 'best': full, ample, lra, bsra, bsra-ample, sleep, ample-sleep, bsra-sleep, bsra-ample-sleep, symmetry, sra, fra, era, era-refined, era-peng
heddle: try 'heddle study --help'
[2]
$ cd $TMP/here && heddle synth
heddle: where to? --out DIR
heddle: try 'heddle synth --help'
[2]
$ cd $TMP/here && heddle synth --processes 9..2 --out x
heddle: '--processes 9..2': expected a number or a span such as 3..5, within 2..26
heddle: try 'heddle synth --help'
[2]
$ cd $TMP/here && heddle synth --count many --out x
heddle: option '--count' needs a number, not 'many'
heddle: try 'heddle synth --help'
[2]
$ cd $TMP/here && heddle synth --topology star --out x
heddle: unknown topology 'star': arbitrary, cyclic or multi-cyclic
heddle: try 'heddle synth --help'
[2]
$ cd $TMP/here && heddle replay --times 0 bad.rec
heddle: --times needs a number from 1 on
heddle: try 'heddle replay --help'
[2]
$ cd $TMP/here && heddle show --html bad.rec
heddle: which recording?
heddle: try 'heddle show --help'
[2]
$ cd $TMP/here && heddle show --sgv x bad.rec
heddle: unknown option '--sgv' (did you mean '--svg'?)
heddle: try 'heddle show --help'
[2]

# Results that cannot be written.
$ cd $TMP/here && heddle check -q --html nosuch/page.html ok.hed
heddle: cannot write 'nosuch/page.html': no such folder
[2]
$ cd $TMP/here && heddle check -q --junit folder ok.hed
heddle: cannot write 'folder': is a directory
[2]
$ cd $TMP/here && heddle check -q --html /dev/full ok.hed
heddle: cannot write '/dev/full': no space left on device
[2]
$ cd $TMP/here && heddle check ok.hed >/dev/full
heddle: cannot write to standard output: no space left on device
[2]
$ cd $TMP/here && heddle cover -q -o nosuch/tests.tsv ok.txt
heddle: cannot write 'nosuch/tests.tsv': no such folder
[2]
$ cd $TMP/here && heddle cover -q -o folder ok.txt
heddle: cannot write 'folder': is a directory
[2]
$ cd $TMP/here && heddle check -q --json ok.hed >/dev/full
heddle: cannot write to standard output: no space left on device
[2]

# Files and folders that one may not read, write or enter.  (Root may do
# everything, and is nobody here.)
$ cd $TMP/here && chmod 755 $TMP $TMP/.. && printf '#!/bin/sh\nPATH=$PATH:/usr/sbin:/sbin\n[ "$(id -u)" = 0 ] || exec heddle "$@"\nexec runuser -u nobody -- env HEDDLE_CACHE=none heddle "$@"\n' >$TMP/nobody && chmod 755 $TMP/nobody && mkdir $TMP/shut $TMP/shut/in $TMP/fixed && cp ok.hed $TMP/shut/in && cp ok.hed $TMP/fixed/plain && for f in hed txt xml rec c; do echo x >$TMP/secret.$f && chmod 000 $TMP/secret.$f; done && chmod 000 $TMP/shut/in && chmod 555 $TMP/fixed
$ cd $TMP && ./nobody check secret.hed
heddle: cannot read 'secret.hed': permission denied
[2]
$ cd $TMP && ./nobody test secret.c
heddle: cannot read 'secret.c': permission denied
[2]
$ cd $TMP && ./nobody test secret.hed
heddle: cannot read 'secret.hed': permission denied
[2]
$ cd $TMP && ./nobody cover secret.txt
heddle: cannot read 'secret.txt': permission denied
[2]
$ cd $TMP && ./nobody derive secret.xml
heddle: cannot read 'secret.xml': permission denied
[2]
$ cd $TMP && ./nobody replay secret.rec
heddle: cannot read 'secret.rec': permission denied
[2]
$ cd $TMP && ./nobody study secret.hed
heddle: cannot read 'secret.hed': permission denied
[2]
$ cd $TMP && ./nobody study shut/in
heddle: cannot read 'shut/in': permission denied
[2]
$ cd $TMP && ./nobody check shut/in/ok.hed
heddle: cannot read 'shut/in/ok.hed': permission denied
[2]
$ cd $TMP && ./nobody check -q -o fixed/page.html here/ok.hed
heddle: cannot write 'fixed/page.html': permission denied
[2]
$ cd $TMP && ./nobody cover -q -o fixed/tests.tsv here/ok.txt
heddle: cannot write 'fixed/tests.tsv': permission denied
[2]
$ cd $TMP && ./nobody synth -q --count 1 -o fixed/models
heddle: cannot make the folder 'fixed/models': permission denied
[2]
$ cd $TMP && ./nobody test fixed/plain
heddle: 'fixed/plain' was not built with heddle cc, and was not started: 'heddle cc' builds it from its sources, 'make CC=heddle-cc' a project
[2]
$ cd $TMP && chmod 755 shut/in fixed && rm -rf shut fixed secret.* nobody && ls
here

# Texts in other encodings.
$ cd $TMP && printf '\357\273\277process P { 0: -> 0 }\r\n' >bom.hed && heddle check -q bom.hed
$ cd $TMP && printf '\377\376p\0r\0o\0' >wide.hed && heddle check wide.hed 2>&1 | sed -n 1p
wide.hed: error: this text is UTF-16; a model is ASCII or UTF-8
[2]
$ cd $TMP && printf 'process P { 0: -> 0 }\0\n' >nul.hed && heddle check nul.hed 2>&1 | sed -n 1p
nul.hed:1:22: error: control character with code 0
[2]
$ cd $TMP && printf '// \351\nprocess P { 0: -> 0 }\n' >latin.hed && heddle check -q latin.hed
$ cd $TMP && printf 'process Pr\303\274fer { 0: -> 0 }\n' >name.hed && heddle check name.hed 2>&1 | sed -n 1p
name.hed:1:11: error: character that is not ASCII outside a comment
[2]
$ cd $TMP && printf '<?xml version="1.0" encoding="x"?><network/>' >other.xml && heddle derive other.xml 2>&1 | sed -n 1p
other.xml:1:31: error: malformed XML: unknown encoding
[2]
$ cd $TMP && printf '\377\376i\0n\0t\0' >wide.c && heddle test wide.c 2>&1 | sed -n 1p
fatal error: UTF-16 (LE) byte order mark detected in 'wide.c', but encoding is not supported
[2]
$ cd $TMP && printf 'heddle \377\0\1 recording' >bytes.rec && heddle replay bytes.rec 2>&1 | sed -n 1p
bytes.rec:1:1: error: this is no recording: it does not begin with 'heddle recording'
[2]

# Each output of each command on a full disk: a message, and exit code 2.
$ cd $TMP/here && for o in html junit sarif markdown dot; do heddle check -q --$o /dev/full ok.hed; echo $?; done 2>&1 | sort | uniq -c
      5 2
      5 heddle: cannot write '/dev/full': no space left on device
$ cd $TMP/here && for o in tests tap c html write junit sarif markdown; do heddle derive -q --$o /dev/full "$OLDPWD/networks/abp.xml"; echo $?; done 2>&1 | sort | uniq -c
      8 2
      8 heddle: cannot write '/dev/full': no space left on device
$ cd $TMP && heddle check -q --record r.rec "$OLDPWD/models/pi1.hed"; for o in html svg junit sarif markdown out; do heddle show --$o /dev/full r.rec; echo $?; done 2>&1 | sort | uniq -c; rm r.rec
      6 2
      6 heddle: cannot write '/dev/full': no space left on device
$ cd $TMP && printf '#include <assert.h>\nint main(void) { assert(0); }\n' >f.c && heddle test -q --html /dev/full --svg /dev/full -o /dev/full f.c; echo $?; rm f.c
heddle: cannot write '/dev/full': no space left on device
heddle: cannot write '/dev/full': no space left on device
heddle: cannot write '/dev/full': no space left on device
2
$ cd $TMP/here && heddle run -q --record /dev/full ok.hed
heddle: cannot write '/dev/full': no space left on device
[2]
$ cd $TMP/here && heddle cover -q -o /dev/full ok.txt
heddle: cannot write '/dev/full': no space left on device
[2]
$ cd $TMP/here && heddle check --help >/dev/full; heddle --version >/dev/full; heddle completion bash >/dev/full
heddle: cannot write to standard output: no space left on device
heddle: cannot write to standard output: no space left on device
heddle: cannot write to standard output: no space left on device
[2]
$ cd $TMP/here && heddle check -q --html '' ok.hed
heddle: cannot write '': that is no name
[2]
$ cd $TMP/here && heddle check -q --svg ok.hed "$OLDPWD/models/pi1.hed"
heddle: cannot write 'ok.hed/01-deadlock.svg': not a directory
[2]
$ cd $TMP/here && heddle synth --count 1 --out ok.hed
heddle: cannot read 'ok.hed': not a directory
[2]

# Options twice, options that contradict each other, and numbers that are too large.
$ cd $TMP/here && heddle check -q --html nosuch/a.html --html /dev/full ok.hed
heddle: cannot write '/dev/full': no space left on device
[2]
$ cd $TMP/here && heddle check --compact --bitstate ok.hed
heddle: --compact does not go with --bitstate or --swarm
[2]
$ cd $TMP/here && heddle check --bitstate --dot x.dot ok.hed
heddle: there is no graph of states that are not kept
[2]
$ cd $TMP/here && heddle check --states 1e30 ok.hed
heddle: option '--states' needs a number, not '1e30'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check -j 99999999999999999999 ok.hed
heddle: option '-j' needs a number, not '99999999999999999999'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check --time 1e400 ok.hed
heddle: option '--time' needs a time such as 60, 1.5s or 2m, not '1e400'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check --memory 9999999999T ok.hed
heddle: option '--memory' needs a size such as 512M or 4G, not '9999999999T'
heddle: try 'heddle check --help'
[2]
$ cd $TMP/here && heddle check -D N=99999999999999999999 ok.hed
heddle: '-D N=99999999999999999999': expected NAME=NUMBER
[2]
$ cd $TMP/here && heddle check -D = ok.hed
heddle: '-D =': expected NAME=NUMBER
[2]
$ cd $TMP/here && heddle test --list --each bad.c
heddle: one of --list, --test and --each
heddle: try 'heddle test --help'
[2]
$ cd $TMP/here && heddle test --steps 0 bad.c
heddle: --steps needs a number from 1 to *
heddle: try 'heddle test --help'
[2]
$ cd $TMP/here && heddle test --input a=b ok.hed
heddle: 'a=b' is no input: expected NAME=VALUE, INDEX=VALUE or THREAD.INDEX=VALUE
[2]
$ cd $TMP/here && heddle test --baseline folder "$OLDPWD/models/phils.hed"
folder: error: cannot read this baseline: Is a directory
1 error
[2]
$ cd $TMP && for f in 1 2; do printf 'int main(void) { return 0; }\n' >$f.c; done && heddle test 1.c 2.c; rm 1.c 2.c
heddle: 2 of the files have a main, and a program begins in one: test them one by one
$ cd $TMP/here && heddle test bad.c ok.hed
heddle: 'bad.c' and 'ok.hed' cannot be tested together: give one model, one program, or the sources of one program
[2]

# Things that are no files of texts.
$ cd $TMP && ln -s loop.hed loop.hed && heddle check loop.hed; rm loop.hed
heddle: cannot read 'loop.hed': too many levels of symbolic links
$ cd $TMP/here && heddle check /dev/null
/dev/null: error: no process in this file (a model has at least one process or thread)
1 error
[2]
$ cd $TMP && gzip -c here/ok.txt >z.txt && heddle cover z.txt; rm z.txt
z.txt: error: not a text file: it holds a zero byte
1 error
$ cd $TMP && printf '<!DOCTYPE n [<!ENTITY x SYSTEM "file:///etc/passwd">]><network>&x;</network>' >e.xml && heddle derive e.xml; rm e.xml
e.xml: error: no machine in this file
1 error
$ cd $TMP && mkfifo pipe.hed && (cat here/ok.hed >pipe.hed & heddle check -q pipe.hed) && rm pipe.hed
$ cd $TMP && { printf 'process P { 0: -> 0 }'; head -c 300000 /dev/zero | tr '\0' ' '; echo '$'; } >long.hed && heddle check long.hed; rm long.hed
long.hed:1:300022: error: stray '$'
    1 |                                                                                $
      |                                                                                ^
1 error
$ for f in hed pml pnml xml txt rec; do : >$TMP/none.$f; done; cd $TMP && heddle check none.pml; heddle check none.pnml; heddle replay none.rec; heddle derive none.xml; rm none.*
none.pml:1:1: error: no process is active: there is no init and no active proctype
1 error
none.pnml:1:1: error: malformed XML: no element found
1 error
none.rec: error: the file is empty: expected a recording
1 error
none.xml:1:1: error: malformed XML: no element found
1 error

# A program that starts no thread holds, and is told so.
$ printf 'int main(void) { return 0; }\n' >$TMP/alone.c; heddle test --record none $TMP/alone.c | sed -n '$p'
  at most 10,000 steps a run (never reached); 1 thread: it starts no other, and there was nothing to schedule

# Nothing was written.
$ cd $TMP/here && ls
bad.c
bad.rec
bad.txt
bad.xml
bytes.hed
dir.hed
empty.hed
folder
ok.hed
ok.txt
