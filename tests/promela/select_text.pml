/* expect: states 116 */
/* SPIN makes an `if` of a select that it finds in the text, where there is no
 * underscore in the name and no line ends in it; a loop of the others. */
byte one_two, y, z;
active proctype A() {
  select(one_two : 1 .. 4);
  select(y
         : 0 .. 2);
  select(z : 1 .. 2);
  assert(one_two >= 1 && one_two <= 4 && y <= 2 && z)
}
