/* Twin of models/readers.hed for SPIN.  One channel for each pair (sender,
 * port); xr and xs, which SPIN wants for names, tell it so.  N is 2 to 6. */
#ifndef N
#define N 3
#endif
chan ask[N] = [1] of { bit };  /* to the port read */
chan want[N] = [1] of { bit }; /* to the port write */
chan done[N] = [1] of { bit }; /* to the port release */
chan answer[N] = [1] of { bit };

#define E2(X) X(0,r0,w0,d0,a0) X(1,r1,w1,d1,a1)
#define E3(X) E2(X) X(2,r2,w2,d2,a2)
#define E4(X) E3(X) X(3,r3,w3,d3,a3)
#define E5(X) E4(X) X(4,r4,w4,d4,a4)
#define E6(X) E5(X) X(5,r5,w5,d5,a5)
#if N == 2
#define EACH E2
#elif N == 3
#define EACH E3
#elif N == 4
#define EACH E4
#elif N == 5
#define EACH E5
#else
#define EACH E6
#endif

#define NAME(i,r,w,d,a) chan r = ask[i]; xr r; chan w = want[i]; xr w; \
  chan d = done[i]; xr d; chan a = answer[i]; xs a;
#define SERVE(i,r,w,d,a) \
  :: r?_ -> readers++; a!0 \
  :: readers == 0 && nempty(w) -> w?_; a!0; d?_; a!0 \
  :: d?_ -> readers--; a!0

proctype server() {
  byte readers;
  EACH(NAME)
  do
  EACH(SERVE)
  od
}

proctype client(byte i) {
  chan r = ask[i]; xs r; chan w = want[i]; xs w;
  chan d = done[i]; xs d; chan a = answer[i]; xr a;
  do
  :: r!0; a?_; d!0; a?_
  :: w!0; a?_; d!0; a?_
  od
}

init {
  byte i;
  atomic { run server(); do :: i < N -> run client(i); i++ :: else -> break od }
}
