/* expect: states 2 range 1 */
chan c = [1] of { byte, bit };
active proctype P() {
  c!1,0;
  c?_(_,_)
}
