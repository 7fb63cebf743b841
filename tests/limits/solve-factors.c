/* Two factors of a number that is the product of two primes.
 * symbolic
 * names: solve-factors.c:9 */
#include <heddle/rt.h>

int main(void) {
  unsigned long long a = (unsigned long long)heddle_input("a", 2, 4294967295);
  unsigned long long b = (unsigned long long)heddle_input("b", 2, 4294967295);
  if (a * b == 9345208821757322069ull)
    heddle_fail("factored");
  return 0;
}
