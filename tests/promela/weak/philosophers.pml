/* Forks are taken in order: somebody eats again and again. */
bool taken[3];
active [3] proctype P() {
  byte low = (_pid < 2 -> _pid : 0), high = (_pid < 2 -> _pid + 1 : 2);
  do
  :: atomic { !taken[low] -> taken[low] = true };
     atomic { !taken[high] -> taken[high] = true };
eat: taken[high] = false;
     taken[low] = false
  od
}
active proctype Busy() { bit z; do :: z = 1 - z od }
ltl eats { [] <> (P[0]@eat || P[1]@eat || P[2]@eat) }
