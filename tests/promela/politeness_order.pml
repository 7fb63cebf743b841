/* expect: states 7 */
/* with: --fair */
/* Both take fork 0 first, and wait: somebody eats again and again. */
bool taken[2];
active [2] proctype Phil() {
  do
  :: atomic { !taken[0] -> taken[0] = true };
     atomic { !taken[1] -> taken[1] = true };
progress:
     taken[1] = false;
     taken[0] = false
  od
}
