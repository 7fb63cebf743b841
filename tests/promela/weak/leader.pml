/* The largest of three in a ring is elected (Chang and Roberts). */
chan c[3] = [3] of { byte };
byte leader;
active [3] proctype Node() {
  byte v;
  c[(_pid + 1) % 3]!_pid;
  do
  :: c[_pid]?v ->
     if
     :: v > _pid -> c[(_pid + 1) % 3]!v
     :: v == _pid -> leader = _pid; break
     :: else
     fi
  od
}
active proctype Busy() { bit z; do :: z = 1 - z od }
ltl elected { <> (leader == 2) }
