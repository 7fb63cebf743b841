/* expect: states 3 assertion 1 */
/* The second send is not as the trace has it. */
mtype = { a, b };
chan q = [2] of { mtype };
active proctype A() { q!a; q!a }
active proctype B() { mtype m; end: do :: q?m od }
trace { do :: q!a; q!b od }
