/* Twin of models/flooding.hed for SPIN.  One channel for each pair (sender,
 * port): left[i] comes from i-1, right[i] from i+1; xr and xs tell SPIN. */
#ifndef N
#define N 4
#endif
chan left[N] = [2] of { byte };
chan right[N] = [2] of { byte };

#define IGNORE do :: l?_ :: r?_ od

proctype root(chan l; chan r; chan tol; chan tor) {
  xr l; xr r; xs tol; xs tor;
  tor!0;
  tol!0;
end:
  IGNORE
}

proctype node(byte i; chan l; chan r; chan tol; chan tor) {
  byte parent = i;
  xr l; xr r; xs tol; xs tor;
  if
  :: l?parent -> tor!i
  :: r?parent -> tol!i
  fi;
end:
  IGNORE
}

init {
  byte i = 1;
  atomic {
    run root(left[0], right[0], right[N-1], left[1]);
    do
    :: i < N ->
       run node(i, left[i], right[i], right[(i+N-1)%N], left[(i+1)%N]); i++
    :: else -> break
    od
  }
}
