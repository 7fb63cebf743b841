/* expect: states 3 unexecutable 2 */
/* with: --find unexecutable */
/* What is never taken is said once, of statements, however many edges they
 * became; `else` is taken only where nothing else is possible. */
byte i;
active proctype p() {
  atomic {
    do
    :: i < 60 -> i++
    :: i == 99 -> i = 3
    :: else -> break
    od;
    i = 1
  }
}
