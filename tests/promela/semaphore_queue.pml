/* expect: states 61 */
/* with: --fair */
/* A semaphore that keeps who waits in order: nobody starves. */
chan waits = [3] of { pid };
byte s = 1; byte in;
active [3] proctype P() {
  do
  :: atomic { waits!_pid };
     atomic { s > 0 && waits?[eval(_pid)] -> waits?eval(_pid); s-- };
     in = _pid + 1;
     in = 0;
     s++
  od
}
ltl enters { [] <> (in == 1) }
