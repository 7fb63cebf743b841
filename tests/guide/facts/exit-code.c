/* expect: 1 exit with a non-zero code */
/* So a test may simply return what it found. */
int main(void) { return 3; }
