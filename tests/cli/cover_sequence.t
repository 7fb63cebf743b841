# every order of any two events, then of any three
$ printf 'Events: open, read\nwrite, close\nopen BEFORE read;\n[read] before close;\n' > $TMP/e.txt; heddle cover --sequence -t 2 $TMP/e.txt
1	2	3	4
open	read	close	write
write	open	read	close
heddle: 2 tests cover all 9 sequences of 2 events (no set is smaller)
$ heddle cover --sequence -q --json $TMP/e.txt | head -n 9
{
  "schema": "heddle.cover-sequence/1",
  "model": "*/e.txt",
  "strength": 3,
  "size": 4,
  "lower": 3,
  "sequences": 10,
  "covered": 10,
  "infeasible_count": 14,
$ printf 'a, b, c\na BEFORE b;\nb BEFORE c;\nc BEFORE a;\n' > $TMP/c.txt; heddle cover --sequence $TMP/c.txt
*/c.txt: error: by the rules 'a' comes before itself
1 error
[2]
$ printf 'a, b, a\nx BEFORE b;\na after b;\n' > $TMP/b.txt; heddle cover --sequence $TMP/b.txt
*/b.txt:1:7: error: event 'a' is named twice
    1 | a, b, a
      |       ^
*/b.txt:2:1: error: unknown event 'x'
    2 | x BEFORE b;
      | ^
*/b.txt:3:1: error: cannot understand this rule
    3 | a after b;
      | ^~~~~~~~~~ expected 'a BEFORE b;'
3 errors
[2]
$ printf 'a, b\n' > $TMP/two.txt; heddle cover --sequence -t 3 $TMP/two.txt
heddle: strength 3 is impossible with 2 events
1 error
[2]
$ heddle cover --sequence -f html $TMP/two.txt
heddle: --sequence writes tsv, csv or json, not 'html'
heddle: try 'heddle cover --help'
[2]
$ heddle cover --sequence --rank $TMP/two.txt $TMP/two.txt
heddle: --sequence makes tests, or measures them, and nothing else
heddle: try 'heddle cover --help'
[2]

# what given orders cover; those that cannot be are not counted
$ heddle cover -q -f tsv --sequence $TMP/e.txt > $TMP/e.tsv; heddle cover --sequence --measure $TMP/e.tsv $TMP/e.txt
*/e.tsv: 4 tests

  strength      possible       covered
         1             4             4  100.0 %
         2             9             9  100.0 %
         3            10            10  100.0 %
$ printf 'first,second\nopen,read,close,write\nread,open\nopen,read,open\nlook\nwrite,,close\n' > $TMP/s.csv; heddle cover --sequence --measure $TMP/s.csv --missing 2 $TMP/e.txt
*/s.csv:3:6: warning: by the rules this event comes before an earlier one
    3 | read,open
      |      ^~~~ the test is not counted
*/s.csv:4:11: warning: it has this event twice
    4 | open,read,open
      |           ^~~~ the test is not counted
*/s.csv:5:1: warning: unknown event
    5 | look
      | ^~~~ the test is not counted
*/s.csv: 2 tests

  strength      possible       covered
         1             4             4  100.0 %
         2             9             7   77.8 %
         3            10             4   40.0 %

missing sequences:
  open, write, read
  open, write, close
  ... and 4 more (--missing N lists more)
[1]
$ heddle cover --sequence --json --measure $TMP/s.csv -t 2 $TMP/e.txt 2> /dev/null | paste -sd " " | tr -s " "
{ "schema": "heddle.cover-sequence-measure/1", "model": "*/e.txt", "tests": "*/s.csv", "size": 2, "strength": 2, "missing": [ [ "write", "open" ], [ "write", "read" ] ], "sequences": 9, "covered": 7, "infeasible_count": 3 }
[1]
