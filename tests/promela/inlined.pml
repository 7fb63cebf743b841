/* expect: states 17 */
#define TWO 2
typedef pair { byte a; short b[TWO] };
pair p[2];
inline swap(u, v) { byte t; t = u; u = v; v = t }
inline sum(u, v) { return u + v }
active proctype A() {
  byte i;
  p[1].b[0] = -300;
  for (i : 0 .. 1) { p[i].a = i + 1 }
  swap(p[0].a, p[1].a);
  i = sum(p[0].a, p[1].b[1]);
  assert(p[0].a == 2 && i == 2 && p[1].b[0] == -300)
}
