# Symbolic inputs: what is found, what is lost, where it does not apply.

$ heddle test --symbolic -q -o none tests/programs/inputs/magic.c
tests/programs/inputs/magic.c: assertion failed after 2 executions (*): assertion failed: assert(x * 3 + 7 != 1234), main at *magic.c:9
[1]

$ heddle test --symbolic -q -o none -D FIXED tests/programs/inputs/magic.c
tests/programs/inputs/magic.c: no failure, every path of the inputs and every schedule covered (*), under sequential consistency, no spurious wake-ups, malloc succeeds, virtual clocks

$ heddle test --symbolic --resume tests/programs/inputs/magic.c
heddle: a search with --symbolic cannot be taken up again: without --resume and --cache
heddle: try 'heddle test --help'
[2]

$ heddle test --symbolic models/phils.hed
heddle: models/phils.hed: symbolic inputs are for C programs; the inputs of a model are tried one by one
[2]

$ heddle test --symbolic -s stateful tests/programs/inputs/magic.c
heddle: stateful does not apply with --symbolic; optimal, dpor, full, random and pct do
[2]
