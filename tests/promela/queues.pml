/* expect: states 18 assertion 2 */
/* Sorted sends, random receives, polls, and a queue that is handed on. */
chan q = [3] of { byte, bit };
chan hand = [1] of { chan };
active proctype A() {
  chan mine = [2] of { byte };
  q!!3,1; q!!1,0; q!!2,1;
  assert(q?[1,0] && q??[3,1] && full(q));
  hand!mine;
  mine?7
}
active proctype B() {
  byte x; chan to;
  q??2,_; q?<x,_>; assert(x == 1);
  hand?to; to!7;
  assert(len(q) != 2)
}
