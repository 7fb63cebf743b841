/* expect: states 27 */
/* The declaration of a structure behind the first statement is a step that
 * does nothing: what was in it stays. */
typedef I { byte x; byte y };
typedef S { byte a[2]; int b; I c };
active proctype p() {
  byte n;
  do
  :: n < 2 ->
     S s; I k; I r[2];
     s.b = s.b + 1; s.c.y = 3; k.y = 2; k.x = k.x + 1;
     s.a[1] = n; r[1].x = 4; r[0].y = 4;
     n++
  :: else -> break
  od
}
