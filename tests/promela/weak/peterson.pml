/* Peterson's lock for two. */
bool flag[2];
byte turn;
active [2] proctype P() {
  byte other = 1 - _pid;
  do
  :: flag[_pid] = true;
     turn = other;
     !flag[other] || turn == _pid;
cs:  skip;
     flag[_pid] = false
  od
}
ltl served { [] (flag[0] -> <> P[0]@cs) }
ltl first { [] <> P[0]@cs }
ltl second { [] <> P[1]@cs }
