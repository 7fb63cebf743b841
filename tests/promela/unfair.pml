/* expect: states 8 circle 1 */
/* A alone could go round without progress; but B moves at last. */
bool stop;
active proctype A() {
  do
  :: !stop
  :: stop -> break
  od;
progress:
  skip
}
active proctype B() { stop = true }
