/* expect: states 71 */
byte x, y;
active proctype A() {
  select(x : 1 .. 4);
  select(y : 0 .. x);
  assert(x >= 1 && x <= 4 && y <= x)
}
