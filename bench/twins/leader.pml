/* Twin of models/leader.hed for SPIN: Dolev, Klawe and Rodeh 1982.  One
 * channel for each pair (sender, port); xr and xs tell SPIN so. */
#ifndef N
#define N 4
#endif
mtype = { one, two, won };
chan q[N] = [2*N] of { mtype, byte };
byte leaders;

proctype node(chan in; chan out; byte my) {
  byte max = my, left, x;
  xr in; xs out;
again:
  out!one(max);
  in?one(x);
  if
  :: x == max -> leaders++; assert(leaders == 1); out!won(max); in?won(_); goto done
  :: else -> left = x
  fi;
  out!two(left);
  in?two(x);
  if
  :: left > x && left > max -> max = left; goto again
  :: else
  fi;
passive:
  do
  :: in?one(x) -> out!one(x)
  :: in?two(x) -> out!two(x)
  :: in?won(x) -> out!won(x); break
  od;
done:
  skip
}

init {
  byte i;
  atomic {
    do
    :: i < N ->
       run node(q[i], q[(i+1)%N], (i%2 == 0 -> i/2 : N-1 - i/2)); i++
    :: else -> break
    od
  }
}
