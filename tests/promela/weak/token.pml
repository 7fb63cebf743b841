/* A token goes round three processes. */
byte at;
active [3] proctype P() { do :: at == _pid -> at = (at + 1) % 3 od }
active proctype Busy() { bit z; do :: z = 1 - z od }
ltl last { [] <> (at == 2) }
ltl next { [] (at == 0 -> <> (at == 1)) }
