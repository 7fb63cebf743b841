# ACTS: base and invalid values, relations, constraints with C's operators
$ printf '%s\n' '[System]' 'Name: phone' '[Parameter]' '-- a comment' 'Size (int) : 1, [2], 3 ; -1' 'Kind (enum) : 10, b, c' 'On (boolean) : true, false' 'W (int) : 0, 1' '[Relation]' 'R : (Size, Kind, On, 3)' '[Constraint]' '-- another' 'On = true => Kind != "10" && Size <= 2' '(Size + W > 1) || !(On = false)' '(Kind = 10) => W = 0' '[Misc]' > $TMP/a.txt; heddle cover -q -f tsv --strategy base $TMP/a.txt
Size	Kind	On	W
2	10	false	0
1	c	true	0
3	10	false	0
2	b	true	0
2	c	true	0
2	c	true	1
1	b	true	0
1	b	false	1
1	c	false	1
2	b	false	0
2	c	false	0
3	b	false	0
3	c	false	0
~-1	c	true	0
~-1	b	true	0
$ heddle cover -q --json $TMP/a.txt | grep -E 'tuples|infeasible_count'
  "tuples": 52,
  "infeasible_count": 16,
# the same in our language
$ printf '%s\n' 'Size: 1, 2 (2), 3, ~-1' 'Kind: 10x, b, c' 'On: true, false' 'W: 0, 1' '{Size, Kind, On} @ 3' 'IF [On] = "true" THEN [Kind] <> "10x" AND [Size] <= 2;' '[Size] + [W] > 1 OR NOT [On] = "false";' 'IF [Kind] = "10x" THEN [W] = 0;' > $TMP/p.txt; heddle cover -q --json $TMP/p.txt | grep -E 'tuples|infeasible_count'
  "tuples": 52,
  "infeasible_count": 16,
$ printf '%s\n' '[Parameter]' 'A (int) 1, 2' 'B (int) : 1, 2' '[Relation]' '(B, 7)' '[Constraint]' 'B = 1 ||' 'C => B' > $TMP/bad.txt; heddle cover $TMP/bad.txt
*/bad.txt:2:1: error: cannot understand this parameter
    2 | A (int) 1, 2
      | ^~~~~~~~~~~~ expected 'name (type) : value, value'
*/bad.txt:5:5: error: expected a strength from 1 to 1
    5 | (B, 7)
      |     ^
*/bad.txt:7:9: error: the constraint ends where a parameter, a value or '(' was expected
    7 | B = 1 ||
      |         ^
*/bad.txt:8:1: error: unknown parameter 'C'
    8 | C => B
      | ^
4 errors
[2]

# what the window of ACTS saves, the same model; a mistake has its place
$ printf '%s\n' '<?xml version="1.0"?>' '<System name="phone"><Parameters>' '<Parameter id="2" name="Size" type="0"><values><value>1</value><value>2</value>' '<value>3</value></values><basechoices><basechoice>2</basechoice></basechoices>' '<invalidValues><invalidValue>-1</invalidValue></invalidValues></Parameter>' '<Parameter id="3" name="Kind" type="1"><values><value>10</value><value>b &amp; d</value><value>c</value></values></Parameter>' '<Parameter id="4" name="On" type="2"><values><value>true</value><value>false</value></values></Parameter>' '<Parameter id="5" name="W" type="0"><values><value>0</value><value>1</value></values></Parameter>' '</Parameters><Relations><Relation Strength="2" Default="true"><Parameter name="W"/></Relation>' '<Relation Strength="3" Default="false"><Parameter name="Size"/><Parameter name="Kind"/><Parameter name="On"/></Relation></Relations>' '<Constraints><Constraint text="On =&gt; Kind != &quot;10&quot; &amp;&amp; Size &lt;= 2"/>' '<Constraint text="(Size + W &gt; 1) || !(On = false)"/><Constraint text="(Kind = &quot;10&quot;) =&gt; W = 0"/></Constraints></System>' > $TMP/a.xml; heddle cover -q --json $TMP/a.xml | grep -E 'tuples|infeasible_count'
  "tuples": 52,
  "infeasible_count": 16,
$ heddle cover --convert pict $TMP/a.xml | head -n 5
Size: 1, 2 (2), 3, ~-1
Kind: 10, b & d, c
On: true, false
W: 0, 1
{ Size, Kind, On } @ 3
$ sed 's/Size + W/Siz + W/' $TMP/a.xml > $TMP/b.xml; heddle cover $TMP/b.xml
*/b.xml:12:20: error: arithmetic needs numbers
   12 | <Constraint text="(Siz + W &gt; 1) || !(On = false)"/><Constraint text="(Kind = &quot;10&quot;) =&gt; W = 0"/></Constraints></System>
      |                    ^~~
1 error
[2]

# CTWedge: sets, ranges, truth values as formulas, equal formulas
$ printf '%s\n' 'Model Phone // a comment' 'Parameters:' '  Size: [ -1 .. 3 ] step 2;' '  Kind: { 16MC "b c", d }' '  On: Boolean' '  Off : {TRUE, FALSE}' 'Constraints:' '  # On => Kind != d #' '  # (On <=> (Size' '      >= 1)) and Size*2 < 6 #' '  # On == (Off != true) #' > $TMP/c.ctw; heddle cover --brief -f tsv $TMP/c.ctw
*/c.ctw:3:3: warning: no test can have 'Size' = '3'
    3 |   Size: [ -1 .. 3 ] step 2;
      |   ^~~~ the rules exclude it
