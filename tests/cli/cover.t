# a first answer, then the search; standard output is what PICT prints
$ printf 'A: 0,1\nB: 0,1\nC: x,y\n' > $TMP/m.txt; heddle cover $TMP/m.txt
A	B	C
0	0	x
0	1	y
1	0	y
1	1	x
heddle: 4 tests cover all 12 pairs (first answer 4 in * ms; no set is smaller)
$ heddle cover -q -f tsv $TMP/m.txt | heddle cover --measure /dev/stdin $TMP/m.txt | grep .
/dev/stdin: 4 tests
  strength      possible       covered
         1             6             6  100.0 %
         2            12            12  100.0 %
         3             8             4   50.0 %
$ heddle cover -q -f csv $TMP/m.txt
A,B,C
0,0,x
0,1,y
1,0,y
1,1,x
$ heddle cover -q -f markdown /o:1 $TMP/m.txt
| A | B | C |
|---|---|---|
| 0 | 0 | x |
| 1 | 1 | y |
$ heddle cover -q -f pict-json -t 1 $TMP/m.txt | head -n 8
[
  [
    {
      "key": "A",
      "value": "0"
    },
    {
      "key": "B",
$ heddle cover -q --json $TMP/m.txt | grep -A 3 bounds
  "bounds": {
    "lower": 4,
    "upper": 4
  },
$ printf 'A: 1, 2\nB: 1, 2\nC: 1, 2\nD: 1, 2\n{ A, B, D } @ 3\n{ B, C } @ 1\nIF [A] = 1 THEN [B] <> 2;\n' > $TMP/g.txt; heddle cover -q -f html $TMP/g.txt | grep -o 'strength [0-9]: [^<]*\|no set is smaller'
no set is smaller
strength 3: 6 of 6 triples
strength 1: 4 of 4 values
$ heddle cover --brief $TMP/g.txt; heddle cover -q -f html $TMP/g.txt | grep -o '[0-9]* tests cover all [^<]*\|[0-9]* triple[^<]*impossible'
*/g.txt: 6 tests cover all 29 pairs (first answer 6 in * ms; no set is smaller)
6 tests cover all 29 pairs
$ heddle cover -q $TMP/g.txt; heddle cover -q -f html $TMP/g.txt | grep -o 'What was asked for\|prefers-color-scheme:dark' | sort -u
What was asked for
prefers-color-scheme:dark
$ heddle cover -q -o $TMP/g.tsv $TMP/g.txt; heddle cover --brief --measure $TMP/g.tsv $TMP/g.txt; head -n 2 $TMP/g.tsv > $TMP/g1.tsv; heddle cover -q --measure $TMP/g1.tsv $TMP/g.txt
*/g.txt: 6 tests cover 22 of 23 pairs
[1]
$ heddle cover -q -f html $TMP/m.txt | grep -c '<rect'
12
$ heddle cover -q /s -t max $TMP/m.txt | head -n 2
Combinations:    8
Generated tests: 8

# the rules decide what is possible
$ printf 'A: 0,1\nB: 0,1\n[A] = [B];\n[B] = [A];\n' > $TMP/r.txt; heddle cover $TMP/r.txt
A	B
0	0
1	1
heddle: 2 tests cover all 2 pairs (first answer 2 in * ms; no set is smaller)
heddle: 2 pairs are impossible by the rules (--explain lists them)
heddle: 1 rule follows from the others (--explain lists it)
$ heddle cover --explain $TMP/r.txt
impossible pairs and the rules that exclude them:
  A=0, B=1
      line 3: [A] = [B];
  A=1, B=0
      line 3: [A] = [B];
rules that follow from the others:
      line 4: [B] = [A];
# a first constraint with NOT (pict takes it for a parameter)
$ printf 'A: a,b\nB: c,d\nNOT [A] = "a" OR [B] = "c";\n' > $TMP/n.txt; heddle cover -q -f tsv $TMP/n.txt
A	B
a	c
b	c
b	d
# /o:1 keeps the constraints (pict issue 40)
$ printf 'A: a,b\nB: c,d\nIF [A] = "a" THEN [B] = "c";\n' > $TMP/o.txt; heddle cover -q -f tsv /o:1 $TMP/o.txt
A	B
a	c
b	d
# contradictions are named, the smallest set
$ printf 'A: 1,2\nB: 1,2\n[A] < [B];\n[B] <> 3;\n[A] > 1;\n' > $TMP/c.txt; heddle cover $TMP/c.txt
*/c.txt:4:8: warning: 'B' has no such value
    4 | [B] <> 3;
      |        ^ always the same answer
*/c.txt:3:1: error: no test can meet these 2 rules together (any fewer of them can be met)
    3 | [A] < [B];
      | ^~~
*/c.txt:5:1: error: ... and this one
    5 | [A] > 1;
      | ^~~
2 errors, 1 warning
[2]
$ printf 'A: 1,2\n[A] > 2;\n' > $TMP/c1.txt; heddle cover -t 1 $TMP/c1.txt
*/c1.txt:2:1: error: no test can meet this rule
    2 | [A] > 2;
      | ^~~
1 error
[2]

# negative values, aliases, ranges, splices, conditional parameters, arithmetic
$ printf 'A: ~-1, 0, 1\nB: ~-1, 0\n' > $TMP/neg.txt; heddle cover -q -f tsv $TMP/neg.txt
A	B
0	0
1	0
~-1	0
0	~-1
1	~-1
$ printf 'A: x|y, z\nB: 1..3\n' > $TMP/al.txt; heddle cover -q -f tsv $TMP/al.txt
A	B
x	1
z	1
y	2
z	2
x	3
z	3
$ printf 'A: 0..20 step 10\nB: <A>\n[A] + [B] = 20;\n' > $TMP/ar.txt; heddle cover -q -f tsv $TMP/ar.txt
A	B
0	20
10	10
20	0
$ printf 'Net: yes, no\nPort: 80, 443\n[Port] ONLY IF [Net] = "yes";\n' > $TMP/co.txt; heddle cover -q -f tsv $TMP/co.txt
Net	Port
yes	80
yes	443
no	
# what the rules allow beside a negative value only is in the negative part, and counted
$ printf 'Service: ok, ~missing\nPort: 80, none\nProto: tcp, udp\nIF [Service] = "ok" THEN [Port] <> "none";\n' > $TMP/serv.txt; heddle cover $TMP/serv.txt
Service	Port	Proto
ok	80	tcp
ok	80	udp
~missing	80	tcp
~missing	none	udp
~missing	none	tcp
heddle: 5 tests cover all 11 pairs (first answer 5 in * ms; *)
heddle: 1 pair is impossible by the rules (--explain lists them)
$ heddle cover --explain $TMP/serv.txt
impossible pairs and the rules that exclude them:
  Service=ok, Port=none
      line 4: IF [Service] = "ok" THEN [Port] <> "none";
rules that follow from the others:
  none
$ heddle cover -q -f tsv $TMP/serv.txt | heddle cover --measure /dev/stdin $TMP/serv.txt | grep ' 2  '
         2            11            11  100.0 %
# a contradiction is one only if no test with one negative value meets the rules
$ printf 'A: 1, ~2\nB: 1, 2\n[A] = 2;\n' > $TMP/only.txt; heddle cover --brief -f tsv $TMP/only.txt
*/only.txt:1:1: warning: no test can have 'A' = '1'
    1 | A: 1, ~2
      | ^ the rules exclude it
A	B
~2	1
~2	2
$ printf 'A: 1, ~2\nB: 1, ~2\n[A] = 2;\n[B] = 2;\n' > $TMP/both.txt; heddle cover -q -f tsv $TMP/both.txt
*/both.txt:3:1: error: no test can meet these 2 rules together (any fewer of them can be met)
    3 | [A] = 2;
      | ^~~
*/both.txt:4:1: error: ... and this one
    4 | [B] = 2;
      | ^~~
2 errors
[2]
# values that differ by case, or by the prefix, are different; rules find them equal
$ printf 'A: a, A\nB: x, ~x\n' > $TMP/case.txt; heddle cover -q -f tsv $TMP/case.txt
A	B
a	x
A	x
a	~x
A	~x
$ heddle cover -q -f tsv $TMP/case.txt | heddle cover --measure /dev/stdin $TMP/case.txt | grep ' 2  '
         2             4             4  100.0 %
# a rule may begin with a number, or with a parenthesis before IsNegative
$ printf 'A: 1, 2\nB: 1, 2\nIF 2 * [A] > 3 THEN [B] = 1;\n' > $TMP/first.txt; heddle cover -q -f tsv $TMP/first.txt | wc -l
4
$ printf 'A: 1, 2\nB: 1, ~2\n(IsNegative(B) OR IsPositive(A));\n' > $TMP/first.txt; heddle cover -q -f tsv $TMP/first.txt | wc -l
5
# a relation of higher strength
$ printf 'A: 0,1\nB: 0,1\nC: 0,1\nD: 0,1\n{ A, B, C } @ 3\n' > $TMP/rel.txt; heddle cover --stats -q $TMP/rel.txt | head -n 2
Combinations:    32
Generated tests: 8

# pict's command line: a dash or a slash, either case, blanks as delimiters, a preview
$ printf 'A: 0  1\nB: x y z\n{ A B } @ 2\n' > $TMP/blank.txt; heddle cover -q -D:space -o:2.5 -S /v $TMP/blank.txt | head -n 2
Combinations:    6
Generated tests: 6
$ printf 'A\t0\t1\nB\tx\ty\n' > $TMP/tab.txt; heddle cover -q -f tsv /d:TAB /p -r:7x $TMP/tab.txt | wc -l
5
$ heddle cover /? | head -n 1
usage: heddle cover [options] MODEL
$ heddle cover -o:2 /o:3 $TMP/m.txt
heddle: option '/o' is given twice
heddle: try 'heddle cover --help'
[2]
$ heddle cover /c:1 $TMP/m.txt
heddle: option '/c' takes no value
heddle: try 'heddle cover --help'
[2]
$ heddle cover -e: $TMP/m.txt
heddle: option '/e' needs a value after a colon
heddle: try 'heddle cover --help'
[2]
# no name: any value of the test
$ printf 'A: 1, ~2\nB: 1, ~2\nC: x, y\nIF [C] = "x" THEN IsPositive();\nIF IsPositive() THEN [C] = "x";\n' > $TMP/any.txt; heddle cover -q -f tsv $TMP/any.txt
A	B	C
1	1	x
1	~2	y
~2	1	y
# UTF-16 with a mark, in either order, and bare carriage returns
$ printf 'A: \303\251, b\nB: c, d\n' | iconv -f UTF-8 -t UTF-16 > $TMP/wide.txt; heddle cover -q -f tsv $TMP/wide.txt | head -n 2
A	B
é	c
$ printf '\376\377\0A\0:\0 \0x\0,\0y\0\n\0B\0:\0 \0001' > $TMP/big.txt; heddle cover -q -f tsv $TMP/big.txt | wc -l
3
$ printf 'A: 0,1\rB: 0,1\r[A] = [B];\r' > $TMP/cr.txt; heddle cover -q -f tsv $TMP/cr.txt | wc -l
3
$ printf 'A: 0,\0' > $TMP/zero.txt; heddle cover $TMP/zero.txt
*/zero.txt: error: not a text file: it holds a zero byte
1 error
[2]

# existing tests
$ printf 'A\tB\tC\n0\t0\tx\n0\t1\n' > $TMP/old.tsv; heddle cover --keep $TMP/old.tsv $TMP/m.txt
A	B	C
0	0	x
0	1	y
1	0	y
1	1	x
heddle: 4 tests cover all 12 pairs (first answer 4 in * ms; no set is smaller)
heddle: 2 of the tests were kept
$ printf 'A,B,Z\n0,0,1\n0,1,2\n1,7,3\n' > $TMP/old.csv; heddle cover --keep $TMP/old.csv $TMP/r.txt
*/old.csv:1:5: warning: the model has no parameter 'Z'
    1 | A,B,Z
      |     ^ the column is ignored
*/old.csv:4:3: warning: 'B' has no value '7'
    4 | 1,7,3
      |   ^ the cell is left open
heddle: */old.csv:3: test left out: breaks the rule of line 3: [A] = [B];
A	B
0	0
1	1
heddle: 2 tests cover all 2 pairs (first answer 2 in * ms; no set is smaller)
heddle: 2 pairs are impossible by the rules (--explain lists them)
heddle: 2 of the tests were kept
heddle: 1 rule follows from the others (--explain lists it)
$ heddle cover -q -f tsv --keep $TMP/old.csv --fresh $TMP/r.txt 2>/dev/null
A	B
0	0
1	1
$ printf 'A,B\n0,0,9\n' > $TMP/more.csv; heddle cover --brief -f tsv --keep $TMP/more.csv $TMP/r.txt
*/more.csv:2:5: warning: more than 2 fields
    2 | 0,0,9
      |     ^ the rest of the line is ignored
A	B
0	0
1	1
$ printf ' \n' > $TMP/no.csv; heddle cover --brief -f tsv --keep $TMP/no.csv $TMP/r.txt
*/no.csv: warning: there are no tests in it
A	B
0	0
1	1
$ printf 'X,Y\n1,2\n' > $TMP/other.csv; heddle cover --keep $TMP/other.csv $TMP/m.txt
*/other.csv:1:1: warning: the model has no parameter 'X'
    1 | X,Y
      | ^ the column is ignored
*/other.csv:1:3: warning: the model has no parameter 'Y'
    1 | X,Y
      |   ^ the column is ignored
*/other.csv:1:1: error: these are not tests of '*/m.txt'
    1 | X,Y
      | ^ the first line must name parameters
1 error, 2 warnings
[2]
$ printf 'A,B,C\n0,0,x\n0,1,y\n1,0,y\n0,0,y\n' > $TMP/some.csv; heddle cover --measure $TMP/some.csv $TMP/m.txt | grep .
*/some.csv: 4 tests
  strength      possible       covered
         1             6             6  100.0 %
         2            12             9   75.0 %
         3             8             4   50.0 %
missing pairs:
  A=1, B=1
  A=1, C=x
  B=1, C=x
[1]
$ heddle cover --rank $TMP/some.csv $TMP/m.txt
A	B	C
0	0	x
0	1	y
1	0	y
0	0	y
$ heddle cover --minimise $TMP/some.csv $TMP/m.txt
A	B	C
0	0	x
0	1	y
1	0	y
heddle: 3 of 4 tests cover as much
$ heddle cover --measure $TMP/some.csv --json $TMP/m.txt | head -n 14
{
  "schema": "heddle.cover-measure/1",
  "model": "*/m.txt",
  "tests": "*/some.csv",
  "size": 4,
  "strength": 2,
  "coverage": [
    {
      "strength": 1,
      "counted": true,
      "possible": 6,
      "covered": 6,
      "infeasible": 0
    },
[1]

# the same seed, the same tests; a limit that ends a search is success
$ heddle cover -q -f tsv --seed 3 --steps 50 $TMP/m.txt > $TMP/1; heddle cover -q -f tsv --seed 3 --steps 50 $TMP/m.txt | cmp - $TMP/1
$ heddle cover -q -f tsv --time 0.01 $TMP/m.txt | wc -l
5

# a limit that comes before the first answer: what is there, and exit code 3
$ heddle cover --memory 100 $TMP/m.txt
A	B	C
heddle: 0 valid tests, not everything covered (incomplete: the memory is used up)
[3]
$ heddle cover --memory 100 --json $TMP/m.txt 2>/dev/null | grep -A 6 verdict
  "verdict": "incomplete",
  "because": [
    {
      "why": "memory"
    }
  ],
  "strategy": "none",
[3]
$ heddle cover --json $TMP/m.txt 2>/dev/null | grep -A 1 verdict
  "verdict": "holds",
  "because": [],

# bad input
$ printf 'A: 0,1\nB: 0,1\nIF [A] = 0 THEN [Bee] = 1;\n[A] = "x";\n[A] =;\n[A] = 1\n' > $TMP/bad.txt; heddle cover $TMP/bad.txt
*/bad.txt:3:17: error: unknown parameter 'Bee'
    3 | IF [A] = 0 THEN [Bee] = 1;
      |                 ^~~~~
*/bad.txt:4:7: error: comparison of different types
    4 | [A] = "x";
      |       ^~~ expected a number
*/bad.txt:5:6: error: expected a parameter in brackets, a value or '('
    5 | [A] =;
      |      ^
*/bad.txt:6:8: error: the file ends where AND, OR or ';' was expected
    6 | [A] = 1
      |        ^
4 errors
[2]
$ printf 'A: 0,1\na: 2,3\nB:\nC: 1,,2\n{ A, D } @ 2\n{ A } @ 2\nwhat is this\n' > $TMP/bad2.txt; heddle cover $TMP/bad2.txt
*/bad2.txt:2:1: error: parameter 'a' is defined twice (first in line 1)
    2 | a: 2,3
      | ^
*/bad2.txt:3:1: error: parameter 'B' has no values
    3 | B:
      | ^ expected values after ':'
*/bad2.txt:4:6: warning: empty value
    4 | C: 1,,2
      |      ^ expected a value
*/bad2.txt:5:6: error: unknown parameter 'D'
    5 | { A, D } @ 2
      |      ^
*/bad2.txt:6:9: error: strength 2 of a relation of 1 parameters
    6 | { A } @ 2
      |         ^
*/bad2.txt:7:1: error: cannot understand this line
    7 | what is this
      | ^~~~~~~~~~~~ expected 'name: value, value', '{ ... }' or a rule that ends with ';'
5 errors, 1 warning
[2]
$ printf 'A: 0,1\nB: x,y\n[A] + [B] > 1;\n[B] LIKE 3;\n([A] = 1;\n[A] = 1 [B] = "x";\n[A] IN {1;\n[A\n' > $TMP/bad3.txt; heddle cover $TMP/bad3.txt
*/bad3.txt:3:7: error: arithmetic needs numbers
    3 | [A] + [B] > 1;
      |       ^~~ some of its values are no numbers
*/bad3.txt:4:10: error: expected a pattern in quotes after LIKE
    4 | [B] LIKE 3;
      |          ^
*/bad3.txt:5:9: error: expected ')'
    5 | ([A] = 1;
      |         ^
*/bad3.txt:6:9: error: expected AND, OR or ';'
    6 | [A] = 1 [B] = "x";
      |         ^~~
*/bad3.txt:7:10: error: expected ',' or '}'
    7 | [A] IN {1;
      |          ^
*/bad3.txt:8:1: error: no closing ']'
    8 | [A
      | ^~
6 errors
[2]
$ heddle cover -t 7 $TMP/m.txt
*/m.txt: error: strength 7 is impossible with 3 parameters
1 error
[2]
$ heddle cover -t 0 $TMP/m.txt
heddle: option '--strength' needs a number from 1 on or 'max', not '0'
heddle: try 'heddle cover --help'
[2]
$ heddle cover --format pdf $TMP/m.txt
heddle: unknown format 'pdf'; there are tsv, csv, json, pict-json, markdown, html, pytest, junit, ctest
heddle: try 'heddle cover --help'
[2]
$ heddle cover --strategy magic $TMP/m.txt
heddle: unknown strategy 'magic'; there are auto, ipo, ipo-ec, ipo-print, algebra, base, search
heddle: try 'heddle cover --help'
[2]
$ heddle cover --strategy algebra $TMP/r.txt
*/r.txt: error: strategy 'algebra' does not apply here (--strategy auto finds one that does)
1 error
[2]
$ heddle cover $TMP/none.txt
heddle: cannot read '*/none.txt': no such file
[2]
$ heddle cover
heddle: no model given
heddle: try 'heddle cover --help'
[2]
$ seq -f 'p%.0f: 0, 1' 100000 > $TMP/huge.txt; heddle cover $TMP/huge.txt
*/huge.txt: error: 100000 parameters: at most 65535 are supported
1 error
[2]
$ seq -f 'p%.0f: 0, 1' 60000 > $TMP/huge.txt; heddle cover --out $TMP/huge.tsv $TMP/huge.txt; ls $TMP/huge.tsv
*/huge.txt: error: too many tuples: 60000 parameters at strength 2 (a smaller strength, or fewer values, have less)
1 error
ls: cannot access '*/huge.tsv': No such file or directory
[2]
$ printf '' > $TMP/empty.txt; heddle cover $TMP/empty.txt
*/empty.txt: error: no parameters (expected lines such as 'Size: 10, 100')
1 error
[2]
$ printf 'A: ~1, ~2\n' > $TMP/alln.txt; heddle cover $TMP/alln.txt
*/alln.txt:1:1: error: every value of 'A' is negative
    1 | A: ~1, ~2
      | ^ expected at least one value without the prefix
1 error
[2]

# IPO as it is printed (Lei, figures 4.1 to 4.6): the sizes of a literal reading, for S1 to S6, 10 to 100 parameters of 4 values, and 10 of 5 to 30.
$ space() { echo "$@" | tr ' ' '\n' | awk -F: '{ for (i = 0; i < $1; i++) { printf "p%d:", n++; for (v = 0; v < $2; v++) printf "%s v%d", v ? "," : "", v; print "" } }'; }; for s in 4:3 13:3 "15:4 17:3 29:2" "1:4 39:3 35:2" 100:2 20:10 10:4 20:4 30:4 40:4 50:4 60:4 70:4 80:4 90:4 100:4 10:5 10:10 10:15 10:20 10:25 10:30; do space $s | heddle cover -s ipo-print --stats - 2>/dev/null | awk '/^Generated/ { printf "%s ", $3 }'; done; echo
10 20 34 27 15 216 31 34 41 42 46 48 49 51 51 53 48 171 361 619 958 1358 
$ printf 'A: 1, 2\nB: 1, 2\nC: 1, 2\nIF [A] = 1 THEN [B] = 1;\n' | heddle cover -s ipo-print -
-: error: strategy 'ipo-print' does not apply here (--strategy auto finds one that does)
1 error
[2]

# -s with a name is a strategy here as everywhere, and pict's statistics otherwise.
$ printf 'A: 1, 2\nB: 1, 2\n' > $TMP/s.txt; heddle cover -s ipo $TMP/s.txt 2>&1 | wc -l; heddle cover -s $TMP/s.txt 2>&1 | grep Generated.tests; heddle cover $TMP/s.txt -s 2>&1 | grep Generated.tests; heddle cover -s magic $TMP/s.txt
6
Generated tests: 4
Generated tests: 4
heddle: unknown strategy 'magic'; there are auto, ipo, ipo-ec, ipo-print, algebra, base, search
heddle: try 'heddle cover --help'
[2]
# Integers that a double does not have all digits of are texts, not each other.
$ printf 'A: 9007199254740992, 9007199254740993\nB: 1, 2\n[A] = "9007199254740993";\n[B] < 10000000000000000000;\n' >$TMP/ids.txt; heddle cover --no-warnings $TMP/ids.txt 2>/dev/null
A	B
9007199254740993	1
9007199254740993	2
$ sed 's/"//g' $TMP/ids.txt | heddle cover -; printf 'B: 1, 2\n[B] < 9223372036854775806;\n' | heddle cover -
-:3:7: error: an integer beyond 9007199254740992 that is not told apart from its neighbours (in quotes it is a text, and so are such values)
1 error
-:2:7: error: an integer beyond 9007199254740992 that is not told apart from its neighbours (in quotes it is a text, and so are such values)
1 error
[2]
