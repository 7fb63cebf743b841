/* expect: states 10 liveness 1 */
/* with: --fair */
/* A semaphore that is just a number: of three one may starve, though each of
 * them can take it again and again. */
byte s = 1; byte in;
active [3] proctype P() {
  do
  :: atomic { s > 0 -> s-- };
     in = _pid + 1;
     in = 0;
     s++
  od
}
ltl enters { [] <> (in == 1) }
