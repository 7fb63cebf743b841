/* expect: states 13 */
/* The same claims about what never comes; else is what no other option is. */
byte x;
active proctype A() {
  do
  :: x < 5 -> x++
  :: else -> break
  od
}
never {
start:
  if
  :: x == 4 -> goto after
  :: else -> goto start
  fi;
after:
  if
  :: x == 4 -> goto after
  :: x == 5 -> goto after
  :: x < 4 -> skip
  fi
}
