/* expect: states 18 */
/* Sends of q come in turn; r is received with a only. */
mtype = { a, b };
chan q = [2] of { mtype };
chan r = [0] of { mtype, byte };
active proctype A() { do :: q!a; q!b; r!a(1) od }
active proctype B() { mtype m; byte y; do :: q?m :: r?m(y) od }
trace { do :: q!a; q!b :: r?a(_) od }
