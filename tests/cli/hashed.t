# States that are not kept: by hash, by single bits, many searches.

# Nothing is ever said to hold; it is said how likely something was left out.
$ heddle check --compact models/dp.hed
models/dp.hed: no errors so far in 458 states, 588 transitions (* s) (incomplete: strategy compact leaves out some states with probability 5.7e-15 (expected: 5.7e-15 states), and does not look for unexecutable)
  some states are left out with probability 5.7e-15 (expected: 5.7e-15 states)
[3]
$ heddle check --brief --bitstate --find blocking,property -s full models/dp.hed
models/dp.hed: no errors so far in 458 states, 588 transitions (* s) (incomplete: strategy bitstate leaves out some states with probability 7.6e-15 (expected: 7.6e-15 states))
[3]
$ heddle check --json --bitstate --hashes 2 models/dp.hed | grep -E '"(verdict|states|terminated|omi.*|searches)"'
  "verdict": "incomplete",
  "states": 458,
  "terminated": 1,
  "omitted_expected": 4.42973e-10,
  "omission_probability": 4.42973e-10,
  "searches": 1,
[3]
# A table that is too small.
$ heddle check --json --bitstate --memory 4M --hashes 1 -D N=5 models/dp.hed | grep -E 'omi'
  "omitted_expected": 3.64021,
  "omission_probability": 0.973732,
[3]
# What is found is real.
$ heddle check --bitstate --record $TMP/b.rec --brief -D RIGHT=0 models/phils.hed; heddle replay --brief $TMP/b.rec
models/phils.hed: 1 finding in 392 states, 1,415 transitions (* s) (incomplete: strategy bitstate leaves out some states with probability 5.2e-15 (expected: 5.2e-15 states), and does not look for unexecutable)
*/b.rec: deadlock comes out again: phil[0] at 16.2, phil[1] at 16.2, phil[2] at 16.2, phil[3] at 16.2, phil[4] at 16.2, fork[0] held by phil[0], fork[1] held by phil[1], fork[2] held by phil[2], fork[3] held by phil[3], fork[4] held by phil[4]
[1]
$ heddle check --no-warnings --compact --find assertion,deadlock --first --brief models/pi1.hed
models/pi1.hed: 1 finding in 11 states, 11 transitions (* s) (incomplete: strategy compact leaves out some states with probability 3e-18 (expected: 3e-18 states))
[1]
$ heddle check --brief --compact --find deadlock -s symmetry tests/models/alike_sem.hed
tests/models/alike_sem.hed: 1 finding in 26 states that stand for 99, 37 transitions (* s) (incomplete: strategy compact leaves out some states with probability 1.8e-17 (expected: 1.8e-17 states))
[1]
$ heddle check --brief --compact --find deadlock tests/promela/unfair.pml
tests/promela/unfair.pml: no errors so far in 8 states, 10 transitions (* s) (incomplete: strategy compact leaves out some states with probability 1.5e-18 (expected: 1.5e-18 states))
[3]
$ heddle check --no-warnings --brief --bitstate --find blocking models/writes.hed
models/writes.hed: no errors so far in 2,851 states, 11,118 transitions (* s) (incomplete: strategy bitstate leaves out some states with probability 3.1e-12 (expected: 3.1e-12 states))
[3]
# Many searches: the same for the same seed, whatever the number of workers.
$ for j in 1 2 3; do heddle check --no-warnings --json --swarm 6 --seed 3 -j $j models/pi1.hed | grep -v -E 'seconds|jobs' | md5sum; done | uniq | wc -l
1
[1]
$ heddle check --no-warnings --swarm 4 models/pi1.hed | sed -n '1,9p'
models/pi1.hed: 7 findings in 28 states, 38 transitions (* s) (incomplete: strategy bitstate leaves out some states with probability 2.1e-17 (expected: 2.1e-17 states), and does not look for unexecutable)
  some states are left out with probability 2.1e-17 (expected: 2.1e-17 states); 4 searches, this is the one that saw most

  deadlock     P1 at 2, P2 at 1, all channels empty                  8 steps
  deadlock     P1 at 2, P2 at 2, all channels empty                  4 steps
  blocking     P1 at 2, P2 at 1, P1->P2 holds m3 m3                 10 steps
  blocking     P1 at 2, P2 at 1, P1->P2 holds m3                     7 steps
  unspecified  P2 at 0 cannot receive m3 from P1                     7 steps
  unspecified  P2 at 1 cannot receive m3 from P1                     8 steps
[1]
$ heddle check --json --swarm 4 models/phils.hed | grep -E '"(verdict|states|searches)"'
  "verdict": "incomplete",
  "states": 261,
  "searches": 4,
[3]
# What does not go together.
$ heddle check --compact --swarm 3 models/phils.hed
heddle: --compact does not go with --bitstate or --swarm
[2]
$ heddle check --bitstate -s sleep models/phils.hed
heddle: sleep keeps sets with the states: it does not go with states that are not kept
[2]
$ heddle check --bitstate --dot $TMP/x.dot models/phils.hed
heddle: there is no graph of states that are not kept
[2]
$ heddle check --bitstate --hashes 99 models/phils.hed
heddle: --hashes is at most 16, --swarm at most 100000
[2]
