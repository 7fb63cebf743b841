/* expect: states 3 assertion 1 */
/* What must not be: a, then b. */
mtype = { a, b };
chan q = [1] of { mtype };
active proctype A() { q!a; q!b }
active proctype B() { mtype m; end: do :: q?m od }
notrace { q!a; q!b }
