# networks in XML (heddle built with expat)
$ heddle derive networks/abp.xml | tail -n 1
238 mutants: 238 killed by 21 tests (average length 4.1)
$ printf '<network>\n  <machine name="m">\n    <state name="a">\n      <transition input="x" output="y" to="a">\n    </state>\n  </machine>\n</network>\n' >$TMP/e.xml; cd $TMP; heddle derive e.xml
e.xml:5:7: error: malformed XML: mismatched tag
    5 |     </state>
      |       ^
1 error
[2]
$ printf '<network>\n  <machine name="m">\n    <state name="a">\n      <transition input="x" outptu="y" to="a"/>\n    </state>\n  </machine>\n</network>\n' >$TMP/e.xml; cd $TMP; heddle derive e.xml
e.xml:4:37: error: element 'transition' has no attribute 'outptu'
    4 |       <transition input="x" outptu="y" to="a"/>
      |                                     ^
1 error
[2]
$ printf '<network>\n  <machine name="m">\n    <state name="a">\n      <transition input="x" output="y" to="aa"/>\n    </state>\n  </machine>\n</network>\n' >$TMP/e.xml; cd $TMP; heddle derive e.xml
e.xml:4:44: error: machine 'm' has no state 'aa'
    4 |       <transition input="x" output="y" to="aa"/>
      |                                            ^~
1 error
[2]
$ printf '<network>\n  <machine name="m" initial="q">\n    <state name="a"/>\n  </machine>\n  <state name="b"/>\n</network>\n' >$TMP/e.xml; cd $TMP; heddle derive e.xml
e.xml:5:3: error: unexpected element 'state'
    5 |   <state name="b"/>
      |   ^ expected here: 'machine' or 'external'
1 error
[2]
$ printf '<network><machine name="m"><state name="a">text</state></machine></network>' >$TMP/e.xml; cd $TMP; heddle derive e.xml
e.xml:1:44: error: text between the elements
    1 | <network><machine name="m"><state name="a">text</state></machine></network>
      |                                            ^
1 error
[2]
$ printf '<network>\n  <external symbol="q"/>\n  <machine name="m"><state name="a"><transition input="x" output="y" to="a"/></state></machine></network>' >$TMP/e.xml; cd $TMP; heddle derive e.xml
e.xml:2:21: error: unknown symbol 'q': no machine reads it
    2 |   <external symbol="q"/>
      |                     ^
1 error
[2]
$ printf '<!DOCTYPE network [<!ENTITY e SYSTEM "/etc/passwd">]>\n<network>&e;</network>\n' >$TMP/e.xml; cd $TMP; heddle derive e.xml
e.xml: error: no machine in this file
1 error
[2]
$ printf '<net/>' >$TMP/e.xml; cd $TMP; heddle derive e.xml
e.xml:1:1: error: unexpected element 'net'
    1 | <net/>
      | ^ expected here: 'network'
1 error
[2]

# choices and declared symbols
$ heddle derive --equal networks/lossy.xml networks/lossy.hed
networks/lossy.hed and networks/lossy.xml are equivalent
$ printf 'machine m {\n  inputs reset\n  outputs error, -\n  a: x / y -> a\n}\n' >$TMP/d.hed
$ heddle derive --write $TMP/d.xml $TMP/d.hed; grep symbol $TMP/d.xml; heddle derive --write - $TMP/d.xml
    <input symbol="reset"/>
    <output symbol="error"/>
    <output symbol="-"/>
machine m {
  inputs reset
  outputs error
  outputs -
  a:           x / y -> a
}
$ printf '<network><machine name="m"><input name="x"/></machine></network>' >$TMP/e.xml; cd $TMP; heddle derive e.xml
e.xml:1:41: error: element 'input' has no attribute 'name'
    1 | <network><machine name="m"><input name="x"/></machine></network>
      |                                         ^
1 error
[2]
