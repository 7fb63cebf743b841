/* expect: states 30 liveness 1 */
/* with: --fair */
/* Urgent requests overtake: the other is in the queue for ever. */
chan q = [2] of { byte };
bool served;
active proctype Urgent() { do :: q!!1 od }
active proctype Patient() { q!!2 }
active proctype Server() {
  byte r;
  do
  :: q?r -> served = (r == 2)
  od
}
ltl serves { [] (len(q) == 2 && q?[2] -> <> served) && [] (q??[2] -> <> served) }
