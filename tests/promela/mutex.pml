/* expect: states 38 */
bool want[2]; bool turn; byte inside;
active [2] proctype P() {
  do
  :: want[_pid] = true;
     turn = 1 - _pid;
     (!want[1 - _pid] || turn == _pid);
     inside++;
     assert(inside == 1);
     inside--;
     want[_pid] = false
  od
}