Size	Kind	On	Off
-1	16MC	false	TRUE
-1	b c	false	TRUE
-1	d	false	TRUE
1	16MC	true	FALSE
1	b c	true	FALSE
$ printf '%s\n' 'Size: -1..3 step 2' 'Kind: 16MC, b c, d' 'On: true, false' 'Off: TRUE, FALSE' 'IF [On] = "true" THEN [Kind] <> "d" AND [Size] >= 1 ELSE [Size] < 1;' '[Size] * 2 < 6;' '[On] <> [Off];' > $TMP/c.txt; heddle cover --brief --json $TMP/c.txt | grep -E 'tuples|infeasible_count'; heddle cover --brief --json $TMP/c.ctw | grep -E 'tuples|infeasible_count'
*/c.txt:1:1: warning: no test can have 'Size' = '3'
    1 | Size: -1..3 step 2
      | ^~~~ the rules exclude it
  "tuples": 21,
  "infeasible_count": 16,
*/c.ctw:3:3: warning: no test can have 'Size' = '3'
    3 |   Size: [ -1 .. 3 ] step 2;
      |   ^~~~ the rules exclude it
  "tuples": 21,
  "infeasible_count": 16,
$ printf '%s\n' 'Model M' 'Parameters:' ' A: { a b }' ' B: Boolean' 'Constraints:' ' # A = 7 or #' ' # B and A #' > $TMP/bad.ctw; heddle cover $TMP/bad.ctw
*/bad.ctw:6:8: warning: 'A' has no such value
    6 |  # A = 7 or #
      |        ^ always the same answer
*/bad.ctw:6:12: error: the constraint ends where a parameter, a value or '(' was expected
    6 |  # A = 7 or #
      |            ^
*/bad.ctw:7:10: error: expected a comparison, found a value
    7 |  # B and A #
      |          ^
2 errors, 1 warning
[2]
$ printf 'Model M Parameters: A: Bool' > $TMP/bad2.ctw; heddle cover $TMP/bad2.ctw
*/bad2.ctw:1:24: error: expected 'Boolean', '{values}' or '[low .. high]'
    1 | Model M Parameters: A: Bool
      |                        ^~~~
1 error
[2]

# out again: what the other language has no words for is spelled out
$ printf '%s\n' 'Size: 1, 2 (2), 3, ~-1' 'my kind: a b|ab, c' 'On: true, false' 'W: 0..9 / 2, 10' 'If: 1, 2' '{Size, my kind, On} @ 2' 'IF [On] = "true" THEN [my kind] LIKE "a*" AND [Size] <= 2;' '[Size] + [If] > 2 OR [Size] % 2 = 1;' '[my kind] ONLY IF [If] = 1;' > $TMP/o.txt; heddle cover --convert acts $TMP/o.txt
*/o.txt:2:1: warning: 'my kind' is called 'my_kind' there
    2 | my kind: a b|ab, c
      | ^~~~~~~
*/o.txt:5:1: warning: 'If' is called 'If_' there
    5 | If: 1, 2
      | ^~
*/o.txt: warning: ACTS has no second names of a value: left out
*/o.txt: warning: ACTS has no classes of numbers but for their first one: left out
[System]
Name: model

[Parameter]
Size (int) : 1, [2], 3 ; -1
my_kind (enum) : a b, c, absent
On (boolean) : true, false
W (int) : 0, 5, 10
If_ (int) : 1, 2

[Relation]
R1 : (Size, my_kind, On, 2)

[Constraint]
On = false || (my_kind != "c" && Size <= 2)
(Size + If_) > 2 || Size = 1 || Size = 3
If_ = 1 || my_kind = "absent"
If_ != 1 || my_kind != "absent"
$ heddle cover -q -f tsv --convert ctwedge $TMP/o.txt 2> /dev/null
Model model
Parameters:
  Size: { 1 2 3 }
  my_kind: { "a b" c absent }
  On: { true false }
  W: { 0 5 10 }
  If_: { 1 2 }
Constraints:
  # On == false || (my_kind != c && Size <= 2) #
  # (Size + If_) > 2 || Size != 2 #
  # If_ == 1 || my_kind == absent #
  # If_ != 1 || my_kind != absent #
$ heddle cover --convert pict $TMP/o.txt 2> /dev/null > $TMP/o2.txt; heddle cover --convert acts $TMP/o.txt 2> /dev/null > $TMP/o3.txt; for f in o o2 o3; do heddle cover -q --stats -t 5 $TMP/$f.txt 2> /dev/null | head -n 1; done
Combinations:    58
Combinations:    58
Combinations:    58
$ printf 'A: "x;y", z\nB: 1, 2\n' > $TMP/q.txt; heddle cover --convert acts $TMP/q.txt
*/q.txt:1:1: error: ACTS cannot say this: the value '"x;y"' of 'A'
    1 | A: "x;y", z
      | ^
1 error
[2]
$ heddle cover --convert tsv $TMP/q.txt
heddle: unknown language 'tsv'; there are acts, ctwedge, pict
heddle: try 'heddle cover --help'
[2]

# sub-models as PICT means them: their tests are combined like values
$ printf '%s\n' 'A: 1, 2' 'B: 1, 2' 'C: 1, 2' 'D: 1, 2' '{ A, B }' '{ C, D } @ 1' 'IF [A] = 1 THEN [C] = 1;' > $TMP/s.txt; heddle cover --submodels $TMP/s.txt
A	B	C	D
1	1	1	1
1	2	1	1
2	1	1	1
2	1	2	2
2	2	1	1
2	2	2	2
heddle: 6 tests cover all 6 pairs (first answer 6 in * ms; no set is smaller)
heddle: 2 pairs are impossible by the rules (--explain lists them)
