# Each call of text-last.c, one a line (26 to 42), races with a write of the last character that it needs; no call of text-beyond.c does with what is behind that.
$ heddle test --json --all -o none --minimise none -s optimal tests/cases/text-last.c | sed -n 's/^      "line": \([0-9]*\),$/\1/p; s/^        "line": \([0-9]*\),$/\1/p' | sort -nu | paste -sd ' '
16 17 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42
[1]

# What lies beside an array of no elements is nobody's.
$ heddle test -o none --minimise none tests/cases/no-elements.c | grep 'access out of bounds: '
  access out of bounds: write of 1 bytes beside a local array of no elements, main at
[1]
