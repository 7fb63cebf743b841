/* Twin of models/window.hed for SPIN: go back n.  One channel for each
 * direction; xr and xs tell SPIN so. */
#ifndef W
#define W 2
#endif
#ifndef K
#define K 2
#endif
#define M (W+1)
chan line = [K] of { byte, byte };
chan back = [K] of { byte };

active proctype sender() {
  byte first, used, sent, next, buffer[M], n;
  xr back; xs line;
  do
  :: used < W ->
     d_step { buffer[(first+used)%M] = next; next = (next+1)%3; used++ }
  :: sent < used && nfull(line) ->
     atomic { line!(first+sent)%M, buffer[(first+sent)%M]; sent++ }
  :: sent > 0 -> sent = 0
  :: back?n ->
     if
     :: d_step {
          true ->
          do
          :: used > 0 && first != (n+1)%M ->
             buffer[first] = 0; first = (first+1)%M; used--;
             if :: sent > 0 -> sent-- :: else fi
          :: else -> break
          od;
          n = 0 }
     :: d_step { true -> n = 0 } /* lost */
     fi
  od
}

active proctype receiver() {
  byte due, data, n, d;
  xr line; xs back;
  do
  :: line?n,d ->
     if
     :: d_step { n == due ->
          assert(d == data); data = (data+1)%3; due = (due+1)%M; n = 0; d = 0 };
        back!(due+M-1)%M
     :: d_step { n != due -> n = 0; d = 0 }; back!(due+M-1)%M
     :: d_step { true -> n = 0; d = 0 } /* lost */
     fi
  od
}
