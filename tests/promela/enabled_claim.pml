/* expect: states 7 liveness 1 */
/* A claim asks which processes can move, of the first one too. */
byte x;
active proctype A() { x == 1; x = 2 }
active proctype B() { do :: x = 0 :: x = 1 od }
never {
  do
  :: true
  :: enabled(0) -> break
  od;
accept:
  do :: enabled(0) od
}
