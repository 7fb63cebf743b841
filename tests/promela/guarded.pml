/* expect: states 37 deadlock 2 */
/* An escape comes before a d_step, and not inside of it. */
byte x; bit y; byte a[2]; chan q = [1] of {byte}; chan c = [0] of {byte};
active proctype A() { byte l; atomic { skip; q!y }; y = y % 3 }
active [2] proctype B() {
  { d_step { x = 0; a[1] = 1; y = 2 % 3 } } unless { empty(q) -> x = a[0] % 3 };
  c?x
}
