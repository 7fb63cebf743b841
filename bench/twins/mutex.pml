/* Twin of models/mutex.hed for SPIN: Ricart and Agrawala 1981.  One channel
 * for each pair (sender, port); xr and xs, which SPIN wants for names, tell it
 * so.  N is 2, 3 or 4. */
#ifndef N
#define N 3
#endif
mtype = { request, reply };
chan q[16] = [2*N] of { mtype, byte }; /* q[to*4 + from] */

#if N == 2
#define EACH(X) X(0,f0,t0) X(1,f1,t1)
#elif N == 3
#define EACH(X) X(0,f0,t0) X(1,f1,t1) X(2,f2,t2)
#else
#define EACH(X) X(0,f0,t0) X(1,f1,t1) X(2,f2,t2) X(3,f3,t3)
#endif

#define NAME(j,f,t) chan f = q[id*4 + j]; xr f; chan t = q[j*4 + id]; xs t;
#define ASK(j,f,t) if :: j != id -> t!request(mine) :: else fi;
#define LATE(j,f,t) if :: later[j] -> t!reply(0); later[j] = false :: else fi;
#define AGREE(j,f,t) \
  :: f?request(s) -> d_step { if :: s > clock -> clock = s :: else fi; s = 0 }; \
     t!reply(0)
#define WAIT(j,f,t) \
  :: f?reply(_) -> missing--; \
     if :: missing > 0 :: missing == 0 -> mine = 0; break fi \
  :: f?request(s) -> \
     if \
     :: d_step { s > mine || (s == mine && j > id) -> \
          if :: s > clock -> clock = s :: else fi; s = 0; later[j] = true } \
     :: d_step { s < mine || (s == mine && j < id) -> \
          if :: s > clock -> clock = s :: else fi; s = 0 }; t!reply(0) \
     fi

proctype node(byte id) {
  byte clock, mine, missing, s;
  bool later[N];
  EACH(NAME)
  do
  :: d_step { true -> clock++; mine = clock; missing = N-1 }; break
  EACH(AGREE)
  od;
  EACH(ASK)
  do
  EACH(WAIT)
  od;
critical:
  EACH(LATE)
end:
  do
  EACH(AGREE)
  od
}

init {
  byte i;
  atomic { do :: i < N -> run node(i); i++ :: else -> break od }
}
