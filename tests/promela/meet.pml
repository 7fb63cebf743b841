/* expect: states 5 */
/* A rendezvous takes both; an atomic sender loses control in it. */
mtype = { yes, no };
chan c = [0] of { mtype, byte };
byte got;
active proctype S() { atomic { c!yes,3; got++; c!no,1 } }
active proctype R() { byte b; c?yes,b; c?eval(got),_ }
