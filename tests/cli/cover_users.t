# cells in which any value will do; what they hold does not matter
$ printf 'A: 0,1,2\nB: 0,1,2\nC: x,y\nD: p,q\nIF [A] = 0 THEN [C] = "x";\n' > $TMP/d.txt; heddle cover -q -f tsv --dont-care $TMP/d.txt | tee $TMP/d.tsv | grep -c '\*'
3
$ heddle cover --measure $TMP/d.tsv $TMP/d.txt | sed -n 5p
         2            36            36  100.0 %
$ printf 'A: 0,*\nB: 0,1\nC: 0,1\nD: 0,1\nE: 0,1\n' > $TMP/st.txt; heddle cover -q -f tsv --dont-care $TMP/st.txt | cut -f 1
A
0
0
\*
\*
\*
0
$ heddle cover --dont-care --measure $TMP/d.tsv $TMP/d.txt
heddle: --dont-care is for tests that are made
heddle: try 'heddle cover --help'
[2]

# classes of numbers: first, last, middle in turn; a rule sees the first
$ printf 'N: 0..1000 / 3, 7777\nB: 0..1\nC: 0..2\n' > $TMP/c.txt; heddle cover -q -f tsv $TMP/c.txt
N	B	C
0	0	0
332	1	1
166	0	2
333	1	0
666	0	1
499	1	2
667	0	0
1000	1	1
833	1	2
7777	0	0
7777	1	1
7777	0	2
$ printf 'N\tB\n999\t0\n1001\t0\n' > $TMP/c.tsv; heddle cover --brief -f tsv --keep $TMP/c.tsv $TMP/c.txt | head -n 3
*/c.tsv:3:1: warning: 'N' has no value '1001'
    3 | 1001	0
      | ^~~~ the cell is left open
N	B	C
667	0	0
0	0	1
$ (cat $TMP/c.txt; echo '[N] > 5;') > $TMP/cr.txt; heddle cover --brief -f tsv $TMP/cr.txt | cut -f 1 | sort -nu
*/cr.txt:1:1: warning: no test can have 'N' = '0'
    1 | N: 0..1000 / 3, 7777
      | ^ the rules exclude it
N
333
667
7777
# the numbers of a range are as they would be written, with all digits
$ printf 'A: -0.3..0.1 step 0.1\nB: 999999999999..1000000000001\n' > $TMP/n.txt; heddle cover -q -f tsv -t 1 $TMP/n.txt
A	B
-0.3	999999999999
-0.2	1000000000000
-0.1	1000000000001
0	1000000000000
0.1	1000000000000
$ printf 'A: 0..10000000000000 / 3\n' > $TMP/n.txt; heddle cover -q -f tsv -t 1 $TMP/n.txt
A
0
3333333333333
6666666666667
$ printf 'A: 1..18446744073709551616 / 5\n' > $TMP/n.txt; heddle cover $TMP/n.txt
*/n.txt:1:4: error: a range of numbers beyond 9007199254740992 cannot be counted exactly
    1 | A: 1..18446744073709551616 / 5
      |    ^~~~~~~~~~~~~~~~~~~~~~~~~~~
1 error
[2]
# large integers and small differences are told apart in rules
$ printf 'A: 1000000000001, 1000000000002\nB: 0.0000000000001, 0.0000000000002, 1\n[A] = 1000000000001; [B] > 0.0000000000001;\n' > $TMP/n.txt; heddle cover -q -f tsv --no-warnings $TMP/n.txt
A	B
1000000000001	0.0000000000002
1000000000001	1
$ printf 'A: 1000000000001, 1000000000002\nB: 0, 1\n[A] + [B] = 1000000000002;\n' > $TMP/n.txt; heddle cover -q -f tsv $TMP/n.txt
A	B
1000000000001	1
1000000000002	0
$ printf 'A: 0.1, 0.3\nB: 0.2, 0.7\n[A] + [B] = 0.3;\n' > $TMP/n.txt; heddle cover -q -f tsv --no-warnings $TMP/n.txt
A	B
0.1	0.2
$ printf 'A: 0.3, 0.35, 0.4\nB: 7\n[A] %% 0.1 = 0;\n' > $TMP/n.txt; heddle cover -q -f tsv -t 1 --no-warnings $TMP/n.txt
A	B
0.3	7
0.4	7
$ printf 'N: 0..3 / 5\n' > $TMP/c.txt; heddle cover $TMP/c.txt
*/c.txt:1:4: error: 4 numbers cannot make 5 classes
    1 | N: 0..3 / 5
      |    ^~~~~~~~ expected 'low..high / number'
