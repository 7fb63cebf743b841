# Petri nets in PNML (heddle built with expat)
$ heddle check models/pair.pnml
models/pair.pnml: 1 finding in 4 states, 3 transitions (* s, everything explored)

  deadlock     free = 0, one = 0, both = 1                           3 steps

A shortest run to the first deadlock:

  take          join

  free -> one   free = 1, one = 1

  free -> one   free = 0, one = 2
                2 one -> both  one = 0, both = 1


  take  waits for its guard
  join  waits for its guard

--html report.html draws it, --record run.rec keeps it to be replayed
[1]
$ heddle check --brief --find property --never 'free + one == 1' models/pair.pnml
models/pair.pnml: no errors in 4 states, 3 transitions (* s, everything explored)
$ heddle check --brief --find property --never "free + 'one' < 2 && !(both == 0)" models/pair.pnml
models/pair.pnml: 1 finding in 4 states, 3 transitions (* s, everything explored)
[1]
$ heddle check --never 'free + on == 1' models/pair.pnml
models/pair.pnml: error: column 8 of 'free + on == 1': this is no claim over markings (a place of the net, by its id or name, or a number)
1 error
[2]
$ heddle check --never 'free >' models/pair.pnml
models/pair.pnml: error: column 7 of 'free >': this is no claim over markings (a place of the net, by its id or name, or a number)
1 error
[2]
$ heddle check --never 'a > 1' models/pi1.hed
models/pi1.hed: error: a claim from outside (write it into the model: 'never ...')
1 error
[2]
$ heddle check -D N=3 models/pair.pnml
models/pair.pnml: error: a net has no parameter 'N'
1 error
[2]
$ heddle check --find deadlock --record $TMP/run.rec --brief models/pair.pnml; heddle replay $TMP/run.rec
models/pair.pnml: 1 finding in 4 states, 3 transitions (* s, everything explored)
   1  take         free -> one
   2  take         free -> one
   3  join         2 one -> both
      free = 0, one = 0, both = 1
*run.rec: deadlock comes out again: free = 0, one = 0, both = 1
[1]
$ heddle check --find property --never 'both > 0' --record $TMP/p.rec --brief models/pair.pnml; heddle replay $TMP/p.rec
models/pair.pnml: 1 finding in 4 states, 3 transitions (* s, everything explored)
   1  take         free -> one
   2  take         free -> one
   3  join         2 one -> both
      free = 0, one = 0, both = 1
*p.rec: property comes out again: never both > 0
[1]
$ heddle run --seed 1 models/pair.pnml
models/pair.pnml, seed 1: deadlock after 3 steps

  take          join

  free -> one   free = 1, one = 1

  free -> one   free = 0, one = 2
                2 one -> both  one = 0, both = 1


  take  waits for its guard
  join  waits for its guard
[1]
$ heddle derive models/pair.pnml
models/pair.pnml: error: a '.pnml' file is a Petri net in PNML, and a network of machines is needed ('heddle check' takes it)
1 error
[2]
$ sed 's/ptnet/symmetricnet/' models/pair.pnml >$TMP/s.pnml; cd $TMP; heddle check s.pnml
s.pnml:3:2: error: a net of the type 'http://www.pnml.org/version-2009/grammar/symmetricnet'
    3 |  <net id="n" type="http://www.pnml.org/version-2009/grammar/symmetricnet">
      |  ^ place/transition nets are read: .../ptnet
1 error
[2]
$ sed 's/initialMarking/graphics/g; s/<text>2<.text>/<text>two<\/text>/' models/pair.pnml >$TMP/s.pnml; cd $TMP; heddle check s.pnml
s.pnml:13:62: error: the weight of an arc is 'two'
   13 |    <arc id="a3" source="q" target="t2"><inscription><text>two</text></inscription></arc>
      |                                                              ^ a number from 0 to 2147483647
1 error
[2]
# What changes the behaviour and is not understood is refused, however a tool
# writes it; a marking said in another way is no marking of 0.
$ cd $TMP && net() { printf '<pnml><net id="n" type="x/ptnet"><page id="g">\n<place id="a">\n%s\n</place>\n<transition id="t">%s</transition>\n<arc id="x" source="a" target="t">%s</arc></page></net></pnml>\n' "$1" "$2" "$3" >n.pnml; heddle check --brief n.pnml; }; two='<initialMarking><text>2</text></initialMarking>'; net "$two" '' '<arctype><text>inhibitor</text></arctype>'; net "$two" '' '<type value="reset"/>'; net '<initialMarking><value>Default,2</value></initialMarking>' '' ''; net '<initialMarking/>' '' ''; net "$two<capacity><text>1</text></capacity>" '' ''; net "$two" '<priority><text>3</text></priority>' ''; net "$two" '' '<inscription><value>2</value></inscription>'; net "$two<graphics><position x='1' y='2'/></graphics>" '<toolspecific tool="x" version="1"><rate>3</rate></toolspecific>' '<arctype><text>normal</text></arctype>'
n.pnml:6:59: error: an arc of the type 'inhibitor'
    6 | <arc id="x" source="a" target="t"><arctype><text>inhibitor</text></arctype></arc></page></net></pnml>
      |                                                           ^ only ordinary arcs are read
1 error
n.pnml:6:35: error: an arc of the type 'reset'
    6 | <arc id="x" source="a" target="t"><type value="reset"/></arc></page></net></pnml>
      |                                   ^ only ordinary arcs are read
1 error
n.pnml:3:17: error: an element 'value' is not read
    3 | <initialMarking><value>Default,2</value></initialMarking>
      |                 ^ places, transitions, arcs, markings and weights are read
1 error
n.pnml:3:18: error: element 'initialMarking' has no text
    3 | <initialMarking/>
      |                  ^ expected <text>...</text> in it
1 error
n.pnml:3:48: error: an element 'capacity' is not read
    3 | <initialMarking><text>2</text></initialMarking><capacity><text>1</text></capacity>
      |                                                ^ places, transitions, arcs, markings and weights are read
1 error
n.pnml:5:20: error: an element 'priority' is not read
    5 | <transition id="t"><priority><text>3</text></priority></transition>
      |                    ^ places, transitions, arcs, markings and weights are read
1 error
n.pnml:6:48: error: an element 'value' is not read
    6 | <arc id="x" source="a" target="t"><inscription><value>2</value></inscription></arc></page></net></pnml>
      |                                                ^ places, transitions, arcs, markings and weights are read
1 error
n.pnml: 1 finding in 3 states, 2 transitions (* s, everything explored)
[1]
