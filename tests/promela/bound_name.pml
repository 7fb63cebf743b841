/* expect: states 7 */
/* A variable that is the bound of an array counts for what its declaration
 * gives it, or for 8. */
byte N = 3, K;
byte a[N] = { 1, 2, 3 };
byte one[K];
active proctype p() {
  byte l[N];
  l[2] = a[1];
  one[0] = l[2];
  N = 9;
  l[1] = N;
  assert(one[0] == 2 && l[1] == 9)
}
