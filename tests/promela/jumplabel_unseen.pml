/* expect: states 2 */
/* A label on a jump is a place where a process can be only if somebody looks. */
byte x;
active proctype A() {
again:
  x = 1 - x;
there:
  goto again
}

