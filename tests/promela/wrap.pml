/* expect: states 14 */
byte b = 255; short s = 32767; int i = 2147483647; unsigned u : 3 = 7; bit t = 1;
bit many[2];
active proctype A() {
  b++; s++; i = i + 1; u++; t++; many[1] = 3; b = 5 << 2 | 1; s = ~b ^ 3; i = -7 / 2; i = -7 % 3;
  assert(u == 0 && t == 0 && many[1] == 3);
  assert(b == 21 && s == -23 && i == -1)
}
