/* expect: states 11 circle 1 */
/* with: --fair */
/* Two philosophers who put the first fork back when the second is taken: both
 * may do so for ever, and nobody eats. */
bool taken[2];
active [2] proctype Phil() {
  do
  :: atomic { !taken[_pid] -> taken[_pid] = true };
     if
     :: atomic { !taken[1 - _pid] -> taken[1 - _pid] = true };
progress:
        taken[1 - _pid] = false
     :: taken[1 - _pid]
     fi;
     taken[_pid] = false
  od
}
