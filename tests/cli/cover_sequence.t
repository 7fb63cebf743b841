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
$ heddle cover --sequence --measure $TMP/two.txt $TMP/two.txt
heddle: --sequence makes tests and nothing else
heddle: try 'heddle cover --help'
[2]
