/* A producer, a consumer, and somebody who is always busy. */
chan c = [2] of { byte };
bool eating;
active proctype Producer() { do :: c!1 od }
active proctype Consumer() { do :: c?_ -> eating = true; eating = false od }
active proctype Busy() { bit z; do :: z = 1 - z od }
ltl eats { [] <> eating }
