/* expect: states 6 */
/* An atomic sequence of 60,000 moves is one step. */
int i; bool done;
active proctype p() {
  atomic { do :: i < 30000 -> i++ :: else -> break od; done = true }
}
active proctype q() { done; assert(i == 30000) }
