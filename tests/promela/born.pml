/* expect: states 24 */
/* Processes end in the order of their numbers, the last first. */
byte n;
proctype Child(byte k) { n = n + k; n = n - k }
init {
  pid p;
  p = run Child(1);
  run Child(2);
  (_nr_pr == 1) -> assert(n == 0)
}
