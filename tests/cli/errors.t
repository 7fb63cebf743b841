# All errors of a model at once, each with its place.
$ printf 'process nod {\n  a: node.in!x -> b\n  b: nod.in?x -> a\n\tc: -> aa\n}\nnever nod at d\nalwys true\n' >$TMP/ring.hed; heddle check $TMP/ring.hed 2>&1 | sed "s#$TMP/##"
ring.hed:7:1: error: expected a declaration, found 'alwys'
    7 | alwys true
      | ^~~~~ did you mean 'always'?
ring.hed:2:6: error: unknown process 'node'
    2 |   a: node.in!x -> b
      |      ^~~~ did you mean 'nod'?
ring.hed:3:6: error: only its owner receives from a port
    3 |   b: nod.in?x -> a
      |      ^~~ a process receives from its own port
ring.hed:4:8: error: unknown state 'aa' of process 'nod'
    4 | 	c: -> aa
      | 	      ^~
ring.hed:6:14: error: 'nod' has no state 'd'
    6 | never nod at d
      |              ^
5 errors
[2]
$ heddle check $TMP/ring.hed 2>/dev/null
[2]

# What is no model at all.
$ printf 'hello\n' >$TMP/hello.hed; heddle check $TMP/hello.hed 2>&1 | sed "s#$TMP/##"
hello.hed:1:1: error: expected a declaration, found 'hello'
    1 | hello
      | ^~~~~ such as process, thread, shared, param, const, never
1 error
[2]
$ printf 'process p {' >$TMP/open.hed; heddle check $TMP/open.hed 2>&1 | sed "s#$TMP/##"
open.hed:1:12: error: expected '}', found the end of the file
    1 | process p {
      |            ^ it closes the '{' of line 1
1 error
[2]
$ printf '\0\0\377' >$TMP/binary.hed; heddle check $TMP/binary.hed 2>&1 | cat -v | sed "s#$TMP/##"
binary.hed:1:1: error: control character with code 0
    1 |   M-^?
      | ^~~
1 error
[2]
$ : >$TMP/empty.hed; heddle check $TMP/empty.hed 2>&1 | sed "s#$TMP/##"
empty.hed: error: no process in this file (a model has at least one process or thread)
1 error
[2]
$ printf '// nothing\n' >$TMP/comment.hed; heddle check $TMP/comment.hed 2>&1 | sed "s#$TMP/##"
comment.hed: error: no process in this file (a model has at least one process or thread)
1 error
[2]

# From standard input.
$ printf 'process p { a: -> a }\n' | heddle check -
-: no errors in 1 state, 1 transition (* s, everything explored)
$ printf 'process p { a: -> b }\n' | heddle check -
-:1:19: error: unknown state 'b' of process 'p'
    1 | process p { a: -> b }
      |                   ^
1 error
[2]

# Too many inputs to try.
$ printf 'thread t {\n  var x: int\n  x = input\n  assert x != 7\n}\n' >$TMP/input.hed; heddle check $TMP/input.hed 2>&1 | sed "s#$TMP/##"
input.hed:3:3: error: an input of more than 1000000 values
    3 |   x = input
      |   ^ give the variable a range
1 error
[2]

# Ten thousand errors: a hundred are shown, all are counted.
$ { echo 'process p { s: -> s'; for i in $(seq 10000); do echo "  x$i: q$i!m -> s"; done; echo '}'; } >$TMP/many.hed; heddle check $TMP/many.hed 2>&1 | grep -c 'error: '
100
[2]
$ heddle check $TMP/many.hed 2>&1 | tail -n 2
... and 19900 more
10000 errors, 10000 warnings
[2]
$ heddle check $TMP/many.hed 2>&1 | head -n 3 | sed "s#$TMP/##"
many.hed:2:7: error: unknown process or port 'q1'
    2 |   x1: q1!m -> s
      |       ^~
[2]
$ { for i in $(seq 10000); do echo ')'; done; } >$TMP/parens.hed; heddle check $TMP/parens.hed 2>&1 | tail -n 1
10000 errors
[2]
