/* expect: states 14 */
/* Blocks, loops and jumps are the states that SPIN has. */
byte x;
active proctype A() {
  byte i = 2;
again:
  do
  :: i > 0 -> i--; x++
  :: else -> break
  od;
  if
  :: x == 2 -> skip
  :: x > 2 -> goto again
  :: else
  fi;
  { x = 0; { x = 1 } }
  d_step { i = 1; x = 2 }
}
