# --from: a search that begins with recordings.
$ heddle test -s random --seed 1 --record $TMP/one.rec programs/bugs/lost-update.c | head -n 1
programs/bugs/lost-update.c: * after * execution*
[1]
$ heddle test -s random --seed 7 --record $TMP/two.rec programs/bugs/lost-update.c | head -n 1
programs/bugs/lost-update.c: * after * execution*
[1]
$ heddle test -s unfold --record none --from $TMP/one.rec programs/bugs/lost-update.c | head -n 1
programs/bugs/lost-update.c: * after 1 execution (*
[1]

# The unfolding is the same in the end, whatever it began with.
$ for s in unfold contextual stateful; do for f in '' "--from $TMP/one.rec" "--from $TMP/one.rec --from $TMP/two.rec"; do heddle test --all --json -s $s --record none --minimise none $f programs/bugs/lost-update.c | grep -E '"events": .*,|"conditions"' | head -n 2 | tr -d '\n'; echo; done | uniq | wc -l; done
1
1
1

# A tree of runs begins with one, and runs nothing twice.
$ for f in '' "--from $TMP/two.rec"; do for s in optimal dpor; do heddle test --all --json -s $s --record none --minimise none $f programs/bugs/lost-update.c | grep -E '"executions":'; done; done | uniq | wc -l
1
[1]
$ heddle test -s optimal --from $TMP/one.rec --from $TMP/two.rec programs/bugs/lost-update.c
heddle: optimal begins with one recording: two runs of one trace are two places of its tree; unfold takes several
[2]

# Of an older build it is used as far as it goes; of another program not at all.
$ sed 's/int main(void) {/int main(void) {\n  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(\&own);/' programs/bugs/lost-update.c >$TMP/lost-update.c; heddle test -s unfold --brief --record none -I programs/bugs --from $TMP/one.rec $TMP/lost-update.c
heddle: --from: the program has changed since '*one.rec' was recorded, which is followed as far as it goes
*lost-update.c: * after * execution*
[1]
$ heddle test -s unfold --from $TMP/one.rec programs/bugs/deadlock.c
heddle: --from: '*one.rec' is a recording of */programs/bugs/lost-update.c
[2]
$ heddle test -s random --from $TMP/one.rec programs/bugs/lost-update.c
heddle: --from does not go with random: unfold, contextual and stateful begin with recordings, optimal and dpor with one
[2]
$ heddle test -s unfold --from README.md programs/bugs/lost-update.c
heddle: --from: 'README.md' is no recording of a schedule
[2]

# Inputs: with --symbolic they are those of the first run; else they are chosen.
$ heddle test --symbolic --record $TMP/inputs.rec programs/symbolic/triangle.c | head -n 1
programs/symbolic/triangle.c: assertion failed after *
[1]
$ heddle test --symbolic -s unfold --brief --record none --from $TMP/inputs.rec programs/symbolic/triangle.c
programs/symbolic/triangle.c: assertion failed after 1 execution (*
[1]
$ heddle test -s random --record $TMP/model.rec models/fig312.hed | head -n 1
models/fig312.hed: assertion failed after *
[1]
$ heddle test -s unfold --brief --record none --from $TMP/model.rec models/fig312.hed
models/fig312.hed: assertion failed after 1 execution (*
[1]
