/* expect: states 3 liveness 1 */
/* Who may go round through the accept label for ever, does so. */
byte x;
active proctype A() {
  do
  :: x = 1; x = 0
  :: x = 2;
accept:
     x = 0
  od
}
active proctype B() { end: false }
