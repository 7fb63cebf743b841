/* expect: states 5 liveness 1 */
/* A:k where a statement begins is a variable of A, and no label. */
byte x;
active proctype A() {
  byte k = 1;
  do :: x = 1; k = 2; x = 2; k = 1 od
}
never {
  do :: true :: A:k == 2 -> break od;
accept:
  do :: A:k == 2 || x > 0 od
}
