/* A constructor does not end.
 * names: main spins at line 5 */
__attribute__((constructor)) static void begin(void) {
  volatile unsigned n = 0;
  while (n < 2) n &= 1;
}

int main(void) { return 0; }
