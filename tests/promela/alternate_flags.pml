/* expect: states 42 */
/* with: --fair */
/* The same with Peterson's flags: who stays outside is in nobody's way. */
byte turn; bool wants[2], inside;
active proctype P() {
  do
  :: wants[0] = true; turn = 1;
     (!wants[1] || turn == 0);
     inside = true;
     inside = false; wants[0] = false
  od
}
active proctype Q() {
  do
  :: wants[1] = true; turn = 0;
     (!wants[0] || turn == 1);
     wants[1] = false
  :: break
  od
}
ltl enters { [] (wants[0] -> <> inside) }
