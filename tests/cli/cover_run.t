# every test is run, and what makes it fail is found
$ printf 'A: x1, x2, x3\nB: y1, y2, y3\nC: z1, z2, z3\nD: 1, 2, 3\nE: "q", $(f)\n' > $TMP/m.txt; printf '#!/bin/sh\n[ $# = 3 ] && ! { [ "$1" = x2 ] && [ "$3" = z1 ]; }\n' > $TMP/p; chmod +x $TMP/p; heddle cover --run "$TMP/p {A} '{E}' {C}" $TMP/m.txt | cut -f 6 | sort | uniq -c
heddle: 14 tests, 4 failed
heddle: guilty: A=x2, C=z1
heddle: 4 of the tests were added to find it
heddle: 10 tests cover all 78 pairs (first answer 10 in * ms; 400,001 steps; at least 9 are needed)
      4 exit 1
     10 pass
      1 result
[1]
$ heddle cover -q --json --run "$TMP/p {A} {E} {C}" $TMP/m.txt | sed -n '/tests_run/,/unexplained/p'
  "tests_run": 14,
  "failed": 4,
  "wanted": 0,
  "guilty": [
    {
      "A": "x2",
      "C": "z1"
    }
  ],
  "suspects": [],
  "unexplained": 0,
[1]
# values are arguments, never words of a shell; with --shell they are quoted
$ heddle cover -q -f tsv --run 'test {E} = \$\(f\)' --no-adaptive $TMP/m.txt | cut -f 5,6 | sort -u
"q"	exit 1
$(f)	pass
E	result
[1]
$ heddle cover -q -f tsv --shell --run 'test {E} = "\$(f)" || exit 7' --no-adaptive $TMP/m.txt | cut -f 5,6 | sort -u
"q"	exit 7
$(f)	pass
E	result
[1]
$ heddle cover -q -f tsv -j 3 --run 'true {A}' $TMP/m.txt | cut -f 6 | sort -u
pass
result
# results from elsewhere: which further tests are wanted
$ heddle cover -q -f tsv --no-adaptive --run "$TMP/p {A} {E} {C}" $TMP/m.txt > $TMP/r.tsv; heddle cover --locate $TMP/r.tsv $TMP/m.txt
A	B	C	D	E	result
x2	y1	z2	1	$(f)	
heddle: 10 tests, 1 failed
heddle: suspect: A=x2, B=y1
heddle: suspect: A=x2, C=z1
heddle: suspect: A=x2, D=1
heddle: suspect: B=y1, C=z1
heddle: suspect: B=y1, D=1
heddle: suspect: C=z1, D=1
heddle: suspect: D=1, E=$(f)
heddle: 1 further test would say more: add the result to the file
[1]
$ heddle cover -q --locate $TMP/r.tsv --run "$TMP/p {A} {E} {C}" --json $TMP/m.txt | sed -n '/"guilty"/,/]/p'
  "guilty": [
    {
      "A": "x2",
      "C": "z1"
    }
  ],
[1]
$ grep -v exit $TMP/r.tsv > $TMP/ok.tsv; heddle cover --locate $TMP/ok.tsv $TMP/m.txt
A	B	C	D	E	result
heddle: 9 tests, 0 failed
# limits and mistakes
$ heddle cover --budget 0.5 --run 'sleep 6{D}' $TMP/m.txt | cut -f 6 | sort -u
heddle: 0 tests, 0 failed
heddle: not every test was run (incomplete: the time is over, or interrupted)

result
[3]
$ printf 'A: 0, 1\n' > $TMP/s.txt; heddle cover -q -f tsv --each 0.2 --no-adaptive --run 'sleep 7{A}' $TMP/s.txt
A	result
0	time
1	time
[1]
$ heddle cover --run 'true {Q}' $TMP/m.txt
heddle: --run: there is no parameter 'Q' ('{{' is a brace)
[2]
$ heddle cover --run 'true' $TMP/m.txt
heddle: --run: the command names no parameter, such as {A}
[2]
$ heddle cover --run './nowhere {A}' $TMP/m.txt
heddle: --run: cannot run './nowhere': no such file
[2]
$ heddle cover --dont-care --run 'true {A}' $TMP/m.txt
heddle: --run is for tests that are made, and complete
heddle: try 'heddle cover --help'
[2]
