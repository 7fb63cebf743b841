/* Nobody else is there, and main never ends: what it does is no step.
 * names: main spins at line 6 */
static volatile unsigned shared;

int main(void) {
  while (shared < 3) shared &= 1;
  return 0;
}
