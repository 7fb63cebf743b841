# What the machine may do beside the schedule: memory that is refused.

$ heddle test -s optimal --malloc-may-fail --record "$TMP/null.rec" tests/cases/malloc-may-fail.c
$ heddle replay "$TMP/null.rec"
$ heddle test -s optimal --malloc-may-fail -i malloc-fails=0 --brief tests/cases/malloc-may-fail.c

# And parts of what is read and written.

$ heddle test -s optimal --partial-io --record "$TMP/part.rec" tests/cases/partial-read.c
$ heddle replay "$TMP/part.rec"
$ heddle test -s optimal --brief --partial-io tests/cases/partial-io-twin.c