1 error
[2]
$ printf 'N: 0..3 / 0\nM: 1, 0\n' > $TMP/c.txt; heddle cover $TMP/c.txt
*/c.txt:1:4: error: 4 numbers cannot make 0 classes
    1 | N: 0..3 / 0
      |    ^~~~~~~~ expected 'low..high / number'
1 error
[2]
# what is divided by zero has no value, and breaks no rule; by the number 0 it never has one
$ printf 'A: 0, 2\nB: 0, 1\n[B] / [A] = 0;\n' > $TMP/c.txt; heddle cover -q -f tsv $TMP/c.txt; printf 'A: 0, 2\n[A] %% 0 = 1;\n' > $TMP/c.txt; heddle cover $TMP/c.txt
A	B
0	0
0	1
2	0
*/c.txt:2:7: error: expected a divisor other than 0
    2 | [A] % 0 = 1;
      |       ^
1 error
[2]

# base choice; the weight names the base value
$ printf 'A: 0, 1 (3), 2\nB: x, y\nC: 5, ~6\nIF [A] = 2 THEN [B] = "y";\n' > $TMP/b.txt; heddle cover --strategy base $TMP/b.txt
A	B	C
1	x	5
0	x	5
2	y	5
1	y	5
1	x	~6
heddle: 5 tests cover all 7 values (first answer 5 in * ms; at least 4 are needed)
$ heddle cover -q -f tsv --strategy base -t 2 $TMP/b.txt | wc -l
10

# expected results stay beside their tests
$ printf 'A,B,Expected\n0,x,fine\n2,y,"no, bad"\n' > $TMP/e.csv; heddle cover -q -f csv --keep $TMP/e.csv --carry Expected $TMP/b.txt
A,B,C,Expected
0,x,5,fine
2,y,5,"no, bad"
0,y,5,
1,x,5,
1,y,5,
0,x,~6,
1,y,~6,
2,y,~6,
$ heddle cover -q -f tsv --rank $TMP/e.csv --carry Expected $TMP/b.txt
A	B	C	Expected
0	x		fine
2	y		no, bad
$ heddle cover -q --json --keep $TMP/e.csv --carry Expected $TMP/b.txt | grep -A 3 carried
  "carried": {
    "Expected": [
      "fine",
      "no, bad",
$ heddle cover --brief -f tsv --keep $TMP/e.csv --carry Wanted $TMP/b.txt
*/e.csv:1:5: warning: the model has no parameter 'Expected'
    1 | A,B,Expected
      |     ^~~~~~~~ the column is ignored
*/e.csv:1:1: error: there is no column 'Wanted', or it is a parameter
    1 | A,B,Expected
      | ^
1 error, 1 warning
[2]
$ heddle cover --carry Expected $TMP/b.txt
heddle: --carry needs tests: --keep, --rank or --minimise
heddle: try 'heddle cover --help'
[2]

# tests as code
$ printf 'a b: 1, 2, 30\nfor: x"y, z\nC: 0.5, ~-1\n[for] ONLY IF [a b] < 30;\n' > $TMP/k.txt; heddle cover -q -t 1 -f pytest $TMP/k.txt | grep -v '^#'
import pytest

NAMES = ["a_b", "for_", "C"]
TESTS = [
    [1, "x\"y", "0.5"],
    [2, "z", "0.5"],
    [30, None, "0.5"],
    [2, "z", "~-1"],
]
covering = pytest.mark.parametrize(NAMES, TESTS)
$ heddle cover -q -t 1 -f junit $TMP/k.txt
// Written by heddle cover.
//
//     @ParameterizedTest
//     @MethodSource("Covering#tests")
//     void test(Integer a_b, String for_, String C) { ... }
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

final class Covering {
  static Stream<Arguments> tests() {
    return Stream.of(part0()).flatMap(part -> part);
  }

  private static Stream<Arguments> part0() {
    return Stream.of(
        arguments(1, "x\"y", "0.5"),
        arguments(2, "z", "0.5"),
        arguments(30, null, "0.5"),
        arguments(2, "z", "~-1"));
  }
}
$ heddle cover -q -t 1 -f ctest $TMP/k.txt | grep -v '^#'
add_test(NAME cover-1 COMMAND ${COVER_COMMAND} [=[1]=] [=[x"y]=] [=[0.5]=])
add_test(NAME cover-2 COMMAND ${COVER_COMMAND} [=[2]=] [=[z]=] [=[0.5]=])
add_test(NAME cover-3 COMMAND ${COVER_COMMAND} [=[30]=] [=[]=] [=[0.5]=])
add_test(NAME cover-4 COMMAND ${COVER_COMMAND} [=[2]=] [=[z]=] [=[~-1]=])
