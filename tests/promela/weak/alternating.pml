/* Messages numbered in turn by a bit, beside somebody who is always busy. */
chan data = [1] of { bit };
chan ack = [1] of { bit };
byte got;
active proctype Sender() {
  bit b;
  do :: data!b; ack?eval(b); b = 1 - b od
}
active proctype Receiver() {
  bit expected;
  do :: data?eval(expected); got = 1 - got; ack!expected; expected = 1 - expected od
}
active proctype Busy() { bit z; do :: z = 1 - z od }
ltl odd { [] <> (got == 1) }
ltl even { [] <> (got == 0) }
