/* Twin of models/token.hed for SPIN: Misra 1983.  One channel for each pair
 * (sender, port); xr and xs tell SPIN so. */
#ifndef N
#define N 3
#endif
#define K 2
mtype = { ping, pong };
chan q[N] = [2] of { mtype, byte };

proctype node(chan in; chan out; byte id) {
  short seen;
  byte number, n;
  bool lost = id != 0;
  xr in; xs out;
  if
  :: id == 0 -> number = 1; goto both
  :: else -> goto idle
  fi;
both:
  out!pong(number);
critical:
  if
  :: out!ping(number) -> number = 0; goto idle
  :: in?pong(_) -> seen = 0; number = number % K + 1; goto both
  fi;
idle:
  if
  :: in?ping(n) ->
     if
     :: !lost -> lost = true; goto idle
     :: n != seen -> seen = n; number = n; goto critical
     :: n == seen -> seen = 0; number = n % K + 1; goto both
     fi
  :: in?pong(n) ->
     if
     :: !lost -> lost = true; goto idle
     :: n != -seen -> seen = -n; number = n
     :: n == -seen -> seen = 0; number = n % K + 1; goto both
     fi
  fi;
  out!pong(number);
  number = 0;
  goto idle
}

init {
  byte i;
  atomic {
    do
    :: i < N -> run node(q[i], q[(i+1)%N], i); i++
    :: else -> break
    od
  }
}
