/* Dekker's lock: who has no turn steps back. */
bool wants[2];
byte turn;
active [2] proctype P() {
  byte other = 1 - _pid;
  do
  :: wants[_pid] = true;
     do
     :: wants[other] ->
        if
        :: turn == other -> wants[_pid] = false; turn == _pid; wants[_pid] = true
        :: else
        fi
     :: else -> break
     od;
cs:  skip;
     turn = other;
     wants[_pid] = false
  od
}
ltl first { [] <> P[0]@cs }
