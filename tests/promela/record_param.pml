/* expect: states 31 */
/* A structure that is a parameter: all of its fields are. */
typedef F { short f = 3; byte g };
typedef R { byte a; F x };
byte sum;
proctype me(F z; byte k; R r) {
  z.g = z.g + k;
  sum = sum + z.g + z.f + r.a + r.x.g + r.x.f
}
init {
  F foo; R big;
  big.a = 5; big.x.g = 2; foo.g = 1;
  run me(foo, 9, big);
  foo.g = 4;
  run me(foo, 1, big);
  (_nr_pr == 1);
  assert(sum == 41)
}
