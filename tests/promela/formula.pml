/* expect: states 9 liveness 1 */
/* What is inside an atomic sequence no formula sees; who waits for ever is
 * seen. */
byte x; bool done;
active proctype A() {
  do
  :: atomic { x = 1; x = 0 }
  :: x = 2; x = 0
  :: done -> break
  od
}
active proctype B() { done = true }
ltl never_one { [] (x != 1) }
ltl comes { <> done }
ltl stays { [] (done -> [] done) && (x == 0 U (x == 2 || [] (x == 0))) }
