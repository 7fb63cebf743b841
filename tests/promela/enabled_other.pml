/* expect: states 7 */
/* with: --find liveness --fair */
/* The sibling of enabled_claim: who can always move does so under fairness. */
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
