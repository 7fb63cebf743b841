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
