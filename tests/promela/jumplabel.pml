/* expect: states 4 liveness 1 */
/* A label on a jump is a place where a process can be, if somebody looks. */
byte x;
active proctype A() {
again:
  x = 1 - x;
there:
  goto again
}
ltl never_there { [] !A@there }
