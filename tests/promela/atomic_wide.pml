/* expect: states 8 */
/* An atomic sequence with a choice at each of its moves comes to few states,
 * however many ways lead there; and a rendezvous on the way passes it on. */
byte n, m; bool seen;
chan c = [0] of { byte };
active proctype p() {
  atomic {
    do
    :: n < 9 -> if :: n = n + 1 :: n = n + 1; m = 1; m = 0 fi
    :: else -> break
    od;
    c!n;
    seen = true
  }
}
active proctype q() {
  byte got;
  atomic { c?got; do :: got > 3 -> got = got - 1 :: else -> break od };
  assert(got == 3)
}
