/* expect: states 13 liveness 1 */
/* The claim comes to its end: a beginning of the run is enough. */
byte x;
active proctype A() {
  do
  :: x < 5 -> x++
  :: else -> break
  od
}
never {
  do
  :: atomic { x > 4 -> assert(x < 3) }
  :: x < 2
  :: x == 2 -> break
  :: x == 2
  :: else
  od;
  x == 3
}
