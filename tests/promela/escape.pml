/* expect: states 19 */
byte x;
active proctype A() {
  { x = 1; x = 2; x = 3 } unless { x == 2 -> x = 9 };
  assert(x == 9 || x == 3)
}
active proctype B() { (x == 2 || timeout); skip }
