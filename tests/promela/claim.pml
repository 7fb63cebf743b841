/* expect: states 12 liveness 1 */
/* A request that is never answered: the claim waits in its accepting state. */
bool asked, answered;
active proctype Client() {
  do
  :: asked = true; answered; asked = false
  od
}
active proctype Server() {
  do
  :: asked -> answered = true; answered = false
  :: asked -> skip
  od
}
never {
start:
  do
  :: asked && !answered -> goto accept_wait
  :: true
  od;
accept_wait:
  do
  :: !answered
  od
}
