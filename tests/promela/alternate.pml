/* expect: states 14 deadlock 1 liveness 1 */
/* with: --fair */
/* Strict alternation: who stays outside for ever keeps the other out. */
byte turn; bool wants, inside;
active proctype P() {
  do
  :: wants = true;
     turn == 0;
     inside = true;
     inside = false; wants = false;
     turn = 1
  od
}
active proctype Q() {
  do
  :: turn == 1 -> turn = 0
  :: turn == 1 -> break
  od
}
ltl enters { [] (wants -> <> inside) }
