/* Two lights that take turns. */
mtype = { red, green };
mtype ns = red, ew = red;
bit turn;
active proctype NS() { do :: turn == 0 -> ns = green; ns = red; turn = 1 od }
active proctype EW() { do :: turn == 1 -> ew = green; ew = red; turn = 0 od }
active proctype Busy() { bit z; do :: z = 1 - z od }
ltl north { [] <> (ns == green) }
ltl east { [] <> (ew == green) }
