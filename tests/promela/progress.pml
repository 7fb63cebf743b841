/* expect: states 3 circle 1 */
/* The first option goes round without progress. */
byte x;
active proctype A() {
  do
  :: x = 1; x = 0
  :: x = 2;
progress:
     x = 0
  od
}
active proctype B() { end: false }
