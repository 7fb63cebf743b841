/* expect: states 3 deadlock 1 liveness 1 */
/* Who stands at an accept label for ever is there again and again; who stands
 * somewhere makes no circle. */
byte x;
active proctype A() {
progress:
  x = 1;
  x = 2;
accept:
  x == 3
}
